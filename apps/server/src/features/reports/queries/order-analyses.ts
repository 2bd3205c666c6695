import type { AnalysisQuery, OrderSectionSummary } from '@quayside/contracts';
import { convertMoney, type Money, money } from '@quayside/kernel';
import { type Executor, empty, raw, type Sql, sql } from '../../../db/index.ts';

import { ratesFor } from '../../rates/index.ts';
import {
  type Figures,
  factorsOf,
  inSpan,
  lastDay,
  mainCurrency,
  placedIn,
  type Sold,
  type Span,
  series,
  shownAs,
  soldBy,
} from './sold.ts';

/** Days before today of the period presets (rule B340). */
const DAYS_BACK = { today: 0, '7_days': 7, '30_days': 30, '60_days': 60, '90_days': 90 } as const;
/** Rows of the tables by carrier and country. */
const MOST_ROWS = 20;

type Filter = Pick<AnalysisQuery, 'period' | 'from_date' | 'to_date' | 'store_id' | 'source' | 'carrier'>;

function spanOf(query: Pick<Filter, 'period' | 'from_date' | 'to_date'>, zone: string): Span {
  if (query.period === 'another_time')
    return { zone, from: query.from_date ?? '1970-01-01', to: query.to_date ?? '1970-01-01' };
  return { zone, daysBack: DAYS_BACK[query.period] };
}

/** Further conditions on orders s. */
function alsoOf(
  workplaceId: string,
  { store_id, source, carrier }: Pick<Filter, 'store_id' | 'source' | 'carrier'>,
): Sql {
  const bySource =
    source === 'all'
      ? empty
      : sql` and exists (select 1 from order_line l where l.workplace_id = ${workplaceId} and l.order_id = s.order_id
          and l.source = ${source})`;
  const byCarrier = carrier
    ? sql` and exists (select 1 from shipment h where h.workplace_id = ${workplaceId} and h.order_id = s.order_id
        and h.carrier = ${carrier})`
    : empty;
  return sql`${store_id ? sql` and s.store_id = ${store_id}` : empty}${bySource}${byCarrier}`;
}

const amountsOf = (rows: readonly { currency: string; amount: number }[]): Money[] =>
  rows.map(({ currency, amount }) => money(amount, currency));

const zoneOf = async (ex: Executor, workplaceId: string) =>
  (await shownAs(ex, workplaceId)) ?? { currency: 'USD', zone: 'UTC' };

interface Funnel {
  received: number;
  placed: number;
  paid: number;
  shipped: number;
  delivered: number;
  cancelled: number;
}

const countFunnel = async (ex: Executor, workplaceId: string, where: Sql): Promise<Funnel> =>
  (await ex.first<Funnel>(sql`select count(*)::int as received,
      count(*) filter (where open and bought)::int as placed, count(*) filter (where open and paid)::int as paid,
      count(*) filter (where open and shipped)::int as shipped, count(*) filter (where open and delivered)::int as delivered,
      count(*) filter (where not open)::int as cancelled
    from (select s.cancelled_at is null as open,
        coalesce(l.bought, false) as bought, s.payment_status in ('partially_paid', 'paid') as paid,
        coalesce(l.shipped, false) as shipped, coalesce(l.delivered, false) as delivered
      from sales_order s
      left join lateral (select bool_or(l.state in ('placed', 'shipped', 'delivered')) as bought,
          bool_or(l.state in ('shipped', 'delivered')) as shipped, bool_or(l.state = 'delivered') as delivered
        from order_line l where l.workplace_id = ${workplaceId} and l.order_id = s.order_id) l on true
      where s.workplace_id = ${workplaceId} and ${where}) f`)) ?? {
    ...{ received: 0, placed: 0, paid: 0, shipped: 0, delivered: 0, cancelled: 0 },
  };

const days = (from: Sql, to: Sql): Sql =>
  sql`(percentile_cont(0.5) within group (order by extract(epoch from ${to} - ${from}) / 86400.0))::float8`;

