import { type ListedBundle, unitsInStock } from '../../products/index.ts';
import type { SupplierFact } from '../tables.ts';

interface Seen {
  found: boolean;
  cost: number | null;
  stock: number | null;
}

const sum = (costs: readonly (number | null)[]): number | null =>
  costs.reduce((all, one) => (all === null || one === null ? null : all + one), 0 as number | null);

/** Units that the known stock of all parts is enough for; null: none is known. */
const least = (stocks: readonly (number | null)[]): number | null => {
  const known = stocks.filter((one) => one !== null);
  return known.length > 0 ? Math.min(...known) : null;
};

/**
 * One unit of a bundle: whether all of its parts are found, and the units that their stock is enough for. `fact`: what moved of
 * it, with the cost of all parts and the shipping of the listed product; undefined: nothing. `facts` and `seen`: of the parts, by their variants; what neither has is as
 * it was imported.
 */
export function judgeBundle(
  { parts, product_id, variant_id }: ListedBundle,
  facts: ReadonlyMap<string, SupplierFact>,
  seen: ReadonlyMap<string, Seen>,
): { found: boolean; stock: number | null; fact: SupplierFact | undefined } {
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
  if (!first) return { found, stock, fact: undefined };
  const ship = facts.get(variant_id)?.ship;
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
  return { found, stock, fact };
}
