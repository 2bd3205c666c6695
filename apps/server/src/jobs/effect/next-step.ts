/** What is known of a call that may have been made before. */
export interface Attempted {
  /** Calls that may have had an effect. */
  attempts: number;
  /** How long ago the last of them was sent; null: none was, or it surely had no effect. */
  sinceSentMs: number | null;
}

/**
 * true: the other side must be asked what it knows before anything is sent. `keyLivesMs`: for how long it surely takes a
 * second call under our key for the first; until then it may be sent again without asking.
 */
export const mustAskFirst = (before: Attempted, keyLivesMs = 0): boolean =>
  before.attempts > 0 && (before.sinceSentMs === null || before.sinceSentMs >= keyLivesMs);

/**
 * What follows when the other side was asked and does not know our reference: wait while the effect of the last call may
 * still come to light, then send again, under the same reference.
 */
export function afterNotFound(before: Attempted, settleMs: number): { step: 'send' } | { step: 'wait'; ms: number } {
  if (before.sinceSentMs === null || before.sinceSentMs >= settleMs) return { step: 'send' };
  return { step: 'wait', ms: settleMs - before.sinceSentMs };
}
