import { catalogueAt } from '@quayside/catalogue';
import { newId } from '@quayside/kernel';
import { type Db, sql } from '../db/index.ts';

const CHUNK = 5_000;

/** Writes `count` generated products into the store of source products, for measurements. */
export async function fillSources(
  db: Db,
  count: number,
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  let rows: object[] = [];
  let done = 0;
  const flush = async (): Promise<void> => {
    if (rows.length === 0) return;
    const batch = JSON.stringify(rows);
    await db.global((tx) =>
      tx.run(sql`insert into source_product (source_key, source, mode, source_product_id, title, category_id, category_path, image_urls,
          cost_from, cost_to, rsp, suggested, rating, reviews_count, order_volume, shipping_cost, shipping_days_min, shipping_days_max, ship_countries, total_variants,
          made_in, ships_from, free_shipping_to, fastest_us_days)
        select source_key, 'quayside', 'sandbox', id, title, category_id, array(select jsonb_array_elements_text(path)), '{}',
          cost_from, cost_to, rsp, rsp, rating, reviews, volume, shipping, days_min, days_max, array(select jsonb_array_elements_text(countries)), variants,
          made_in, array[ships_from], array(select jsonb_array_elements_text(free_to)), us_days
        from jsonb_to_recordset(${batch}::jsonb) as r(source_key uuid, id text, title text, category_id text, path jsonb, cost_from bigint, cost_to bigint,
          rsp bigint, rating real, reviews int, volume int, shipping bigint, days_min int, days_max int, countries jsonb, variants int,
          made_in text, ships_from text, free_to jsonb, us_days int)
        on conflict do nothing`),
    );
    done += rows.length;
    rows = [];
    onProgress(done);
  };
  for (const product of catalogueAt(count)) {
    const costs = product.variants.map((variant) => variant.costMinor);
    const lowest = Math.min(...costs);
    const shipping = 299 + (done % 7) * 50;
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
      shipping: product.freeShippingTo.length > 0 ? 0 : shipping,
      days_min: 5,
      days_max: 7,
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
