import type { PriceRule } from '@quayside/contracts';
import { type ComputedPrice, computePrice, type PriceInput, type PriceResult } from './compute-price.ts';

export interface CurrentPrice {
  /** In the rule's currency; null: unknown. */
  price: number | null;
  compareAt: number | null;
  /** The price of the product that the import or a rule wrote last; null: unknown. */
  computed: number | null;
  /** The price of the product, in its own currency. */
  own: number;
}

export type Direction = 'up' | 'down' | 'same' | 'fresh';

export interface Judged {
  result: PriceResult;
  /** undefined: no price can be computed. */
  direction: Direction | undefined;
  /** A person set the price, and the rule would change it. */
  edited: boolean;
  /** The compare-at price that goes with the new price. */
  compareAfter: number | null;
  /** Applying writes it. */
  changes: boolean;
}

/** A rule without compare-at prices leaves them, but none that is no longer above the price. */
const compareAfter = (rule: PriceRule, computed: ComputedPrice, before: number | null): number | null => {
  if (rule.compare_at_percent !== null) return computed.compareAt ?? null;
  return before !== null && before > computed.price ? before : null;
};

const directionOf = (before: number | null, after: number): Direction => {
  if (before === null) return 'fresh';
  return after > before ? 'up' : after < before ? 'down' : 'same';
};

/** What a rule would do to a variant. A price set by a person is left alone unless `includeEdited`. */
export function judgeVariant(
  input: PriceInput,
  rule: PriceRule,
  rate: string | undefined,
  current: CurrentPrice,
  includeEdited: boolean,
): Judged {
  const result = computePrice(input, rule, rate);
  if ('missing' in result)
    return { result, direction: undefined, edited: false, compareAfter: current.compareAt, changes: false };
  const after = compareAfter(rule, result, current.compareAt);
  const direction = directionOf(current.price, result.price);
  const differs = direction !== 'same' || after !== current.compareAt;
  const edited = differs && current.own !== current.computed;
  return { result, direction, edited, compareAfter: after, changes: differs && (includeEdited || !edited) };
}
