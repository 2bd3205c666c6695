import type { SupplierId } from '@quayside/connector-kit';
import type { AutoUpdateCause, AutoUpdateRules, AutoUpdateState, SupplierFault } from '@quayside/contracts';
import type { MessageParams } from '@quayside/kernel';
import type { Mode } from '../../deps.ts';

/** A supplier, as its products are checked together. */
export interface SupplierName {
  source: SupplierId;
  mode: Mode;
}

/** The shipping of a product that changed; cost: of one item, null where it isn't shipped now. */
export interface ShippingFact {
  cost_was: number | null;
  cost: number | null;
  ships_was: boolean;
  ships: boolean;
  /** When the supplier said so, ISO-8601. */
  at: string;
}

/** What a check found of a variant, and what it was before. Amounts in minor units of `currency`, the product's. */
export interface SupplierFact {
  variant_id: string;
  product_id: string;
  currency: string;
  cost_was: number | null;
  cost: number | null;
  stock_was: number | null;
  stock: number | null;
  found_was: boolean;
  found: boolean;
  /** When the supplier was asked, ISO-8601. */
  at: string;
  /** Absent: the shipping of its product did not change. */
  ship?: ShippingFact;
}

/**
 * What a check of some products found: variants that moved, and how many had a cost, stock, or were there before. shipped: products
 * whose shipping was known before and read again.
 */
export interface SupplierReport {
  costs: number;
  stocks: number;
  found: number;
  shipped: number;
  facts: SupplierFact[];
}

export interface ReportRow extends SupplierReport {
  report_id: string;
}

export interface HoldRow extends SupplierName {
  hold_id: string;
  fault: SupplierFault;
  affected: number;
  checked: number;
  facts: SupplierFact[];
  created_at: string;
}

export interface RuleRow {
  store_id: string;
  is_enabled: boolean;
  rules: AutoUpdateRules;
  revision: number;
  updated_at: string;
}

/**
 * A value of a listing in minor units of the store's currency. `compare` is absent where the compare-at price stays; `stock` is
 * null where the store doesn't track it.
 */
export type ListingValue =
  | { field: 'price'; price: number; compare?: number | null }
  | { field: 'stock'; stock: number | null }
  | { field: 'status'; status: string };

/** What a change rests on; absent where a person undid something. */
export interface ChangeFacts {
  cost_was: number | null;
  cost: number | null;
  currency: string;
  stock: number | null;
  /** The shipping of one item, where it changed. */
  shipping_was?: number | null;
  shipping?: number | null;
  at: string;
  /** How the cost was converted. */
  rate?: string | null;
  rate_day?: string | null;
}

export interface ChangeRow {
  change_id: string;
  batch_id: string | null;
  store_id: string;
  listing_id: string;
  product_id: string;
  variant_id: string | null;
  title: string;
  field: ListingValue['field'];
  cause: AutoUpdateCause;
  rule: string;
  currency: string;
  /** What the store must still hold; null: as field ownership says. */
  expected: ListingValue | null;
  before: ListingValue | null;
  after: ListingValue;
  facts: ChangeFacts | null;
  state: AutoUpdateState;
  error_key: string | null;
  error_params: MessageParams | null;
  undoes: string | null;
  undone_by: string | null;
  requested_by: string | null;
  created_at: string;
  ended_at: string | null;
}
