import { withClient } from './connection.ts';

/** Processes that prepare the same database wait for each other under this number. */
const lockKey = 7_264_310_004;

/**
 * Runs `fn` while no other process prepares this database. `onWait` is called once when another one does. The lock is the
 * session's, so it ends with the process that holds it.
 */
export async function withStartLock<T>(ownerUrl: string, onWait: () => void, fn: () => Promise<T>): Promise<T> {
  return withClient(ownerUrl, 'quayside start', async (client) => {
    // A machine that loses its power while it holds the lock would otherwise hold it for hours (the server's default).
    await client.query('set tcp_keepalives_idle = 20; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3');
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) free', [lockKey]);
    if (!rows[0]?.free) {
      onWait();
      // The one before us may be applying migrations, which take as long as they take.
      await client.query('set lock_timeout = 0; set statement_timeout = 0');
      await client.query('select pg_advisory_lock($1)', [lockKey]);
    }
    return fn();
  });
}
