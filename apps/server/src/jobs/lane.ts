import { ConnectorError } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { type Db, sql } from '../db/index.ts';
import type { Log } from '../log.ts';
import { type JobHandler, type JobKind, Later } from './define.ts';
import { reasonOf } from './reason.ts';

/** How often a worker says that it still works on its jobs; a third of the time after which they are given to another. */
const TOUCH_MS = 3_500;
const DEFAULT_CONCURRENCY = 8;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** One try of a job: settling it does nothing once the job was given to another worker. */
interface Attempt {
  id: string;
  retryCount: number;
}

/** The work of one queue in this process. */
export interface Lane {
  kind: JobKind;
  /** Takes up what may run now. Called when something was added, became due or ended; too often does no harm. */
  wake(): void;
  /** Stops taking work up and lets what runs end. Answers the jobs that did not within `graceMs`. */
  stop(graceMs: number): Promise<Attempt[]>;
}

interface Running {
  job: JobWithMetadata<object>;
  /** The worker stops. */
  stop: AbortController;
  /** The job is no longer this worker's. */
  lost: AbortController;
  /** Its work ended; what became of it is being written down. */
  ending: boolean;
}

const attemptOf = ({ job }: Running): Attempt => ({ id: job.id, retryCount: job.retryCount });

/**
 * Keeps jobs from being given to another worker; answers those that are still this worker's. Rows that are just being
 * settled are left out: waiting for them while holding others could lock both sides up.
 */
async function beat(db: Db, name: string, held: readonly Attempt[]): Promise<Set<string>> {
  const ids = held.map((one) => one.id);
  const attempts = held.map((one) => `${one.id}:${one.retryCount}`);
  const ours = sql`name = ${name} and state = 'active' and id = any(${ids}::uuid[])
    and id::text || ':' || retry_count = any(${attempts}::text[])`;
  const rows = await db.global((tx) =>
    tx.rows<{ id: string }>(sql`with free as (select id from pgboss.job where ${ours} for no key update skip locked),
      beaten as (update pgboss.job set heartbeat_on = now() where name = ${name} and id in (select id from free))
      select id from pgboss.job where ${ours}`),
  );
  return new Set(rows.map((row) => row.id));
}

/** What a failure means for the job: later without a try used up (milliseconds), or a failed try. */
function pauseOf(error: unknown): number | undefined {
  if (error instanceof Later) return error.afterMs;
  // A refusal that says when to come back.
  if (error instanceof AppError && error.retryAfterSeconds !== undefined) return error.retryAfterSeconds * 1000;
  if (error instanceof ConnectorError && error.kind === 'rate-limited') return error.retryAfterMs ?? 2_000;
  // Cut off by the shutdown of this process: another one does it, with as many tries left.
  if (error instanceof ConnectorError && error.code === 'interrupted') return 0;
  return undefined;
}

/**
 * Runs the jobs of one queue, each in a place of its own: one that hangs holds one place and nothing else. Jobs of one
 * group (a store, a supplier connection) take no more than their share of the places, so that others always find some.
 */
