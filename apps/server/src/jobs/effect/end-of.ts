import { ConnectorError } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { Again, Claimed } from '../../db/effect-row.ts';
import type { GivesUp, Refusal } from './effect.ts';
import { askAgain, outcomeOf } from './outcome.ts';
import { PATIENCE, type Patience, pauseMs } from './pauses.ts';

/** What an effect says about its errors. */
export interface Endings<W, Final> {
  unasked: 'unknown' | 'requested';
  fallback: string;
  givesUp?: GivesUp;
  refuse(refusal: Refusal, work: W): Final | Again;
}

/** How it ends for want of an effect; undefined: it goes on. */
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

/** What the error of an attempt means for its row. Throws what says nothing about the other side. */
export function endOf<W extends { claim: Claimed }, Final>(
  effect: Endings<W, Final>,
  error: unknown,
  work: W,
  patience: Patience = PATIENCE,
): Final | Again {
  const { claim } = work;
  const mayStand = claim.before_attempts > 0;
  const isShutOut = error instanceof AppError || (error instanceof ConnectorError && error.kind === 'auth');
  // An earlier call may stand at the other side: it is asked about for as long as it takes, also while nobody is let in.
  if (mayStand && isShutOut && !effect.givesUp?.inDoubt)
    return { kind: 'unknown', afterMs: pauseMs(claim.pauses, patience) };
  // The other side is not connected (any more): a person must see to it first.
  if (error instanceof AppError) return effect.refuse({ key: error.code, params: error.params }, work);
  if (!(error instanceof ConnectorError)) throw error;
  const outcome = outcomeOf(error, claim.pauses, effect.fallback, patience);
  if (outcome.kind === 'refuse') return effect.refuse({ ...outcome, code: error.code }, work);
  const end = givenUp(effect, error, work, mayStand || outcome.kind === 'doubt');
  if (end) return end;
  if (outcome.kind === 'doubt') return { kind: 'unknown', afterMs: outcome.afterMs, called: true };
  return { kind: 'requested', afterMs: outcome.afterMs, busy: outcome.busy, closed: outcome.busy, before: claim };
}

/** A question has no effect: whatever went wrong with it, what it was about stays as unknown as it was. */
export function endUnasked<W extends { claim: Claimed }, Final>(
  effect: Endings<W, Final>,
  error: ConnectorError,
  work: W,
  patience: Patience = PATIENCE,
): Final | Again {
  const { claim } = work;
  const inDoubt = claim.before_attempts > 0 || effect.unasked === 'unknown';
  const end = givenUp(effect, error, work, inDoubt);
  if (end) return end;
  const { afterMs, busy } = askAgain(error, claim.pauses, patience);
  return inDoubt
    ? { kind: 'unknown', afterMs, busy, closed: busy }
    : { kind: 'requested', afterMs, busy, closed: busy, before: claim };
}
