import type { ChannelAddress, ShippingOption, SupplierId } from '@quayside/connector-kit';
import type { SupplierName } from '@quayside/contracts';
import type { MessageParams } from '@quayside/kernel';
import type { Mode } from '../../deps.ts';
import { type OrderShare, splitCosts } from './rules/split-cost.ts';
import type { PayState, PlaceState } from './rules/states.ts';

/** A row of supplier_order. Amounts are in minor units of `currency`. */
export interface PurchaseRow {
  supplier_order_id: string;
  /** The order it is for, or the first of several. */
  order_id: string;
  /** The other orders that share it. */
  other_order_ids: string[];
  /** How costs are split over its orders, the first one first; null: it is for one order. */
  shares: OrderShare[] | null;
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
  /** Pieces at the supplier. */
  quantity: number;
  /** Pieces in one unit of the order's line. */
  pieces_per_unit: number;
  /** Of one piece. */
  unit_cost: number | null;
}

/** The total shown to the owner; null while a part was unknown. */
export const quotedTotal = (row: Pick<PurchaseRow, 'quoted_items' | 'quoted_shipping'>): number | null =>
  row.quoted_items === null || row.quoted_shipping === null ? null : row.quoted_items + row.quoted_shipping;

/** The display number of an order at the supplier; empty before it is placed. */
export const orderNumber = (row: Pick<PurchaseRow, 'order_number' | 'source_order_no'>): string =>
  row.order_number ?? row.source_order_no ?? '';

/** All orders that a supplier order is for. */
export const orderIdsOf = (row: Pick<PurchaseRow, 'order_id' | 'other_order_ids'>): string[] => [
  row.order_id,
  ...row.other_order_ids,
];

/** The names of all orders of a supplier order. */
export const namesOf = (orders: readonly { name: string }[]): string => orders.map((one) => one.name).join(', ');

type Shared = Pick<
  PurchaseRow,
  'order_id' | 'shares' | 'quoted_items' | 'quoted_shipping' | 'items_cost' | 'shipping_cost' | 'total_cost'
>;

/** A supplier order as each of its orders has it: with that order's part of the costs. */
export function byOrder<R extends Shared>(row: R): R[] {
  const { shares } = row;
  if (!shares) return [row];
  const quoted = splitCosts({ items: row.quoted_items, shipping: row.quoted_shipping, total: null }, shares);
  const actual = splitCosts(
    {
      items: row.items_cost ?? row.quoted_items,
      shipping: row.shipping_cost ?? row.quoted_shipping,
      total: row.total_cost,
    },
    shares,
  );
  return shares.map((share, at) => ({
    ...row,
    order_id: share.order_id,
    quoted_items: quoted[at]?.items ?? null,
    quoted_shipping: quoted[at]?.shipping ?? null,
    items_cost: row.items_cost === null ? null : (actual[at]?.items ?? null),
    shipping_cost: row.shipping_cost === null ? null : (actual[at]?.shipping ?? null),
    total_cost: actual[at]?.total ?? null,
  }));
}

/** Supplier orders by order: a shared one is under each of its orders, whole. */
export function groupByOrder<R extends Pick<PurchaseRow, 'order_id' | 'other_order_ids'>>(
  rows: readonly R[],
): Map<string, R[]> {
  const pairs = rows.flatMap((row) => orderIdsOf(row).map((id) => ({ id, row })));
  return new Map([...Map.groupBy(pairs, (pair) => pair.id)].map(([id, own]) => [id, own.map((pair) => pair.row)]));
}

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
