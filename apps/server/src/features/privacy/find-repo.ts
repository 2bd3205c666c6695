import type { ChannelAddress } from '@quayside/connector-kit';
import { type Executor, empty, sql } from '../../db/index.ts';
import type { Subject } from './rules/subject.ts';

const digits = (value: ReturnType<typeof sql>) =>
  sql`regexp_replace(regexp_replace(${value}, '\\D', '', 'g'), '^00', '')`;

const matches = (subject: Subject) => sql`(order_id = any(${subject.orderIds}::uuid[])
  or external_order_id = any(${subject.externalIds}::text[])
  or lower(customer_email) = any(${subject.emails}::text[])
  or lower(address ->> 'email') = any(${subject.emails}::text[])
  or lower(address_edit ->> 'email') = any(${subject.emails}::text[])
  or ${digits(sql`address ->> 'phone'`)} = any(${subject.phones}::text[])
  or ${digits(sql`address_edit ->> 'phone'`)} = any(${subject.phones}::text[]))`;

/** Orders of a shopper that still hold personal data, newest first. `storeId`: of this store alone. */
export const ordersOfShopper = (
  ex: Executor,
  workplaceId: string,
  subject: Subject,
  storeId: string | undefined,
  most: number,
): Promise<string[]> =>
  ex
    .rows<{
      order_id: string;
    }>(sql`select order_id from sales_order where workplace_id = ${workplaceId} and erased_at is null
      ${storeId ? sql`and store_id = ${storeId}` : empty} and ${matches(subject)}
      order by placed_at desc, order_id desc limit ${most}`)
    .then((rows) => rows.map((row) => row.order_id));

/** What orders with this number say of their shopper, at most ten. */
export const shoppersOfNumber = (ex: Executor, workplaceId: string, number: string) =>
  ex.rows<{ order_id: string; emails: (string | null)[]; phones: (string | null)[] }>(sql`select order_id,
      array[customer_email, address ->> 'email', address_edit ->> 'email'] as emails,
      array[address ->> 'phone', address_edit ->> 'phone'] as phones
    from sales_order where workplace_id = ${workplaceId} and erased_at is null and name in (${number}, ${`#${number}`})
    order by placed_at desc limit 10`);

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

/**
 * Those of some orders that are under way: being bought or paid, with a parcel that is not there yet or not synced.
 * `isGone`: their store removed the app; nobody waits for what was not bought, nor for parcels.
 */
export const underWay = (
  ex: Executor,
  workplaceId: string,
  ids: readonly string[],
  { isGone, parcelsSince }: { isGone: boolean; parcelsSince: string },
): Promise<{ order_id: string; name: string }[]> =>
  ex.rows(sql`select o.order_id, o.name from sales_order o
    where o.workplace_id = ${workplaceId} and o.order_id = any(${ids}::uuid[]) and (
      ${isGone ? empty : sql`o.tab = 'unfulfilled' or`}
      exists (select from supplier_order s where s.workplace_id = ${workplaceId} and s.order_id = o.order_id
        and (s.state in ('requested', 'placing', 'unknown') or s.pay_state in ('requested', 'paying', 'unknown')))
      or exists (select from shipment h where h.workplace_id = ${workplaceId} and h.order_id = o.order_id
        and (h.report_state in ('sending', 'unknown')
          ${isGone ? empty : sql`or h.report_state = 'waiting' or (h.state not in ('delivered', 'expired') and h.shipped_at > ${parcelsSince})`})))
    order by o.placed_at desc, o.order_id desc`);

/** Suppliers that these orders were sent to: their keys. */
export const suppliersOf = (ex: Executor, workplaceId: string, ids: readonly string[]): Promise<string[]> =>
  ex
    .rows<{ supplier: string }>(sql`select distinct supplier from supplier_order where workplace_id = ${workplaceId}
      and order_id = any(${ids}::uuid[]) and sent_at is not null order by supplier`)
    .then((rows) => rows.map((row) => row.supplier));

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
export const endedBefore = (
  ex: Executor,
  workplaceId: string,
  cutoff: string,
  after: { placed_at: string; order_id: string } | undefined,
  most: number,
): Promise<{ order_id: string; placed_at: string }[]> =>
  ex.rows(sql`select o.order_id, o.placed_at from sales_order o where ${ended(workplaceId, cutoff)}
    ${after ? sql`and (o.placed_at, o.order_id) > (${after.placed_at}::timestamptz, ${after.order_id}::uuid)` : empty}
    order by o.placed_at, o.order_id limit ${most}`);

export const countEnded = async (ex: Executor, workplaceId: string, cutoff: string, most: number): Promise<number> =>
  (
    await ex.first<{ n: number }>(
      sql`select count(*)::int as n from (select 1 from sales_order o where ${ended(workplaceId, cutoff)} limit ${most}) c`,
    )
  )?.n ?? 0;
