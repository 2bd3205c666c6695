import type { Metrics } from './metrics.ts';
import { currentWork, type LiveSpan, withWork } from './work-context.ts';

export type SpanKind = 'server' | 'consumer' | 'client';
export type SpanFacts = Readonly<Record<string, string | number>>;

/** Records spans; undefined everywhere while tracing is off. See open-telemetry.ts. */
export interface Tracer {
  /** Starts a span. `parent`: the traceparent of work in another process, or a span; absent: a new trace. */
  start(name: string, kind: SpanKind, facts: SpanFacts, parent?: string | LiveSpan): LiveSpan;
  /** Sends what is left. */
  close(): Promise<void>;
}

/** How a process is observed. */
export interface Watch {
  metrics: Metrics;
  tracer: Tracer | undefined;
}

/**
 * Runs `work` in a span below the current one. Without a current span there is no trace that it belongs to, and none is
 * begun: the polling of workers would fill the trace store.
 */
export async function inSpan<T>(
  tracer: Tracer | undefined,
  name: string,
  facts: SpanFacts,
  work: () => Promise<T>,
): Promise<T> {
  const context = currentWork();
  if (!tracer || !context?.span) return work();
  const span = tracer.start(name, 'client', facts, context.span);
  try {
    const result = await withWork({ ...context, span }, work);
    span.end();
    return result;
  } catch (error) {
    span.end({}, errorName(error));
    throw error;
  }
}

/** A short name of an error; messages may contain values of rows. */
export function errorName(error: unknown): string {
  const { name, kind, code } = error as { name?: unknown; kind?: unknown; code?: unknown };
  const detail = [kind, code].find((one) => typeof one === 'string');
  return [typeof name === 'string' ? name : 'Error', detail].filter(Boolean).join(' ');
}
