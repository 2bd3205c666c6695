import { ConnectorError } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { Again, Claimed } from '../../db/effect-row.ts';
import type { GiveUpRule, Refusal } from './effect.ts';
import { classifyError, toLookupRetry } from './outcome.ts';
import { PATIENCE, type Patience, pauseMs } from './pauses.ts';

/** How an effect maps its errors. */
export interface Endings<W, Final> {
  unasked: 'unknown' | 'requested';
  fallback: string;
  givesUp?: GiveUpRule;
  refuse(refusal: Refusal, work: W): Final | Again;
}

/** Outcome after too many attempts without an effect; undefined: keep trying. */
function givenUp<W extends { claim: Claimed }, Final>(
  { givesUp, refuse }: Endings<W, Final>,
  error: ConnectorError,
  work: W,
  inDoubt: boolean,
): Final | Again | undefined {
  if (!givesUp || work.claim.pauses < givesUp.after || (inDoubt && !givesUp.inDoubt)) return undefined;
  if (error.kind === 'rate-limited') return undefined;
  const { kind, code, detail } = error;
  return refuse({ key: givesUp.key, params: { detail: detail.slice(0, 300) }, error: kind, code }, work);
}

/** Maps the error of an attempt to the outcome of its row. Rethrows errors that say nothing about the other side. */
export function toOutcome<W extends { claim: Claimed }, Final>(
  effect: Endings<W, Final>,
  error: unknown,
  work: W,
  patience: Patience = PATIENCE,
): Final | Again {
  const { claim } = work;
  const mayStand = claim.before_attempts > 0;
  const isShutOut = error instanceof AppError || (error instanceof ConnectorError && error.kind === 'auth');
  // An earlier call may have succeeded, so keep asking, even while access is refused.
  if (mayStand && isShutOut && !effect.givesUp?.inDoubt)
    return { kind: 'unknown', afterMs: pauseMs(claim.pauses, patience) };
  // The other side is disconnected, so a person has to act.
  if (error instanceof AppError) return effect.refuse({ key: error.code, params: error.params }, work);
  if (!(error instanceof ConnectorError)) throw error;
  const outcome = classifyError(error, claim.pauses, effect.fallback, patience);
  if (outcome.kind === 'refuse') return effect.refuse({ ...outcome, code: error.code }, work);
  const end = givenUp(effect, error, work, mayStand || outcome.kind === 'doubt');
  if (end) return end;
  if (outcome.kind === 'doubt') return { kind: 'unknown', afterMs: outcome.afterMs, called: true };
  return { kind: 'requested', afterMs: outcome.afterMs, busy: outcome.busy, closed: outcome.busy, before: claim };
}

/** A failed lookup has no effect, so the row keeps its previous uncertainty. */
export function toLookupOutcome<W extends { claim: Claimed }, Final>(
  effect: Endings<W, Final>,
  error: ConnectorError,
  work: W,
  patience: Patience = PATIENCE,
): Final | Again {
  const { claim } = work;
  const inDoubt = claim.before_attempts > 0 || effect.unasked === 'unknown';
  const end = givenUp(effect, error, work, inDoubt);
  if (end) return end;
  const { afterMs, busy } = toLookupRetry(error, claim.pauses, patience);
  return inDoubt
    ? { kind: 'unknown', afterMs, busy, closed: busy }
    : { kind: 'requested', afterMs, busy, closed: busy, before: claim };
}
