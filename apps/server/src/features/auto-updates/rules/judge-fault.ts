import type { SupplierFault } from '@quayside/contracts';
import type { SupplierFact, SupplierReport } from '../tables.ts';

/** A cost that is this many times as high or as low jumped. */
const JUMP = 2;
/** Shares of the checked variants above which it is a fault of the answer rather than news. */
const SHARE: Record<SupplierFault, number> = { cost_up: 0.3, cost_down: 0.3, stock: 0.8, vanished: 0.5 };
/** Fewer are news, whatever their share: a clearance of one product is none of these. */
const LEAST_VARIANTS = 5;
const LEAST_PRODUCTS = 2;

const isJump = (low: number, high: number): boolean => high > 0 && high >= low * JUMP;

/** What a variant's fact would be part of, if it were a fault. */
export function symptomOf({
  cost_was,
  cost,
  stock_was,
  stock,
  found_was,
  found,
}: SupplierFact): SupplierFault | undefined {
  if (!found) return found_was ? 'vanished' : undefined;
  if (cost_was !== null && cost !== null && cost !== cost_was) {
    if (isJump(cost_was, cost)) return 'cost_up';
    if (isJump(cost, cost_was)) return 'cost_down';
  }
  return stock_was !== null && stock_was > 0 && stock === 0 ? 'stock' : undefined;
}

export interface Fault {
  fault: SupplierFault;
  affected: number;
  checked: number;
}

/**
 * Whether what a supplier said in one run is more likely a fault than news: all of a sudden a large share of its variants cost
 * twice as much or half, is out of stock, or is gone.
 */
export function judgeFault({ costs, stocks, found, facts }: SupplierReport): Fault | undefined {
  const checked: Record<SupplierFault, number> = { cost_up: costs, cost_down: costs, stock: stocks, vanished: found };
  const groups = Map.groupBy(facts, symptomOf);
  for (const fault of ['cost_up', 'cost_down', 'vanished', 'stock'] as const) {
    const group = groups.get(fault) ?? [];
    const products = new Set(group.map((one) => one.product_id)).size;
    if (group.length < LEAST_VARIANTS || products < LEAST_PRODUCTS) continue;
    if (group.length > SHARE[fault] * checked[fault]) return { fault, affected: group.length, checked: checked[fault] };
  }
  return undefined;
}

/** Facts measured from what was believed before a fault, so that an answer that returns to it is no jump. */
export const measuredFrom = (
  facts: readonly SupplierFact[],
  believed: ReadonlyMap<string, SupplierFact>,
): SupplierFact[] =>
  facts.map((fact) => {
    const before = believed.get(fact.variant_id);
    return before
      ? { ...fact, cost_was: before.cost_was, stock_was: before.stock_was, found_was: before.found_was }
      : fact;
  });
