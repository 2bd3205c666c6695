import type { SupplierFault } from '@quayside/contracts';
import type { SupplierFact, SupplierReport } from '../tables.ts';

/** A cost that is this many times as high or as low jumped. */
const JUMP = 2;
/** Shares of the checked variants, of shipping of the products, above which it is a fault of the answer rather than news. */
const SHARE: Record<SupplierFault, number> = {
  cost_up: 0.3,
  cost_down: 0.3,
  stock: 0.8,
  vanished: 0.5,
  shipping_up: 0.3,
  shipping_down: 0.3,
  shipping_gone: 0.5,
};
/** Fewer are news, whatever their share: a clearance of one product is none of these. */
const LEAST_VARIANTS = 5;
const LEAST_PRODUCTS = 2;
/** Shipping has one figure for each product. */
const LEAST_SHIPPED = 3;

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

/** What a product's shipping would be part of, if it were a fault. */
export function shippingSymptomOf({ ship }: SupplierFact): SupplierFault | undefined {
  if (!ship) return undefined;
  const { cost_was: was, cost, ships, ships_was: shipsWas } = ship;
  if (!ships) return shipsWas ? 'shipping_gone' : undefined;
  if (was === null || cost === null || cost === was) return undefined;
  if (isJump(was, cost)) return 'shipping_up';
  return isJump(cost, was) ? 'shipping_down' : undefined;
}

export interface Fault {
  fault: SupplierFault;
  affected: number;
  checked: number;
}

/**
 * Whether what a supplier said in one run is more likely a fault than news: all of a sudden a large share of its variants cost
 * twice as much or half, is out of stock, or is gone; or shipping of many products does, or ends.
 */
export function judgeFault({ costs, stocks, found, shipped, facts }: SupplierReport): Fault | undefined {
  const checked = { cost_up: costs, cost_down: costs, stock: stocks, vanished: found };
  const groups = Map.groupBy(facts, symptomOf);
  for (const fault of ['cost_up', 'cost_down', 'vanished', 'stock'] as const) {
    const group = groups.get(fault) ?? [];
    const products = new Set(group.map((one) => one.product_id)).size;
    if (group.length < LEAST_VARIANTS || products < LEAST_PRODUCTS) continue;
    if (group.length > SHARE[fault] * checked[fault]) return { fault, affected: group.length, checked: checked[fault] };
  }
  const shippings = Map.groupBy(facts, shippingSymptomOf);
  for (const fault of ['shipping_up', 'shipping_down', 'shipping_gone'] as const) {
    const affected = new Set(shippings.get(fault)?.map((one) => one.product_id)).size;
    if (affected >= LEAST_SHIPPED && affected > SHARE[fault] * shipped) return { fault, affected, checked: shipped };
  }
  return undefined;
}

/** A change of shipping that follows on another: from the first value to the last. */
export const shippingFrom = (
  first: SupplierFact['ship'],
  last: SupplierFact['ship'],
): SupplierFact['ship'] | undefined =>
  first && last ? { ...last, cost_was: first.cost_was, ships_was: first.ships_was } : (last ?? first);

/** Facts measured from what was believed before a fault, so that an answer that returns to it is no jump. */
export const measuredFrom = (
  facts: readonly SupplierFact[],
  believed: ReadonlyMap<string, SupplierFact>,
): SupplierFact[] =>
  facts.map((fact) => {
    const before = believed.get(fact.variant_id);
    if (!before) return fact;
    const { cost_was, stock_was, found_was } = before;
    const ship = shippingFrom(before.ship, fact.ship);
    return { ...fact, cost_was, stock_was, found_was, ...(ship ? { ship } : {}) };
  });

/** Whether a variant of a hold still shows what it is held for, though too few do by now for another fault. */
export const isStillHeld = (fault: SupplierFault, fact: SupplierFact): boolean =>
  symptomOf(fact) === fault || shippingSymptomOf(fact) === fault;
