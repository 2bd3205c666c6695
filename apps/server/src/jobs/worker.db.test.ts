import { newId } from '@quayside/kernel';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type Executor, sql } from '../db/index.ts';
import { testDatabase } from '../testing/db/index.ts';
import { createMetrics } from '../watch/metrics.ts';
import { currentWork, withWork } from '../watch/work-context.ts';
import { installQueueTables, startBoss } from './boss.ts';
import { defineJob, handler, type JobHandler, type JobKind, Later } from './define.ts';
import { createQueue } from './queue.ts';
import { ensureQueues, startWorker, type Worker } from './worker.ts';

const db = await testDatabase();
const log = { debug() {}, info() {}, warn() {}, error() {} } as never;
const watch = { metrics: createMetrics(), tracer: undefined };

interface Work {
  store: string;
  n: number;
}
const payload = z.object({ store: z.string(), n: z.number() });
let kinds = 0;
const kindOf = (more: Partial<JobKind<Work>> = {}): JobKind<Work> => {
  kinds += 1;
  return defineJob({ name: `work-${kinds}`, payload, concurrency: 6, group: ({ store }) => store, share: 2, ...more });
};

/** A promise that a test settles. */
function door() {
  let open = (): void => undefined;
  const opened = new Promise<void>((done) => {
    open = done;
  });
  return { opened, open };
}

const workers: Worker[] = [];
let boss: Awaited<ReturnType<typeof startBoss>>;
beforeAll(async () => {
  await installQueueTables(db.ownerUrl);
  boss = await startBoss(db.appUrl, true, log);
  return () => boss.stop({ graceful: false });
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop(0);
});

async function work(...handlers: JobHandler[]): Promise<Worker> {
  await ensureQueues(
    boss,
    handlers.map((one) => one.kind),
  );
  const worker = await startWorker(boss, db, handlers, log, undefined, watch);
  // As /readyz asks.
  expect(worker.isRunning()).toBe(true);
  workers.push(worker);
  return worker;
}
const send = (kind: JobKind<Work>, jobs: readonly Work[]) =>
  db.global((tx) => createQueue(boss).sendMany(tx, kind, jobs));
const states = (kind: JobKind<Work>) =>
  db.global((tx) =>
    tx.rows<{ state: string; retry_count: number; group_id: string }>(
      sql`select state, retry_count, group_id from pgboss.job where name = ${kind.name} order by created_on`,
    ),
  );
const many = (store: string, count: number): Work[] => Array.from({ length: count }, (_, n) => ({ store, n }));
const soon = { timeout: 15_000, interval: 5 };

