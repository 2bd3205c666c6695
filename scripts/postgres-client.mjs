// Finds pg_dump and pg_restore for the backup tests. npm's PostgreSQL packages bring the server alone. Run by itself it prints
// the folder, or says what to install and fails.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const HINT =
  'apt-get install postgresql-client (Debian, Ubuntu), dnf install postgresql (Fedora) or brew install libpq && brew link --force libpq (macOS)';

// Versions that the guides cover, in the order in which Debian's folders are searched.
const MAJORS = [18, 15, 16, 17];

function majorOf(dir) {
  if (!existsSync(join(dir, 'pg_dump')) || !existsSync(join(dir, 'pg_restore'))) return undefined;
  try {
    const text = execFileSync(join(dir, 'pg_dump'), ['--version'], { encoding: 'utf8' });
    return Number(/(\d+)/.exec(text)?.[1]);
  } catch {
    return undefined;
  }
}

/** The folder and major version of pg_dump and pg_restore. Throws one sentence that says what to install. */
export function findPostgresClient() {
  const debian = MAJORS.map((major) => `/usr/lib/postgresql/${major}/bin`);
  // On Debian /usr/bin/pg_dump is a wrapper that chooses a version by itself; the real programs come first.
  for (const dir of [...debian, ...(process.env.PATH ?? '').split(delimiter)]) {
    const major = majorOf(dir);
    if (major !== undefined && major >= 15) return { dir, major };
  }
  throw new Error(`pg_dump and pg_restore (PostgreSQL 15 or newer) were not found: run ${HINT}.`);
}

if (process.argv[1] === import.meta.filename) {
  try {
    const { dir, major } = findPostgresClient();
    console.log(`PostgreSQL ${major} client programs: ${dir}`);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
