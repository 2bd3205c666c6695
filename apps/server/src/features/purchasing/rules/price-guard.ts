/** Own choice: a bill may exceed the price shown by one percent, at most by one unit of currency (a dollar). */
export const PRICE_TOLERANCE = { share: 0.01, most: 100 } as const;

/**
 * Whether a supplier's bill exceeds the price shown so much that the owner must approve it. Minor units of one
 * currency; without a shown price there is nothing to compare.
 */
export function priceChanged(shown: number | null, billed: number): boolean {
  if (shown === null) return false;
  return billed > shown + Math.min(Math.ceil(shown * PRICE_TOLERANCE.share), PRICE_TOLERANCE.most);
}
