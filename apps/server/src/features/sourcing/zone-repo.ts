import type { PriceZone, SupplierId } from '@quayside/connector-kit';
import { type Executor, type Sql, sql } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';

/** Shipping of one product to one zone; amounts in the smallest unit of the product's currency. */
export interface ZoneFigure {
  source_product_id: string;
  zone: string;
  cost: number;
  days_min: number | null;
  days_max: number | null;
}

export const OPERATOR = 'operator';

export interface ShippingQuery {
  source: SupplierId;
  mode: Mode;
  sourceProductId: string;
  shipTo: string;
}

/** Cheapest shipping of one item of the cheapest variant; cost in the smallest unit of `currency`. */
export interface ShippingFigure {
  cost: number;
  currency: string;
  daysMin: number | null;
  daysMax: number | null;
}

export const shippingKey = ({ source, mode, sourceProductId, shipTo }: ShippingQuery): string =>
  `${source} ${mode} ${shipTo} ${sourceProductId}`;

const askRows = (asks: readonly ShippingQuery[], own: Record<Mode, ReadonlyMap<SupplierId, string>>): string =>
  JSON.stringify(
    asks.map((ask) => ({
      key: shippingKey(ask),
      source: ask.source,
      mode: ask.mode,
      id: ask.sourceProductId,
      ship_to: ask.shipTo,
      asked_as: own[ask.mode].get(ask.source) ?? OPERATOR,
    })),
  );

/** Known shipping figures of products to a country each, by `shippingKey`; unknown ones are left out. */
export async function shippingFigures(
  ex: Executor,
  asks: readonly ShippingQuery[],
  own: Record<Mode, ReadonlyMap<SupplierId, string>>,
): Promise<Map<string, ShippingFigure>> {
  if (asks.length === 0) return new Map();
  const found = await ex.rows<ShippingFigure & { key: string }>(sql`
    select w.key, f.shipping_cost as cost, p.currency, f.days_min as "daysMin", f.days_max as "daysMax"
    from jsonb_to_recordset(${askRows(asks, own)}::jsonb) as w(key text, source text, mode text, id text, ship_to text, asked_as text)
    join source_product p on p.source = w.source and p.mode = w.mode and p.source_product_id = w.id
    join lateral (select zone_id from source_zone z where z.source = w.source and z.mode = w.mode and z.asked_as = w.asked_as
      and z.countries @> array[w.ship_to] order by z.is_learned, z.zone_id limit 1) zone on true
    join source_shipping f on f.source_key = p.source_key and f.zone_id = zone.zone_id
    where p.ship_countries = '{}' or p.ship_countries @> array[w.ship_to]`);
  return new Map(found.map(({ key, ...figure }) => [key, figure]));
}

/** What is known of a product's shipping to a country. cost: null where the supplier excludes the country. */
export interface KnownShipping {
  cost: number | null;
  currency: string;
  /** When the supplier said so. */
  at: string;
}

/** Known shipping of products, by `shippingKey`, as in `shippingFigures`, with countries that a supplier excludes. Unknown ones are left out. */
export async function knownShipping(
  ex: Executor,
  asks: readonly ShippingQuery[],
  own: Record<Mode, ReadonlyMap<SupplierId, string>>,
): Promise<Map<string, KnownShipping>> {
  if (asks.length === 0) return new Map();
  const found = await ex.rows<KnownShipping & { key: string }>(sql`
    select w.key, case when p.is_shipped then f.shipping_cost end as cost, p.currency,
      case when p.is_shipped then f.seen_at else p.seen_at end as at
    from jsonb_to_recordset(${askRows(asks, own)}::jsonb) as w(key text, source text, mode text, id text, ship_to text, asked_as text)
    join lateral (select source_key, currency, seen_at, ship_countries = '{}' or ship_countries @> array[w.ship_to] as is_shipped
      from source_product where source = w.source and mode = w.mode and source_product_id = w.id) p on true
    left join lateral (select zone_id from source_zone z where z.source = w.source and z.mode = w.mode and z.asked_as = w.asked_as
      and z.countries @> array[w.ship_to] order by z.is_learned, z.zone_id limit 1) zone on true
    left join source_shipping f on f.source_key = p.source_key and f.zone_id = zone.zone_id
    where not p.is_shipped or f.source_key is not null`);
  return new Map(found.map(({ key, ...known }) => [key, known]));
}

