import { type Executor, raw, sql } from '../../../db/index.ts';
import { LISTING_OPEN } from '../../../states/listing.ts';
import { ORDER_EDIT_OPEN } from '../../../states/order-edit.ts';
import { RETURN_REFUND_OPEN } from '../../../states/order-return.ts';
import { SYNC_OPEN, SYNC_SENT } from '../../../states/parcel-sync.ts';
import { isOfOrders, isOneOf, isPurchaseOpen } from '../../../states/sql.ts';
import { WRITE_BATCH_OPEN } from '../../../states/write-batch.ts';
import type { OpenWork } from '../tables.ts';

const NOTHING: OpenWork = { supplier_orders: 0, listings: 0, parcels: 0 };

/** SQL: open rows of effects. Parcels that wait go along in any case. */
const OPEN = {
  supplier_order: isPurchaseOpen(),
  listing: isOneOf('state', LISTING_OPEN),
  shipment: isOneOf('report_state', SYNC_OPEN),
  order_edit: isOneOf('state', ORDER_EDIT_OPEN),
  order_return_refund: isOneOf('state', RETURN_REFUND_OPEN),
  auto_update_batch: isOneOf('state', WRITE_BATCH_OPEN),
  market_price_batch: isOneOf('state', WRITE_BATCH_OPEN),
  shopper_mail: isOneOf('state', ['sending']),
};

/** What of a store is being done at a supplier or in the store itself, or is about to be. */
export async function findOpenWork(ex: Executor, workplaceId: string, storeId: string): Promise<OpenWork> {
  const row = await ex.first<OpenWork>(sql`select
    (select count(*) from supplier_order where workplace_id = ${workplaceId} and store_id = ${storeId}
      and ${OPEN.supplier_order})::int as supplier_orders,
    (select count(*) from listing where workplace_id = ${workplaceId} and store_id = ${storeId}
      and ${OPEN.listing})::int as listings,
    (select count(*) from shipment where workplace_id = ${workplaceId} and store_id = ${storeId}
      and ${isOneOf('report_state', SYNC_SENT)})::int as parcels`);
  return row ?? NOTHING;
}

export const isIdle = (work: OpenWork): boolean => work.supplier_orders + work.listings + work.parcels === 0;

const HOLDERS = [
  'supplier_order',
  'listing',
  'shipment',
  'order_edit',
  'order_return_refund',
  'auto_update_batch',
  'market_price_batch',
  'shopper_mail',
] as const;

/**
 * Whether a worker holds something of a store just now: it may be talking to a supplier, the store or the mail server. Rows that are being
 * taken up are waited for.
 */
export async function isStoreHeld(tx: Executor, workplaceId: string, storeId: string): Promise<boolean> {
  for (const table of HOLDERS) {
    const rows = await tx.rows<{ is_held: boolean }>(sql`
      select coalesce(claimed_until >= clock_timestamp(), false) as is_held from ${raw(table)}
      where workplace_id = ${workplaceId} and store_id = ${storeId} and ${OPEN[table]} for no key update`);
    if (rows.some((row) => row.is_held)) return true;
  }
  return false;
}

/** Whether a worker holds something of some orders just now: it may be talking to a supplier, the store or the mail server. */
export const isHeld = async (ex: Executor, workplaceId: string, orderIds: readonly string[]): Promise<boolean> =>
  (await ex.first(sql`select 1 where exists (select 1 from supplier_order where workplace_id = ${workplaceId}
      and ${isOfOrders(orderIds)} and claimed_until >= clock_timestamp())
    or exists (select 1 from order_edit where workplace_id = ${workplaceId}
      and order_id = any(${[...orderIds]}::uuid[]) and claimed_until >= clock_timestamp())
    or exists (select 1 from order_return_refund where workplace_id = ${workplaceId}
      and order_id = any(${[...orderIds]}::uuid[]) and claimed_until >= clock_timestamp())
    or exists (select 1 from shopper_mail where workplace_id = ${workplaceId}
      and order_id = any(${[...orderIds]}::uuid[]) and claimed_until >= clock_timestamp())
    or exists (select 1 from shipment where workplace_id = ${workplaceId}
      and order_id = any(${[...orderIds]}::uuid[]) and claimed_until >= clock_timestamp())`)) !== undefined;
