/** Own choice: a bill may be above what the owner was shown by a hundredth, at most by one unit of money (a dollar). */
export const PRICE_TOLERANCE = { share: 0.01, most: 100 } as const;

/**
 * Whether a supplier's bill is so much above what the owner was shown that he must agree to it first. Minor units of one
 * currency. Nothing was shown: nothing to compare with.
 */
export function priceChanged(shown: number | null, billed: number): boolean {
  if (shown === null) return false;
  return billed > shown + Math.min(Math.ceil(shown * PRICE_TOLERANCE.share), PRICE_TOLERANCE.most);
}
