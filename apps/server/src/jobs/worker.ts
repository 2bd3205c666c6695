import type { Queue as BossQueue, PgBoss } from 'pg-boss';
import { type Db, sql } from '../db/index.ts';
import type { Log } from '../log.ts';
import { QUEUE_SCHEMA } from './boss.ts';
import { DEAD_JOBS } from './dead-jobs.ts';
import type { JobHandler, JobKind } from './define.ts';
import { createLane } from './lane.ts';

const DEFAULT_TRIES = 8;
const DEFAULT_EXPIRE_SECONDS = 15 * 60;
const HEARTBEAT_SECONDS = 10;
/** How late work may start that became due by itself. */
const LOOK_MS = 1_000;
/** How long the queue may be unreadable before the worker counts as stuck. */
const STUCK_MS = 30_000;

const queueOf = (kind: JobKind): Omit<BossQueue, 'name'> => ({
  policy: 'standard',
  notify: !kind.unhurried,
  retryLimit: (kind.tries ?? DEFAULT_TRIES) - 1,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 600,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: kind.expireSeconds ?? DEFAULT_EXPIRE_SECONDS,
  deleteAfterSeconds: 24 * 3600,
  deadLetter: DEAD_JOBS,
});

/** Makes the queues that do not exist yet; a queue that does gets today's settings. */
export async function ensureQueues(boss: PgBoss, kinds: readonly JobKind[]): Promise<void> {
  const existing = new Set((await boss.getQueues()).map((queue) => queue.name));
  if (!existing.has(DEAD_JOBS)) await boss.createQueue(DEAD_JOBS, { retentionSeconds: 90 * 24 * 3600 });
  await Promise.all(
    kinds.map((kind) => {
      const { policy, ...options } = queueOf(kind);
      if (existing.has(kind.name)) return boss.updateQueue(kind.name, options);
      return boss.createQueue(kind.name, { policy, ...options });
    }),
  );
}

/** Where pg-boss says that a queue has work: a channel named after its schema. Unheard, work is found by looking. */
const channelOf = async (db: Db): Promise<string> =>
  (
    await db.global((tx) =>
      tx.first<{ channel: string }>(
        sql`select 'pgboss_' || left(encode(sha224(${QUEUE_SCHEMA}::text::bytea), 'hex'), 24) as channel`,
      ),
    )
  )?.channel ?? '';

/** Queues with work that may start now: what became due, what a cron added, what nobody was told of. One look for all. */
const dueQueues = (db: Db, names: readonly string[]): Promise<{ name: string }[]> =>
  db.global((tx) =>
    tx.rows<{ name: string }>(sql`select q.name from unnest(${names}::text[]) q(name) where exists
      (select 1 from pgboss.job j where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now())`),
  );

/**
 * Gives jobs to another worker whose own has not said anything for longer than it may: it was killed, or cannot reach the database. The
 * queue's own supervisor looks for them every ten seconds only, and lets them wait longer for each try; jobs without a try left are its
 * business.
 */
const reviveJobs = (db: Db, names: readonly string[]): Promise<unknown> =>
  db.global((tx) =>
    tx.run(sql`update pgboss.job set state = 'retry', start_after = now(), heartbeat_on = null
      where (name, id) in (select name, id from pgboss.job
        where name = any(${names}::text[]) and state = 'active' and retry_count < retry_limit
          and heartbeat_on < now() - heartbeat_seconds * interval '1 second' for no key update skip locked)`),
  );

/** Gives jobs that did not end in time back, without a try used up. */
async function handBack(db: Db, kind: JobKind, jobs: readonly { id: string }[]): Promise<void> {
  if (jobs.length === 0) return;
  const ids = jobs.map((job) => job.id);
  await db.global((tx) =>
    tx.run(sql`update pgboss.job set state = case when retry_count > 0 then 'retry' else 'created' end::pgboss.job_state,
        start_after = now(), started_on = null, heartbeat_on = null
      where name = ${kind.name} and id = any(${ids}::uuid[]) and state = 'active'`),
  );
}

export interface Worker {
  /** Whether it still finds work: a worker that cannot read the queue runs nothing. */
  isRunning(): boolean;
  /** Stops taking work, gives what runs `graceMs` to end, hands the rest back. */
  stop(graceMs: number): Promise<void>;
}

/** Starts the work of this process: every kind with its handler, and the schedules. `onDead` hears of a last try that failed. */
export async function startWorker(
  boss: PgBoss,
  db: Db,
  handlers: readonly JobHandler[],
  log: Log,
  onDead: (kind: JobKind) => Promise<void> = async () => undefined,
): Promise<Worker> {
  const lanes = new Map(handlers.map((one) => [one.kind.name, createLane(boss, db, one, log, onDead)]));
  const names = [...lanes.keys()];
  let looking = false;
  let lookedAt = 0;
  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    try {
      await reviveJobs(db, names);
      for (const { name } of await dueQueues(db, names)) lanes.get(name)?.wake();
      lookedAt = Date.now();
    } catch (error) {
      log.warn({ err: error }, 'polling for due jobs failed');
    }
    looking = false;
  }
  const deafen = await db.listen(
    await channelOf(db),
    (name) => lanes.get(name)?.wake(),
    () => void look(),
  );
  const timer = setInterval(() => void look(), LOOK_MS);
  await Promise.all(handlers.map(async ({ kind }) => kind.cron && boss.schedule(kind.name, kind.cron, {})));
  await look();
  return {
    isRunning: () => Date.now() - lookedAt < STUCK_MS,
    async stop(graceMs) {
      lookedAt = 0;
      clearInterval(timer);
      await deafen();
      await Promise.all([...lanes.values()].map(async (lane) => handBack(db, lane.kind, await lane.stop(graceMs))));
    },
  };
}
