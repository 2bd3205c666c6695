import { type Executor, join, type Sql, sql } from '../../../db/index.ts';

export interface ProductView {
  product_id: string;
  title: string;
  description_html: string;
  category_path: string[];
  options: { name: string; values: { value: string; image?: string }[] }[];
  images: string[];
  specifications: { name: string; value: string }[];
  currency: string;
  suggested_price: number | null;
  rating: number | null;
  reviews_count: number | null;
  order_volume: number | null;
  listings_count: number | null;
  ships_from: string;
  ship_countries: string[];
  limits: string[];
  made_in: string | null;
  free_shipping_to: string[];
  updated_at: string;
  variants: {
    variant_id: string;
    sku: string;
    option_values: string[];
    cost: number;
    weight_grams: number;
    image: string | null;
    stock: number;
  }[];
}

const variants = sql`(select jsonb_agg(jsonb_build_object('variant_id', v.variant_id, 'sku', v.sku, 'option_values', v.option_values,
  'cost', v.cost, 'weight_grams', v.weight_grams, 'image', v.image, 'stock', v.stock) order by v.position)
  from warehouse.variant v where v.product_id = p.product_id) as variants`;

const views = (tx: Executor, condition: Sql): Promise<ProductView[]> =>
  tx.rows<ProductView>(sql`select p.*, ${variants} from warehouse.product p where ${condition}`);

export const viewProduct = async (tx: Executor, productId: string): Promise<ProductView | undefined> =>
  (await views(tx, sql`p.product_id = ${productId}`))[0];

/** The whole catalogue, or what changed since a time, in the order of change. */
export function changedProducts(
  tx: Executor,
  ask: { since?: string; after?: { at: string; id: string }; size: number },
): Promise<ProductView[]> {
  const from = ask.after
    ? sql`(p.updated_at, p.product_id) > (${ask.after.at}::timestamptz, ${ask.after.id})`
    : sql`p.updated_at >= ${ask.since ?? '-infinity'}::timestamptz`;
  return views(tx, sql`${from} order by p.updated_at, p.product_id limit ${ask.size}`);
}

export interface ProductSearch {
  word?: string;
  /** The first names of a category path. */
  category?: string[];
  costFrom?: number;
  costTo?: number;
  shipTo?: string;
  afterId?: string;
  size: number;
}

const pattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** Products whose title or category holds every word, by id. */
export function searchProducts(tx: Executor, ask: ProductSearch): Promise<ProductView[]> {
  const words = (ask.word ?? '').split(/\s+/).filter(Boolean).slice(0, 8);
  const cheapest = sql`(select min(v.cost) from warehouse.variant v where v.product_id = p.product_id)`;
  const conditions: Sql[] = [
    sql`p.product_id > ${ask.afterId ?? ''}`,
    ...words.map((word) => sql`(p.title || ' ' || array_to_string(p.category_path, ' ')) ilike ${pattern(word)}`),
    ...(ask.category ? [sql`p.category_path[1:${ask.category.length}] = ${ask.category}::text[]`] : []),
    ...(ask.costFrom === undefined ? [] : [sql`${cheapest} >= ${ask.costFrom}`]),
    ...(ask.costTo === undefined ? [] : [sql`${cheapest} <= ${ask.costTo}`]),
    ...(ask.shipTo ? [sql`p.ship_countries @> array[${ask.shipTo}]`] : []),
  ];
  return views(tx, sql`${join(conditions, ' and ')} order by p.product_id limit ${ask.size}`);
}

/** Every category that holds something, by its path. */
export const categoryPaths = async (tx: Executor): Promise<string[][]> =>
  (
    await tx.rows<{ path: string[] }>(sql`select distinct p.category_path[1:n] as path
    from warehouse.product p, generate_series(1, cardinality(p.category_path)) n order by 1`)
  ).map((row) => row.path);

export const readStock = (
  tx: Executor,
  ids: readonly string[],
): Promise<{ variant_id: string; stock: number; cost: number }[]> =>
  tx.rows(sql`select variant_id, stock, cost from warehouse.variant where variant_id = any(${[...ids]}::text[])`);
