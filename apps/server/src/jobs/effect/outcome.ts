import type { ConnectorError, ConnectorErrorKind } from '@quayside/connector-kit';
import type { MessageParams } from '@quayside/kernel';
import { PATIENCE, type Patience, pauseMs, questionPauseMs } from './pauses.ts';

/** What an error says about its call. */
export type Outcome =
  /** No effect; retry after a delay. `busy`: the other side is rate limiting, which is not a fault. */
  | { kind: 'wait'; afterMs: number; busy: boolean }
  /** The call may have had an effect: look it up before retrying. */
  | { kind: 'doubt'; afterMs: number }
  /** Refused permanently, with the reason and the affected lines if known. */
  | {
      kind: 'refuse';
      key: string;
      params: MessageParams;
      lines: readonly string[] | undefined;
      error: ConnectorErrorKind;
    };

type CallError = Pick<ConnectorError, 'kind' | 'code' | 'detail' | 'retryAfterMs' | 'lines'>;

/** Delay after a rate limit. */
const busyMs = ({ retryAfterMs }: CallError): number => Math.min(Math.max(retryAfterMs ?? 0, 1_000), 600_000);

/** Delay before a failed lookup is repeated. */
export const toLookupRetry = (
  error: CallError,
  pauses: number,
  patience: Patience = PATIENCE,
): { afterMs: number; busy: boolean } =>
  error.kind === 'rate-limited'
    ? { afterMs: busyMs(error), busy: true }
    : { afterMs: Math.max(error.retryAfterMs ?? 0, questionPauseMs(pauses, patience)), busy: false };

const refuse = (error: CallError, key: string): Outcome => ({
  kind: 'refuse',
  key,
  params: { detail: error.detail.slice(0, 300) },
  lines: error.lines,
  error: error.kind,
});

/**
 * Maps the error of a call that buys or pays. `fallback`: message key when the supplier gives no reason; an unreadable
 * response counts as doubt, because the call may have succeeded.
 */
export function classifyError(
  error: CallError,
  pauses: number,
  fallback: string,
  patience: Patience = PATIENCE,
): Outcome {
  switch (error.kind) {
    case 'rate-limited':
      return { kind: 'wait', afterMs: busyMs(error), busy: true };
    case 'temporary':
      return { kind: 'wait', afterMs: pauseMs(pauses, patience), busy: false };
    case 'unknown':
    case 'unexpected':
      return { kind: 'doubt', afterMs: questionPauseMs(pauses, patience) };
    case 'auth':
      return refuse(error, 'error_get_token');
    case 'not-found':
      return refuse(error, 'error_not_found_sku');
    case 'rejected':
      // The other side already has it: look it up and send nothing again.
      if (error.code === 'already_exists') return { kind: 'doubt', afterMs: 1_000 };
      return refuse(error, error.code && error.code !== 'other' ? error.code : fallback);
  }
}
