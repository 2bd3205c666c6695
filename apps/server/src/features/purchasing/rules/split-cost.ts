/** What an order contributes to a supplier order shared with others. */
export interface OrderShare {
  order_id: string;
  /** Quoted cost of its items in minor units; null: unknown. */
  items: number | null;
  /** Quantity of its items. */
  pieces: number;
  /** Part of the refunds given for it, in minor units; missing: none. */
  refunded?: number;
}

/**
 * Splits an amount by weights, to the cent: each part is rounded down, and the cents left go to the largest remainders,
 * earlier parts first. The parts always add up to the amount.
 */
export function splitAmount(amount: number, weights: readonly number[]): number[] {
  if (weights.length === 0) return [];
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total <= 0)
    return splitAmount(
      amount,
      weights.map(() => 1),
    );
  const sign = amount < 0 ? -1n : 1n;
  const whole = BigInt(amount) * sign;
  const sum = BigInt(total);
  const parts = weights.map((weight, at) => ({
    at,
    part: (whole * BigInt(weight)) / sum,
    rest: (whole * BigInt(weight)) % sum,
  }));
  let left = Number(whole - parts.reduce((all, one) => all + one.part, 0n));
  for (const one of parts.toSorted((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1))) {
    if (left === 0) break;
    one.part += 1n;
    left -= 1;
  }
  return parts.map(({ part }) => Number(part * sign));
}

const itemWeights = (shares: readonly OrderShare[]): number[] =>
  shares.some((share) => share.items === null)
    ? shares.map((share) => share.pieces)
    : shares.map((share) => share.items ?? 0);

const pieces = (shares: readonly OrderShare[]): number[] => shares.map((share) => share.pieces);

export interface SplitCosts {
  items: number | null;
  shipping: number | null;
  total: number | null;
}

/** Lowers parts by what each got back. What exceeds a part lowers the others, so that none is negative. */
function lowerParts(parts: readonly number[], refunded: readonly number[]): number[] {
  const left = parts.map((part, at) => part - (refunded[at] ?? 0));
  const kept = left.map((one) => Math.max(0, one));
  const missing = kept.reduce((sum, one, at) => sum + one - (left[at] ?? 0), 0);
  if (missing === 0) return left;
  const taken = splitAmount(missing, kept);
  return kept.map((one, at) => one - (taken[at] ?? 0));
}

/**
 * Splits a supplier order's costs over its orders: items by their quoted cost (by quantity while one is unknown),
 * shipping by quantity, and the total before refunds in proportion to both, less what each order got back.
 */
export function splitCosts(costs: SplitCosts, shares: readonly OrderShare[]): SplitCosts[] {
  const split = (amount: number | null, weights: readonly number[]): (number | null)[] =>
    amount === null ? shares.map(() => null) : splitAmount(amount, weights);
  const items = split(costs.items, itemWeights(shares));
  const shipping = split(costs.shipping, pieces(shares));
  const both = shares.map((_, at) => (items[at] ?? 0) + (shipping[at] ?? 0));
  const refunded = shares.map((share) => share.refunded ?? 0);
  const before = costs.total === null ? null : refunded.reduce((sum, one) => sum + one, costs.total);
  const parts = split(before, both.some((one) => one > 0) ? both : pieces(shares));
  const total = before === null ? parts : lowerParts(parts as number[], refunded);
  return shares.map((_, at) => ({
    items: items[at] ?? null,
    shipping: shipping[at] ?? null,
    total: total[at] ?? null,
  }));
}
