import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installTools } from '../scripts/tools.mjs';
import { PARTS, type Part } from './parts.ts';
import { makeScratch, ROOT } from './scratch.ts';

/**
 * npm run mutate -- [part...] [--only text] [--concurrency 2]
 *
 * Changes the rules of a part one by one with StrykerJS and runs their unit tests. Fails where fewer than 90 of 100 mutants
 * of a part are found. `--only`: the files whose path holds the text.
 */
const LEAST = 90;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, concurrency: { type: 'string', default: '2' } },
});

interface Mutant {
  status: string;
  mutatorName: string;
  replacement?: string;
  location: { start: { line: number; column: number }; end: { line: number; column: number } };
}

const pattern = (path: string): string => (path.endsWith('.ts') ? path : `${path}/**/*.test.ts`);

/** The mutated text in one line. */
function original(source: string, { start, end }: Mutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  const cut = lines.map((line, at) =>
    line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined),
  );
  return cut.join(' ').replace(/\s+/g, ' ').slice(0, 100);
}

function mutate(scratch: string, name: string, part: Part): boolean {
  const files = part.mutate.filter((file) => file.includes(values.only));
  const report = join(ROOT, `.cache/mutations/${name}.json`);
  mkdirSync(join(ROOT, '.cache/mutations'), { recursive: true });
  writeFileSync(
    join(scratch, 'vitest.mutations.config.mjs'),
    `export default ${JSON.stringify({
      test: {
        include: part.tests.map(pattern),
        exclude: ['**/node_modules/**', '**/*.db.test.ts', '**/*.contract.test.ts'],
      },
    })};\n`,
  );
  writeFileSync(
    join(scratch, 'stryker.config.json'),
    JSON.stringify({
      mutate: files,
      testRunner: 'vitest',
      plugins: ['@stryker-mutator/vitest-runner'],
      vitest: { configFile: 'vitest.mutations.config.mjs', related: false },
      inPlace: true,
      checkers: [],
      concurrency: Number(values.concurrency),
      timeoutMS: 5_000,
      reporters: ['json'],
      jsonReporter: { fileName: report },
      allowConsoleColors: false,
      logLevel: 'warn',
    }),
  );
  const stryker = join(installTools('mutations'), '@stryker-mutator/core/bin/stryker.js');
  const { status } = spawnSync(process.execPath, [stryker, 'run'], { cwd: scratch, stdio: 'inherit' });
  if (status !== 0) return false;
  const { files: results } = JSON.parse(readFileSync(report, 'utf8')) as {
    files: Record<string, { source: string; mutants: Mutant[] }>;
  };
  const found = { killed: 0, timedOut: 0, all: 0 };
  for (const [file, { source, mutants }] of Object.entries(results)) {
    const counted = mutants.filter(({ status }) => status !== 'Ignored' && !status.endsWith('Error'));
    const alive = counted.filter(({ status }) => status !== 'Killed' && status !== 'Timeout');
    found.all += counted.length;
    found.timedOut += counted.filter(({ status }) => status === 'Timeout').length;
    found.killed += counted.length - alive.length;
    console.log(`${file}: ${counted.length - alive.length} of ${counted.length}`);
    for (const one of alive)
      console.log(
        `  ${one.location.start.line}: ${original(source, one.location)} -> ${one.replacement?.replace(/\s+/g, ' ').slice(0, 80)} (${one.status})`,
      );
  }
  const share = (found.killed / found.all) * 100;
  console.log(
    `${name}: ${found.killed} of ${found.all} mutants found (${share.toFixed(1)} %), ${found.timedOut} of them by a time-out`,
  );
  return share >= LEAST;
}

const names = positionals.length > 0 ? positionals : Object.keys(PARTS);
const failed = names.filter((name) => {
  const part = PARTS[name];
  if (!part) throw new Error(`no part ${name}; there are ${Object.keys(PARTS).join(', ')}`);
  return !mutate(makeScratch(`mutate-${name}`), name, part);
});
if (failed.length > 0) {
  console.error(`Fewer than ${LEAST} of 100 mutants found: ${failed.join(', ')}`);
  process.exit(1);
}
