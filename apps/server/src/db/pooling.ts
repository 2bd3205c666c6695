import { randomUUID } from 'node:crypto';
import { withClient } from './connection.ts';
import { StartRefused } from './embedded/start-refused.ts';

/** A client connection, reduced to what the check uses. */
export interface ProbeConnection {
  query(text: string): Promise<{ rows: unknown[] }>;
}

interface Seen {
  pid: number;
  mark: string | null;
}

const probe = "select pg_backend_pid() pid, current_setting('app.probe', true) mark";
const seenBy = async (connection: ProbeConnection, text: string): Promise<Seen | undefined> =>
  (await connection.query(text)).rows[0] as Seen | undefined;

/** A busy pooler may by chance return the same session once, not three times in a row. */
const ROUNDS = 3;

/**
 * Whether a pooler moves these connections between server sessions. Session settings, which carry the tenant, would
 * then reach other requests.
 */
export async function sharesSessions(one: ProbeConnection, other: ProbeConnection): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const mark = randomUUID();
    const before = await seenBy(one, `select pg_backend_pid() pid, set_config('app.probe', '${mark}', false) mark`);
    // A round-robin pooler runs the next statement in another session.
    const again = await seenBy(one, probe);
    // Occupies a session: under transaction pooling the one `one` has just released, or the next free one.
    if (!(await begins(other))) return true;
    const there = await seenBy(other, probe);
    const after = await seenBy(one, probe);
    await other.query('rollback');
    const moved = (seen: Seen | undefined) => seen?.mark !== mark || seen.pid !== before?.pid;
    if (there?.mark === mark || moved(again) || moved(after)) return true;
  }
  return false;
}

/** pgbouncer in statement mode refuses a transaction ("transaction blocks not allowed in statement pooling mode"). */
async function begins(connection: ProbeConnection): Promise<boolean> {
  try {
    await connection.query('begin');
    return true;
  } catch (err) {
    if (err instanceof Error && /pooling mode/.test(err.message)) return false;
    throw err;
  }
}

/** Throws StartRefused when `setting` points to a pooler in transaction or statement mode. */
export async function refuseTransactionPooling(url: string, setting: string): Promise<void> {
  const shared = await withClient(url, 'quayside setup', (one) =>
    withClient(url, 'quayside setup', (other) => sharesSessions(one, other)),
  );
  if (shared) {
    throw new StartRefused(
      `${setting} goes through a pooler in transaction or statement mode, which would mix the tenants of different requests: set pool_mode = session in the pooler, or connect to PostgreSQL directly.`,
    );
  }
}
