import { ConnectorError } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { type Db, sql } from '../db/index.ts';
import type { Log } from '../log.ts';
import type { JobOutcome } from '../watch/metrics.ts';
import { errorName, type Watch } from '../watch/tracer.ts';
import { splitSender, withoutWork, withWork } from '../watch/work-context.ts';
import { type JobHandler, type JobKind, Later } from './define.ts';
import { toReason } from './reason.ts';

/** Heartbeat interval, in milliseconds: a third of the time after which jobs go to another worker. */
const TOUCH_MS = 3_500;
const DEFAULT_CONCURRENCY = 8;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** One attempt of a job. Settling has no effect after the job went to another worker. */
interface Attempt {
  id: string;
  retryCount: number;
}

/** The work of one queue in this process. */
export interface WorkerSlots {
  kind: JobKind;
  /** Fetches jobs for free slots. Called when a job was added, became due or ended; extra calls are harmless. */
  wake(): void;
  /** Stops fetching, waits up to `graceMs`, and returns the unfinished jobs. */
  stop(graceMs: number): Promise<Attempt[]>;
}

interface Running {
  job: JobWithMetadata<object>;
  /** Aborts when the worker stops. */
  stop: AbortController;
  /** Aborts when the job moves to another worker. */
  lost: AbortController;
  /** The handler has ended and its outcome is being written. */
  ending: boolean;
}

const attemptOf = ({ job }: Running): Attempt => ({ id: job.id, retryCount: job.retryCount });

/**
 * Extends the lease of jobs and returns those that this worker still owns. Skips rows that are being settled, because
 * waiting for them while holding others could deadlock.
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

/** Delay in milliseconds for a retry that uses up no attempt; undefined: a failed attempt. */
function pauseOf(error: unknown): number | undefined {
  if (error instanceof Later) return error.afterMs;
  // A refusal with its own retry time.
  if (error instanceof AppError && error.retryAfterSeconds !== undefined) return error.retryAfterSeconds * 1000;
  if (error instanceof ConnectorError && error.kind === 'rate-limited') return error.retryAfterMs ?? 2_000;
  // Interrupted by the shutdown of this process: another one runs it, with as many attempts left.
  if (error instanceof ConnectorError && error.code === 'interrupted') return 0;
  return undefined;
}

const isRateLimit = (error: unknown): boolean =>
  (error instanceof ConnectorError && error.kind === 'rate-limited') || (error instanceof Later && error.isRateLimit);

/**
 * Runs the jobs of one queue, each in its own worker slot, so that a hanging job blocks one slot. A concurrency group
 * (a store, a supplier connection) is limited to its share of the slots.
 */
export function createWorkerSlots(
  boss: PgBoss,
  db: Db,
  { kind, handle }: JobHandler,
  log: Log,
  onDead: (kind: JobKind) => Promise<void>,
  watch?: Watch,
): WorkerSlots {
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

  /** The job was presumed dead: another worker has it, or it was fetched here again. */
  function lose(one: Running): void {
    one.lost.abort(new Error('job was taken over by another worker'));
    free(one);
  }

  /** Jobs that finish during a settle are settled in the next batch. */
  async function settle(): Promise<void> {
    if (settling) return;
    settling = true;
    while (ended.length > 0) {
      const done = ended.splice(0);
      try {
        await boss.complete(name, done.map(attemptOf));
      } catch (error) {
        // Another worker runs them again when their heartbeat expires; handlers are idempotent.
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
      await boss.fail(name, [attemptOf(one)], { message: toReason(error) });
      if (one.job.retryCount >= one.job.retryLimit) await onDead(kind);
    } catch (err) {
      log.warn({ job: name, err }, 'settling a failed job failed');
    }
    free(one);
    wake();
  }

  /** Runs a job as part of the request that sent it. */
  async function run(one: Running): Promise<void> {
    const { job } = one;
    const { payload, sender, traceparent } = splitSender(job.data);
    const facts = { 'quayside.job': name, 'quayside.job.id': job.id, 'quayside.job.attempt': job.retryCount };
    const span = watch?.tracer?.start(
      `job ${name}`,
      'consumer',
      { ...facts, 'quayside.request_id': sender.requestId },
      traceparent,
    );
    await withWork({ ...sender, job: { kind: name, id: job.id }, ...(span ? { span } : {}) }, async () => {
      const began = performance.now();
      const { outcome, error } = await attempt(one, payload);
      const seconds = (performance.now() - began) / 1000;
      watch?.metrics.job({ queue: name, outcome, seconds });
      log.info({ attempt: job.retryCount, outcome, durationMs: Math.round(seconds * 1000) }, 'job ended');
      span?.end({ 'quayside.outcome': outcome }, error === undefined ? undefined : errorName(error));
    });
  }

  async function attempt(one: Running, payload: object): Promise<{ outcome: JobOutcome; error?: unknown }> {
    const { job, stop, lost } = one;
    let outcome: JobOutcome = 'done';
    const late = setTimeout(
      () => lost.abort(new Error('job exceeded its time limit')),
      Math.min(job.expireInSeconds * 1000, LONGEST_TIMER_MS),
    );
    try {
      try {
        await handle(kind.payload.parse(payload), {
          jobId: job.id,
          attempt: job.retryCount,
          isLastTry: job.retryCount >= job.retryLimit,
          signal: AbortSignal.any([stop.signal, lost.signal]),
          lost: lost.signal,
        });
      } catch (error) {
        const afterMs = pauseOf(error);
        if (afterMs === undefined) throw error;
        outcome = 'postponed';
        if (isRateLimit(error)) watch?.metrics.rateLimitWait(name, afterMs / 1000);
        await boss.send(name, job.data, {
          startAfter: Math.max(1, Math.ceil(afterMs / 1000)),
          ...(job.groupId ? { group: { id: job.groupId } } : {}),
        });
      }
      one.ending = true;
      ended.push(one);
      await settle();
      return { outcome };
    } catch (error) {
      one.ending = true;
      await fail(one, error);
      return { outcome: job.retryCount >= job.retryLimit ? 'dead' : 'failed', error };
    } finally {
      clearTimeout(late);
    }
  }

  /** How many jobs can be fetched without exceeding the share of any group, even if all belong to the fullest one. */
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
    fetching = withoutWork(takeUp).finally(() => {
      fetching = undefined;
      if (again) wake();
    });
  }

  /** Sends the heartbeat. The outcome of a job that moved to another worker would not count. */
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
