import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { StartRefused } from './start-refused.ts';

/** The system account that PostgreSQL runs under. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * undefined for an ordinary user, who also runs PostgreSQL. PostgreSQL refuses to run as root, so root uses the owner
 * of an existing cluster, or `nobody`.
 */
export function serverAccount(clusterDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const existing = statSync(clusterDir, { throwIfNoEntry: false });
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  return nobody();
}

function nobody(): Account {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':').map(Number) ?? [];
  if (!uid || !gid) {
    throw new StartRefused(
      'When started as root, the database runs under the account "nobody", which is missing in /etc/passwd: run Quayside as an ordinary user, or set DATABASE_URL.',
    );
  }
  return { uid, gid };
}

/** Whether the account has execute permission on every folder from the root down. */
export function canPass(dir: string, account: Account): boolean {
  const allowed = allows(statSync(dir), account, 1);
  const above = path.dirname(dir);
  return allowed && (above === dir || canPass(above, account));
}

/** Whether the account may read the existing path, and list it when it is a folder. */
export function canRead(target: string, account: Account): boolean {
  const stat = statSync(target);
  return allows(stat, account, stat.isDirectory() ? 5 : 4) && canPass(path.dirname(path.resolve(target)), account);
}

function allows(stat: { uid: number; gid: number; mode: number }, account: Account, wanted: number): boolean {
  const shift = stat.uid === account.uid ? 6 : stat.gid === account.gid ? 3 : 0;
  return ((stat.mode >> shift) & wanted) === wanted;
}