/** Whether a row with `ship_countries` may ship to a country. A supplier without a list excludes none. */
export const shipsTo = (country: string): Sql =>
  sql`(ship_countries = '{}' or ship_countries @> array[${country}]::text[])`;

export interface CountryZone {
  zone_id: number;
  source: SupplierId;
  asked_as: string;
}

/** Price zones with a country, of all suppliers and accounts; published ones first. */
export const findZones = (ex: Executor, mode: Mode, country: string): Promise<CountryZone[]> =>
  ex.rows<CountryZone>(
    sql`select zone_id, source, asked_as from source_zone where mode = ${mode} and countries @> array[${country}]::text[]
      order by is_learned, zone_id`,
  );

/**
 * The first zone of each supplier. `own`: suppliers with prices of the workplace's account, by connection id.
 */
export function pickZones(zones: readonly CountryZone[], own: ReadonlyMap<SupplierId, string> = new Map()): number[] {
  const first = new Map<SupplierId, number>();
  for (const { source, asked_as, zone_id } of zones)
    if (asked_as === (own.get(source) ?? OPERATOR) && !first.has(source)) first.set(source, zone_id);
  return [...first.values()];
}

/**
 * Replaces a supplier's zones. A zone with changed countries or price list loses its figures; returns whether any did,
 * because the catalog must then be read completely.
 */
export async function replaceZones(
  tx: Executor,
  source: SupplierId,
  mode: Mode,
  zones: readonly PriceZone[],
  now: string,
): Promise<boolean> {
  const rows = JSON.stringify(
    zones.map(({ code, countries, priceList }) => ({
      code,
      countries: [...countries].sort(),
      price_list: priceList ?? null,
    })),
  );
  const told = sql`jsonb_to_recordset(${rows}::jsonb) as told(code text, countries text[], price_list text)`;
  const gone =
    await tx.run(sql`delete from source_zone z where source = ${source} and mode = ${mode} and asked_as = ${OPERATOR}
    and not is_learned and not exists (select 1 from ${told} where told.code = z.code and told.countries = z.countries
      and told.price_list is not distinct from z.price_list)`);
  const added =
    await tx.run(sql`insert into source_zone (source, mode, asked_as, code, is_learned, countries, price_list, seen_at)
    select ${source}, ${mode}, ${OPERATOR}, told.code, false, told.countries, told.price_list, ${now}::timestamptz from ${told}
    on conflict (source, mode, asked_as, code) do nothing`);
  return gone + added > 0;
}

/**
 * Saves shipping figures of already saved products. `told`: products with complete zones, where missing ones are
 * deleted. Profit, category, price band and words follow the product.
 */
export async function saveFigures(
  tx: Executor,
  source: SupplierId,
  mode: Mode,
  products: readonly string[],
  told: readonly string[],
  figures: readonly ZoneFigure[],
  now: string,
): Promise<void> {
  if (told.length > 0) {
    const rows = JSON.stringify(figures);
    const figure = sql`jsonb_to_recordset(${rows}::jsonb) as r(source_product_id text, zone text, cost bigint, days_min int, days_max int)`;
    await tx.run(sql`delete from source_shipping f using source_product p, source_zone z
      where p.source = ${source} and p.mode = ${mode} and p.source_product_id = any(${[...told]}::text[])
        and f.source_key = p.source_key and z.zone_id = f.zone_id and z.asked_as = ${OPERATOR} and not z.is_learned
        and not exists (select 1 from ${figure} where r.source_product_id = p.source_product_id and r.zone = z.code)`);
    await tx.run(sql`insert into source_shipping (zone_id, source_key, price_band, shipping_cost, profit, days_min, days_max,
        category_id, words, seen_at)
      select z.zone_id, p.source_key, p.price_band, r.cost, p.suggested - p.cost_from - r.cost, r.days_min, r.days_max,
        p.category_id, source_zone_words(p.search), ${now}::timestamptz
      from ${figure} join source_product p on p.source = ${source} and p.mode = ${mode} and p.source_product_id = r.source_product_id
      join source_zone z on z.source = p.source and z.mode = p.mode and z.asked_as = ${OPERATOR} and z.code = r.zone
      order by p.source_key, z.zone_id
      on conflict (source_key, zone_id) do update set shipping_cost = excluded.shipping_cost, profit = excluded.profit,
        days_min = excluded.days_min, days_max = excluded.days_max, price_band = excluded.price_band,
        category_id = excluded.category_id, words = excluded.words, seen_at = excluded.seen_at`);
  }
  await tx.run(sql`update source_shipping f set profit = p.suggested - p.cost_from - f.shipping_cost, price_band = p.price_band,
      category_id = p.category_id, words = source_zone_words(p.search)
    from source_product p where p.source = ${source} and p.mode = ${mode}
      and p.source_product_id = any(${[...products]}::text[]) and f.source_key = p.source_key
      and (f.profit, f.price_band, f.category_id, f.words) is distinct from
        (p.suggested - p.cost_from - f.shipping_cost, p.price_band, p.category_id, source_zone_words(p.search))`);
}

