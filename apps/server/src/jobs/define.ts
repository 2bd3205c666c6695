import type { z } from 'zod';

/** A kind of durable work. Payloads carry ids only; the truth is read again when the work starts. */
export interface JobKind<P = unknown> {
  /** kebab-case, unique. */
  name: string;
  payload: z.ZodType<P>;
  /** How many run at once in one worker process. Default 8. */
  concurrency?: number;
  /** Whose work a job is, where many share a queue: a store, a supplier connection. */
  group?(payload: NoInfer<P>): string | undefined;
  /** How many jobs of one group run at once in one worker process, so that a slow one does not take every place. Default all. */
  share?: number;
  /** How long a try may run before it is stopped and the job is given to another worker, in seconds. Default 15 minutes. */
  expireSeconds?: number;
  /** Tries before the job is put with the dead ones. Default 8, with growing pauses. */
  tries?: number;
  /**
   * Nobody waits for it: workers find it by looking, within a second or two. Sending it then holds nobody up: telling workers at
   * once takes a lock of the whole database while the sender's transaction commits.
   */
  unhurried?: boolean;
  /** Cron text in UTC for work that starts by itself; its payload is `{}`. */
  cron?: string;
}

export const defineJob = <P>(kind: JobKind<P>): JobKind<P> => kind;

export interface JobRun {
  jobId: string;
  /** 0 at first, 1 at the first repetition. */
  attempt: number;
  /** true when a failure now would be the last. */
  isLastTry: boolean;
  /** Aborts when the worker stops, and when `lost` does. */
  signal: AbortSignal;
  /** Aborts when the job is no longer this worker's: it ran for too long, or was given to another. */
  lost: AbortSignal;
}

export interface JobHandler<P = unknown> {
  kind: JobKind<P>;
  handle(payload: P, run: JobRun): Promise<void>;
}

/** Pairs a kind with its work; the pair is what compose.ts hands to the worker. */
export const handler = <P>(kind: JobKind<P>, handle: JobHandler<P>['handle']): JobHandler => ({
  kind: kind as JobKind,
  handle: (payload, run) => handle(payload as P, run),
});

/** Thrown by a handler that wants to go on later; it does not count as a failed try. */
export class Later extends Error {
  override readonly name = 'Later';
  readonly afterMs: number;
  constructor(afterMs: number, why: string) {
    super(why);
    this.afterMs = afterMs;
  }
}
