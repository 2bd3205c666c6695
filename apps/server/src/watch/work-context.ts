import { AsyncLocalStorage } from 'node:async_hooks';
import { newId } from '@quayside/kernel';

/** A span under way; see tracer.ts. */
export interface LiveSpan {
  /** W3C trace context of this span, for work that continues in another process. */
  readonly traceparent: string;
  readonly traceId: string;
  /** `error`: a short name without personal data. */
  end(facts?: Readonly<Record<string, string | number>>, error?: string): void;
}

/** What a request or a job is known by, in log lines, in the jobs that it sends and in traces. */
export interface WorkContext {
  requestId: string;
  /** Other requests whose work was done together with this one's (jobs/batcher.ts). */
  alsoFor?: readonly string[];
  /** The running job. */
  job?: { kind: string; id: string };
  span?: LiveSpan;
}

const storage = new AsyncLocalStorage<WorkContext>();

export const currentWork = (): WorkContext | undefined => storage.getStore();

/** Runs `work` and everything that it starts in a context. */
export const withWork = <T>(context: WorkContext, work: () => T): T => storage.run(context, work);

/** Runs work that belongs to no single request or job, although one happened to start it. */
export const withoutWork = <T>(work: () => T): T => storage.exit(work);

/** The fields of the current context in a log line. */
export function workFacts(): object {
  const context = storage.getStore();
  if (!context) return {};
  const { requestId, alsoFor, job, span } = context;
  return {
    requestId,
    ...(alsoFor ? { alsoFor } : {}),
    ...(job ? { job: job.kind, jobId: job.id } : {}),
    ...(span ? { traceId: span.traceId } : {}),
  };
}

/** The context of work that was asked for by several callers: the first one's, which names the other requests. */
export function mergedWork(contexts: readonly (WorkContext | undefined)[]): WorkContext | undefined {
  const [first, ...more] = contexts.filter((one) => one !== undefined);
  if (!first) return undefined;
  const others = new Set([first, ...more].flatMap((one) => [one.requestId, ...(one.alsoFor ?? [])]));
  others.delete(first.requestId);
  return others.size === 0 ? first : { ...first, alsoFor: [...others] };
}

/** The field of a job's data that holds its context; payload schemas don't know it. */
const FIELD = '_request';

/** The context as it is stored with a job. */
interface StoredContext {
  id: string;
  also?: readonly string[];
  traceparent?: string;
}

/** A job's data with the context of its sender; scheduled jobs have none. */
export function withSender(data: object): object {
  const context = storage.getStore();
  if (!context) return data;
  const stored: StoredContext = {
    id: context.requestId,
    ...(context.alsoFor ? { also: context.alsoFor } : {}),
    ...(context.span ? { traceparent: context.span.traceparent } : {}),
  };
  return { ...data, [FIELD]: stored };
}

/** The id of the request that sent a job; undefined: a schedule did. */
export const senderOf = (data: object | null): string | undefined =>
  (data as { [FIELD]?: StoredContext } | null)?.[FIELD]?.id;

/** Splits a job's data into its payload and its sender's context. A job without one gets an id of its own. */
export function splitSender(data: object | null | undefined): {
  payload: object;
  sender: Pick<WorkContext, 'requestId' | 'alsoFor'>;
  traceparent?: string;
} {
  const { [FIELD]: stored, ...payload } = (data ?? {}) as Record<string, unknown> & { [FIELD]?: StoredContext };
  if (!stored) return { payload, sender: { requestId: newId() } };
  const { id, also, traceparent } = stored;
  return {
    payload,
    sender: { requestId: id, ...(also ? { alsoFor: also } : {}) },
    ...(traceparent ? { traceparent } : {}),
  };
}
