import type { ChannelAddress } from '@quayside/connector-kit';
import { type Executor, empty, sql } from '../../db/index.ts';
import { SYNC_SENT } from '../../states/parcel-sync.ts';
import { isOfOrder, isOfOrders, isOneOf, isPurchaseOpen } from '../../states/sql.ts';
import { toSearchTerms } from '../orders/index.ts';
import type { Subject } from './rules/subject.ts';
import { ERASING_SUPPLIERS } from './rules/suppliers.ts';

/** Ids of the orders that a subject means. Each part goes by an index: functions over the columns of the orders would read them all. */
const idsOf = (workplaceId: string, subject: Subject, storeId: string | undefined) => sql`
  select unnest(${subject.orderIds}::uuid[]) as order_id
  union select order_id from order_contact where workplace_id = ${workplaceId}
    and contact_key = any(${[...subject.emails, ...subject.phones]}::text[])
  ${
    storeId && subject.externalIds.length > 0
      ? sql`union select order_id from sales_order where workplace_id = ${workplaceId} and store_id = ${storeId}
          and external_order_id = any(${subject.externalIds}::text[])`
      : empty
  }`;

/** Before every id. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Orders of a shopper that still hold personal data, after an id, in the order of their ids. `storeId`: of this store alone. */
export const ordersOfShopper = (
  ex: Executor,
  workplaceId: string,
  subject: Subject,
  { storeId, after, most }: { storeId?: string | undefined; after: string; most: number },
): Promise<string[]> =>
  ex
    .rows<{ order_id: string }>(sql`with found as materialized (${idsOf(workplaceId, subject, storeId)})
      select o.order_id from found f join sales_order o on o.workplace_id = ${workplaceId} and o.order_id = f.order_id
      where o.erased_at is null ${storeId ? sql`and o.store_id = ${storeId}` : empty} and f.order_id > ${after}
      order by o.order_id limit ${most}`)
    .then((rows) => rows.map((row) => row.order_id));

/** The ways in which a phone number that a person typed may be kept: in every country where it has no country code. */
export const phoneKeys = async (ex: Executor, typed: string): Promise<string[]> =>
  (await ex.first<{ keys: string[] }>(sql`select phone_keys(${typed}) as keys`))?.keys ?? [];

/** Those of some keys under which a workspace has orders. */
export const knownKeys = (ex: Executor, workplaceId: string, keys: readonly string[]): Promise<string[]> =>
  ex
    .rows<{ contact_key: string }>(sql`select distinct contact_key from order_contact
      where workplace_id = ${workplaceId} and contact_key = any(${keys}::text[]) order by contact_key`)
    .then((rows) => rows.map((row) => row.contact_key));

