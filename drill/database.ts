import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable, withClient } from '@quayside/server/src/db/index.ts';
import { until } from '@quayside/testing/waiting.ts';
import { signal } from './processes.ts';

const AWAY_MS = 20_000;

/** The sessions of an application with the database, by the process of PostgreSQL that serves them. */
export const SESSIONS = `select pid from pg_stat_activity where datname = current_database() and application_name like 'quayside%'
  and application_name <> 'quayside drill'`;

/** A statement of the drill's own, in a session of its own. */
export async function query<T>(url: string, text: string, values: unknown[] = []): Promise<T[]> {
  return withClient(url, 'quayside drill', async (client) => (await client.query(text, values)).rows as T[]);
}

export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + AWAY_MS; ; ) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > end) throw error;
      await sleep(100);
    }
  }
}

/** A process of PostgreSQL that is killed takes all others with it; the server then starts again from its log. */
export async function crash(url: () => string): Promise<boolean> {
  const [one] = await query<{ pid: number }>(url(), `${SESSIONS} limit 1`);
  if (!one || !signal(one.pid, 'SIGKILL')) return false;
  await until(
    'PostgreSQL to be there again',
    () =>
      query<{ pid: number }>(url(), `select pid from pg_stat_activity where pid = ${one.pid}`).then(
        (rows) => rows.length === 0,
        () => false,
      ),
    { everyMs: 50 },
  );
  return true;
}

/** Ends the sessions of the product's database on some servers. */
export async function endSessions(urls: readonly string[], sessions = SESSIONS): Promise<void> {
  await Promise.all(urls.map((url) => query(url, `select pg_terminate_backend(pid) from (${sessions}) session`)));
}
