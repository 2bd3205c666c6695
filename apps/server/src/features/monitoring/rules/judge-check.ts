import type { MonitoringSetting } from '@quayside/contracts';
import type { SeenRow } from '../tables.ts';

/** A variant as its owner keeps it. Amounts in the smallest unit of the product's currency. */
export interface RecordedVariant {
  variant_id: string;
  product_id: string;
  source_variant_id: string;
  sku: string;
  option_values: readonly string[];
  cost: number;
  stock: number | null;
  enabled: boolean;
}

/** What a supplier says of a variant now; what is absent he does not say. */
export interface SupplierReport {
  cost?: number;
  stock?: number;
}

export type CheckFinding =
  | { kind: 'cost_moved'; cost: number; was: number }
  | { kind: 'stock_ended' | 'stock_back' | 'product_gone'; names: string[] };

export interface CheckResult {
  /** What is kept of the look. */
  rows: SeenRow[];
  marks: { cost_moved: boolean; out_of_stock: boolean; gone: boolean };
  /** What people are told; each thing once. */
  news: CheckFinding[];
  /** What is kept here from now on, by the supplier's ids. */
  takes: { sourceVariantId: string; cost?: number; stock?: number }[];
}

type Wishes = Pick<MonitoringSetting, 'cost_percent' | 'tell_stock' | 'tell_gone' | 'cost_follows' | 'stock_follows'>;

/** A cost moved by more than so many percent; one of nothing that is now something always did. */
export const hasCostChanged = (was: number, now: number, percent: number): boolean =>
  Math.abs(now - was) * 100 > percent * was && now !== was;

const nameOf = (variant: RecordedVariant): string => variant.option_values.join(' / ') || variant.sku;

/** How far a cost moved, to find the largest move of a product. */
const moveOf = ({ cost, was }: { cost: number; was: number }): number => Math.abs(cost - was) / Math.max(was, 1);

/**
 * What a look at one product comes to: what is kept of it, what is told and what follows. `before` is what the look before
 * left; against it each thing is news once. A cost is measured from the one that was told last, so that small moves add up
 * until they are told. Variants that are not sold are looked at too, and never told of.
 */
export function judgeCheck(
  variants: readonly RecordedVariant[],
  before: ReadonlyMap<string, SeenRow>,
  told: ReadonlyMap<string, SupplierReport>,
  wishes: Wishes,
  seenAt: string,
): CheckResult {
  const rows: SeenRow[] = [];
  const takes: CheckResult['takes'] = [];
  const moves: { cost: number; was: number }[] = [];
  const names: Record<'stock_ended' | 'stock_back' | 'product_gone', string[]> = {
    stock_ended: [],
    stock_back: [],
    product_gone: [],
  };
  const marks = { cost_moved: false, out_of_stock: false, gone: false };
  for (const variant of variants) {
    const old = before.get(variant.variant_id);
    const now = told.get(variant.source_variant_id);
    const row: SeenRow = {
      variant_id: variant.variant_id,
      product_id: variant.product_id,
      found: now !== undefined,
      cost: now?.cost ?? old?.cost ?? null,
      stock: now?.stock ?? old?.stock ?? null,
      seen_at: now ? seenAt : (old?.seen_at ?? null),
      told_cost: old?.told_cost ?? null,
    };
    rows.push(row);
    const name = nameOf(variant);
    if (!now) {
      if (variant.enabled) marks.gone = true;
      if (variant.enabled && old?.found !== false) names.product_gone.push(name);
      continue;
    }
    const take: CheckResult['takes'][number] = { sourceVariantId: variant.source_variant_id };
    if (now.cost !== undefined) {
      const reference = old?.told_cost ?? variant.cost;
      const moved = hasCostChanged(reference, now.cost, wishes.cost_percent);
      if (moved && variant.enabled) moves.push({ cost: now.cost, was: reference });
      const takesCost = wishes.cost_follows === 'take' && now.cost !== variant.cost;
      if (takesCost) take.cost = now.cost;
      if (moved) row.told_cost = now.cost;
      else if (takesCost) row.told_cost = reference;
      if (!takesCost && now.cost !== variant.cost && variant.enabled) marks.cost_moved = true;
    }
    if (now.stock !== undefined) {
      const was = old ? old.stock : variant.stock;
      if (now.stock === 0 && variant.enabled) marks.out_of_stock = true;
      if (now.stock === 0 && was !== 0 && variant.enabled) names.stock_ended.push(name);
      if (now.stock > 0 && old && (old.stock === 0 || !old.found) && variant.enabled) names.stock_back.push(name);
      if (wishes.stock_follows === 'take' && now.stock !== variant.stock) take.stock = now.stock;
    }
    if (take.cost !== undefined || take.stock !== undefined) takes.push(take);
  }
  const [most] = moves.toSorted((a, b) => moveOf(b) - moveOf(a));
  const wanted = { stock_ended: wishes.tell_stock, stock_back: wishes.tell_stock, product_gone: wishes.tell_gone };
  const news: CheckFinding[] = most ? [{ kind: 'cost_moved', ...most }] : [];
  for (const kind of ['stock_ended', 'stock_back', 'product_gone'] as const)
    if (wanted[kind] && names[kind].length > 0) news.push({ kind, names: names[kind] });
  return { rows, marks, news, takes };
}