/** Orders with this number, by which their shopper is known: at most ten. */
export const shoppersOfNumber = (ex: Executor, workplaceId: string, number: string) =>
  ex.rows<{ order_id: string; keys: string[] }>(sql`select o.order_id,
      array(select contact_key from order_contact c where c.workplace_id = ${workplaceId} and c.order_id = o.order_id) as keys
    from sales_order o where o.workplace_id = ${workplaceId} and o.erased_at is null and o.name in (${number}, ${`#${number}`})
      and o.order_id in (select order_id from order_term where workplace_id = ${workplaceId} and term = ${toSearchTerms({ name: number, skus: [] })[0] ?? ''})
    order by o.placed_at desc limit 10`);

export interface FoundOrder {
  order_id: string;
  store_id: string;
  external_order_id: string;
  name: string;
  store: string;
  placed_at: string;
  customer_name: string | null;
  customer_email: string | null;
  address: ChannelAddress;
  address_edit: ChannelAddress | null;
}

export const readOrders = (ex: Executor, workplaceId: string, ids: readonly string[]): Promise<FoundOrder[]> =>
  ex.rows<FoundOrder>(sql`select o.order_id, o.store_id, o.external_order_id, o.name, o.placed_at, o.customer_name,
      o.customer_email, o.address, o.address_edit, coalesce(nullif(s.store_name, ''), s.platform_domain) as store
    from sales_order o join store s on s.workplace_id = o.workplace_id and s.store_id = o.store_id
    where o.workplace_id = ${workplaceId} and o.order_id = any(${ids}::uuid[]) order by o.placed_at desc, o.order_id desc`);

/** The newest of some orders, newest first. */
export const findNewest = (
  ex: Executor,
  workplaceId: string,
  ids: readonly string[],
  most: number,
): Promise<string[]> =>
  ex
    .rows<{ order_id: string }>(sql`select order_id from sales_order where workplace_id = ${workplaceId}
      and order_id = any(${ids}::uuid[]) order by placed_at desc, order_id desc limit ${most}`)
    .then((rows) => rows.map((row) => row.order_id));

/**
 * Those of some orders that are under way: being bought or paid, still to be packed or sent by a supplier that erases at our
 * request, with a parcel that is not there yet or not synced.
 * `isGone`: their store removed the app; nobody waits for what was not bought, nor for parcels.
 */
export const findOpenWork = (
  ex: Executor,
  workplaceId: string,
  ids: readonly string[],
  { isGone, parcelsSince }: { isGone: boolean; parcelsSince: string },
): Promise<{ order_id: string; name: string }[]> =>
  ex.rows(sql`select o.order_id, o.name from sales_order o
    where o.workplace_id = ${workplaceId} and o.order_id = any(${ids}::uuid[]) and (
      ${isGone ? empty : sql`o.tab = 'unfulfilled' or`}
      exists (select from supplier_order s where s.workplace_id = ${workplaceId} 
        and ${isOfOrder('o.order_id', 's.')}
        and (${isPurchaseOpen('s.')}
          or (s.supplier = any(${[...ERASING_SUPPLIERS]}::text[]) and s.state = 'placed' and s.pay_state = 'paid'
            and coalesce(s.remote_state, 'paid') not in ('shipped', 'delivered', 'cancelled'))))
      or exists (select from shipment h where h.workplace_id = ${workplaceId} and h.order_id = o.order_id
        and (${isOneOf('h.report_state', SYNC_SENT)}
          ${isGone ? empty : sql`or h.report_state = 'waiting' or (h.state not in ('delivered', 'expired') and h.shipped_at > ${parcelsSince})`})))
    order by o.placed_at desc, o.order_id desc`);

/** Suppliers that these orders were sent to and that do not erase at our request: their keys. */
export const findSuppliers = (ex: Executor, workplaceId: string, ids: readonly string[]): Promise<string[]> =>
  ex
    .rows<{ supplier: string }>(sql`select distinct supplier from supplier_order where workplace_id = ${workplaceId}
      and ${isOfOrders(ids)} and sent_at is not null
      and not supplier = any(${[...ERASING_SUPPLIERS]}::text[]) order by supplier`)
    .then((rows) => rows.map((row) => row.supplier));

/** What was sent of these orders to suppliers that erase at our request: our references, by connection. */
export const erasablePurchases = (
  ex: Executor,
  workplaceId: string,
  ids: readonly string[],
): Promise<{ connection_id: string; references: string[] }[]> =>
  ex.rows(sql`select connection_id, array_agg(reference order by reference) as references from supplier_order
    where workplace_id = ${workplaceId} and ${isOfOrders(ids)} and sent_at is not null
      and supplier = any(${[...ERASING_SUPPLIERS]}::text[]) group by connection_id`);

/** Orders of a store that still hold personal data, after an id. */
export const ordersOfStore = (
  ex: Executor,
  workplaceId: string,
  storeId: string,
  after: string,
  most: number,
): Promise<string[]> =>
  ex
    .rows<{ order_id: string }>(sql`select order_id from sales_order where workplace_id = ${workplaceId}
      and store_id = ${storeId} and erased_at is null and order_id > ${after} order by order_id limit ${most}`)
    .then((rows) => rows.map((row) => row.order_id));

const ended = (workplaceId: string, cutoff: string) => sql`o.workplace_id = ${workplaceId} and o.erased_at is null
  and o.placed_at < ${cutoff} and o.tab <> 'unfulfilled' and coalesce(o.cancelled_at, o.archived_at, o.placed_at) < ${cutoff}
  and not exists (select from shipment h where h.workplace_id = ${workplaceId} and h.order_id = o.order_id
    and coalesce(h.delivered_at, h.shipped_at) >= ${cutoff})`;

/** Ended orders older than a moment, oldest first, after a place. */
export const findOrdersEndedBefore = (
  ex: Executor,
  workplaceId: string,
  cutoff: string,
  after: { placed_at: string; order_id: string } | undefined,
  most: number,
): Promise<{ order_id: string; placed_at: string }[]> =>
  ex.rows(sql`select o.order_id, o.placed_at from sales_order o where ${ended(workplaceId, cutoff)}
    ${after ? sql`and (o.placed_at, o.order_id) > (${after.placed_at}::timestamptz, ${after.order_id}::uuid)` : empty}
    order by o.placed_at, o.order_id limit ${most}`);

export const countOrdersEndedBefore = async (
  ex: Executor,
  workplaceId: string,
  cutoff: string,
  most: number,
): Promise<number> =>
  (
    await ex.first<{ n: number }>(
      sql`select count(*)::int as n from (select 1 from sales_order o where ${ended(workplaceId, cutoff)} limit ${most}) c`,
    )
  )?.n ?? 0;

/** Pairs of orders that share an e-mail address or phone number: each of the named orders with every other one. */
export const ordersOfSameShopper = (
  ex: Executor,
  workplaceId: string,
  orderIds: readonly string[],
): Promise<{ order_id: string; other_id: string }[]> =>
  ex.rows(sql`select distinct c.order_id, d.order_id as other_id from order_contact c
    join order_contact d on d.workplace_id = ${workplaceId} and d.contact_key = c.contact_key and d.order_id <> c.order_id
    where c.workplace_id = ${workplaceId} and c.order_id = any(${orderIds}::uuid[])`);
