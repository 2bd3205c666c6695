// npm run check: types, lint and format, import rules, lockfile, message catalogues. Each failure prints the rule it broke.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import rules from '../.dependency-cruiser.mjs';
import { faultsOfLockfiles } from './check-lockfile.mjs';
import { featureCircles } from './feature-circles.mjs';
import { root, sources } from './sources.mjs';

process.chdir(root);
const failures = [];

function run(name, file, args) {
  const began = Date.now();
  const { status } = spawnSync(process.execPath, [join(root, file), ...args], { stdio: 'inherit' });
  if (status !== 0) failures.push(name);
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
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
  const unseen = sources('apps', /\.tsx?$/)
    .concat(sources('packages', /\.tsx?$/))
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

run('types', 'node_modules/typescript/bin/tsc', ['-p', 'tsconfig.json']);
run('lint and format', 'node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']);
await imports();
const lockfile = faultsOfLockfiles();
for (const fault of lockfile) console.error(fault);
if (lockfile.length > 0) failures.push('lockfile');
console.log(`${lockfile.length === 0 ? 'ok  ' : 'FAIL'} lockfile`);
const CHECKS = [
  ['messages', 'check-i18n.mjs'],
  ['SQL on Citus', 'check-citus-sql.mjs'],
  ['names of connectors', 'check-connector-names.mjs'],
  ['declared packages', 'check-dependencies.mjs'],
  ['owners of tables', 'check-table-owners.mjs'],
  ['places of SQL', 'check-sql-places.mjs'],
  ['unused exports', 'check-unused-exports.mjs'],
];
for (const [name, file] of CHECKS) run(name, join('scripts', file), []);
if (failures.length > 0) {
  console.error(`Failed: ${failures.join(', ')}`);
  process.exit(1);
}
