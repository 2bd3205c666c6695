import { type Executor, json, sql } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';
import type { StockDraft } from './rules/catalog/drafts.ts';
import type { OwnProduct, OwnVariant } from './rules/catalog/merge.ts';

/** Lets one import write at a time: two files with the same SKU then see each other's products. Held until the transaction ends. */
export const lockCatalog = (tx: Executor): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended('warehouse catalog', 0))`);

interface OwnRow {
  product_id: string;
  handle: string;
  status: 'active' | 'archived';
  title: string;
  description_html: string;
  category_path: string[];
  suggested_price: number | null;
  specifications: OwnProduct['specifications'];
  made_in: string | null;
  ships_from: string;
  ship_countries: string[];
  images: string[];
  options: OwnProduct['options'];
  variants: (Omit<OwnVariant, 'variantId' | 'optionValues'> & { variant_id: string; option_values: string[] })[] | null;
}

const ownOf = (row: OwnRow): OwnProduct => ({
  productId: row.product_id,
  handle: row.handle,
  status: row.status,
  title: row.title,
  descriptionHtml: row.description_html,
  categoryPath: row.category_path,
  suggestedPrice: row.suggested_price,
  specifications: row.specifications,
  madeIn: row.made_in,
  shipsFrom: row.ships_from,
  shipsTo: row.ship_countries,
  images: row.images,
  options: row.options,
  variants: (row.variants ?? []).map(({ variant_id, option_values, ...variant }) => ({
    variantId: variant_id,
    optionValues: option_values,
    ...variant,
  })),
});

const OWN = sql`select p.product_id, p.handle, p.status, p.title, p.description_html, p.category_path, p.suggested_price,
  p.specifications, p.made_in, p.ships_from, p.ship_countries, p.images, p.options,
  (select jsonb_agg(jsonb_build_object('variant_id', v.variant_id, 'sku', v.sku, 'option_values', v.option_values, 'cost', v.cost,
      'stock', v.stock, 'grams', v.weight_grams, 'barcode', v.barcode, 'image', v.image, 'archived', v.archived)
      order by v.archived, v.position)
    from warehouse.variant v where v.product_id = p.product_id) as variants
  from warehouse.product p`;

/** Imported products of a mode by their handles. */
export async function ownProducts(
  tx: Executor,
  mode: Mode,
  handles: readonly string[],
): Promise<Map<string, OwnProduct>> {
  const rows = await tx.rows<OwnRow>(sql`${OWN} where p.mode = ${mode} and p.handle = any(${[...handles]}::text[])`);
  return new Map(rows.map((row) => [row.handle, ownOf(row)]));
}

/** One page of all imported products of a mode, by handle. */
export const pageOfOwn = async (tx: Executor, mode: Mode, after: string, size: number): Promise<OwnProduct[]> =>
  (
    await tx.rows<OwnRow>(sql`${OWN} where p.mode = ${mode} and p.handle > ${after} order by p.handle limit ${size}`)
  ).map(ownOf);

/** Whose SKUs are in a mode: product and handle by SKU. A product of the sandbox's own goes by its id. */
export const skuOwners = async (
  tx: Executor,
  mode: Mode,
  skus: readonly string[],
): Promise<Map<string, { productId: string; handle: string }>> =>
  new Map(
    (
      await tx.rows<{ sku: string; product_id: string; handle: string }>(sql`select v.sku, v.product_id,
          coalesce(p.handle, p.product_id) as handle
        from warehouse.variant v join warehouse.product p using (product_id)
        where v.mode = ${mode} and v.sku = any(${[...skus]}::text[])`)
    ).map(({ sku, product_id, handle }) => [sku, { productId: product_id, handle }]),
  );

/** Locks variants of products in the order in which orders lock them, so that an import and an order never wait in a circle. */
export const lockVariants = (tx: Executor, productIds: readonly string[]): Promise<unknown[]> =>
  tx.rows(sql`select variant_id from warehouse.variant where product_id = any(${[...productIds]}::text[])
    order by variant_id for update`);

/** Writes imported products with all of their variants, stock included. The caller has locked them. */
export async function putOwnProducts(
  tx: Executor,
  mode: Mode,
  products: readonly OwnProduct[],
  now: string,
): Promise<void> {
  const rows = products.map((one) => ({
    product_id: one.productId,
    handle: one.handle,
    status: one.status,
    title: one.title,
    description_html: one.descriptionHtml,
    category_path: one.categoryPath,
    suggested_price: one.suggestedPrice,
    specifications: one.specifications,
    made_in: one.madeIn,
    ships_from: one.shipsFrom,
    ship_countries: one.shipsTo,
    images: one.images,
    options: one.options,
  }));
  await tx.run(sql`insert into warehouse.product (product_id, mode, handle, status, title, description_html, category_path, options,
      images, specifications, currency, suggested_price, ships_from, ship_countries, limits, made_in, updated_at)
    select product_id, ${mode}, handle, status, title, description_html, category_path, options, images, specifications, 'USD',
      suggested_price, ships_from, ship_countries, '{}', made_in, ${now}::timestamptz
    from jsonb_to_recordset(${json(rows)}) as r (product_id text, handle text, status text, title text, description_html text,
      category_path text[], options jsonb, images text[], specifications jsonb, suggested_price bigint, ships_from text,
      ship_countries text[], made_in text)
    on conflict (product_id) do update set handle = excluded.handle, status = excluded.status, title = excluded.title,
      description_html = excluded.description_html, category_path = excluded.category_path, options = excluded.options,
      images = excluded.images, specifications = excluded.specifications, suggested_price = excluded.suggested_price,
      ships_from = excluded.ships_from, ship_countries = excluded.ship_countries, made_in = excluded.made_in,
      updated_at = excluded.updated_at`);
  const variants = products.flatMap((product) =>
    product.variants.map((one, position) => ({
      variant_id: one.variantId,
      product_id: product.productId,
      position,
      sku: one.sku,
      option_values: one.optionValues,
      cost: one.cost,
      weight_grams: one.grams,
      image: one.image,
      stock: one.stock,
      barcode: one.barcode,
      archived: one.archived,
    })),
  );
  await tx.run(sql`insert into warehouse.variant (variant_id, mode, product_id, position, sku, option_values, cost, weight_grams,
      image, stock, barcode, archived)
    select variant_id, ${mode}, product_id, position, sku, option_values, cost, weight_grams, image, stock, barcode, archived
    from jsonb_to_recordset(${json(variants)}) as r (variant_id text, product_id text, position integer, sku text,
      option_values text[], cost bigint, weight_grams integer, image text, stock integer, barcode text, archived boolean)
    on conflict (variant_id) do update set position = excluded.position, option_values = excluded.option_values,
      cost = excluded.cost, weight_grams = excluded.weight_grams, image = excluded.image, stock = excluded.stock,
      barcode = excluded.barcode, archived = excluded.archived`);
}

export interface StockRow {
  sku: string;
  title: string;
  stock: number;
  cost: number;
}

/** Stock and cost of SKUs of a mode as they are; unknown ones are left out. `lock`: holds them until the transaction ends. */
export const findStock = (tx: Executor, mode: Mode, skus: readonly string[], lock = false): Promise<StockRow[]> => {
  const query = sql`select v.sku, p.title, v.stock, v.cost from warehouse.variant v join warehouse.product p using (product_id)
    where v.mode = ${mode} and v.sku = any(${[...skus]}::text[]) order by v.variant_id`;
  return tx.rows<StockRow>(lock ? sql`${query} for update of v` : query);
};

/** Sets stock and cost of SKUs. A product whose cost changed counts as changed; stock is read separately. */
export async function putStock(tx: Executor, mode: Mode, drafts: readonly StockDraft[], now: string): Promise<void> {
  const rows = drafts.map(({ sku, stock, cost }) => ({ sku, stock: stock ?? null, cost: cost ?? null }));
  const values = sql`jsonb_to_recordset(${json(rows)}) as r (sku text, stock integer, cost bigint)`;
  await tx.run(sql`update warehouse.product p set updated_at = ${now}::timestamptz where p.product_id in (
    select v.product_id from warehouse.variant v join ${values} on r.sku = v.sku and v.mode = ${mode})`);
  await tx.run(sql`update warehouse.variant v set stock = coalesce(r.stock, v.stock), cost = coalesce(r.cost, v.cost)
    from ${values} where v.mode = ${mode} and v.sku = r.sku`);
}

export const countOwn = async (tx: Executor, mode: Mode): Promise<{ active: number; archived: number }> =>
  (await tx.first<{
    active: number;
    archived: number;
  }>(sql`select count(*) filter (where status = 'active')::int as active,
      count(*) filter (where status = 'archived')::int as archived
    from warehouse.product where mode = ${mode} and handle is not null`)) ?? { active: 0, archived: 0 };
