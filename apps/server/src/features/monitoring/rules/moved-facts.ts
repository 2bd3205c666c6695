import { unitsInStock } from '../../products/index.ts';
import type { SeenRow } from '../tables.ts';
import type { RecordedVariant } from './judge-check.ts';
import type { JudgedShipping, ShippingMove } from './judge-shipping.ts';

/** What a check found of a variant, and what it was before. Amounts in minor units of `currency`. */
export interface MovedVariant {
  variant_id: string;
  product_id: string;
  currency: string;
  cost_was: number | null;
  cost: number | null;
  stock_was: number | null;
  stock: number | null;
  found_was: boolean;
  found: boolean;
  /** When the supplier was asked. */
  at: string;
  /** The shipping of its product changed. */
  ship?: ShippingMove;
}

/**
 * What a check found: sold variants that moved, and how many had a cost, stock, or were found before. shipped: products whose
 * shipping was known before and read again.
 */
export interface CheckReport {
  costs: number;
  stocks: number;
  found: number;
  shipped: number;
  facts: MovedVariant[];
}

/** Whether the supplier has too little for one unit of so many pieces. */
const isOut = (found: boolean, stock: number | null, pieces: number): boolean =>
  !found || unitsInStock(stock, pieces) === 0;

/**
 * Compares a check of a product with the one before, or with what its import recorded. `multiples`: pieces of a unit in stores,
 * other than one.
 */
export function movedFacts(
  variants: readonly RecordedVariant[],
  before: ReadonlyMap<string, SeenRow>,
  rows: readonly SeenRow[],
  { currency, at, shipping }: { currency: string; at: string; shipping?: JudgedShipping },
  multiples: ReadonlyMap<string, readonly number[]> = new Map(),
): CheckReport {
  const now = new Map(rows.map((row) => [row.variant_id, row]));
  const ship = shipping?.move;
  const report: CheckReport = { costs: 0, stocks: 0, found: 0, shipped: shipping?.isCompared ? 1 : 0, facts: [] };
  for (const variant of variants) {
    const row = now.get(variant.variant_id);
    if (!variant.enabled || !row) continue;
    const old = before.get(variant.variant_id);
    const was = old ?? { cost: variant.cost, stock: variant.stock, found: true };
    if (was.cost !== null) report.costs += 1;
    if (was.stock !== null && was.stock > 0) report.stocks += 1;
    if (was.found) report.found += 1;
    const { found } = row;
    // A variant that is not found keeps what was seen of it before.
    const [cost, stock] = found ? [row.cost, row.stock] : [null, null];
    const isMoved =
      ship !== undefined ||
      (found && cost !== was.cost) ||
      found !== was.found ||
      [1, ...(multiples.get(variant.variant_id) ?? [])].some(
        (pieces) => isOut(found, stock, pieces) !== isOut(was.found, was.stock, pieces),
      );
    if (!isMoved) continue;
    report.facts.push({
      variant_id: row.variant_id,
      product_id: row.product_id,
      currency,
      cost_was: was.cost,
      cost,
      stock_was: was.stock,
      stock,
      found_was: was.found,
      found,
      at,
      ...(ship ? { ship } : {}),
    });
  }
  return report;
}

/** The reports of some products as one. */
export const sumReports = (reports: readonly CheckReport[]): CheckReport => ({
  costs: reports.reduce((sum, one) => sum + one.costs, 0),
  stocks: reports.reduce((sum, one) => sum + one.stocks, 0),
  found: reports.reduce((sum, one) => sum + one.found, 0),
  shipped: reports.reduce((sum, one) => sum + one.shipped, 0),
  facts: reports.flatMap((one) => one.facts),
});
