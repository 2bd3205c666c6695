import type { Queue as BossQueue, PgBoss } from 'pg-boss';
import { type Db, sql } from '../db/index.ts';
import type { Log } from '../log.ts';
import type { Watch } from '../watch/tracer.ts';
import { QUEUE_SCHEMA } from './boss.ts';
import { DEAD_LETTER_QUEUE } from './dead-letters.ts';
import type { JobHandler, JobKind } from './define.ts';
import { createWorkerSlots } from './worker-slots.ts';

const DEFAULT_TRIES = 8;
const DEFAULT_EXPIRE_SECONDS = 15 * 60;
const HEARTBEAT_SECONDS = 10;
/** Maximum delay of a job that became due on its own schedule. */
const POLL_MS = 1_000;
/** How long the queue may be unreadable before the worker reports itself as stuck. */
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
  deadLetter: DEAD_LETTER_QUEUE,
});

/** Creates missing queues and updates the settings of existing ones. */
export async function ensureQueues(boss: PgBoss, kinds: readonly JobKind[]): Promise<void> {
  const existing = new Set((await boss.getQueues()).map((queue) => queue.name));
  if (!existing.has(DEAD_LETTER_QUEUE)) await boss.createQueue(DEAD_LETTER_QUEUE, { retentionSeconds: 90 * 24 * 3600 });
  await Promise.all(
    kinds.map((kind) => {
      const { policy, ...options } = queueOf(kind);
      if (existing.has(kind.name)) return boss.updateQueue(kind.name, options);
      return boss.createQueue(kind.name, { policy, ...options });
    }),
  );
}

/** The NOTIFY channel of pg-boss, named after its schema. Missed notifications are covered by polling. */
const channelOf = async (db: Db): Promise<string> =>
  (
    await db.global((tx) =>
      tx.first<{ channel: string }>(
        sql`select 'pgboss_' || left(encode(sha224(${QUEUE_SCHEMA}::text::bytea), 'hex'), 24) as channel`,
      ),
    )
  )?.channel ?? '';

/** Queues with due jobs, found in one query: delayed, scheduled, or added without a notification. */
const dueQueues = (db: Db, names: readonly string[]): Promise<{ name: string }[]> =>
  db.global((tx) =>
    tx.rows<{ name: string }>(sql`select q.name from unnest(${names}::text[]) q(name) where exists
      (select 1 from pgboss.job j where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now())`),
  );

/**
 * Gives jobs to another worker when their own has missed its heartbeat: it was killed or lost the database. pg-boss's
 * supervisor checks only every ten seconds with longer delays; it still handles jobs without attempts left.
 */
const reviveJobs = (db: Db, names: readonly string[]): Promise<unknown> =>
  db.global((tx) =>
    tx.run(sql`update pgboss.job set state = 'retry', start_after = now(), heartbeat_on = null
      where (name, id) in (select name, id from pgboss.job
        where name = any(${names}::text[]) and state = 'active' and retry_count < retry_limit
          and heartbeat_on < now() - heartbeat_seconds * interval '1 second' for no key update skip locked)`),
  );

/** Returns unfinished jobs to the queue without using up an attempt. */
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
  /** false when it can't read the queue and therefore runs nothing. */
  isRunning(): boolean;
  /** Stops fetching, gives running jobs `graceMs` to end, and returns the rest to the queue. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Starts the jobs of this process: every kind with its handler, and the schedules. `onDead` is called when a last
 * attempt fails.
 */
export async function startWorker(
  boss: PgBoss,
  db: Db,
  handlers: readonly JobHandler[],
  log: Log,
  onDead: (kind: JobKind) => Promise<void> = async () => undefined,
  watch?: Watch,
): Promise<Worker> {
  const lanes = new Map(handlers.map((one) => [one.kind.name, createWorkerSlots(boss, db, one, log, onDead, watch)]));
  const names = [...lanes.keys()];
  let looking = false;
  let lookedAt = 0;
  async function poll(): Promise<void> {
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
    () => void poll(),
  );
  const timer = setInterval(() => void poll(), POLL_MS);
  await Promise.all(handlers.map(async ({ kind }) => kind.cron && boss.schedule(kind.name, kind.cron, {})));
  await poll();
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
