import { getDecimals } from '@quayside/kernel';
import { type Executor, empty, json, type Sql, sql } from '../../../db/index.ts';
import { ratesFor } from '../../rates/index.ts';

export interface Figures {
  orders: number;
  sales: number;
  /** Of the orders whose whole cost is known, placed or not; null when there is none. */
  cost: number | null;
  profit: number | null;
  /** What those orders were sold for, and how many they are. */
  priced_sales: number;
  priced_orders: number;
}

/** What the workspace chose to see: the currency its figures prefer, and the zone in which its days begin. */
export const shownAs = (ex: Executor, workplaceId: string): Promise<{ currency: string; zone: string } | undefined> =>
  ex.first<{
    currency: string;
    zone: string;
  }>(sql`select currency, coalesce(nullif(settings->>'time_zone', ''), 'UTC') as zone
    from workplace where workplace_id = ${workplaceId}`);

/** Days in a time zone: so many before today until now, or from one day to another, both included (YYYY-MM-DD). */
export type Span = { zone: string } & ({ daysBack: number } | { from: string; to: string });

/** Today in the zone, without time zone. */
export const today = (zone: string): Sql => sql`date_trunc('day', now() at time zone ${zone})`;
const firstDay = (span: Span): Sql =>
  'from' in span
    ? sql`(${span.from}::date::timestamp)`
    : sql`(${today(span.zone)} - make_interval(days => ${span.daysBack}::int))`;
export const lastDay = (span: Span): Sql => ('from' in span ? sql`(${span.to}::date::timestamp)` : today(span.zone));
/** Sales (orders s, without samples and exchanges) placed in the span. As timestamptz, so that row-level security can use the index by time. */
export const inSpan = (span: Span): Sql => sql`not s.is_sample and not s.is_exchange and ${placedIn(span)}`;
/** Orders (alias s) placed in the span, samples included. */
export const placedIn = (span: Span): Sql =>
  sql`s.placed_at >= (${firstDay(span)} at time zone ${span.zone})${
    'from' in span ? sql` and s.placed_at < ((${lastDay(span)} + interval '1 day') at time zone ${span.zone})` : empty
  }`;

export interface Sold {
  /** In UTC, as rates are. */
  day: string;
  currency: string;
  /** Of the orders whose whole cost is known. */
  cost_currency: string | null;
  orders: number;
}

/** In which currencies the period's orders were sold and bought, by day. */
export const soldBy = (ex: Executor, workplaceId: string, span: Span, also: Sql): Promise<Sold[]> =>
  ex.rows<Sold>(sql`select to_char(placed_at at time zone 'UTC', 'YYYY-MM-DD') as day, currency,
      case when cost_is_whole then cost_currency end as cost_currency, count(*) as orders
    from sales_order s where workplace_id = ${workplaceId} and ${inSpan(span)} and cancelled_at is null${also}
    group by 1, 2, 3`);

/** The currency of the figures: the workspace's own where it sold in it, else the one that most orders are in. */
export function mainCurrency(sold: readonly Sold[], own: string): string {
  const orders = new Map<string, number>();
  for (const one of sold) orders.set(one.currency, (orders.get(one.currency) ?? 0) + one.orders);
  if (orders.has(own) || orders.size === 0) return own;
  return [...orders].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0] ?? own;
}

export interface Factor {
  day: string;
  currency: string;
  /** Smallest units of the figures' currency for one of `currency`. */
  factor: string;
}

/** The rates by which every other currency of the days becomes that of the figures. */
export async function factorsOf(
  ex: Executor,
  workplaceId: string,
  sold: readonly Sold[],
  to: string,
): Promise<Factor[]> {
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
export const series = <Key extends Record<'day', string> | Record<'hour', number>>(
  ex: Executor,
  by: { unit: 'day' | 'hour'; key: Sql; until: Sql },
  workplaceId: string,
  currency: string,
  span: Span,
  factors: readonly Factor[],
  also: Sql,
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
      where s.workplace_id = ${workplaceId} and s.cancelled_at is null and ${inSpan(span)}${also}
        and (s.currency = ${currency} or sale.factor is not null)),
    sold as (select d, count(*) as orders, sum(total) as sales, sum(cost) as cost, sum(total - tax_total - cost) as profit,
        sum(total) filter (where cost is not null) as priced_sales, count(cost) as priced_orders
      from converted group by d)
    select ${by.key}, coalesce(sold.orders, 0) as orders, coalesce(sold.sales, 0)::bigint as sales, sold.cost::bigint as cost,
      sold.profit::bigint as profit, coalesce(sold.priced_sales, 0)::bigint as priced_sales,
      coalesce(sold.priced_orders, 0) as priced_orders
    from generate_series(${firstDay(span)}, ${by.until}, ${by.unit === 'day' ? sql`interval '1 day'` : sql`interval '1 hour'`}) d
    left join sold on sold.d = d.d order by d.d`);
