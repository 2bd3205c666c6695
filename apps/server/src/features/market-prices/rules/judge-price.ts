/** A fixed price, in the smallest unit of the price list's currency. */
export interface FixedPrice {
  price: number;
  compareAt: number | null;
}

/**
 * write: ours goes there. remove: ours is taken away. same: the store has what we want by our own write. agrees: the merchant
 * set the same price. theirs: the merchant's choice stays. none: there is nothing to do.
 */
export type PriceVerdict = 'write' | 'remove' | 'same' | 'agrees' | 'theirs' | 'none';

export interface PriceFacts {
  /** The fixed price in the store; null: the store computes the price. */
  there: FixedPrice | null;
  /** What we are known to have written last. */
  sent: FixedPrice | null;
  /** What we were writing when something went wrong: it may be there or not. */
  pending: FixedPrice | null;
  /** null: no price is known. */
  wanted: FixedPrice | null;
  byRule: boolean;
  /** The owner chose ours over the merchant's. */
  again: boolean;
}

const isSame = (a: FixedPrice | null, b: FixedPrice | null): boolean =>
  a !== null && b !== null && a.price === b.price && a.compareAt === b.compareAt;

/** Whether the fixed price in the store is one that we wrote. */
export const isOurs = ({ there, sent, pending }: Pick<PriceFacts, 'there' | 'sent' | 'pending'>): boolean =>
  isSame(there, sent) || isSame(there, pending);

/** What becomes of a variant's price in a price list: only what we wrote is replaced or removed. */
export function judgePrice(facts: PriceFacts): PriceVerdict {
  const { there, sent, wanted, byRule, again } = facts;
  const ours = isOurs(facts);
  if (!byRule) return ours ? 'remove' : 'none';
  if (wanted === null) return 'none';
  if (isSame(there, wanted)) return ours ? 'same' : 'agrees';
  // A price of ours that is gone was taken away by the merchant.
  const isTheirs = there === null ? sent !== null : !ours;
  return isTheirs && !again ? 'theirs' : 'write';
}
