// npm run check: types, lint and format, import rules, lockfile, message catalogues. Each failure prints the rule it broke.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import rules from '../.dependency-cruiser.mjs';
import { lockfileFaults, readLockfile } from './check-lockfile.mjs';
import { featureCircles } from './feature-circles.mjs';

const root = join(import.meta.dirname, '..');
process.chdir(root);
const failures = [];

function run(name, file, args) {
  const began = Date.now();
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', file), ...args], { stdio: 'inherit' });
  if (status !== 0) failures.push(name);
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
}

function sources(folder, list = []) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) sources(path, list);
    else if (/\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts')) list.push(relative(root, path));
  }
  return list;
}

async function imports() {
  const began = Date.now();
  const { options, forbidden } = rules;
  const result = await cruise(
    ['apps', 'packages'],
    { ...options, validate: true, ruleSet: { forbidden, options } },
    undefined,
    { tsConfig: extractTSConfig(join(root, 'tsconfig.json')) },
  );
  const { modules, summary } = result.output;
  const seen = new Set(modules.map((module) => module.source));
  const unseen = sources('apps')
    .concat(sources('packages'))
    .filter((file) => !seen.has(file));
  for (const violation of summary.violations) {
    const why = forbidden.find((one) => one.name === violation.rule.name)?.comment ?? '';
    console.error(`${violation.rule.name}: ${violation.from} -> ${violation.to}. ${why}`);
  }
  if (unseen.length > 0)
    console.error(`The import check did not see ${unseen.length} sources, the first is ${unseen[0]}.`);
  const circles = featureCircles(modules);
  for (const circle of circles)
    console.error(`web features: ${circle}. What they share goes to lib, to the kit or to a third feature.`);
  const good = summary.violations.length === 0 && unseen.length === 0 && circles.length === 0;
  if (!good) failures.push('imports');
  console.log(
    `${good ? 'ok  ' : 'FAIL'} imports of ${modules.length} modules (${((Date.now() - began) / 1000).toFixed(1)} s)`,
  );
}

run('types', 'typescript/bin/tsc', ['-p', 'tsconfig.json']);
run('lint and format', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']);
await imports();
const lockfile = lockfileFaults(readLockfile());
for (const fault of lockfile) console.error(fault);
if (lockfile.length > 0) failures.push('lockfile');
console.log(`${lockfile.length === 0 ? 'ok  ' : 'FAIL'} lockfile`);
if (existsSync('scripts/check-i18n.mjs')) {
  const { status } = spawnSync(process.execPath, ['scripts/check-i18n.mjs'], { stdio: 'inherit' });
  if (status !== 0) failures.push('messages');
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} messages`);
}
const { status } = spawnSync(process.execPath, ['scripts/check-citus-sql.mjs'], { stdio: 'inherit' });
if (status !== 0) failures.push('SQL on Citus');
console.log(`${status === 0 ? 'ok  ' : 'FAIL'} SQL on Citus`);
const names = spawnSync(process.execPath, ['scripts/check-connector-names.mjs'], { stdio: 'inherit' });
if (names.status !== 0) failures.push('names of connectors');
console.log(`${names.status === 0 ? 'ok  ' : 'FAIL'} names of connectors`);
const packages = spawnSync(process.execPath, ['scripts/check-dependencies.mjs'], { stdio: 'inherit' });
if (packages.status !== 0) failures.push('declared packages');
console.log(`${packages.status === 0 ? 'ok  ' : 'FAIL'} declared packages`);
const owners = spawnSync(process.execPath, ['scripts/check-table-owners.mjs'], { stdio: 'inherit' });
if (owners.status !== 0) failures.push('owners of tables');
console.log(`${owners.status === 0 ? 'ok  ' : 'FAIL'} owners of tables`);
const sqlPlaces = spawnSync(process.execPath, ['scripts/check-sql-places.mjs'], { stdio: 'inherit' });
if (sqlPlaces.status !== 0) failures.push('places of SQL');
console.log(`${sqlPlaces.status === 0 ? 'ok  ' : 'FAIL'} places of SQL`);
const unused = spawnSync(process.execPath, ['scripts/check-unused-exports.mjs'], { stdio: 'inherit' });
if (unused.status !== 0) failures.push('unused exports');
console.log(`${unused.status === 0 ? 'ok  ' : 'FAIL'} unused exports`);
if (failures.length > 0) {
  console.error(`Failed: ${failures.join(', ')}`);
  process.exit(1);
}