export interface QuotedFigure {
  source: SupplierId;
  mode: Mode;
  askedAs: string;
  country: string;
  sourceKey: string;
  /** undefined: can't be shipped there. */
  cheapest: { cost: number; daysMin: number | null; daysMax: number | null } | undefined;
  quotedAt: string;
}

/**
 * Keeps what a quote told as the figure of the country's zone; a country without one gets a zone of its own. Of a zone with other
 * countries a figure is only replaced: where the supplier told none, its countries need not cost the same for this product. Where
 * the product is not shipped there, only a zone of that country alone can say so. Returns whether anything changed.
 */
export async function saveQuoted(tx: Executor, quoted: QuotedFigure): Promise<boolean> {
  const { source, mode, askedAs, country, sourceKey, cheapest, quotedAt } = quoted;
  const zone = sql`(select zone_id from source_zone where source = ${source} and mode = ${mode} and asked_as = ${askedAs}
    and countries @> array[${country}]::text[] order by is_learned, zone_id limit 1)`;
  if (!cheapest) {
    const gone = await tx.run(sql`delete from source_shipping where source_key = ${sourceKey} and zone_id = ${zone}
      and zone_id in (select zone_id from source_zone where countries = array[${country}]::text[])`);
    return gone > 0;
  }
  await tx.run(sql`insert into source_zone (source, mode, asked_as, code, is_learned, countries, seen_at)
    select ${source}, ${mode}, ${askedAs}, ${country}, true, array[${country}]::text[], ${quotedAt}::timestamptz
    where ${zone} is null
    on conflict (source, mode, asked_as, code) do nothing`);
  if (askedAs !== OPERATOR)
    await tx.run(sql`update source_zone set seen_at = ${quotedAt}::timestamptz where zone_id = ${zone}
      and seen_at < ${quotedAt}::timestamptz`);
  const kept =
    await tx.run(sql`insert into source_shipping as f (zone_id, source_key, price_band, shipping_cost, profit, days_min,
      days_max, category_id, words, seen_at)
    select ${zone}, source_key, price_band, ${cheapest.cost}::bigint, suggested - cost_from - ${cheapest.cost}::bigint,
      ${cheapest.daysMin}::int, ${cheapest.daysMax}::int, category_id, source_zone_words(search), ${quotedAt}::timestamptz
    from source_product where source_key = ${sourceKey} and (${zone} in (select zone_id from source_zone
      where countries = array[${country}]::text[]) or exists (select 1 from source_shipping
        where source_key = ${sourceKey} and zone_id = ${zone}))
    on conflict (source_key, zone_id) do update set shipping_cost = excluded.shipping_cost, profit = excluded.profit,
      days_min = excluded.days_min, days_max = excluded.days_max, seen_at = excluded.seen_at
    where (f.shipping_cost, f.days_min, f.days_max) is distinct from (excluded.shipping_cost, excluded.days_min, excluded.days_max)`);
  return kept > 0;
}
