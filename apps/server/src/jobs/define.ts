import type { z } from 'zod';

/** A kind of durable job. Payloads carry ids only; handlers read the current rows when they start. */
export interface JobKind<P = unknown> {
  /** kebab-case, unique. */
  name: string;
  payload: z.ZodType<P>;
  /** Maximum number running at once in one worker process. Default 8. */
  concurrency?: number;
  /** Concurrency group of a job, such as a store or supplier connection. */
  group?(payload: NoInfer<P>): string | undefined;
  /**
   * Maximum number of one group running at once in one worker process, so that a slow store or supplier can't occupy
   * every slot. Default all.
   */
  share?: number;
  /** Seconds an attempt may run before it is aborted and the job goes to another worker. Default 15 minutes. */
  expireSeconds?: number;
  /** Attempts before the job becomes a dead letter. Default 8, with increasing delays. */
  tries?: number;
  /**
   * For jobs that can wait: workers find them by polling within a second or two. Skips NOTIFY, which takes a
   * database-wide lock while the sender's transaction commits.
   */
  unhurried?: boolean;
  /** Cron expression in UTC for scheduled jobs; the payload is `{}`. */
  cron?: string;
}

export const defineJob = <P>(kind: JobKind<P>): JobKind<P> => kind;

export interface JobRun {
  jobId: string;
  /** 0 for the first attempt, 1 for the first retry. */
  attempt: number;
  /** true when a failure of this attempt would be the last one. */
  isLastTry: boolean;
  /** Aborts when the worker stops or when `lost` aborts. */
  signal: AbortSignal;
  /** Aborts when this worker no longer owns the job: it exceeded its time limit or went to another worker. */
  lost: AbortSignal;
}

export interface JobHandler<P = unknown> {
  kind: JobKind<P>;
  handle(payload: P, run: JobRun): Promise<void>;
}

/** Pairs a job kind with its handler for compose.ts. */
export const handler = <P>(kind: JobKind<P>, handle: JobHandler<P>['handle']): JobHandler => ({
  kind: kind as JobKind,
  handle: (payload, run) => handle(payload as P, run),
});

/** Thrown by a handler to continue later; does not count as a failed attempt. */
export class Later extends Error {
  override readonly name = 'Later';
  readonly afterMs: number;
  /** The other side limits requests. */
  readonly isRateLimit: boolean;
  constructor(afterMs: number, why: string, { isRateLimit = false }: { isRateLimit?: boolean } = {}) {
    super(why);
    this.afterMs = afterMs;
    this.isRateLimit = isRateLimit;
  }
}
