import { takeLock } from './advisory-lock.ts';
import { withClient } from './connection.ts';

/** Advisory lock key that serializes the preparation of one database. */
const lockKey = 7_264_310_004;

/**
 * Runs `fn` while no other process prepares this database; `onWait` is called once if another one does. It is a session
 * lock, released when the process ends.
 */
export async function withStartLock<T>(ownerUrl: string, onWait: () => void, fn: () => Promise<T>): Promise<T> {
  return withClient(ownerUrl, 'quayside start', async (client) => {
    // A machine that loses power while holding the lock would otherwise block it for hours (the server's default).
    await client.query('set tcp_keepalives_idle = 20; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3');
    await takeLock(client, lockKey, onWait);
    return fn();
  });
}
