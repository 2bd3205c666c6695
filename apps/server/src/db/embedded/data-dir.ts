import { createHash } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { canPass, serverAccount } from './account.ts';

export interface DataDir {
  /** The existing folder. */
  dir: string;
  /** Set when the data is elsewhere than requested: a sentence to print at start. */
  note?: string;
}

/**
 * Resolves the data folder. As root, the database account can't enter folders such as /root, so the data goes to a
 * folder in `/var/lib/quayside` named after the requested one, so that two copies never share one.
 */
export function resolveDataDir(wanted: string, elsewhere = '/var/lib/quayside'): DataDir {
  const asked = path.resolve(wanted);
  const account = serverAccount(path.join(asked, 'postgres', 'cluster'));
  if (!account || canPass(nearest(asked), account)) return { dir: made(asked, account !== undefined) };
  const id = createHash('sha256').update(asked).digest('hex').slice(0, 12);
  const dir = path.join(elsewhere, id);
  return {
    dir: made(dir, true),
    note: `Data is kept in ${dir}: as root the database runs under an account without rights, which cannot enter ${asked}.`,
  };
}

function nearest(target: string): string {
  let at = target;
  while (!statSync(at, { throwIfNoEntry: false })) at = path.dirname(at);
  return at;
}

/** The server's account needs to pass through the folder, not to list it. */
function made(dir: string, passable: boolean): string {
  mkdirSync(dir, { recursive: true, mode: passable ? 0o711 : 0o700 });
  return dir;
}
