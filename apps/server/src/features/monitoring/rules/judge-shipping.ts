import { hasCostChanged } from './judge-check.ts';

/** What is kept of a product's shipping. Amounts in minor units of the product's currency. */
export interface ShippingRow {
  /** null: the supplier has not said yet. */
  ships: boolean | null;
  /** The last known cost of one item; it stays while the product isn't shipped. */
  shipping: number | null;
  /** The cost that later ones are compared with, so that small changes add up. */
  told_shipping: number | null;
  shipping_at: string | null;
}

/** What the supplier says now. cost: of one item; null: it doesn't ship to the country. */
export interface SeenShipping {
  cost: number | null;
  /** When it said so, ISO-8601. */
  at: string;
}

/** Shipping that changed. cost: null where the product isn't shipped now. */
export interface ShippingMove {
  cost_was: number | null;
  cost: number | null;
  ships_was: boolean;
  ships: boolean;
  at: string;
}

export interface JudgedShipping {
  row: ShippingRow;
  move?: ShippingMove;
  /** It was known before and was read again: a part of what a fault is judged by. */
  isCompared: boolean;
}

/**
 * Compares a product's shipping with the last one that was reported. What the supplier doesn't say changes nothing: an unknown cost
 * is no sign that it stopped shipping, and a figure from before the last quote is outdated. The first figure is where comparing starts.
 */
export function judgeShipping(before: ShippingRow, seen: SeenShipping | undefined, percent: number): JudgedShipping {
  const isOlder = seen && before.shipping_at !== null && Date.parse(seen.at) < Date.parse(before.shipping_at);
  if (!seen || isOlder) return { row: before, isCompared: false };
  const { cost, at } = seen;
  const ships = cost !== null;
  const told = before.told_shipping;
  const row: ShippingRow = {
    ships,
    shipping: cost ?? before.shipping,
    told_shipping: told ?? cost,
    shipping_at: at,
  };
  if (before.ships === null) return { row, isCompared: false };
  const isDearer = cost !== null && told !== null && hasCostChanged(told, cost, percent);
  if (before.ships === ships && !isDearer) return { row, isCompared: true };
  return {
    row: { ...row, told_shipping: cost ?? told },
    move: { cost_was: told, cost, ships_was: before.ships, ships, at },
    isCompared: true,
  };
}
