import { withClient } from '../../db/index.ts';
import type { TestDatabase } from './create-test-database.ts';

const LOOK_AGAIN_MS = 10;

/** Whether something in the database waits for a lock that another transaction has, on any node. */
export async function isSomebodyWaiting(db: Pick<TestDatabase, 'name' | 'nodeUrls'>): Promise<boolean> {
  const found = await Promise.all(
    db.nodeUrls.map((url) =>
      withClient(url, 'quayside test', async (admin) => {
        const { rows } = await admin.query<{ waits: boolean }>(
          `select exists (select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock') as waits`,
          [db.name],
        );
        return rows[0]?.waits ?? false;
      }),
    ),
  );
  return found.includes(true);
}

/**
 * Runs two pieces of work so that they meet: `second` begins when `first` calls `hold`, which returns when the second has
 * ended or waits for a lock. `waited`: it had to wait.
 */
export async function overlap<A, B>(
  db: TestDatabase,
  first: (hold: () => Promise<void>) => Promise<A>,
  second: () => Promise<B>,
): Promise<{ first: A; second: B; waited: boolean }> {
  const held = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const one = first(() => {
    held.resolve();
    return go.promise;
  });
  await Promise.race([held.promise, one]);
  let isOver = false;
  let waited = false;
  const two = second().finally(() => {
    isOver = true;
  });
  two.catch(() => undefined);
  while (!isOver && !waited) {
    waited = await isSomebodyWaiting(db);
    if (!waited && !isOver) await new Promise((done) => setTimeout(done, LOOK_AGAIN_MS));
  }
  go.resolve();
  const results = await Promise.all([one, two]);
  return { first: results[0], second: results[1], waited };
}
