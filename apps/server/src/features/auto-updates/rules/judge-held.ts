import type { ListingValue } from '../tables.ts';

export interface HeldCase {
  after: ListingValue;
  /** The store must still hold this; absent: as field ownership says. */
  expected?: ListingValue | null;
  /** What the store holds; undefined: the variant is gone from it. */
  held: ListingValue | undefined;
  /** Whether the merchant changed the field in the store, by field ownership. */
  isTheirs: boolean;
}

/** same: the store has it already. kept: the store has the merchant's own value. */
export type HeldVerdict =
  | { kind: 'write' }
  | { kind: 'same' }
  | { kind: 'kept'; key: string }
  | { kind: 'failed'; key: string };

/** Whether the store holds a value. */
export function holds(held: ListingValue, value: ListingValue): boolean {
  if (value.field === 'price')
    return (
      held.field === 'price' &&
      held.price === value.price &&
      (value.compare === undefined || (held.compare ?? null) === value.compare)
    );
  if (value.field === 'stock') return held.field === 'stock' && held.stock === value.stock;
  return held.field === 'status' && held.status === value.status;
}

/** Whether a change may be written, by what the store holds right before. */
export function judgeHeld({ after, expected, held, isTheirs }: HeldCase): HeldVerdict {
  if (!held) return { kind: 'failed', key: 'AUTO_UPDATE_VARIANT_GONE' };
  if (holds(held, after)) return { kind: 'same' };
  if (held.field === 'stock' && held.stock === null) return { kind: 'failed', key: 'AUTO_UPDATE_STOCK_UNTRACKED' };
  if (after.field === 'stock' && after.stock === null) return { kind: 'failed', key: 'AUTO_UPDATE_STOCK_UNTRACKED' };
  if (expected) return holds(held, expected) ? { kind: 'write' } : { kind: 'kept', key: 'AUTO_UPDATE_CHANGED_SINCE' };
  return isTheirs ? { kind: 'kept', key: 'AUTO_UPDATE_MERCHANTS' } : { kind: 'write' };
}

/** A stock above what we sent last is the merchant's own: sales only lower it. */
export const isMerchantsStock = (held: number | null, sent: number | undefined): boolean =>
  held !== null && (sent === undefined || held > sent);
