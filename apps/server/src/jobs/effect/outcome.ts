import type { ConnectorError, ConnectorErrorKind } from '@quayside/connector-kit';
import type { MessageParams } from '@quayside/kernel';
import { PATIENCE, type Patience, pauseMs, questionPauseMs } from './pauses.ts';

/** What an error says about the call that it ended. */
export type Outcome =
  /** Nothing happened; try again after a while. `busy`: the other side has too much to do, which is no sign of trouble. */
  | { kind: 'wait'; afterMs: number; busy: boolean }
  /** It may have happened: ask before trying again. */
  | { kind: 'doubt'; afterMs: number }
  /** Refused for good, with the reason and the lines at fault where they are named. */
  | {
      kind: 'refuse';
      key: string;
      params: MessageParams;
      lines: readonly string[] | undefined;
      error: ConnectorErrorKind;
    };

type Told = Pick<ConnectorError, 'kind' | 'code' | 'detail' | 'retryAfterMs' | 'lines'>;

/** How long a side that has too much to do wants to be left alone. */
const busyMs = ({ retryAfterMs }: Told): number => Math.min(Math.max(retryAfterMs ?? 0, 1_000), 600_000);

/** When a question that could not be asked is asked again. */
export const askAgain = (
  error: Told,
  pauses: number,
  patience: Patience = PATIENCE,
): { afterMs: number; busy: boolean } =>
  error.kind === 'rate-limited'
    ? { afterMs: busyMs(error), busy: true }
    : { afterMs: Math.max(error.retryAfterMs ?? 0, questionPauseMs(pauses, patience)), busy: false };

const refuse = (error: Told, key: string): Outcome => ({
  kind: 'refuse',
  key,
  params: { detail: error.detail.slice(0, 300) },
  lines: error.lines,
  error: error.kind,
});

/**
 * What the error of a call that buys or pays means. `fallback`: the key where the supplier gives no reason of its own.
 * An answer that we do not understand is a doubt: the call may well have had its effect.
 */
export function outcomeOf(error: Told, pauses: number, fallback: string, patience: Patience = PATIENCE): Outcome {
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
      // The other side says that it has it: what it has is asked for, nothing is sent again.
      if (error.code === 'already_exists') return { kind: 'doubt', afterMs: 1_000 };
      return refuse(error, error.code && error.code !== 'other' ? error.code : fallback);
  }
}
