import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createVitest } from 'vitest/node';
import type { Fault } from './faults/fault.ts';
import { FAULTS } from './faults/index.ts';
import { makeScratch, ROOT } from './scratch.ts';

/**
 * npm run plant -- [part...] [--only id,id] [--again]
 *
 * Plants the faults of a part one at a time in a copy of the sources and runs their tests, which must fail. What was found
 * before with the same sources is not tried again, so an interrupted run goes on where it was; --again forgets it.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, again: { type: 'boolean', default: false } },
});

interface Found {
  /** Of the fault and of the files that it concerns. */
  key: string;
  /** The first test that failed. */
  by: string;
}

const keptFile = (part: string): string => join(ROOT, `.cache/mutations/planted-${part}.json`);
const readKept = (part: string): Record<string, Found> =>
  existsSync(keptFile(part)) && !values.again
    ? (JSON.parse(readFileSync(keptFile(part), 'utf8')) as Record<string, Found>)
    : {};

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const keyOf = (fault: Fault): string =>
  createHash('sha256')
    .update(JSON.stringify([fault, ...[fault.file, ...fault.tests].map(textOf)]))
    .digest('hex')
    .slice(0, 16);

const scratch = makeScratch('plant');
process.chdir(scratch);
// One Vitest for all runs: it transforms a module once, and starts and migrates PostgreSQL once. Each run gets fresh modules.
const vitest = await createVitest({
  root: scratch,
  watch: false,
  bail: 1,
  isolate: true,
  reporters: [{}],
  maxWorkers: 2,
});
await vitest.standalone();

/** Runs tests in the copy. Returns the name of the first that failed; undefined: all passed. Throws where none ran. */
async function firstFailure({ tests, named }: Fault): Promise<string | undefined> {
  // Failures of earlier runs would count towards the limit of this one.
  vitest.state.filesMap.clear();
  if (named === undefined) vitest.resetGlobalTestNamePattern();
  else vitest.setGlobalTestNamePattern(named);
  const specifications = (await vitest.globTestSpecifications([...tests])).filter(({ moduleId }) =>
    tests.some((test) => moduleId === join(scratch, test)),
  );
  const { testModules } = await vitest.runTestSpecifications(specifications);
  const failed = testModules.flatMap(({ children }) => [...children.allTests('failed')]);
  if (failed[0]) return failed[0].fullName;
  const passed = testModules.flatMap(({ children }) => [...children.allTests('passed')]);
  const errors = testModules.flatMap((module) => module.errors().map(({ message }) => message));
  if (errors.length > 0 || passed.length === 0) throw new Error(`no test ran: ${errors.join('; ')}`);
  return undefined;
}

/** Whether tests pass without a fault. */
const sound = new Map<string, boolean>();

async function isSound(fault: Fault): Promise<boolean> {
  const run = JSON.stringify([fault.tests, fault.named]);
  const known = sound.get(run);
  if (known !== undefined) return known;
  const failure = await firstFailure(fault);
  if (failure !== undefined) console.error(`${fault.id}: a test fails without the fault: ${failure}`);
  sound.set(run, failure === undefined);
  return failure === undefined;
}

async function plant(fault: Fault): Promise<Found | undefined> {
  const { id, file, find, replace } = fault;
  const path = join(scratch, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(find).length !== 2) throw new Error(`${id}: its text does not occur exactly once in ${file}`);
  if (!(await isSound(fault))) return undefined;
  const write = (text: string): void => {
    writeFileSync(path, text);
    vitest.invalidateFile(path);
  };
  write(source.replace(find, () => replace));
  try {
    const by = await firstFailure(fault);
    return by === undefined ? undefined : { key: keyOf(fault), by };
  } finally {
    write(source);
  }
}

const only = values.only?.split(',');
const lived: string[] = [];

async function plantPart(part: string): Promise<number> {
  const all = FAULTS[part];
  if (!all) throw new Error(`no part ${part}; there are ${Object.keys(FAULTS).join(', ')}`);
  const wanted = all.filter(({ id }) => only === undefined || only.includes(id));
  const kept = readKept(part);
  const open = wanted.filter((fault) => kept[fault.id]?.key !== keyOf(fault));
  console.log(`${part}: ${wanted.length} faults, ${wanted.length - open.length} of them found before`);
  for (const fault of open) {
    const began = Date.now();
    const found = await plant(fault);
    if (!found) lived.push(fault.id);
    else {
      kept[fault.id] = found;
      mkdirSync(join(ROOT, '.cache/mutations'), { recursive: true });
      writeFileSync(keptFile(part), JSON.stringify(kept, undefined, 2));
    }
    const seconds = Math.round((Date.now() - began) / 1_000);
    console.log(`${found ? 'found' : 'LIVED'} ${fault.id} (${seconds} s): ${found?.by ?? fault.what}`);
  }
  return wanted.length;
}

try {
  let count = 0;
  for (const part of positionals.length > 0 ? positionals : Object.keys(FAULTS)) count += await plantPart(part);
  console.log(`${count - lived.length} of ${count} faults found`);
} finally {
  await vitest.close();
}
if (lived.length > 0) {
  console.error(`Not found: ${lived.join(', ')}`);
  process.exit(1);
}
