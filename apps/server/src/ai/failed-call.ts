import { ConnectorError } from '@quayside/connector-kit';
import { APICallError, NoObjectGeneratedError } from 'ai';
import type { FailedCall } from './failed.ts';

// The library would log to the console, possibly including a prompt.
globalThis.AI_SDK_LOG_WARNINGS = false;

const retryAfterMs = (headers: Record<string, string> = {}): number | undefined => {
  const seconds = Number(headers['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
};

/** The library wraps underlying errors, sometimes repeatedly. */
function* causes(error: unknown): Generator<unknown> {
  for (let now = error, depth = 0; now instanceof Error && depth < 6; now = now.cause, depth += 1) yield now;
}

/** What a call of the library failed with; undefined: a fault of our own. */
export function readFailure(error: unknown): FailedCall | undefined {
  const all = [...causes(error)];
  // First, because a refused connection is wrapped in something like a response.
  const lost = all.find((one) => one instanceof ConnectorError);
  if (lost)
    return { what: 'connection', kind: lost.kind, ...(lost.code ? { code: lost.code } : {}), detail: lost.detail };
  for (const one of all) {
    if (NoObjectGeneratedError.isInstance(one)) {
      const why = one.finishReason === 'length' || one.finishReason === 'content-filter' ? one.finishReason : 'shape';
      return { what: 'unreadable', why, detail: one.message };
    }
    if (!APICallError.isInstance(one)) continue;
    const status = one.statusCode ?? 0;
    // A 200 response that can't be parsed, or none at all.
    if (status < 400) return { what: 'unreadable', why: 'shape', detail: one.message };
    const after = retryAfterMs(one.responseHeaders);
    const body = one.responseBody ?? one.message;
    return { what: 'answer', status, body, ...(after === undefined ? {} : { retryAfterMs: after }) };
  }
  return undefined;
}