describe('the worker', () => {
  it('does not let a store that hangs delay the work of another', async () => {
    const { opened, open } = door();
    const kind = kindOf();
    const done: string[] = [];
    let hanging = 0;
    await work(
      handler(kind, async ({ store }) => {
        if (store === 'slow') {
          hanging += 1;
          await opened;
        }
        done.push(store);
      }),
    );
    await send(kind, many('slow', 40));
    await vi.waitFor(() => expect(hanging).toBe(2), soon);
    await send(kind, many('quick', 40));
    await vi.waitFor(() => expect(done.length).toBe(40), soon);
    expect(new Set(done)).toEqual(new Set(['quick']));
    expect(hanging).toBe(2);
    open();
    await vi.waitFor(() => expect(done.filter((store) => store === 'slow').length).toBe(40), soon);
    expect(hanging).toBe(40);
  });

  it('finds what nobody waits for by looking, and is told of the rest', async () => {
    const told = kindOf();
    const unhurried = kindOf({ unhurried: true });
    const done: string[] = [];
    const note = (kind: JobKind<Work>) => handler(kind, async () => void done.push(kind.name));
    await work(note(told), note(unhurried));
    const notify = await db.global((tx) =>
      tx.rows<{ name: string; notify: boolean }>(
        sql`select name, notify from pgboss.queue where name = any(${[told.name, unhurried.name]}::text[])`,
      ),
    );
    expect(Object.fromEntries(notify.map((one) => [one.name, one.notify]))).toEqual({
      [told.name]: true,
      [unhurried.name]: false,
    });
    await send(unhurried, many('one', 3));
    await vi.waitFor(() => expect(done).toEqual(Array(3).fill(unhurried.name)), soon);
  });

  it('does not let one job that hangs hold up those that were taken up with it', async () => {
    const { opened, open } = door();
    const kind = kindOf({ share: 6 });
    const done: number[] = [];
    await work(
      handler(kind, async ({ n }) => {
        if (n === 0) await opened;
        done.push(n);
      }),
    );
    await send(kind, many('one', 50));
    await vi.waitFor(() => expect(done.length).toBe(49), soon);
    await vi.waitFor(
      async () => expect((await states(kind)).filter((job) => job.state === 'completed').length).toBe(49),
      soon,
    );
    open();
    await vi.waitFor(() => expect(done.length).toBe(50), soon);
  });

  it('goes on later without a try used up, for the same group, and retries what failed', async () => {
    const kind = kindOf();
    const tries: number[] = [];
    await work(
      handler(kind, async (_job, { attempt }) => {
        tries.push(attempt);
        if (tries.length === 1) throw new Later(1_000, 'not yet');
        if (tries.length === 2) throw new Error('broken');
      }),
    );
    await send(kind, many('one', 1));
    await vi.waitFor(() => expect(tries).toEqual([0, 0, 1]), { timeout: 15_000, interval: 20 });
    await vi.waitFor(
      async () =>
        expect(await states(kind)).toEqual([
          { state: 'completed', retry_count: 0, group_id: 'one' },
          { state: 'completed', retry_count: 1, group_id: 'one' },
        ]),
      soon,
    );
  });

  it('tells what runs that it stops, and hands back what did not end, without a try used up', async () => {
    const { opened, open } = door();
    const kind = kindOf();
    const told = vi.fn();
    const worker = await work(
      handler(kind, async (_job, { signal }) => {
        signal.addEventListener('abort', told);
        await opened;
      }),
    );
    await send(kind, many('one', 3));
    await vi.waitFor(
      async () => expect((await states(kind)).filter((job) => job.state === 'active').length).toBe(2),
      soon,
    );
    await worker.stop(0);
    expect(told).toHaveBeenCalledTimes(2);
    expect((await states(kind)).map((job) => job.state)).toEqual(['created', 'created', 'created']);
    open();
    const again: number[] = [];
    await work(handler(kind, async (_job, { attempt }) => void again.push(attempt)));
    await vi.waitFor(() => expect(again).toEqual([0, 0, 0]), soon);
  });

  it('keeps its other jobs while one of them is being settled elsewhere', async () => {
    const { opened, open } = door();
    const kind = kindOf();
    await work(handler(kind, () => opened));
    await send(kind, many('one', 2));
    const beats = (tx: Executor) =>
      tx.rows<{ id: string; heartbeat_on: string; retry_count: number }>(
        sql`select id, heartbeat_on::text, retry_count from pgboss.job where name = ${kind.name} and state = 'active' order by id`,
      );
    await vi.waitFor(async () => expect(await db.global(beats)).toHaveLength(2), soon);
    await db.global(async (tx) => {
      const [settled, other] = await beats(tx);
      await tx.run(sql`select 1 from pgboss.job where name = ${kind.name} and id = ${settled?.id} for update`);
      await vi.waitFor(async () => {
        const now = (await beats(tx)).find(({ id }) => id === other?.id);
        expect(now?.heartbeat_on).not.toBe(other?.heartbeat_on);
        // The job was kept, not restarted.
        expect(now?.retry_count).toBe(0);
      }, soon);
    });
    open();
  });

  it('stops a job that another worker was given meanwhile, and its outcome does not count', async () => {
    const kind = kindOf();
    const reasons: string[] = [];
    await work(
      handler(
        kind,
        (_job, { signal, attempt }) =>
          new Promise((done) => {
            if (attempt > 0) return done();
            signal.addEventListener('abort', () => {
              reasons.push((signal.reason as Error).message);
              done();
            });
          }),
      ),
    );
    await send(kind, many('one', 1));
    await vi.waitFor(async () => expect((await states(kind))[0]?.state).toBe('active'), soon);
    await db.global((tx) =>
      tx.run(sql`update pgboss.job set state = 'retry', start_after = now() where name = ${kind.name}`),
    );
    await vi.waitFor(async () => expect(await states(kind)).toMatchObject([{ state: 'completed', retry_count: 1 }]), {
      timeout: 10_000,
      interval: 20,
    });
    await vi.waitFor(() => expect(reasons).toEqual(['job was taken over by another worker']), {
      timeout: 10_000,
      interval: 20,
    });
  });

  it('tells a job that ran for too long that it is lost, and one that only has to stop that it is not', async () => {
    const { opened, open } = door();
    const told: string[] = [];
    const listen = (kind: JobKind<Work>) =>
      handler(kind, async (_job, { signal, lost, attempt }) => {
        if (attempt > 0) return;
        signal.addEventListener('abort', () => told.push(`stop: ${(signal.reason as Error).message}`));
        lost.addEventListener('abort', () => told.push(`lost: ${(lost.reason as Error).message}`));
        await opened;
      });
    const short = kindOf({ expireSeconds: 1 });
    await work(listen(short));
    await send(short, many('one', 1));
    const late = 'job exceeded its time limit';
    await vi.waitFor(() => expect(told.toSorted()).toEqual([`lost: ${late}`, `stop: ${late}`]), soon);
    told.length = 0;
    const kind = kindOf();
    const worker = await work(listen(kind));
    await send(kind, many('one', 1));
    await vi.waitFor(async () => expect((await states(kind))[0]?.state).toBe('active'), soon);
    await worker.stop(0);
    expect(told).toEqual(['stop: worker is stopping']);
    open();
  });

  it('does not begin a job twice, whatever its id', async () => {
    const kind = kindOf({ concurrency: 4, share: 4 });
    const seen = new Map<number, number>();
    const handlers = handler(kind, async ({ n }) => void seen.set(n, (seen.get(n) ?? 0) + 1));
    await work(handlers);
    await work(handlers);
    await send(kind, [...many(newId(), 300)]);
    await vi.waitFor(() => expect(seen.size).toBe(300), { timeout: 10_000, interval: 10 });
    expect(new Set(seen.values())).toEqual(new Set([1]));
  });

  it('runs jobs as part of the request that sent them, also after a wait, and counts each attempt', async () => {
    const { metrics } = watch;
    const [first, second] = [kindOf(), kindOf()];
    const seen: unknown[] = [];
    await work(
      handler(first, async () => {
        seen.push(currentWork()?.requestId);
        if (seen.length === 1) throw new Later(1, 'the store limits requests', { isRateLimit: true });
        await send(second, many('one', 1));
      }),
      handler(second, async (payload, { attempt }) => {
        seen.push([currentWork()?.requestId, payload]);
        if (attempt === 0) throw new Error('fails once');
      }),
    );
    await withWork({ requestId: 'r-1' }, () => send(first, many('one', 1)));
    await vi.waitFor(() => expect(seen).toHaveLength(4), soon);
    const [payload] = many('one', 1);
    expect(seen).toEqual(['r-1', 'r-1', ['r-1', payload], ['r-1', payload]]);
    const counted = await vi.waitFor(async () => {
      const text = await metrics.registry.metrics();
      expect(text).toContain(`quayside_job_attempts_total{queue="${second.name}",outcome="done"} 1`);
      return text;
    }, soon);
    for (const line of [
      `quayside_job_attempts_total{queue="${first.name}",outcome="postponed"} 1`,
      `quayside_job_attempts_total{queue="${first.name}",outcome="done"} 1`,
      `quayside_job_attempts_total{queue="${second.name}",outcome="failed"} 1`,
      `quayside_job_duration_seconds_count{queue="${second.name}"} 2`,
      `quayside_rate_limit_waits_total{queue="${first.name}"} 1`,
    ])
      expect(counted).toContain(line);
  });
});
