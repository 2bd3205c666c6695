// npm test: everything, in one run, on one machine. Each runner writes a report; the last line adds them up.
// npm test -- --citus URL: the database tests on a distributed cluster, by a superuser's address of its coordinator.
// npm test -- unit db ...: some tiers. npm test -- --changed [ref]: types, and the tests that a change since ref (HEAD) can reach.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { changedTests } from './changed-tests.mjs';
import { findChromium } from './chromium.mjs';
import { ON_POSTGRES_15 } from './postgres-15.mjs';
import { findPostgresClient } from './postgres-client.mjs';
import { buildWeb, COMPILED } from './start.mjs';

const root = join(import.meta.dirname, '..');
process.chdir(root);
const reports = join(root, 'test-results');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const total = { passed: 0, failed: 0, skipped: 0 };
const toInstall = [];
/** Names of failed tests, repeated at the end. */
const failed = [];
const started = Date.now();
// Dozens of processes load the same modules: the first one compiles them.
process.env.NODE_COMPILE_CACHE ??= COMPILED;

/** @param isAside runs beside other steps: what it says is printed when it is done. */
async function step(name, command, env = {}, isAside = false) {
  const began = Date.now();
  if (!isAside) console.log(`\n== ${name}`);
  const child = spawn(process.execPath, command, {
    stdio: isAside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...env },
  });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => said.push(piece));
  const status = await new Promise((done) => {
    child.on('error', (error) => console.error(error.message));
    child.on('close', done);
  });
  if (isAside) process.stdout.write(`\n== ${name}\n${Buffer.concat(said)}`);
  console.log(`== ${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${((Date.now() - began) / 1000).toFixed(1)} s`);
  return status === 0;
}

/** Adds a runner's own figures. A runner that left no report, or ran nothing, has failed. */
function add(name, ok, counts) {
  if (!counts || counts.passed + counts.failed === 0) {
    console.error(`${name}: no report of any test`);
    failed.push(name);
    total.failed += 1;
    return;
  }
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  failed.push(...(counts.names ?? []).map((test) => `${name}: ${test}`));
  if (ok || (counts.names?.length ?? 0) > 0) return;
  failed.push(name);
  if (counts.failed === 0) total.failed += 1;
}

/** Failed tests of one file in a vitest report; the file itself where it failed outside its tests. */
function failedIn(file) {
  const path = relative(root, file.name);
  const names = file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName }) => `${path}: ${fullName}`);
  return file.status === 'failed' && names.length === 0 ? [path] : names;
}

/** A step that is one check: it passes or fails as a whole. */
async function check(name, command, isAside = false) {
  const ok = await step(name, command, {}, isAside);
  add(name, ok, { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 });
}

/** Tiers of which some files run in processes of their own (vitest.config.ts). */
const APART = ['unit', 'db'];
/** Database tests wait for a quarter of their time, so that three at once keep two cores busy. The nodes of a cluster work beside them. */
const WORKERS = { db: process.argv.includes('--citus') ? 2 : 3 };

/** @param files the beginnings of their paths; none: all of the project. */
async function vitest(name, project, env, files = [], isAside = false) {
  const file = join(reports, `${name}.json`);
  const ok = await step(
    `vitest ${name}`,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...files,
      '--project',
      project,
      ...(APART.includes(project) ? ['--project', `${project}-apart`] : []),
      ...(WORKERS[project] ? [`--maxWorkers=${WORKERS[project]}`] : []),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    env,
    isAside,
  );
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  add(
    name,
    ok,
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
      names: report.testResults.flatMap((file) => failedIn(file)),
    },
  );
}

/** Failed flows of a suite in a Playwright report, which nests suites. */
function failedFlows({ file, specs = [], suites = [] }) {
  const names = specs.filter(({ ok }) => !ok).map(({ title }) => `e2e/${file}: ${title}`);
  return [...names, ...suites.flatMap((suite) => failedFlows(suite))];
}

async function playwright() {
  const file = join(reports, 'browser.json');
  const ok = await step(
    'browser flows',
    ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts'],
    {
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    },
  );
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  const stats = report?.stats;
  add(
    'browser flows',
    ok,
    stats && {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
      names: report.suites.flatMap((suite) => failedFlows(suite)),
    },
  );
}

