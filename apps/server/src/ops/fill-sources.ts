import { catalogueAt } from '@quayside/catalogue';
import { newId } from '@quayside/kernel';
import { type Db, sql } from '../db/index.ts';
import { PRICE_ZONES, zoneQuotes } from '../features/warehouse/index.ts';

const CHUNK = 5_000;

/** Writes `count` generated source products, for measurements. */
export async function fillSources(
  db: Db,
  count: number,
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  const zones = JSON.stringify(PRICE_ZONES);
  await db.global((tx) =>
    tx.run(sql`insert into source_zone (source, mode, asked_as, code, is_learned, countries, seen_at)
      select 'quayside', 'sandbox', 'operator', code, false, array(select jsonb_array_elements_text(countries) order by 1), now()
      from jsonb_to_recordset(${zones}::jsonb) as r(code text, countries jsonb) on conflict do nothing`),
  );
  let rows: object[] = [];
  let done = 0;
  const flush = async (): Promise<void> => {
    if (rows.length === 0) return;
    const batch = JSON.stringify(rows);
    await db.global((tx) =>
      tx.run(sql`insert into source_product (source_key, source, mode, source_product_id, title, category_id, category_path, image_urls,
          cost_from, cost_to, rsp, suggested, rating, reviews_count, order_volume, ship_countries, total_variants,
          made_in, ships_from, free_shipping_to, fastest_us_days)
        select source_key, 'quayside', 'sandbox', id, title, category_id, array(select jsonb_array_elements_text(path)), '{}',
          cost_from, cost_to, rsp, rsp, rating, reviews, volume, array(select jsonb_array_elements_text(countries)), variants,
          made_in, array[ships_from], array(select jsonb_array_elements_text(free_to)), us_days
        from jsonb_to_recordset(${batch}::jsonb) as r(source_key uuid, id text, title text, category_id text, path jsonb, cost_from bigint, cost_to bigint,
          rsp bigint, rating real, reviews int, volume int, countries jsonb, variants int,
          made_in text, ships_from text, free_to jsonb, us_days int)
        on conflict do nothing`),
    );
    await db.global((tx) =>
      tx.run(sql`insert into source_shipping (zone_id, source_key, price_band, shipping_cost, profit, days_min, days_max, category_id, words, seen_at)
        select z.zone_id, p.source_key, p.price_band, (s ->> 1)::bigint, p.suggested - p.cost_from - (s ->> 1)::bigint, (s ->> 2)::int,
          (s ->> 3)::int, p.category_id, source_zone_words(p.search), p.seen_at
        from jsonb_to_recordset(${batch}::jsonb) as r(id text, shipping jsonb) cross join lateral jsonb_array_elements(r.shipping) s
        join source_product p on p.source = 'quayside' and p.mode = 'sandbox' and p.source_product_id = r.id
        join source_zone z on z.source = 'quayside' and z.mode = 'sandbox' and z.asked_as = 'operator' and z.code = s ->> 0
        on conflict do nothing`),
    );
    done += rows.length;
    rows = [];
    onProgress(done);
  };
  for (const product of catalogueAt(count)) {
    const costs = product.variants.map((variant) => variant.costMinor);
    const lowest = Math.min(...costs);
    const cheapest = product.variants.reduce((best, one) => (one.costMinor < best.costMinor ? one : best));
    const { shipsFrom, shipCountries, limits, freeShippingTo: freeTo } = product;
    const thing = { shipsFrom, shipCountries, limits, freeTo, grams: cheapest.weightGrams };
    rows.push({
      source_key: newId(),
      id: product.id,
      title: product.title,
      category_id: product.categoryId,
      path: product.categoryPath,
      cost_from: lowest,
      cost_to: Math.max(...costs),
      rsp: product.rspMinor,
      rating: product.rating,
      reviews: product.reviewsCount,
      volume: product.orderVolume,
      shipping: zoneQuotes(thing).map(({ zone, quote }) => [zone, quote.amount, ...quote.deliveryDays]),
      countries: product.shipCountries,
      variants: product.variants.length,
      made_in: product.madeIn,
      ships_from: product.shipsFrom,
      free_to: product.freeShippingTo,
      us_days: product.limits.includes('bulky') ? 7 : product.shipsFrom === 'US' ? 2 : 4,
    });
    if (rows.length >= CHUNK) await flush();
  }
  await flush();
}