async function bySupplier(ex: Executor, workplaceId: string, where: Sql) {
  const rows = await ex.rows<{
    source: string;
    supplier_orders: number;
    failed: number;
    cost: { currency: string; amount: number }[] | null;
    days_to_ship: number | null;
  }>(sql`with bought as (select p.supplier, p.state, p.currency, p.total_cost, p.placed_at,
        (select min(h.shipped_at) from shipment h where h.workplace_id = ${workplaceId} and h.supplier_order_id = p.supplier_order_id
          and h.order_id = p.order_id) as shipped_at
      from supplier_order p join sales_order s on s.workplace_id = ${workplaceId} and s.order_id = p.order_id
      where p.workplace_id = ${workplaceId} and ${where}),
    costs as (select supplier, json_agg(json_build_object('currency', currency, 'amount', amount) order by currency) as cost
      from (select supplier, currency, sum(total_cost)::bigint as amount from bought
        where total_cost is not null and state = 'placed' group by 1, 2) c group by 1)
    select b.supplier as source, count(*)::int as supplier_orders,
      count(*) filter (where b.state in ('failed', 'cancelled'))::int as failed,
      (select c.cost from costs c where c.supplier = b.supplier) as cost,
      ${days(sql`b.placed_at`, sql`b.shipped_at`)} as days_to_ship
    from bought b group by b.supplier order by 2 desc, 1 limit ${raw(String(MOST_ROWS))}`);
  return rows.map((row) => ({ ...row, cost: amountsOf(row.cost ?? []), days_to_ship: rounded(row.days_to_ship) }));
}

async function byCarrier(ex: Executor, workplaceId: string, where: Sql) {
  const rows = await ex.rows<{
    carrier: string;
    parcels: number;
    delivered: number;
    problems: number;
    days_to_deliver: number | null;
  }>(sql`select h.carrier, count(*)::int as parcels, count(h.delivered_at)::int as delivered,
      count(*) filter (where h.state in ('exception', 'delivery_failure', 'expired'))::int as problems,
      ${days(sql`h.shipped_at`, sql`h.delivered_at`)} as days_to_deliver
    from shipment h join sales_order s on s.workplace_id = ${workplaceId} and s.order_id = h.order_id
    where h.workplace_id = ${workplaceId} and h.carrier is not null and ${where}
    group by h.carrier order by 2 desc, 1 limit ${raw(String(MOST_ROWS))}`);
  return rows.map((row) => ({ ...row, days_to_deliver: rounded(row.days_to_deliver) }));
}

/** Days with one decimal; clocks of two systems may differ, so never negative. */
const rounded = (value: number | null): number | null =>
  value === null ? null : Math.max(0, Math.round(value * 10) / 10);

/** Sales, cost and profit of a period by day, how far its orders came, and figures by supplier, carrier and country. */
export async function analyzeOrders(ex: Executor, workplaceId: string, query: Filter) {
  const shown = await zoneOf(ex, workplaceId);
  const span = spanOf(query, shown.zone);
  const also = alsoOf(workplaceId, query);
  const sold = await soldBy(ex, workplaceId, span, also);
  const currency = mainCurrency(sold, shown.currency);
  const factors = await factorsOf(ex, workplaceId, sold, currency);
  const isConvertible = (one: Sold): boolean =>
    factors.some((factor) => factor.currency === one.currency && factor.day === one.day);
  const byDay = await series<{ day: string }>(
    ex,
    { unit: 'day', key: sql`to_char(d.d, 'YYYY-MM-DD') as day`, until: lastDay(span) },
    workplaceId,
    currency,
    span,
    factors,
    also,
  );
  const where = sql`${inSpan(span)}${also}`;
  const inMoney = ({ orders, sales, cost, profit }: Figures) => ({
    orders,
    sales: money(sales, currency),
    cost: cost === null ? null : money(cost, currency),
    profit: profit === null ? null : money(profit, currency),
  });
  const countries = await ex.rows<{ country_code: string; orders: number }>(sql`select ship_country as country_code,
      count(*)::int as orders from sales_order s
    where s.workplace_id = ${workplaceId} and ${where} and s.cancelled_at is null and ship_country is not null
    group by 1 order by 2 desc, 1 limit ${raw(String(MOST_ROWS))}`);
  return {
    from_date: byDay[0]?.day ?? '',
    to_date: byDay.at(-1)?.day ?? '',
    currency,
    is_converted: factors.length > 0,
    other_currency_orders: sold
      .filter((one) => one.currency !== currency && !isConvertible(one))
      .reduce((sum, one) => sum + one.orders, 0),
    days: byDay.map((one) => ({ day: one.day, ...inMoney(one) })),
    funnel: await countFunnel(ex, workplaceId, where),
    suppliers: await bySupplier(ex, workplaceId, where),
    carriers: await byCarrier(ex, workplaceId, where),
    countries,
  };
}

