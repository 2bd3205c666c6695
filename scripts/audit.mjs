// npm run audit: known vulnerabilities of what is installed in production, and what package-lock.json may hold.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { faultsOfLockfiles } from './check-lockfile.mjs';

process.chdir(join(import.meta.dirname, '..'));

/** The answer of `npm audit`, or why there is none. */
function askRegistry() {
  const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  if (error) return { problem: error.message };
  try {
    const answer = JSON.parse(stdout);
    if (answer.metadata?.vulnerabilities) return { answer };
    return { problem: answer.message ?? answer.error?.summary ?? 'its answer is not an audit report' };
  } catch {
    return { problem: 'npm gave no answer' };
  }
}

const failures = faultsOfLockfiles();
const { answer, problem } = askRegistry();
if (problem !== undefined)
  failures.push(
    `Known vulnerabilities were NOT checked: the registry's audit endpoint did not answer (${problem}). Run this where it is reachable.`,
  );
for (const [name, { severity, range, fixAvailable }] of Object.entries(answer?.vulnerabilities ?? {})) {
  const fix = fixAvailable?.version
    ? `fixed by ${fixAvailable.name} ${fixAvailable.version}`
    : fixAvailable
      ? 'a fix exists'
      : 'no fix yet';
  failures.push(`${name} ${range}: ${severity}, ${fix}.`);
}

for (const failure of failures) console.error(failure);
if (failures.length > 0) process.exit(1);
console.log(
  `No known vulnerability in ${answer.metadata.dependencies?.prod ?? 'the'} production packages. All packages have checksums; only known packages run install scripts.`,
);
