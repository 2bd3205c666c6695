// Finds OpenStack Swift, the S3-compatible server that the tests of the file store run. npm has none that verifies signatures. Run
// alone, it says what to install, and fails.
import { spawnSync } from 'node:child_process';

const PYTHON = '/usr/bin/python3';
const HINT = 'apt-get install --no-install-recommends python3-swift (Debian, Ubuntu; elsewhere in a container of one)';

/** A Python that has Swift. Throws one sentence that says what to install. */
export function findSwift() {
  for (const python of [PYTHON, 'python3'])
    if (spawnSync(python, ['-c', 'import swift.common'], { stdio: 'ignore' }).status === 0) return python;
  throw new Error(`OpenStack Swift was not found: run ${HINT}.`);
}

if (process.argv[1] === import.meta.filename) {
  try {
    console.log(`OpenStack Swift is there for ${findSwift()}`);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