interface PreviewRow {
  order_id: string;
  name: string;
  placed_at: string;
  country_code: string | null;
  placement_status: 'ready' | 'needs_attention' | 'unmapped' | 'placing' | 'placed' | 'nothing_to_place';
  currency: string;
  total: number;
  tax_total: number;
  cost: number | null;
  cost_currency: string | null;
  cost_is_whole: boolean;
  days_to_ship: number | null;
  days_to_deliver: number | null;
}

/** A page of the orders behind the figures, newest first. */
export async function listAnalyzedOrders(
  ex: Executor,
  workplaceId: string,
  query: Filter & { page: number; page_size: number },
) {
  const { zone } = await zoneOf(ex, workplaceId);
  const span = spanOf(query, zone);
  const since = (column: string): Sql => sql`(select extract(epoch from min(h.${raw(column)}) - s.placed_at) / 86400.0
    from shipment h where h.workplace_id = ${workplaceId} and h.order_id = s.order_id)::float8`;
  const found = await ex.rows<PreviewRow>(sql`select s.order_id, s.name, s.placed_at, s.ship_country as country_code,
      s.placement_status, s.currency, s.total, s.tax_total, s.cost, s.cost_currency, s.cost_is_whole,
      ${since('shipped_at')} as days_to_ship, ${since('delivered_at')} as days_to_deliver
    from sales_order s where s.workplace_id = ${workplaceId} and ${inSpan(span)}${alsoOf(workplaceId, query)}
    order by s.placed_at desc, s.order_id desc
    limit ${raw(String(query.page_size + 1))} offset ${(query.page - 1) * query.page_size}`);
  const rows = found.slice(0, query.page_size);
  const asks = rows.flatMap((row) =>
    row.cost_currency && row.cost_currency !== row.currency
      ? [{ from: row.cost_currency, to: row.currency, day: row.placed_at.slice(0, 10) }]
      : [],
  );
  const rates = await ratesFor(ex, workplaceId, asks);
  const items = rows.map((row) => {
    const { cost, cost_currency: costCurrency, currency } = row;
    const bought = cost === null || costCurrency === null ? null : money(cost, costCurrency);
    const rate =
      costCurrency && costCurrency !== currency
        ? rates({ from: costCurrency, to: currency, day: row.placed_at.slice(0, 10) })?.rate
        : undefined;
    const inSale = !bought
      ? undefined
      : bought.currency === currency
        ? bought
        : rate === undefined
          ? undefined
          : convertMoney(bought, currency, rate);
    return {
      order_id: row.order_id,
      name: row.name,
      placed_at: row.placed_at,
      country_code: row.country_code,
      placement_status: row.placement_status,
      total: money(row.total, currency),
      cost: bought,
      profit: inSale && row.cost_is_whole ? money(row.total - row.tax_total - inSale.amount, currency) : null,
      days_to_ship: rounded(row.days_to_ship),
      days_to_deliver: rounded(row.days_to_deliver),
    };
  });
  return { items, has_more: found.length > rows.length };
}

