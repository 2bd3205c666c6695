/** What an order contributes to a supplier order shared with others. */
export interface OrderShare {
  order_id: string;
  /** Quoted cost of its items in minor units; null: unknown. */
  items: number | null;
  /** Quantity of its items. */
  pieces: number;
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

/**
 * Splits a supplier order's costs over its orders: items by their quoted cost (by quantity while one is unknown),
 * shipping by quantity, and the total, which refunds lower, in proportion to both.
 */
export function splitCosts(costs: SplitCosts, shares: readonly OrderShare[]): SplitCosts[] {
  const split = (amount: number | null, weights: readonly number[]): (number | null)[] =>
    amount === null ? shares.map(() => null) : splitAmount(amount, weights);
  const items = split(costs.items, itemWeights(shares));
  const shipping = split(costs.shipping, pieces(shares));
  const both = shares.map((_, at) => (items[at] ?? 0) + (shipping[at] ?? 0));
  const total = split(costs.total, both.some((one) => one > 0) ? both : pieces(shares));
  return shares.map((_, at) => ({
    items: items[at] ?? null,
    shipping: shipping[at] ?? null,
    total: total[at] ?? null,
  }));
}
