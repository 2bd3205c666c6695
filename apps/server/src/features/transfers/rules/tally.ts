import type { Tally } from '../tables.ts';

export interface Counted {
  rows: number;
  sum: string;
}

const none: Tally = { left: 0, left_sum: '0', arrived: 0, arrived_sum: '0' };
const plus = (a: string, b: string): string => (BigInt(a) + BigInt(b)).toString();

/** Writes rows down that left or arrived. */
export function counted(
  tally: Readonly<Record<string, Tally>>,
  way: 'left' | 'arrived',
  table: string,
  { rows, sum }: Counted,
): Record<string, Tally> {
  const before = tally[table] ?? none;
  const after =
    way === 'left'
      ? { ...before, left: before.left + rows, left_sum: plus(before.left_sum, sum) }
      : { ...before, arrived: before.arrived + rows, arrived_sum: plus(before.arrived_sum, sum) };
  return { ...tally, [table]: after };
}

/** Tables of which not as much arrived as left. */
export const missing = (tally: Readonly<Record<string, Tally>>): string[] =>
  Object.entries(tally).flatMap(([table, one]) =>
    one.left === one.arrived && one.left_sum === one.arrived_sum ? [] : [table],
  );
