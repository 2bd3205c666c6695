import { loadavg } from 'node:os';
import type { Load } from './load.ts';

/** A row of the table that is printed at the end. */
export interface Row {
  what: string;
  value: string;
  bar: string;
  /** undefined: a figure that has no bar. */
  met: boolean | undefined;
}

export const ms = (value: number): string => `${value.toFixed(1)} ms`;
export const times = (value: number): string => `${value.toFixed(2)} x`;
export const count = (value: number): string => value.toLocaleString('en-US');
export const line = (result: Load): string =>
  `p95 ${ms(result.p95)}, ${Math.round(result.perSecond)}/s${result.failed ? `, ${result.failed} failed` : ''}`;

export const figure = (what: string, value: string): Row => ({ what, value, bar: '', met: undefined });

/** What else the machine had to do, since figures of a busy machine say little but as ratios. */
export const machineLoad = (): string => `load ${loadavg()[0]?.toFixed(1)}`;

export function table(rows: readonly Row[]): string {
  const met = (row: Row): string => (row.met === undefined ? '' : row.met ? 'yes' : 'NO');
  return [
    '| What | Measured | Bar | Met |',
    '|---|---|---|---|',
    ...rows.map((row) => `| ${row.what} | ${row.value} | ${row.bar} | ${met(row)} |`),
  ].join('\n');
}
