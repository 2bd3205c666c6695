import { type Executor, sql } from '../../../db/index.ts';
import type { UnderWay } from '../tables.ts';

const NOTHING: UnderWay = { supplier_orders: 0, listings: 0, parcels: 0 };

/** What of a store is being done at a supplier or in the store itself, or is about to be. */
export async function workUnderWay(ex: Executor, workplaceId: string, storeId: string): Promise<UnderWay> {
  const row = await ex.first<UnderWay>(sql`select
    (select count(*) from supplier_order where workplace_id = ${workplaceId} and store_id = ${storeId}
      and (state in ('requested', 'placing', 'unknown') or pay_state in ('requested', 'paying', 'unknown')))::int as supplier_orders,
    (select count(*) from listing where workplace_id = ${workplaceId} and store_id = ${storeId}
      and state in ('queued', 'pushing', 'unknown'))::int as listings,
    (select count(*) from shipment where workplace_id = ${workplaceId} and store_id = ${storeId}
      and report_state in ('sending', 'unknown'))::int as parcels`);
  return row ?? NOTHING;
}

export const isIdle = (work: UnderWay): boolean => work.supplier_orders + work.listings + work.parcels === 0;

/** Whether a worker holds something of some orders just now: it may be talking to a supplier or to the store. */
export const isHeld = async (ex: Executor, workplaceId: string, orderIds: readonly string[]): Promise<boolean> =>
  (await ex.first(sql`select 1 where exists (select 1 from supplier_order where workplace_id = ${workplaceId}
      and order_id = any(${[...orderIds]}::uuid[]) and claimed_until >= clock_timestamp())
    or exists (select 1 from shipment where workplace_id = ${workplaceId}
      and order_id = any(${[...orderIds]}::uuid[]) and claimed_until >= clock_timestamp())`)) !== undefined;
