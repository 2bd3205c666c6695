import type { ConnectorErrorKind, RejectionCode } from '@quayside/connector-kit';

/** A failed call of a model: an error response, no response, or unusable output. */
export type FailedCall =
  | { what: 'answer'; status: number; body: string; retryAfterMs?: number }
  | { what: 'connection'; kind: ConnectorErrorKind; code?: RejectionCode; detail: string }
  | { what: 'unreadable'; why: 'length' | 'content-filter' | 'shape'; detail: string };

/** A failed attempt for the rules to classify. */
export class AskError extends Error {
  override readonly name = 'AskError';
  readonly failed: FailedCall;
  constructor(failed: FailedCall) {
    super(failed.what);
    this.failed = failed;
  }
}

/** The provider's own message in a failed call, for people; a proxy's page is useless to them. */
export function detailOf(failed: FailedCall): string {
  if (failed.what !== 'answer') return failed.detail;
  try {
    const { error } = JSON.parse(failed.body) as { error?: { message?: unknown } | string };
    const message = typeof error === 'string' ? error : error?.message;
    if (typeof message === 'string' && message !== '') return message;
  } catch {
    // Not JSON.
  }
  return `HTTP ${failed.status}`;
}
