import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { withClient } from '../connection.ts';
import { embeddedPackage, findBinaries } from './binaries.ts';
import { ownerUrlAt, superuserUrlAt } from './cluster.ts';
import { isAlive, readPostmaster, servesCluster, stopPostmaster } from './postmaster.ts';
import { passwordsIn } from './secrets.ts';

/** The superuser's URL of the server that runs on a data folder; undefined: none runs. For commands beside Quayside. */
export async function findRunning(dataDir: string): Promise<string | undefined> {
  const home = path.join(path.resolve(dataDir), 'postgres');
  const dir = path.join(home, 'cluster');
  const seen = readPostmaster(dir);
  if (!seen?.ready || !isAlive(seen.pid) || !existsSync(path.join(home, 'passwords.json'))) return undefined;
  const url = superuserUrlAt(passwordsIn(path.join(home, 'passwords.json'), true), seen.port);
  try {
    return await withClient(url, 'backup check', async (client) => {
      const { rows } = await client.query<{ dir: string }>("select current_setting('data_directory') dir");
      return realpathSync(rows[0]?.dir ?? '/') === realpathSync(dir) ? url : undefined;
    });
  } catch {
    return undefined;
  }
}

/** The owner's URL of the server that runs on a data folder. */
export async function ownerUrlOf(dataDir: string): Promise<string> {
  const home = path.join(path.resolve(dataDir), 'postgres');
  const passwords = passwordsIn(path.join(home, 'passwords.json'), true);
  return ownerUrlAt(passwords, readPostmaster(path.join(home, 'cluster'))?.port ?? 0);
}

/** Stops the server on a data folder that no Quayside uses, if one runs. */
export async function stopRunning(dataDir: string): Promise<void> {
  const dir = path.join(path.resolve(dataDir), 'postgres', 'cluster');
  const seen = readPostmaster(dir);
  if (!seen || !isAlive(seen.pid) || servesCluster(seen.pid, dir) === false) return;
  await stopPostmaster(dir, seen.pid, findBinaries(embeddedPackage()));
}