export function createLane(
  boss: PgBoss,
  db: Db,
  { kind, handle }: JobHandler,
  log: Log,
  onDead: (kind: JobKind) => Promise<void>,
): Lane {
  const { name } = kind;
  const places = kind.concurrency ?? DEFAULT_CONCURRENCY;
  const share = Math.min(kind.share ?? places, places);
  const running = new Map<string, Running>();
  const inGroup = new Map<string, number>();
  const ended: Running[] = [];
  const unbegun: Attempt[] = [];
  let idle: (() => void) | undefined;
  let stopped = false;
  let fetching: Promise<void> | undefined;
  let again = false;
  let settling = false;

  const count = ({ groupId }: JobWithMetadata<object>, by: 1 | -1): void => {
    if (!groupId) return;
    const now = (inGroup.get(groupId) ?? 0) + by;
    if (now > 0) inGroup.set(groupId, now);
    else inGroup.delete(groupId);
  };

  function free(one: Running): void {
    if (running.get(one.job.id) !== one) return;
    running.delete(one.job.id);
    count(one.job, -1);
    if (running.size === 0) idle?.();
  }

  /** A job that was taken for dead is with another worker, or here again. */
  function lose(one: Running): void {
    one.lost.abort(new Error('job was taken over by another worker'));
    free(one);
  }

  /** Jobs that ended while the last ones were being settled are settled together. */
  async function settle(): Promise<void> {
    if (settling) return;
    settling = true;
    while (ended.length > 0) {
      const done = ended.splice(0);
      try {
        await boss.complete(name, done.map(attemptOf));
      } catch (error) {
        // They are given to a worker again when their heartbeat runs out: doing a job twice is harmless.
        log.warn({ job: name, err: error }, 'settling finished jobs failed');
      }
      for (const one of done) free(one);
      wake();
    }
    settling = false;
  }

  async function fail(one: Running, error: unknown): Promise<void> {
    log.warn({ job: name, jobId: one.job.id, attempt: one.job.retryCount, err: error }, 'job failed');
    try {
      await boss.fail(name, [attemptOf(one)], { message: reasonOf(error) });
      if (one.job.retryCount >= one.job.retryLimit) await onDead(kind);
    } catch (err) {
      log.warn({ job: name, err }, 'settling a failed job failed');
    }
    free(one);
    wake();
  }

  async function run(one: Running): Promise<void> {
    const { job, stop, lost } = one;
    const late = setTimeout(
      () => lost.abort(new Error('job exceeded its time limit')),
      Math.min(job.expireInSeconds * 1000, LONGEST_TIMER_MS),
    );
    try {
      try {
        await handle(kind.payload.parse(job.data ?? {}), {
          jobId: job.id,
          attempt: job.retryCount,
          isLastTry: job.retryCount >= job.retryLimit,
          signal: AbortSignal.any([stop.signal, lost.signal]),
          lost: lost.signal,
        });
      } catch (error) {
        const afterMs = pauseOf(error);
        if (afterMs === undefined) throw error;
        await boss.send(name, job.data, {
          startAfter: Math.max(1, Math.ceil(afterMs / 1000)),
          ...(job.groupId ? { group: { id: job.groupId } } : {}),
        });
      }
      one.ending = true;
      ended.push(one);
      await settle();
    } catch (error) {
      one.ending = true;
      await fail(one, error);
    } finally {
      clearTimeout(late);
    }
  }

  /** How many may be fetched such that no group gets more than its share, even if all were of the fullest one. */
  const room = (): number => {
    const fullest = Math.max(0, ...[...inGroup.values()].filter((n) => n < share));
    return Math.min(places - running.size, share - fullest);
  };

  async function takeUp(): Promise<void> {
    do {
      again = false;
      const batchSize = room();
      if (stopped || batchSize <= 0) break;
      const ignoreGroups = [...inGroup].filter(([, n]) => n >= share).map(([group]) => group);
      try {
        const jobs = await boss.fetch<object>(name, { batchSize, includeMetadata: true, ignoreGroups });
        for (const job of jobs) {
          const one = { job, stop: new AbortController(), lost: new AbortController(), ending: false };
          if (stopped) {
            unbegun.push(attemptOf(one));
            continue;
          }
          const before = running.get(job.id);
          if (before) lose(before);
          running.set(job.id, one);
          count(job, 1);
          void run(one);
        }
        if (jobs.length === batchSize) again = true;
      } catch (error) {
        log.warn({ job: name, err: error }, 'fetching jobs failed');
      }
    } while (again);
  }

  function wake(): void {
    if (stopped) return;
    if (fetching) {
      again = true;
      return;
    }
    fetching = takeUp().finally(() => {
      fetching = undefined;
      if (again) wake();
    });
  }

  /** Says that the jobs are worked on. The outcome of one that was given to another would not count. */
  async function touch(): Promise<void> {
    const held = [...running.values()].filter((one) => !one.ending);
    if (held.length === 0) return;
    try {
      const kept = await beat(db, name, held.map(attemptOf));
      const lost = held.filter((one) => !one.ending && !kept.has(one.job.id));
      for (const one of lost) lose(one);
      if (lost.length > 0) wake();
    } catch (error) {
      log.warn({ job: name, err: error }, 'job heartbeat failed');
    }
  }
  const heart = setInterval(() => void touch(), TOUCH_MS);

  return {
    kind,
    wake,
    async stop(graceMs) {
      stopped = true;
      await fetching;
      for (const one of running.values()) one.stop.abort(new Error('worker is stopping'));
      if (running.size > 0) {
        let late: NodeJS.Timeout | undefined;
        await new Promise<void>((done) => {
          idle = done;
          late = setTimeout(done, graceMs);
        });
        clearTimeout(late);
      }
      clearInterval(heart);
      return [...unbegun, ...[...running.values()].map(attemptOf)];
    },
  };
}
