import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { BackupRefused } from './backup-refused.ts';

export interface PostgresClient {
  /** Folder of pg_dump, pg_restore and psql. */
  dir: string;
  major: number;
}

const exe = (dir: string, name: string): string => join(dir, process.platform === 'win32' ? `${name}.exe` : name);

type ClientProgram = 'pg_dump' | 'pg_restore' | 'psql';

export const clientProgram = ({ dir }: Pick<PostgresClient, 'dir'>, name: ClientProgram): string => exe(dir, name);

function majorOf(dir: string): number | undefined {
  if ((['pg_dump', 'pg_restore', 'psql'] as const).some((name) => !existsSync(exe(dir, name)))) return undefined;
  try {
    return Number(
      /(\d+)/.exec(execFileSync(exe(dir, 'pg_dump'), ['--version'], { encoding: 'utf8', stdio: 'pipe' }))?.[1],
    );
  } catch {
    return undefined;
  }
}

/**
 * pg_dump, pg_restore and psql of this version, else of a newer one: older ones refuse the server or the dump. Newer
 * ones work with older servers but for one setting, see feed-dump.ts.
 */
export function findClient(major: number, path: string = process.env.PATH ?? ''): PostgresClient {
  const newer = [0, 1, 2, 3].map((more) => major + more);
  // On Debian /usr/bin/pg_dump is a wrapper that chooses a version; the real programs come first.
  const dirs = newer.flatMap((version) => [
    `/usr/lib/postgresql/${version}/bin`,
    `/usr/pgsql-${version}/bin`,
    `/opt/homebrew/opt/postgresql@${version}/bin`,
    `/usr/local/opt/postgresql@${version}/bin`,
    `C:\\Program Files\\PostgreSQL\\${version}\\bin`,
  ]);
  const found = [...new Set([...dirs, ...path.split(delimiter)])]
    .map((dir) => ({ dir, major: majorOf(dir) ?? 0 }))
    .filter((client) => client.major >= major)
    .sort((a, b) => a.major - b.major);
  if (found[0]) return found[0];
  throw new BackupRefused(
    `The programs pg_dump, pg_restore and psql of PostgreSQL ${major} or newer were not found: install them (Debian and Ubuntu: postgresql-client-${major}; Red Hat and Fedora: postgresql${major}; macOS: brew install postgresql@${major}).`,
  );
}

/** Environment of a client program: the password of the URL goes here, because arguments are visible to other accounts. */
export function clientEnv(url: string): { env: NodeJS.ProcessEnv; database: string } {
  const parsed = new URL(url);
  const password = parsed.searchParams.get('password') ?? decodeURIComponent(parsed.password);
  parsed.password = '';
  parsed.searchParams.delete('password');
  return { env: { ...programEnv(), ...(password ? { PGPASSWORD: password } : {}) }, database: parsed.href };
}

/** Without our settings, which contain secrets. */
export function programEnv(): NodeJS.ProcessEnv {
  const { PATH, HOME, SystemRoot, PGSSLROOTCERT, PGSSLCERT, PGSSLKEY, PGPASSFILE } = process.env;
  return { PATH, HOME, SystemRoot, PGSSLROOTCERT, PGSSLCERT, PGSSLKEY, PGPASSFILE, LC_ALL: 'C' };
}
