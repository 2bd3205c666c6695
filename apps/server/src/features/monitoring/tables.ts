import type { SupplierId } from '@quayside/connector-kit';
import type { Mode } from '../../deps.ts';

/** Whose products are looked at together: one supplier's, in one mode, of one workplace. */
export interface ScheduleSlot {
  workplaceId: string;
  source: SupplierId;
  mode: Mode;
}

export interface TrackedProductRow {
  product_id: string;
  source: SupplierId;
  mode: Mode;
  looked_at: string | null;
  cost_moved: boolean;
  out_of_stock: boolean;
  gone: boolean;
  /** Variants that the last check found out of stock or gone, and all that it checked. */
  out_variants: number;
  variants: number;
}

/** What the supplier said of a variant; amounts in the smallest unit of the product's currency. */
export interface SeenRow {
  variant_id: string;
  product_id: string;
  found: boolean;
  cost: number | null;
  stock: number | null;
  seen_at: string | null;
  told_cost: number | null;
}
