import type { HomePeriod } from '@quayside/contracts';
import { getDecimals, money } from '@quayside/kernel';
import { type Executor, empty, json, type Sql, sql } from '../../../db/index.ts';
import { isOneOf } from '../../../states/sql.ts';
import { PAYABLE } from '../../../states/supplier-order.ts';
import { ratesFor } from '../../rates/index.ts';

interface Waiting {
  to_place: number;
  waiting_payment: number;
  in_transit: number;
  attention: number;
  has_orders: boolean;
}

interface Figures {
  orders: number;
  sales: number;
  /** Of the orders whose whole cost is known, placed or not; null when there is none. */
  cost: number | null;
  profit: number | null;
  /** What those orders were sold for, and how many they are. */
  priced_sales: number;
  priced_orders: number;
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
    exists (select 1 from sales_order where workplace_id = ${workplaceId}${inStore(storeId)}) as has_orders`);
}

/** What the workspace chose to see: the currency its figures prefer, and the zone in which its days begin. */
const shownAs = (ex: Executor, workplaceId: string): Promise<{ currency: string; zone: string } | undefined> =>
  ex.first<{
    currency: string;
    zone: string;
  }>(sql`select currency, coalesce(nullif(settings->>'time_zone', ''), 'UTC') as zone
    from workplace where workplace_id = ${workplaceId}`);

/** Days of a period before today. */
const DAYS_BACK: Readonly<Record<HomePeriod, number>> = { today: 0, '7_days': 6, '30_days': 29, '90_days': 89 };

interface Span {
  zone: string;
  /** The first day starts this many days before today. */
  daysBack: number;
}

/** Today in the zone, without time zone. */
const today = (zone: string): Sql => sql`date_trunc('day', now() at time zone ${zone})`;
const firstDay = ({ zone, daysBack }: Span): Sql => sql`(${today(zone)} - make_interval(days => ${daysBack}::int))`;
/** When the period starts. A timestamptz, so that row-level security can use the index by time. */
const start = (span: Span): Sql => sql`(${firstDay(span)} at time zone ${span.zone})`;

interface Sold {
  /** In UTC, as rates are. */
  day: string;
  currency: string;
  /** Of the orders whose whole cost is known. */
  cost_currency: string | null;
  orders: number;
}

/** In which currencies the period's orders were sold and bought, by day. */
const soldBy = (ex: Executor, workplaceId: string, span: Span, storeId: string | undefined): Promise<Sold[]> =>
  ex.rows<Sold>(sql`select to_char(placed_at at time zone 'UTC', 'YYYY-MM-DD') as day, currency,
      case when cost_is_whole then cost_currency end as cost_currency, count(*) as orders
    from sales_order where workplace_id = ${workplaceId} and placed_at >= ${start(span)} and cancelled_at is null${inStore(storeId)}
    group by 1, 2, 3`);

/** The currency of the figures: the workspace's own where it sold in it, else the one that most orders are in. */
function mainCurrency(sold: readonly Sold[], own: string): string {
  const orders = new Map<string, number>();
  for (const one of sold) orders.set(one.currency, (orders.get(one.currency) ?? 0) + one.orders);
  if (orders.has(own) || orders.size === 0) return own;
  return [...orders].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0] ?? own;
}

interface Factor {
  day: string;
  currency: string;
  /** Smallest units of the figures' currency for one of `currency`. */
  factor: string;
}

/** The rates by which every other currency of the days becomes that of the figures. */
async function factorsOf(ex: Executor, workplaceId: string, sold: readonly Sold[], to: string): Promise<Factor[]> {
  const asks = sold.flatMap(({ day, currency, cost_currency }) =>
    [currency, cost_currency].flatMap((from) => (from === null || from === to ? [] : [{ from, to, day }])),
  );
  const rates = await ratesFor(ex, workplaceId, asks);
  const unique = new Map(asks.map((ask) => [`${ask.day} ${ask.from}`, ask]));
  return [...unique.values()].flatMap((ask) => {
    const rate = rates(ask)?.rate;
    if (rate === undefined) return [];
    const shift = getDecimals(to) - getDecimals(ask.from);
    return [{ day: ask.day, currency: ask.from, factor: `${rate}e${shift}` }];
  });
}

/** Figures by day or by hour, in order, including the ones without orders. */
const series = <Key extends Record<'day', string> | Record<'hour', number>>(
  ex: Executor,
  by: { unit: 'day' | 'hour'; key: Sql; until: Sql },
  workplaceId: string,
  currency: string,
  span: Span,
  factors: readonly Factor[],
  storeId: string | undefined,
): Promise<(Figures & Key)[]> =>
  ex.rows<Figures & Key>(sql`with rate as (select day, currency, factor
      from jsonb_to_recordset(${json(factors)}) as r (day text, currency text, factor numeric)),
    converted as (select date_trunc(${by.unit}, s.placed_at at time zone ${span.zone}) as d,
        round(s.total * coalesce(sale.factor, 1)) as total,
        round(s.tax_total * coalesce(sale.factor, 1)) as tax_total,
        case when s.cost_is_whole and (s.cost_currency = ${currency} or bought.factor is not null)
          then round(s.cost * coalesce(bought.factor, 1)) end as cost
      from sales_order s
      left join rate sale on sale.currency = s.currency and sale.day = to_char(s.placed_at at time zone 'UTC', 'YYYY-MM-DD')
      left join rate bought on bought.currency = s.cost_currency and bought.day = to_char(s.placed_at at time zone 'UTC', 'YYYY-MM-DD')
      where s.workplace_id = ${workplaceId} and s.cancelled_at is null and s.placed_at >= ${start(span)}${inStore(storeId)}
        and (s.currency = ${currency} or sale.factor is not null)),
    sold as (select d, count(*) as orders, sum(total) as sales, sum(cost) as cost, sum(total - tax_total - cost) as profit,
        sum(total) filter (where cost is not null) as priced_sales, count(cost) as priced_orders
      from converted group by d)
    select ${by.key}, coalesce(sold.orders, 0) as orders, coalesce(sold.sales, 0)::bigint as sales, sold.cost::bigint as cost,
      sold.profit::bigint as profit, coalesce(sold.priced_sales, 0)::bigint as priced_sales,
      coalesce(sold.priced_orders, 0) as priced_orders
    from generate_series(${firstDay(span)}, ${by.until}, ${by.unit === 'day' ? sql`interval '1 day'` : sql`interval '1 hour'`}) d
    left join sold on sold.d = d.d order by d.d`);

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
  const sold = await soldBy(ex, workplaceId, span, storeId);
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
    storeId,
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
          storeId,
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