/** Carriers of the parcels of a period, the most used first. */
export async function listCarriers(ex: Executor, workplaceId: string, query: Filter) {
  const { zone } = await zoneOf(ex, workplaceId);
  const { carrier: _carrier, ...rest } = query;
  return ex.rows<{ carrier: string; parcels: number }>(sql`select h.carrier, count(*)::int as parcels
    from shipment h join sales_order s on s.workplace_id = ${workplaceId} and s.order_id = h.order_id
    where h.workplace_id = ${workplaceId} and h.carrier is not null and ${inSpan(spanOf(query, zone))}${alsoOf(workplaceId, rest)}
    group by h.carrier order by 2 desc, 1 limit 100`);
}

type SectionFilter = Required<Pick<Filter, 'from_date' | 'to_date'>> & Pick<Filter, 'source' | 'store_id'>;

/** Figures of one section of the order area: what was placed, sent or refunded for the orders of these days. */
export async function summarizeSection(
  ex: Executor,
  workplaceId: string,
  section: OrderSectionSummary['section'],
  query: SectionFilter,
): Promise<OrderSectionSummary> {
  const { zone } = await zoneOf(ex, workplaceId);
  const span: Span = { zone, from: query.from_date ?? '', to: query.to_date ?? '' };
  const also = alsoOf(workplaceId, { source: 'all', ...(query.store_id ? { store_id: query.store_id } : {}) });
  // Samples are placed, sent and refunded like other orders, and listed with them.
  const where = sql`${placedIn(span)}${also}`;
  const bought = query.source === 'all' ? empty : sql` and p.supplier = ${query.source}`;
  if (section === 'placement') {
    const from = sql`from supplier_order p join sales_order s on s.workplace_id = ${workplaceId} and s.order_id = p.order_id
      where p.workplace_id = ${workplaceId} and ${where}${bought}`;
    const counts = await ex.rows<{ state: string; count: number }>(sql`select case
        when p.state = 'placed' and p.pay_state in ('paid', 'refunded') then 'order_placed'
        when p.state = 'placed' and p.pay_state = 'failed' then 'failed'
        when p.state = 'placed' then 'waiting_payment'
        when p.state in ('failed', 'cancelled') then p.state else 'placing' end as state, count(*)::int as count
      ${from} group by 1 order by 1`);
    const amounts = await ex.rows<{
      currency: string;
      amount: number;
    }>(sql`select p.currency, sum(p.total_cost)::bigint as amount
      ${from} and p.state = 'placed' and p.total_cost is not null group by 1 order by 1`);
    return { section, counts, amounts: amountsOf(amounts) };
  }
  if (section === 'shipment') {
    const source = query.source === 'all' ? empty : sql` and h.source = ${query.source}`;
    const counts = await ex.rows<{ state: string; count: number }>(sql`select h.state, count(*)::int as count
      from shipment h join sales_order s on s.workplace_id = ${workplaceId} and s.order_id = h.order_id
      where h.workplace_id = ${workplaceId} and ${where}${source} group by 1 order by 1`);
    return { section, counts, amounts: [] };
  }
  const from = sql`from supplier_refund r join supplier_order p on p.workplace_id = ${workplaceId} and p.supplier_order_id = r.supplier_order_id
    join sales_order s on s.workplace_id = ${workplaceId} and s.order_id = p.order_id
    where r.workplace_id = ${workplaceId} and ${where}${bought}`;
  const refunded = await ex.rows<{
    currency: string;
    count: number;
    amount: number;
  }>(sql`select p.currency, count(*)::int as count,
      sum(r.amount)::bigint as amount ${from} group by 1 order by 1`);
  const pending = await ex.first<{ count: number }>(sql`select count(*)::int as count from expected_refund r
    join supplier_order p on p.workplace_id = ${workplaceId} and p.supplier_order_id = r.supplier_order_id
    join sales_order s on s.workplace_id = ${workplaceId} and s.order_id = p.order_id
    where r.workplace_id = ${workplaceId} and r.pending > 0 and ${where}${bought}`);
  return {
    section,
    counts: [
      { state: 'pending', count: pending?.count ?? 0 },
      { state: 'completed', count: refunded.reduce((sum, one) => sum + one.count, 0) },
    ],
    amounts: amountsOf(refunded),
  };
}
