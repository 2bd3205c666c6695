import { withClient } from '../../db/index.ts';
import type { TestDatabase } from './create-test-database.ts';

const LOOK_AGAIN_MS = 10;

/**
 * How many statements like `pattern` wait in the database for a lock that another transaction has, on any node. On a worker of Citus they
 * are in capitals, and a table's name is followed by the number of its shard.
 */
export async function countWaiting(db: Pick<TestDatabase, 'name' | 'nodeUrls'>, pattern = '%'): Promise<number> {
  const counts = await Promise.all(
    db.nodeUrls.map((url) =>
      withClient(url, 'quayside test', async (admin) => {
        const { rows } = await admin.query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity
            where datname = $1 and wait_event_type = 'Lock' and query ilike $2`,
          [db.name, pattern],
        );
        return rows[0]?.n ?? 0;
      }),
    ),
  );
  return counts.reduce((sum, n) => sum + n, 0);
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
    waited = (await countWaiting(db)) > 0;
    if (!waited && !isOver) await new Promise((done) => setTimeout(done, LOOK_AGAIN_MS));
  }
  go.resolve();
  const results = await Promise.all([one, two]);
  return { first: results[0], second: results[1], waited };
}
