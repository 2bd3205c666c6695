import type { MessageParams } from '@quayside/kernel';
import type { Again, Claimed } from '../../db/effect-row.ts';
import type { Refusal } from './effect.ts';
import { pauseMs } from './pauses.ts';

/**
 * What becomes of a write that a store refused as a whole: it waits for a store that has to be reconnected or is being moved, and
 * fails otherwise. `refused`: the message key for what the store itself says.
 */
export function refuseWrite(
  { key, params, error }: Refusal,
  claim: Claimed,
  refused: string,
): Again | { kind: 'failed'; key: string; params: MessageParams } {
  if (error === 'auth' || key === 'STORE_NEEDS_RECONNECT' || key === 'STORE_MOVING')
    return { kind: 'requested', afterMs: pauseMs(claim.pauses), before: claim };
  return { kind: 'failed', key: error === undefined ? key : refused, params };
}
