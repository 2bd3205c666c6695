// npm run check: types, lint and format, import rules, lockfile, message catalogues. Each failure prints the rule it broke. Two checks
// run at once; what one says is printed when it is done.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './sources.mjs';

process.chdir(root);

/** The long ones first. */
const CHECKS = [
  ['types', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'],
  ['lint and format', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  ['imports', 'scripts/check-imports.mjs'],
  ['messages', 'scripts/check-i18n.mjs'],
  ['owners of tables', 'scripts/check-table-owners.mjs'],
  ['unused exports', 'scripts/check-unused-exports.mjs'],
  ['SQL on Citus', 'scripts/check-citus-sql.mjs'],
  ['names of connectors', 'scripts/check-connector-names.mjs'],
  ['declared packages', 'scripts/check-dependencies.mjs'],
  ['places of SQL', 'scripts/check-sql-places.mjs'],
  ['plain words', 'scripts/check-words.mjs'],
  ['migrations since the last release', 'scripts/check-migrations.mjs'],
  ['lockfiles', 'scripts/check-lockfile.mjs'],
];
const failures = [];

async function run([name, file, ...args]) {
  const began = Date.now();
  const child = spawn(process.execPath, [join(root, file), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => said.push(piece));
  const status = await new Promise((done) => child.on('close', done));
  process.stdout.write(Buffer.concat(said));
  if (status !== 0) failures.push(name);
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
}

const left = [...CHECKS];
async function lane() {
  for (let next = left.shift(); next; next = left.shift()) await run(next);
}
await Promise.all([lane(), lane()]);
if (failures.length > 0) {
  console.error(`Failed: ${failures.join(', ')}`);
  process.exit(1);
}