const args = process.argv.slice(2);
const isChanged = args[0] === '--changed';
const isCitus = args[0] === '--citus';
const wanted = isChanged || isCitus ? [args[0]] : args;
const has = (name) => wanted.length === 0 || wanted.includes(name);

/** What a change can reach. What two minutes do not hold is said, with the command that runs it. */
async function whatChanged(ref) {
  const { changed, chosen, left } = changedTests(ref);
  console.log(`${changed.length} files differ from ${ref}`);
  const types = check('types', ['node_modules/typescript/bin/tsc', '-p', '.'], true);
  if (chosen.unit.length > 0) await vitest('unit', 'unit', {}, chosen.unit);
  if (chosen.db.length > 0) await vitest('db on PostgreSQL 18', 'db', { QUAYSIDE_TEST_PG_MAJOR: '18' }, chosen.db);
  if (chosen.contract.length > 0) await vitest('contract', 'contract', {}, chosen.contract);
  await types;
  const flows = changed.filter((file) => /^e2e\/.*\.spec\.ts$/.test(file));
  if (flows.length > 0)
    console.log(`Browser flows that changed: npx playwright test -c e2e/playwright.config.ts ${flows.join(' ')}`);
  for (const [tier, count] of Object.entries(left))
    if (count > 0) console.log(`${count} more files of ${tier} tests are further away: npm test -- ${tier}`);
}

if (isChanged) await whatChanged(args[1] ?? 'HEAD');
if (isCitus && !args[1]?.startsWith('postgres')) {
  console.error(
    'npm test -- --citus needs the address of the coordinator: postgres://postgres@localhost:5432/postgres',
  );
  process.exit(1);
}
if (isCitus) await vitest('db on Citus', 'db', { QUAYSIDE_TEST_PG: args[1] }, args.slice(2));
// Contract suites mostly wait for the rate limits of emulated stores, the drill for leases and killed processes: they leave the
// processor to the steps beside them.
const runsAll = wanted.length === 0;
const contract = runsAll ? vitest('contract', 'contract', {}, [], true) : undefined;
const drill = runsAll ? vitest('fault drill', 'drill', {}, [], true) : undefined;
if (has('check')) await check('check', ['scripts/check.mjs']);
if (has('unit')) await vitest('unit', 'unit');
if (has('db') || wanted.includes('pg15')) {
  try {
    findPostgresClient();
  } catch (error) {
    // The backup tests fail with the same sentence; it is repeated at the end, where it is seen.
    toInstall.push(error.message);
  }
}
if (has('db')) {
  const statements = join(reports, 'statements');
  mkdirSync(statements);
  await vitest('db on PostgreSQL 18', 'db', { QUAYSIDE_TEST_PG_MAJOR: '18', QUAYSIDE_STATEMENTS: statements });
  await check('statements on PostgreSQL 15', ['apps/server/src/testing/db/statements/check.ts', statements]);
}
// Before a release, and after changes to migrations or the database door: all of them on 15.
if (wanted.includes('pg15')) await vitest('db on PostgreSQL 15, all', 'db', { QUAYSIDE_TEST_PG_MAJOR: '15' });
else if (has('db')) await vitest('db on PostgreSQL 15', 'db', { QUAYSIDE_TEST_PG_MAJOR: '15' }, ON_POSTGRES_15);
if (has('contract')) await (contract ?? vitest('contract', 'contract'));
if (has('drill')) await (drill ?? vitest('fault drill', 'drill'));
// The full size takes long and is asked for by name: npm run drill.
if (wanted[0] === 'drill-full') await vitest('fault drill', 'drill', { QUAYSIDE_DRILL: 'full' }, args.slice(1));
if (has('browser') && existsSync('e2e/playwright.config.ts')) {
  await findChromium();
  await buildWeb();
  await playwright();
}
for (const sentence of toInstall) console.error(sentence);
for (const name of failed) console.error(`FAILED  ${name}`);
console.log(`\nin ${((Date.now() - started) / 60_000).toFixed(1)} minutes`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed > 0 ? 1 : 0);
