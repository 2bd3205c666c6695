import { ConnectorError } from '@quayside/connector-kit';
import type { Queue as BossQueue, JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import type { Log } from '../log.ts';
import { DEAD_JOBS } from './dead-jobs.ts';
import { type JobHandler, type JobKind, Later } from './define.ts';
import { reasonOf } from './reason.ts';

const DEFAULT_TRIES = 8;
const HEARTBEAT_SECONDS = 10;

const queueOf = (kind: JobKind): Omit<BossQueue, 'name'> => ({
  policy: 'standard',
  notify: true,
  retryLimit: (kind.tries ?? DEFAULT_TRIES) - 1,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 600,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: 15 * 60,
  deleteAfterSeconds: 24 * 3600,
  deadLetter: DEAD_JOBS,
});

/** Makes the queues that do not exist yet; a queue that does gets today's settings. */
export async function ensureQueues(boss: PgBoss, kinds: readonly JobKind[]): Promise<void> {
  const existing = new Set((await boss.getQueues()).map((queue) => queue.name));
  if (!existing.has(DEAD_JOBS)) await boss.createQueue(DEAD_JOBS, { retentionSeconds: 90 * 24 * 3600 });
  for (const kind of kinds) {
    const { policy, ...options } = queueOf(kind);
    if (existing.has(kind.name)) await boss.updateQueue(kind.name, options);
    else await boss.createQueue(kind.name, { policy, ...options });
  }
}

/** What a failure means for the job: later without a try used up, or a failed try. */
function pause(error: unknown): number | undefined {
  if (error instanceof Later) return error.afterMs;
  if (error instanceof ConnectorError && error.kind === 'rate-limited') return error.retryAfterMs ?? 2_000;
  return undefined;
}

export interface Worker {
  /** Stops taking work, gives what runs `graceMs` to end, hands the rest back. */
  stop(graceMs: number): Promise<void>;
}

/** Starts the work of this process: every kind with its handler, and the schedules. `onDead` hears of a last try that failed. */
export async function startWorker(
  boss: PgBoss,
  handlers: readonly JobHandler[],
  log: Log,
  onDead: (kind: JobKind) => Promise<void> = async () => undefined,
): Promise<Worker> {
  const stopping = new AbortController();
  for (const { kind, handle } of handlers) {
    const run = async (job: JobWithMetadata<object>): Promise<JobResult> => {
      const signal = AbortSignal.any([job.signal, stopping.signal]);
      try {
        const payload = kind.payload.parse(job.data ?? {});
        await handle(payload, {
          jobId: job.id,
          attempt: job.retryCount,
          isLastTry: job.retryCount >= job.retryLimit,
          signal,
        });
        return { id: job.id, status: 'completed' };
      } catch (error) {
        const afterMs = pause(error);
        if (afterMs === undefined) {
          log.warn({ job: kind.name, jobId: job.id, attempt: job.retryCount, err: error }, 'a job failed');
          if (job.retryCount >= job.retryLimit) await onDead(kind).catch(() => undefined);
          return {
            id: job.id,
            status: 'failed',
            output: { message: reasonOf(error) },
          };
        }
        await boss.send(kind.name, job.data, { startAfter: Math.max(1, Math.ceil(afterMs / 1000)) });
        return { id: job.id, status: 'completed', output: { later: afterMs } };
      }
    };
    // A batch runs side by side; a full one means that more waits, so the next is fetched at once. Two fetchers, so
    // that one slow job does not hold up what comes after its batch.
    await boss.work(
      kind.name,
      {
        includeMetadata: true,
        perJobResults: true,
        batchSize: Math.max(2, kind.concurrency ?? 4),
        localConcurrency: kind.concurrency === 1 ? 1 : 2,
        burstWhenBatchFull: true,
        pollingIntervalSeconds: 2,
        notifyPollingIntervalSeconds: 10,
      },
      async (jobs: JobWithMetadata<object>[]) => {
        if (kind.concurrency !== 1) return Promise.all(jobs.map(run));
        const results: JobResult[] = [];
        for (const job of jobs) results.push(await run(job));
        return results;
      },
    );
    if (kind.cron) await boss.schedule(kind.name, kind.cron, {});
  }
  return {
    async stop(graceMs) {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: graceMs, close: false });
    },
  };
}
