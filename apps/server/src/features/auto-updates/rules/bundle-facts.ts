import { type ListedBundle, unitsInStock } from '../../products/index.ts';
import type { ShippingFact, SupplierFact } from '../tables.ts';

interface Seen {
  found: boolean;
  cost: number | null;
  stock: number | null;
}

/** What is known of a product's shipping; ships: null: not yet. */
interface SeenShipping {
  ships: boolean | null;
  shipping: number | null;
}

const sum = (costs: readonly (number | null)[]): number | null =>
  costs.reduce((all, one) => (all === null || one === null ? null : all + one), 0 as number | null);

/** Units that the known stock of all parts is enough for; null: none is known. */
const least = (stocks: readonly (number | null)[]): number | null => {
  const known = stocks.filter((one) => one !== null);
  return known.length > 0 ? Math.min(...known) : null;
};

interface JudgedShipping {
  ships: boolean;
  /** What moved; absent: nothing. */
  ship?: ShippingFact;
}

/**
 * The shipping of all parts, each product once: their sum, of those whose cost is known. One that isn't shipped keeps the whole
 * back.
 */
function judgeShipping(
  parts: ListedBundle['parts'],
  facts: ReadonlyMap<string, SupplierFact>,
  shipping: ReadonlyMap<string, SeenShipping>,
): JudgedShipping {
  const products = new Map(parts.map((part) => [part.product_id, facts.get(part.variant_id ?? '')?.ship]));
  const each = [...products].map(([id, fact]) => {
    const seen = shipping.get(id ?? '');
    const cost = seen?.shipping ?? 0;
    const ships = seen?.ships !== false;
    return fact ?? { cost_was: cost, cost, ships_was: ships, ships };
  });
  const moved = [...products.values()].filter((fact) => fact !== undefined);
  const ships = each.every((one) => one.ships);
  const at = moved
    .map((fact) => fact.at)
    .toSorted()
    .at(-1);
  if (at === undefined) return { ships };
  const cost = ships ? sum(each.map((one) => one.cost)) : null;
  const cost_was = sum(each.map((one) => one.cost_was));
  return { ships, ship: { cost_was, cost, ships_was: each.every((one) => one.ships_was), ships, at } };
}

/**
 * One unit of a bundle: whether all of its parts are found and shipped, and the units that their stock is enough for. `fact`: what
 * moved of it, with the cost and the shipping of all parts; undefined: nothing. `facts` and `seen`: of the parts, by their variants,
 * and `shipping` by their products; what none has is as it was imported.
 */
export function judgeBundle(
  { parts, product_id, variant_id }: ListedBundle,
  facts: ReadonlyMap<string, SupplierFact>,
  seen: ReadonlyMap<string, Seen>,
  shipping: ReadonlyMap<string, SeenShipping>,
): { found: boolean; stock: number | null; ships: boolean; fact: SupplierFact | undefined } {
  const moved = parts.flatMap((part) => facts.get(part.variant_id ?? '') ?? []);
  const [first] = moved;
  const told = parts.map((part) => {
    const fact = facts.get(part.variant_id ?? '');
    const now: Seen = fact ?? seen.get(part.variant_id ?? '') ?? { found: true, cost: part.cost, stock: part.stock };
    const was: Seen = fact ? { found: fact.found_was, cost: fact.cost_was, stock: fact.stock_was } : now;
    return { pieces: part.pieces, now, was };
  });
  const costOf = (one: Seen, pieces: number): number | null => (one.cost === null ? null : one.cost * pieces);
  const stock = least(told.map(({ now, pieces }) => unitsInStock(now.stock, pieces)));
  const found = told.every(({ now }) => now.found);
  const { ships, ship } = judgeShipping(parts, facts, shipping);
  if (!first) return { found, stock, ships, fact: undefined };
  const fact = {
    variant_id,
    product_id,
    currency: first.currency,
    cost_was: sum(told.map(({ pieces, was }) => costOf(was, pieces))),
    cost: sum(told.map(({ now, pieces }) => costOf(now, pieces))),
    stock_was: least(told.map(({ pieces, was }) => unitsInStock(was.stock, pieces))),
    stock,
    found_was: told.every(({ was }) => was.found),
    found,
    at:
      moved
        .map((fact) => fact.at)
        .toSorted()
        .at(-1) ?? first.at,
    ...(ship ? { ship } : {}),
  };
  return { found, stock, ships, fact };
}
