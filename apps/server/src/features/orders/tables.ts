import type { ChannelAddress, ShippingOption, StaffNote, SupplierId } from '@quayside/connector-kit';
import type { LineState, SupplierName } from '@quayside/contracts';
import type { MessageParams } from '@quayside/kernel';
import type { Mode } from '../../deps.ts';
import type { TakenOverBy } from './rules/intake.ts';
import type { FulfillmentStatus, PaymentStatus, PlacementStatus } from './rules/order-status.ts';

/** A problem for a person: message key and parameters. */
export interface StoredProblem {
  key: string;
  params?: MessageParams;
}

/** A row of sales_order. Amounts are in minor units of `currency`, the cost of `cost_currency`. */
export interface OrderRow {
  order_id: string;
  store_id: string;
  mode: Mode;
  /** Created in Quayside: its store knows nothing of it. */
  is_manual: boolean;
  /** A manual order of the workspace for itself: never a sale. */
  is_sample: boolean;
  /** A manual order that replaces returned items: no sale of its own. */
  is_exchange: boolean;
  external_order_id: string;
  name: string;
  placed_at: string;
  store_updated_at: string;
  read_at: string;
  currency: string;
  subtotal: number;
  shipping_total: number;
  tax_total: number;
  /** Other amounts include tax. */
  tax_included: boolean;
  /** Fees, duties and tips; negative for reductions. */
  fee_total: number;
  discount_total: number;
  total: number;
  financial_status: string;
  fulfillment_status: FulfillmentStatus;
  placement_status: PlacementStatus;
  payment_status: PaymentStatus;
  tab: 'unfulfilled' | 'fulfilled' | 'archived';
  customer_name: string | null;
  customer_email: string | null;
  /** The customer's language as the store reports it (BCP 47). */
  customer_locale: string | null;
  ship_country: string | null;
  address: ChannelAddress;
  address_edit: ChannelAddress | null;
  shipping_method_title: string | null;
  /** Payment method, as named by the store. */
  payment_method: string | null;
  pays_on_delivery: boolean;
  note: string | null;
  tags: string[];
  /** Private notes by the store's staff, oldest first. */
  staff_notes: StaffNote[];
  mark: 'none' | 'grey' | 'green' | 'red';
  public_tracking_id: string;
  problems: StoredProblem[];
  cost: number | null;
  cost_currency: string | null;
  cost_is_whole: boolean;
  /**
   * Shipping of the waiting lines, in minor units of expected_currency; see rules/waiting-lines.ts for expected_for.
   */
  expected_shipping: number | null;
  expected_currency: string | null;
  expected_for: string | null;
  cancelled_at: string | null;
  /** deletion: the store deleted the order. */
  cancelled_by: 'channel' | 'source' | 'deletion' | null;
  archived_at: string | null;
  /** A member's choice, which the store's state doesn't change. */
  archive_edit: 'archived' | 'open' | null;
  /** The customer's data was erased and is not saved again. */
  erased_at: string | null;
}

/** A row of order_line. Prices are in minor units of the order's currency, the cost of `cost_currency`. */
export interface LineRow {
  order_id: string;
  line_id: string;
  external_line_id: string;
  external_product_id: string | null;
  external_variant_id: string | null;
  sku: string | null;
  title: string;
  variant_title: string | null;
  image_url: string | null;
  quantity: number;
  fulfillable_quantity: number;
  /** Quantity refunded before shipping; null: not read since this is recorded. */
  refunded_quantity: number | null;
  unit_price: number;
  discount: number;
  requires_shipping: boolean;
  product_id: string | null;
  variant_id: string | null;
  source: (SupplierName & SupplierId) | null;
  source_product_id: string | null;
  source_variant_id: string | null;
  source_sku: string | null;
  /** Pieces of the supplier's variant in one unit sold. */
  pieces_per_unit: number;
  replaced: boolean;
  /** Of one piece. */
  unit_cost: number | null;
  cost_currency: string | null;
  shipping_method: string | null;
  shipping_quote: ShippingOption | null;
  state: LineState;
  taken_over_by: TakenOverBy | null;
  block_key: string | null;
  block_params: MessageParams | null;
  supplier_order_id: string | null;
  source_order_no: string | null;
  position: number;
  /** A further part of a bundle: the line that it belongs to, and its place among the parts, from 1. */
  bundle_line_id: string | null;
  bundle_position: number | null;
  /** Units of a bundle's part in parcels of which the store isn't told yet, because other parts are missing. */
  shipped_ahead: number;
  /** It was requested at a supplier, also if that came to nothing. */
  requested: boolean;
}

/** A row of order_event. */
export interface EventRow {
  event_id: string;
  kind: string;
  params: MessageParams;
  actor: string;
  at: string;
}
