/** Known facts about earlier calls of a row. */
export interface Attempted {
  /** Calls that may have had an effect. */
  attempts: number;
  /** Milliseconds since the last of them; null: none was sent, or none had an effect. */
  sinceSentMs: number | null;
}

/**
 * true: look up the reference at the other side before sending. `keyLivesMs`: how long our idempotency key is
 * deduplicated, so that sending again needs no lookup.
 */
export const mustLookUpFirst = (before: Attempted, keyLivesMs = 0): boolean =>
  before.attempts > 0 && (before.sinceSentMs === null || before.sinceSentMs >= keyLivesMs);

/**
 * Next step when the other side has no record of our reference: wait while the last call may still take effect, then
 * send again with the same reference.
 */
export function afterNotFound(before: Attempted, settleMs: number): { step: 'send' } | { step: 'wait'; ms: number } {
  if (before.sinceSentMs === null || before.sinceSentMs >= settleMs) return { step: 'send' };
  return { step: 'wait', ms: settleMs - before.sinceSentMs };
}
