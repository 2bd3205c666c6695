import type { ChannelAddress, ShippingOption, SupplierId } from '@quayside/connector-kit';
import type { SupplierName } from '@quayside/contracts';
import type { MessageParams } from '@quayside/kernel';
import type { Mode } from '../../deps.ts';
import type { PayState, PlaceState } from './rules/states.ts';

/** A row of supplier_order. Amounts are in minor units of `currency`. */
export interface PurchaseRow {
  supplier_order_id: string;
  order_id: string;
  /** null: a manual purchase, which no job places, pays or reads. */
  connection_id: string | null;
  /** Bought by a member at a marketplace without an API. */
  manual: boolean;
  supplier: SupplierName & SupplierId;
  mode: Mode;
  reference: string;
  state: PlaceState;
  pay_state: PayState;
  payer: 'wallet' | 'own-account';
  /** The supplier's order id. */
  source_order_no: string | null;
  /** Its display number, if different; see `orderNumber`. */
  order_number: string | null;
  shipping_method: string | null;
  shipping_quote: ShippingOption | null;
  address: ChannelAddress;
  currency: string;
  quoted_items: number | null;
  quoted_shipping: number | null;
  items_cost: number | null;
  shipping_cost: number | null;
  total_cost: number | null;
  placement_id: string;
  pay_automatically: boolean;
  pay_process_id: string | null;
  payment_reference: string | null;
  pay_round: number;
  pay_amount: number | null;
  remote_state: string | null;
  error_key: string | null;
  error_params: MessageParams | null;
  attempts: number;
  pay_attempts: number;
  pay_sent_at: string | null;
  pauses: number;
  synced_at: string | null;
  sync_process_id: string | null;
  sync_state: 'processing' | 'success' | 'error' | null;
  sync_error_key: string | null;
  placed_at: string | null;
  paid_at: string | null;
  shipped_at: string | null;
  created_at: string;
  /** Not placed before; the shopper may still cancel. */
  not_before: string | null;
  /** Account that requested it; null: a rule, or before this was recorded. */
  requested_by: string | null;
}

export interface PurchaseLineRow {
  supplier_order_id: string;
  line_id: string;
  order_id: string;
  source_product_id: string;
  source_variant_id: string;
  sku: string;
  quantity: number;
  unit_cost: number | null;
}

/** The total shown to the owner; null while a part was unknown. */
export const quotedTotal = (row: Pick<PurchaseRow, 'quoted_items' | 'quoted_shipping'>): number | null =>
  row.quoted_items === null || row.quoted_shipping === null ? null : row.quoted_items + row.quoted_shipping;

/** The display number of an order at the supplier; empty before it is placed. */
export const orderNumber = (row: Pick<PurchaseRow, 'order_number' | 'source_order_no'>): string =>
  row.order_number ?? row.source_order_no ?? '';

/** Neither failed nor canceled. */
export const isStanding = ({ state }: Pick<PurchaseRow, 'state'>): boolean =>
  state !== 'failed' && state !== 'cancelled';

type Costs = Pick<PurchaseRow, 'quoted_items' | 'quoted_shipping' | 'currency'> &
  Partial<Pick<PurchaseRow, 'total_cost'>>;

/** What a supplier order costs: its bill, else the quote; null: not known yet. */
export const toCostPart = (row: Costs): { amount: number | null; currency: string } => ({
  amount: row.total_cost ?? quotedTotal(row),
  currency: row.currency,
});
