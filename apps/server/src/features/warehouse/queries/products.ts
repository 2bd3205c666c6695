import { containing, type Executor, join, type Sql, sql } from '../../../db/index.ts';
import type { Mode } from '../../../deps.ts';
import { isPictureSource, pictureKeys } from '../picture-repo.ts';

export interface ProductView {
  product_id: string;
  /** The operator's own name of an imported product; null: one of the sandbox's. */
  handle: string | null;
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
  status: 'active' | 'archived';
  updated_at: string;
  /** null: all of them are archived. */
  variants:
    | {
        variant_id: string;
        sku: string;
        barcode: string | null;
        option_values: string[];
        cost: number;
        weight_grams: number;
        image: string | null;
        stock: number;
      }[]
    | null;
}

const variants = sql`(select jsonb_agg(jsonb_build_object('variant_id', v.variant_id, 'sku', v.sku, 'barcode', v.barcode, 'option_values', v.option_values,
  'cost', v.cost, 'weight_grams', v.weight_grams, 'image', v.image, 'stock', v.stock) order by v.position)
  from warehouse.variant v where v.product_id = p.product_id and not v.archived) as variants`;

/** Pictures of imported products by the keys they are kept under; those that aren't fetched yet, or can't be, are left out. */
async function withPictures(tx: Executor, views: ProductView[]): Promise<ProductView[]> {
  const imported = views.filter(({ handle }) => handle !== null);
  const named = imported.flatMap(({ images, variants: own }) => [
    ...images,
    ...(own ?? []).map(({ image }) => image ?? ''),
  ]);
  const sources = [...new Set(named.filter(isPictureSource))];
  if (sources.length === 0) return views;
  const keys = await pictureKeys(tx, sources);
  const keyOf = (image: string): string | null => (isPictureSource(image) ? (keys.get(image) ?? null) : image);
  return views.map((view) =>
    view.handle === null
      ? view
      : {
          ...view,
          images: view.images.flatMap((image) => keyOf(image) ?? []),
          variants:
            view.variants?.map((variant) => ({ ...variant, image: variant.image && keyOf(variant.image) })) ?? null,
        },
  );
}

const views = async (tx: Executor, condition: Sql): Promise<ProductView[]> =>
  withPictures(
    tx,
    await tx.rows<ProductView>(sql`select p.*, ${variants} from warehouse.product p where ${condition}`),
  );

export const viewProduct = async (tx: Executor, mode: Mode, productId: string): Promise<ProductView | undefined> =>
  (await views(tx, sql`p.product_id = ${productId} and p.mode = ${mode} and p.status = 'active'`))[0];

/** The whole catalogue of a mode, or what changed since a time, in the order of change; archived products are among them. */
export function changedProducts(
  tx: Executor,
  mode: Mode,
  ask: { since?: string; after?: { at: string; id: string }; size: number },
): Promise<ProductView[]> {
  const from = ask.after
    ? sql`(p.updated_at, p.product_id) > (${ask.after.at}::timestamptz, ${ask.after.id})`
    : sql`p.updated_at >= ${ask.since ?? '-infinity'}::timestamptz`;
  return views(tx, sql`p.mode = ${mode} and ${from} order by p.updated_at, p.product_id limit ${ask.size}`);
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

/** Products whose title or category holds every word, by id. */
export function searchProducts(tx: Executor, mode: Mode, ask: ProductSearch): Promise<ProductView[]> {
  const words = (ask.word ?? '').split(/\s+/).filter(Boolean).slice(0, 8);
  const cheapest = sql`(select min(v.cost) from warehouse.variant v where v.product_id = p.product_id)`;
  const conditions: Sql[] = [
    sql`p.mode = ${mode} and p.status = 'active'`,
    sql`p.product_id > ${ask.afterId ?? ''}`,
    ...words.map((word) => sql`(p.title || ' ' || array_to_string(p.category_path, ' ')) ilike ${containing(word)}`),
    ...(ask.category ? [sql`p.category_path[1:${ask.category.length}] = ${ask.category}::text[]`] : []),
    ...(ask.costFrom === undefined ? [] : [sql`${cheapest} >= ${ask.costFrom}`]),
    ...(ask.costTo === undefined ? [] : [sql`${cheapest} <= ${ask.costTo}`]),
    ...(ask.shipTo ? [sql`(p.ship_countries = '{}' or p.ship_countries @> array[${ask.shipTo}])`] : []),
  ];
  return views(tx, sql`${join(conditions, ' and ')} order by p.product_id limit ${ask.size}`);
}

/** Every category that holds something, by its path. */
export const categoryPaths = async (tx: Executor, mode: Mode): Promise<string[][]> =>
  (
    await tx.rows<{ path: string[] }>(sql`select distinct p.category_path[1:n] as path
    from warehouse.product p, generate_series(1, cardinality(p.category_path)) n
    where p.mode = ${mode} and p.status = 'active' order by 1`)
  ).map((row) => row.path);

export const readStock = (
  tx: Executor,
  mode: Mode,
  ids: readonly string[],
): Promise<{ variant_id: string; stock: number; cost: number }[]> =>
  tx.rows(sql`select v.variant_id, v.stock, v.cost from warehouse.variant v join warehouse.product p using (product_id)
    where v.variant_id = any(${[...ids]}::text[]) and p.mode = ${mode} and p.status = 'active' and not v.archived`);
