import { money } from '@quayside/kernel';
import { type Executor, sql } from '../../../db/index.ts';
import { isOneOf } from '../../../states/sql.ts';
import { PAYABLE } from '../../../states/supplier-order.ts';

interface Waiting {
  to_place: number;
  waiting_payment: number;
  in_transit: number;
  attention: number;
  has_orders: boolean;
}

interface Day {
  day: string;
  orders: number;
  sales: number;
  /** Of the orders whose whole cost is known in the currency of the sale, placed or not; null when there is none. */
  cost: number | null;
  profit: number | null;
  /** What those orders were sold for, and how many they are. */
  priced_sales: number;
  priced_orders: number;
}

/** Counts stop here: a person does not read more, and the database does not count a million rows for it. */
const MOST = 1000;

const waiting = (ex: Executor, workplaceId: string): Promise<Waiting | undefined> =>
  ex.first<Waiting>(sql`select
    (select count(*) from (select 1 from sales_order where workplace_id = ${workplaceId} and placement_status = 'ready' and tab = 'unfulfilled' limit ${MOST}) a) as to_place,
    (select count(*) from (select 1 from supplier_order where workplace_id = ${workplaceId} and state = 'placed' and ${isOneOf('pay_state', PAYABLE)} limit ${MOST}) b) as waiting_payment,
    (select count(*) from (select 1 from shipment where workplace_id = ${workplaceId} and state in ('info_received', 'in_transit', 'out_for_delivery', 'available_for_pickup') limit ${MOST}) c) as in_transit,
    (select count(*) from (select 1 from sales_order where workplace_id = ${workplaceId} and placement_status in ('needs_attention', 'unmapped') and tab = 'unfulfilled' limit ${MOST}) d)
      + (select count(*) from (select 1 from shipment where workplace_id = ${workplaceId} and state in ('exception', 'delivery_failure', 'expired') limit ${MOST}) e) as attention,
    exists (select 1 from sales_order where workplace_id = ${workplaceId}) as has_orders`);

/** What the workspace chose to see: the currency its figures prefer, and the zone in which its days begin. */
const shownAs = (ex: Executor, workplaceId: string): Promise<{ currency: string; zone: string } | undefined> =>
  ex.first<{
    currency: string;
    zone: string;
  }>(sql`select currency, coalesce(nullif(settings->>'time_zone', ''), 'UTC') as zone
    from workplace where workplace_id = ${workplaceId}`);

const currencies = (ex: Executor, workplaceId: string): Promise<{ currency: string; orders: number }[]> =>
  ex.rows<{ currency: string; orders: number }>(sql`select currency, count(*) as orders from sales_order
    where workplace_id = ${workplaceId} and placed_at >= current_date - 29 and cancelled_at is null group by currency order by 2 desc, 1`);

const series = (ex: Executor, workplaceId: string, currency: string, zone: string): Promise<Day[]> =>
  ex.rows<Day>(sql`select to_char(d, 'YYYY-MM-DD') as day, count(o.order_id) as orders, coalesce(sum(o.total), 0)::bigint as sales,
      sum(o.cost) filter (where o.priced)::bigint as cost,
      sum(o.total - o.tax_total - o.cost) filter (where o.priced)::bigint as profit,
      coalesce(sum(o.total) filter (where o.priced), 0)::bigint as priced_sales, count(*) filter (where o.priced) as priced_orders
    from generate_series(date_trunc('day', now() at time zone ${zone}) - interval '29 days',
      date_trunc('day', now() at time zone ${zone}), interval '1 day') d
    left join (select order_id, placed_at, total, tax_total, cost,
        cost is not null and cost_is_whole and cost_currency = currency as priced
      from sales_order where workplace_id = ${workplaceId} and currency = ${currency} and cancelled_at is null) o
      on o.placed_at >= d at time zone ${zone} and o.placed_at < (d + interval '1 day') at time zone ${zone}
    group by d order by d`);

/**
 * What the first screen of the day shows. Profit is that of the order list: of orders whose whole cost is known, expected
 * shipping included, in the currency of the sale; no rate is invented, and no order without its cost counts as all profit.
 */
export async function homeSummary(ex: Executor, workplaceId: string) {
  const counts = await waiting(ex, workplaceId);
  const shown = await shownAs(ex, workplaceId);
  const sold = await currencies(ex, workplaceId);
  const currency =
    (sold.find((one) => one.currency === shown?.currency) ?? sold[0])?.currency ?? shown?.currency ?? 'USD';
  const days = await series(ex, workplaceId, currency, shown?.zone ?? 'UTC');
  return {
    to_place: counts?.to_place ?? 0,
    waiting_payment: counts?.waiting_payment ?? 0,
    in_transit: counts?.in_transit ?? 0,
    attention: counts?.attention ?? 0,
    has_orders: counts?.has_orders ?? false,
    currency,
    other_currency_orders: sold.filter((one) => one.currency !== currency).reduce((sum, one) => sum + one.orders, 0),
    days: days.map(({ day, orders, sales, cost, profit, priced_sales, priced_orders }) => ({
      day,
      orders,
      sales: money(sales, currency),
      cost: cost === null ? null : money(cost, currency),
      profit: profit === null ? null : money(profit, currency),
      priced_sales: money(priced_sales, currency),
      priced_orders,
    })),
  };
}
