/** An order that the supplier has under a reference of ours and that no row here knows. */
export interface LostOrder {
  lost_order_id: string;
  source_order_no: string;
  order_number: string | null;
  lines: readonly { variant: string; quantity: number }[];
  /** It is for the same order of the store. */
  same_order: boolean;
  /** A person was shown it and chose to buy all the same. */
  shown: boolean;
}

export type LostMatch =
  /** It is this very purchase. */
  | { kind: 'same'; order: LostOrder }
  /** It may be: a person decides. */
  | { kind: 'doubt'; order: LostOrder };

const key = (lines: LostOrder['lines']): string =>
  [...lines]
    .map((line) => `${line.variant} ${line.quantity}`)
    .sort()
    .join('\n');

/**
 * Which lost order a purchase may already be. For the same order of the store and with the same goods it is the purchase
 * itself (bought again after a failed one, say); with some of the goods, or under a reference that does not tell what it
 * was for, a person decides once.
 */
export function matchLost(lines: LostOrder['lines'], lost: readonly LostOrder[]): LostMatch | undefined {
  const wanted = key(lines);
  const same = lost.find((one) => one.same_order && key(one.lines) === wanted);
  if (same) return { kind: 'same', order: same };
  const overlaps = (one: LostOrder): boolean =>
    one.lines.some((theirs) => lines.some((ours) => ours.variant === theirs.variant));
  const doubt = lost.find((one) => !one.shown && overlaps(one));
  return doubt && { kind: 'doubt', order: doubt };
}
