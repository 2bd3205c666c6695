import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Layout } from './installation.ts';
import { ACTIVITIES, MOMENTS } from './killer.ts';
import { runDrill } from './run.ts';

const isFull = process.env.QUAYSIDE_DRILL === 'full';
/** Kills count for each moment of each activity. The small size is part of `npm test`: as few orders as the kills need. */
const SIZES: Record<Layout, { shoppers: number; kills: number }> = isFull
  ? { 'two-workers': { shoppers: 1_000, kills: 7 }, 'one-process': { shoppers: 1_000, kills: 7 } }
  : { 'two-workers': { shoppers: 8, kills: 1 }, 'one-process': { shoppers: 8, kills: 1 } };
const env = { QUAYSIDE_PATIENCE: process.env.QUAYSIDE_PATIENCE ?? (isFull ? '60' : '5') };

const layouts = process.env.QUAYSIDE_DRILL_LAYOUT ?? (isFull ? 'two-workers,one-process' : 'two-workers');
const wanted = layouts.split(',') as Layout[];
const number = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);

it.each(wanted)('loses nothing and does nothing twice: %s', async (layout) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'quayside-drill-'));
  const size = {
    shoppers: number('QUAYSIDE_DRILL_SHOPPERS', SIZES[layout].shoppers),
    kills: number('QUAYSIDE_DRILL_KILLS', SIZES[layout].kills),
  };
  const log = (line: string) => void process.stdout.write(`${line}\n`);
  const { faults, tally, figures } = await runDrill({ layout, ...size, dataDir, env, log });
  log(JSON.stringify(figures, undefined, 2));
  if (process.env.QUAYSIDE_DRILL_OUT)
    writeFileSync(join(process.env.QUAYSIDE_DRILL_OUT, `drill-${layout}.json`), JSON.stringify(figures, undefined, 2));
  expect(faults.slice(0, 30)).toEqual([]);
  for (const activity of ACTIVITIES)
    for (const moment of MOMENTS) expect(tally[activity][moment]).toBeGreaterThanOrEqual(size.kills);
  rmSync(dataDir, { recursive: true, force: true });
});
