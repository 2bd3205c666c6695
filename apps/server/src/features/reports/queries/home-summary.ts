import type { HomePeriod } from '@quayside/contracts';
import { money } from '@quayside/kernel';
import { type Executor, empty, type Sql, sql } from '../../../db/index.ts';
import { isOneOf } from '../../../states/sql.ts';
import { PAYABLE } from '../../../states/supplier-order.ts';
import { type Figures, factorsOf, mainCurrency, type Sold, series, shownAs, soldBy, today } from './sold.ts';

interface Waiting {
  to_place: number;
  waiting_payment: number;
  in_transit: number;
  attention: number;
  alarms: number;
  has_orders: boolean;
}

/** Counts stop here: a person does not read more, and the database does not count a million rows for it. */
const MOST = 1000;

const inStore = (storeId: string | undefined): Sql => (storeId ? sql` and store_id = ${storeId}` : empty);

function waiting(ex: Executor, workplaceId: string, storeId: string | undefined): Promise<Waiting | undefined> {
  const counted = (table: Sql, which: Sql): Sql =>
    sql`(select count(*) from (select 1 from ${table} where p.workplace_id = ${workplaceId} and ${which} limit ${MOST}) c)`;
  const orders = (which: Sql): Sql =>
    counted(sql`sales_order p`, sql`p.tab = 'unfulfilled' and ${which}${inStore(storeId)}`);
  const parcels = (which: Sql): Sql => counted(sql`shipment p`, sql`${which}${inStore(storeId)}`);
  const bought = storeId
    ? sql` and exists (select 1 from sales_order o where o.workplace_id = p.workplace_id and o.order_id = p.order_id and o.store_id = ${storeId})`
    : empty;
  return ex.first<Waiting>(sql`select ${orders(sql`p.placement_status = 'ready'`)} as to_place,
    ${counted(sql`supplier_order p`, sql`p.state = 'placed' and ${isOneOf('p.pay_state', PAYABLE)}${bought}`)} as waiting_payment,
    ${parcels(sql`p.state in ('info_received', 'in_transit', 'out_for_delivery', 'available_for_pickup')`)} as in_transit,
    ${orders(sql`p.placement_status in ('needs_attention', 'unmapped')`)}
      + ${parcels(sql`p.state in ('exception', 'delivery_failure', 'expired')`)} as attention,
    ${counted(sql`shipment_alarm p`, sql`p.state = 'open'${inStore(storeId)}`)} as alarms,
    exists (select 1 from sales_order where workplace_id = ${workplaceId} and not is_sample${inStore(storeId)}) as has_orders`);
}

/** Days of a period before today. */
const DAYS_BACK: Readonly<Record<HomePeriod, number>> = { today: 0, '7_days': 6, '30_days': 29, '90_days': 89 };

/**
 * What the first screen of the day shows, of all stores or of one. Profit is that of the order list: of orders whose whole cost is known, expected
 * shipping included. Sales and costs in other currencies are converted at the rate of their day; orders without a rate are left out
 * and counted. No order without its cost counts as all profit.
 */
export async function homeSummary(
  ex: Executor,
  workplaceId: string,
  { storeId, period = '30_days' }: { storeId?: string; period?: HomePeriod } = {},
) {
  const counts = await waiting(ex, workplaceId, storeId);
  const shown = await shownAs(ex, workplaceId);
  const span = { zone: shown?.zone ?? 'UTC', daysBack: DAYS_BACK[period] };
  const also = storeId ? sql` and s.store_id = ${storeId}` : empty;
  const sold = await soldBy(ex, workplaceId, span, also);
  const currency = mainCurrency(sold, shown?.currency ?? 'USD');
  const factors = await factorsOf(ex, workplaceId, sold, currency);
  const isConvertible = (one: Sold): boolean =>
    factors.some((factor) => factor.currency === one.currency && factor.day === one.day);
  const days = await series<{ day: string }>(
    ex,
    { unit: 'day', key: sql`to_char(d.d, 'YYYY-MM-DD') as day`, until: today(span.zone) },
    workplaceId,
    currency,
    span,
    factors,
    also,
  );
  const hours =
    period === 'today'
      ? await series<{ hour: number }>(
          ex,
          { unit: 'hour', key: sql`extract(hour from d.d)::int as hour`, until: sql`now() at time zone ${span.zone}` },
          workplaceId,
          currency,
          span,
          factors,
          also,
        )
      : undefined;
  const inMoney = ({ orders, sales, cost, profit, priced_sales, priced_orders }: Figures) => ({
    orders,
    sales: money(sales, currency),
    cost: cost === null ? null : money(cost, currency),
    profit: profit === null ? null : money(profit, currency),
    priced_sales: money(priced_sales, currency),
    priced_orders,
  });
  return {
    most: MOST,
    to_place: counts?.to_place ?? 0,
    waiting_payment: counts?.waiting_payment ?? 0,
    in_transit: counts?.in_transit ?? 0,
    attention: counts?.attention ?? 0,
    alarms: counts?.alarms ?? 0,
    has_orders: counts?.has_orders ?? false,
    currency,
    is_converted: factors.length > 0,
    other_currency_orders: sold
      .filter((one) => one.currency !== currency && !isConvertible(one))
      .reduce((sum, one) => sum + one.orders, 0),
    days: days.map((one) => ({ day: one.day, ...inMoney(one) })),
    ...(hours ? { hours: hours.map((one) => ({ hour: one.hour, ...inMoney(one) })) } : {}),
  };
}
