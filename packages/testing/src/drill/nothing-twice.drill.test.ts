import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Clocks, Layout } from './installation.ts';
import { ACTIVITIES, MOMENTS } from './killer.ts';
import { runDrill } from './run.ts';
import type { Wanted } from './scene.ts';

const isFull = process.env.QUAYSIDE_DRILL === 'full';
const number = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);
const shoppers = number('QUAYSIDE_DRILL_SHOPPERS', isFull ? 2_000 : 12);
const kills = number('QUAYSIDE_DRILL_KILLS', isFull ? 7 : 1);
const seed = number('QUAYSIDE_DRILL_SEED', 1);
const env = { QUAYSIDE_PATIENCE: process.env.QUAYSIDE_PATIENCE ?? (isFull ? '60' : '5') };

const everyMoment = { before: kills, after: kills, recorded: kills };
/** The small size is part of `npm test`: as few orders and kills as every kind of them needs. */
const wanted: Wanted = isFull
  ? {
      intake: { ...everyMoment, frozen: 1 },
      place: { ...everyMoment, frozen: 2 },
      pay: { ...everyMoment, frozen: 2 },
      fulfil: { ...everyMoment, frozen: 2 },
    }
  : {
      intake: { recorded: kills },
      place: { after: kills, recorded: kills },
      pay: { before: kills, after: kills, frozen: kills },
      fulfil: { after: kills },
    };

const MINUTES = 60_000;
/** One worker is ahead of the database, the other behind it. */
const clocks: Clocks = { web: 0, first: 10 * MINUTES, second: -10 * MINUTES };

const layouts = (process.env.QUAYSIDE_DRILL_LAYOUT ?? 'two-workers').split(',') as Layout[];

it.each(layouts)(
  'loses nothing and does nothing twice: %s',
  async (layout) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'quayside-drill-'));
    const log = (line: string) => void process.stdout.write(`${line}\n`);
    const { faults, tally, figures } = await runDrill({ layout, shoppers, wanted, clocks, seed, dataDir, env, log });
    log(JSON.stringify(figures, undefined, 2));
    if (process.env.QUAYSIDE_DRILL_OUT)
      writeFileSync(
        join(process.env.QUAYSIDE_DRILL_OUT, `drill-${layout}-${seed}.json`),
        JSON.stringify({ ...figures, faults }, undefined, 2),
      );
    expect(faults.slice(0, 30)).toEqual([]);
    for (const activity of ACTIVITIES)
      for (const moment of MOMENTS)
        expect(tally[activity][moment]).toBeGreaterThanOrEqual(wanted[activity][moment] ?? 0);
    rmSync(dataDir, { recursive: true, force: true });
  },
  isFull ? 120 * MINUTES : 15 * MINUTES,
);
