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
 * A server that outlived the Quayside that started it (kill -9, a crash): taken over when it is ours and as we would
 * start it, stopped when it is ours but older. Nothing when a server has to be started. Call with the folder locked.
 */
export async function adopt(cluster: Cluster): Promise<Postmaster | undefined> {
  const seen = readPostmaster(cluster.dir);
  // The file of a dead server is left to the next one, which also looks for its remaining processes.
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

/** Logs in, compares the folder, and ends what the killed Quayside left running: it may hold locks. */
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
