import { beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { sql } from '../db/index.ts';
import { testDatabase } from '../testing/db/index.ts';
import { installQueueTables, startBoss } from './boss.ts';
import { defineJob, handler } from './define.ts';
import { createQueue } from './queue.ts';
import { ensureQueues, startWorker } from './worker.ts';

const db = await testDatabase();
const log = { debug() {}, info() {}, warn() {}, error() {} } as never;
const kind = defineJob({ name: 'work', payload: z.object({ n: z.number() }) });
const soon = { timeout: 15_000, interval: 20 };

let boss: Awaited<ReturnType<typeof startBoss>>;
beforeAll(async () => {
  await installQueueTables(db.ownerUrl);
  // As in a web process, without the supervisor, which would eventually find the jobs.
  boss = await startBoss(db.appUrl, false, log);
  return () => boss.stop({ graceful: false });
});

it('a job whose worker was killed is taken over as soon as its heartbeat runs out', async () => {
  await ensureQueues(boss, [kind]);
  await db.global((tx) => createQueue(boss).sendMany(tx, kind, [{ n: 0 }, { n: 1 }]));
  await boss.fetch(kind.name, { batchSize: 2 });
  await db.global((tx) =>
    tx.run(sql`update pgboss.job set heartbeat_on = now() - interval '9 s' + (data ->> 'n')::int * interval '1 h'
      where name = ${kind.name}`),
  );
  const tries: [number, number][] = [];
  const worker = await startWorker(
    boss,
    db,
    [handler(kind, async ({ n }, { attempt }) => void tries.push([n, attempt]))],
    log,
  );
  await vi.waitFor(() => expect(tries).toEqual([[0, 1]]), soon);
  const states = () =>
    db.global((tx) =>
      tx.rows(sql`select (data ->> 'n')::int as n, state from pgboss.job where name = ${kind.name} order by n`),
    );
  await vi.waitFor(
    async () =>
      expect(await states()).toEqual([
        { n: 0, state: 'completed' },
        { n: 1, state: 'active' },
      ]),
    soon,
  );
  await worker.stop(0);
});
