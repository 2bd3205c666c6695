import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { withClient } from '../connection.ts';
import { type Cluster, superuserUrl } from './cluster.ts';
import {
  isAlive,
  type Postmaster,
  readPostmaster,
  removePidFile,
  servesCluster,
  stopPostmaster,
  waitReady,
} from './postmaster.ts';
import { StartRefused } from './start-refused.ts';

const settleMs = 60_000;

/**
 * Handles a server that outlived its Quayside (kill -9, a crash): adopts it when it is ours with current settings,
 * stops it when it is outdated. undefined when a server must be started; call with the folder locked.
 */
export async function adopt(cluster: Cluster): Promise<Postmaster | undefined> {
  const seen = readPostmaster(cluster.dir);
  // The next start replaces a dead server's file and looks for its remaining processes.
  if (!seen || !isAlive(seen.pid)) return undefined;
  if (servesCluster(seen.pid, cluster.dir) === false) {
    removePidFile(cluster.dir);
    return undefined;
  }
  const over = () => !isAlive(seen.pid) || readPostmaster(cluster.dir)?.pid !== seen.pid;
  const ready = await waitReady(cluster.dir, seen.pid, settleMs, over);
  if (over()) return undefined;
  if (!ready || !(await isOurs(cluster, ready.port))) {
    throw new StartRefused(
      `A PostgreSQL server that rejects this data folder's password is running on ${cluster.dir} (process ${seen.pid}): stop it, then start again.`,
    );
  }
  if (existsSync(cluster.signatureFile) && readFileSync(cluster.signatureFile, 'utf8') === cluster.signature)
    return ready;
  await stopPostmaster(cluster.dir, ready.pid, cluster.binaries);
  return undefined;
}

/** Logs in, compares the folder, and ends the killed Quayside's sessions, which may hold locks. */
async function isOurs(cluster: Cluster, port: number): Promise<boolean> {
  try {
    return await withClient(superuserUrl(cluster, port), 'quayside check', async (client) => {
      const { rows } = await client.query<{ dir: string }>("select current_setting('data_directory') dir");
      if (realpathSync(rows[0]?.dir ?? '/') !== realpathSync(cluster.dir)) return false;
      await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'quayside%' and pid <> pg_backend_pid()",
      );
      return true;
    });
  } catch {
    return false;
  }
}
