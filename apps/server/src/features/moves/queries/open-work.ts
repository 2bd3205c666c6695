import { type Executor, sql } from '../../../db/index.ts';
import { LISTING_OPEN } from '../../../states/listing.ts';
import { REPORT_SENT } from '../../../states/parcel-report.ts';
import { isOneOf, isPurchaseOpen } from '../../../states/sql.ts';
import type { UnderWay } from '../tables.ts';

const NOTHING: UnderWay = { supplier_orders: 0, listings: 0, parcels: 0 };

/** What of a store is being done at a supplier or in the store itself, or is about to be. */
export async function workUnderWay(ex: Executor, workplaceId: string, storeId: string): Promise<UnderWay> {
  const row = await ex.first<UnderWay>(sql`select
    (select count(*) from supplier_order where workplace_id = ${workplaceId} and store_id = ${storeId}
      and ${isPurchaseOpen()})::int as supplier_orders,
    (select count(*) from listing where workplace_id = ${workplaceId} and store_id = ${storeId}
      and ${isOneOf('state', LISTING_OPEN)})::int as listings,
    (select count(*) from shipment where workplace_id = ${workplaceId} and store_id = ${storeId}
      and ${isOneOf('report_state', REPORT_SENT)})::int as parcels`);
  return row ?? NOTHING;
}

const MOST_NAMES = 5;

/** The orders and products of that work, by name; a few of many. */
export async function namesUnderWay(ex: Executor, workplaceId: string, storeId: string): Promise<string> {
  const rows = await ex.rows<{ name: string }>(sql`
    select o.name from supplier_order s join sales_order o on o.workplace_id = s.workplace_id and o.order_id = s.order_id
      where s.workplace_id = ${workplaceId} and s.store_id = ${storeId} and ${isPurchaseOpen('s.')}
    union select o.name from shipment h join sales_order o on o.workplace_id = h.workplace_id and o.order_id = h.order_id
      where h.workplace_id = ${workplaceId} and h.store_id = ${storeId} and ${isOneOf('h.report_state', REPORT_SENT)}
    union select p.title from listing l join product p on p.workplace_id = l.workplace_id and p.product_id = l.product_id
      where l.workplace_id = ${workplaceId} and l.store_id = ${storeId} and ${isOneOf('l.state', LISTING_OPEN)}
    order by 1`);
  const more = rows.length > MOST_NAMES ? ` +${rows.length - MOST_NAMES}` : '';
  return `${rows
    .slice(0, MOST_NAMES)
    .map((row) => row.name)
    .join(', ')}${more}`;
}

export const isIdle = (work: UnderWay): boolean => work.supplier_orders + work.listings + work.parcels === 0;

/** Whether a worker holds something of some orders just now: it may be talking to a supplier or to the store. */
export const isHeld = async (ex: Executor, workplaceId: string, orderIds: readonly string[]): Promise<boolean> =>
  (await ex.first(sql`select 1 where exists (select 1 from supplier_order where workplace_id = ${workplaceId}
      and order_id = any(${[...orderIds]}::uuid[]) and claimed_until >= clock_timestamp())
    or exists (select 1 from shipment where workplace_id = ${workplaceId}
      and order_id = any(${[...orderIds]}::uuid[]) and claimed_until >= clock_timestamp())`)) !== undefined;
