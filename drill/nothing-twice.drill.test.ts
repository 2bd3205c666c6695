import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Clocks, Layout } from './installation.ts';
import { ACTIVITIES, MOMENTS } from './killer.ts';
import { runDrill } from './run.ts';
import type { Wanted } from './scene.ts';

const isFull = process.env.QUAYSIDE_DRILL === 'full';
const number = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);
const MINUTES = 60_000;

interface Part {
  name: string;
  layout: Layout;
  clocks?: Clocks;
}

const PARTS: Part[] = [
  {
    name: 'two workers, one clock 10 minutes ahead, one behind',
    layout: 'two-workers',
    clocks: { web: 0, first: 10 * MINUTES, second: -10 * MINUTES },
  },
  { name: 'one process', layout: 'one-process' },
  { name: 'two workers', layout: 'two-workers' },
  {
    // The web process has the right time: Shopify's sign-in is refused when it seems more than 90 seconds old.
    name: 'both workers 10 minutes behind',
    layout: 'two-workers',
    clocks: { web: 0, first: -10 * MINUTES, second: -10 * MINUTES },
  },
];
/** Run when they are asked for: they need pgbouncer, or are for a server such as Citus. */
const MORE_PARTS: Part[] = [
  { name: 'two web processes and two workers through pgbouncer', layout: 'two-webs-pooled' },
  { name: 'two web processes and two workers', layout: 'two-webs' },
];
const numbers = (text: string): number[] => text.split(',').map(Number);
const parts = numbers(process.env.QUAYSIDE_DRILL_PARTS ?? (isFull ? '1,2,3,4' : '1'));

const shoppers = Math.ceil(number('QUAYSIDE_DRILL_ORDERS', isFull ? 2_000 : 12) / (isFull ? PARTS.length : 1));
const kills = number('QUAYSIDE_DRILL_KILLS', isFull ? 2 : 1);
const env = { QUAYSIDE_PATIENCE: process.env.QUAYSIDE_PATIENCE ?? (isFull ? '20' : '5') };

const everyMoment = { before: kills, after: kills, recorded: kills };
/** The small size hits every activity and every moment, but not each moment of each activity. */
const wanted: Wanted = isFull
  ? {
      topup: everyMoment,
      intake: { ...everyMoment, frozen: 1 },
      place: { ...everyMoment, frozen: 1 },
      pay: { ...everyMoment, frozen: 1 },
      fulfil: { ...everyMoment, frozen: 1 },
    }
  : {
      topup: {},
      intake: { recorded: kills },
      place: { after: kills, recorded: kills },
      pay: { before: kills, after: kills, frozen: kills },
      fulfil: { after: kills },
    };

const root = join(import.meta.dirname, '..');
const results = process.env.QUAYSIDE_DRILL_OUT ?? (isFull ? join(root, 'drill-results') : undefined);
const seeds = numbers(process.env.QUAYSIDE_DRILL_SEEDS ?? '1');

/** What an earlier run found for the same part of the same seed; only a part without faults counts as done. */
function kept(file: string | undefined): Record<string, unknown> | undefined {
  if (!isFull || !file || !existsSync(file)) return undefined;
  const found = JSON.parse(readFileSync(file, 'utf8')) as { shoppers: number; asked: number; faults: string[] };
  return found.asked === shoppers && found.faults.length === 0 ? found : undefined;
}

const cases = seeds.flatMap((seed) =>
  [...PARTS, ...MORE_PARTS]
    .map((part, at) => ({ ...part, seed, part: at + 1 }))
    .filter(({ part }) => parts.includes(part)),
);

it.each(cases)(
  'loses nothing and does nothing twice: seed $seed, $name',
  async ({ layout, clocks, name, seed, part }) => {
    const file = results && join(results, `seed-${seed}-part-${part}.json`);
    const log = (line: string) => void process.stdout.write(`${line}\n`);
    const done = kept(file);
    if (done) {
      log(`${name}: kept from an earlier run\n${JSON.stringify(done, undefined, 2)}`);
      return;
    }
    const dataDir = mkdtempSync(join(tmpdir(), 'quayside-drill-'));
    const drill = {
      layout,
      shoppers,
      wanted,
      isThorough: isFull,
      clocks,
      seed: seed * 10_000 + part,
      dataDir,
      env,
      log,
    };
    const { faults, tally, figures } = await runDrill(drill);
    const report = JSON.stringify({ seed, part, name, asked: shoppers, ...figures, faults }, undefined, 2);
    log(report);
    if (results && file) {
      mkdirSync(results, { recursive: true });
      writeFileSync(file, report);
    }
    expect(faults.slice(0, 30)).toEqual([]);
    for (const activity of ACTIVITIES)
      for (const moment of MOMENTS)
        expect(tally[activity][moment]).toBeGreaterThanOrEqual(wanted[activity][moment] ?? 0);
    rmSync(dataDir, { recursive: true, force: true });
  },
  (isFull ? 60 : 15) * MINUTES,
);
