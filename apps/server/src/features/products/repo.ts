import type { SupplierId } from '@quayside/connector-kit';
import { type Executor, json, raw, sql, type WorkplaceScope } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';
import { WITHOUT_SUPPLIER } from './rules/file-source.ts';
import type { OwnField, Product, Variant } from './tables.ts';

const PRODUCT =
  raw(`product_id, source, mode, source_product_id, ship_to, title, description_html, vendor, product_type, tags, seo_title,
  seo_description, hs_code, origin_country, weight_unit, length_mm, width_mm, height_mm, options, images, currency, cost_from, cost_to, price_from, price_to, total_variants, original, revision, push_state,
  copied_from, created_at, updated_at`);
const VARIANT =
  raw(`product_id, variant_id, source_variant_id, source_sku, sku, barcode, option_values, cost, price, compare_at_price, stock,
  weight_grams, source_weight_grams, image_url, position, enabled`);

export type NewProduct = Omit<
  Product,
  'revision' | 'push_state' | 'copied_from' | 'created_at' | 'updated_at' | OwnField
>;

/** Adds products with their variants, none in demo mode; answers the ids of those that were added. */
export async function insertProducts(
  tx: Executor,
  { accountId, workplaceId }: WorkplaceScope,
  rows: readonly NewProduct[],
  variants: readonly Variant[],
): Promise<Set<string>> {
  const added = await tx.rows<{
    product_id: string;
  }>(sql`with added as (insert into product (workplace_id, product_id, source, mode, source_product_id,
        ship_to, title, description_html, vendor, product_type, tags, options, images, currency, cost_from, cost_to, price_from, price_to,
        total_variants, original)
      select ${workplaceId}, r.product_id, r.source, r.mode, r.source_product_id, r.ship_to, r.title, r.description_html, r.vendor,
        r.product_type, '{}', r.options, r.images, r.currency, r.cost_from, r.cost_to, r.price_from, r.price_to, r.total_variants, r.original
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(product_id uuid, source text, mode text, source_product_id text,
        ship_to text, title text, description_html text, vendor text, product_type text, options jsonb, images jsonb, currency text,
        cost_from bigint, cost_to bigint, price_from bigint, price_to bigint, total_variants integer, original jsonb)
      where not exists (select 1 from account_flag where account_id = ${accountId} and flag = 'meta:DEMO_MODE')
      on conflict (workplace_id, source, mode, source_product_id) where deleted_at is null and copied_from is null do nothing
      returning product_id, source),
    with_variants as (insert into product_variant (workplace_id, product_id, variant_id, source_variant_id, source_sku, sku,
        barcode, option_values, cost, price, computed_price, compare_at_price, stock, weight_grams, source_weight_grams, image_url, position, enabled)
      select ${workplaceId}, r.product_id, r.variant_id, r.source_variant_id, r.source_sku, r.sku, coalesce(r.barcode, ''),
        array(select jsonb_array_elements_text(r.option_values)), r.cost, r.price,
        case when added.source = any(${[...WITHOUT_SUPPLIER]}::text[]) then null else r.price end, r.compare_at_price, r.stock, r.weight_grams, r.weight_grams,
        r.image_url, r.position, r.enabled
      from jsonb_to_recordset(${JSON.stringify(variants)}::jsonb) as r(product_id uuid, variant_id uuid, source_variant_id text,
        source_sku text, sku text, barcode text, option_values jsonb, cost bigint, price bigint, compare_at_price bigint, stock integer,
        weight_grams integer, image_url text, position integer, enabled boolean)
      join added on added.product_id = r.product_id returning 1)
    select product_id from added`);
  return new Set(added.map((row) => row.product_id));
}

/** Writes what no supplier fills in of products that were just added. */
export const saveOwnFields = (
  tx: Executor,
  workplaceId: string,
  rows: readonly Pick<Product, 'product_id' | 'tags' | 'seo_title' | 'seo_description'>[],
): Promise<number> =>
  tx.run(sql`update product p set tags = array(select jsonb_array_elements_text(r.tags)), seo_title = r.seo_title,
      seo_description = r.seo_description
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(product_id uuid, tags jsonb, seo_title text, seo_description text)
    where p.workplace_id = ${workplaceId} and p.product_id = r.product_id`);

/** Ids of products imported already, by the supplier's id. Copies don't count. */
export async function importedIds(
  ex: Executor,
  workplaceId: string,
  source: SupplierId,
  mode: Mode,
  sourceProductIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await ex.rows<{
    source_product_id: string;
    product_id: string;
  }>(sql`select source_product_id, product_id from product
    where workplace_id = ${workplaceId} and source = ${source} and mode = ${mode}
      and source_product_id = any(${[...sourceProductIds]}::text[]) and deleted_at is null and copied_from is null`);
  return new Map(rows.map((row) => [row.source_product_id, row.product_id]));
}

export const findProduct = (ex: Executor, workplaceId: string, productId: string): Promise<Product | undefined> =>
  ex.first<Product>(sql`select ${PRODUCT} from product
    where workplace_id = ${workplaceId} and product_id = ${productId} and deleted_at is null`);

export const findProducts = (ex: Executor, workplaceId: string, productIds: readonly string[]): Promise<Product[]> =>
  ex.rows<Product>(sql`select ${PRODUCT} from product
    where workplace_id = ${workplaceId} and product_id = any(${[...productIds]}::uuid[]) and deleted_at is null`);

/** Of some products that are still there, what is to be seen of them. */
export const findImages = (
  ex: Executor,
  workplaceId: string,
  productIds: readonly string[],
): Promise<Pick<Product, 'product_id' | 'images'>[]> =>
  ex.rows<Pick<Product, 'product_id' | 'images'>>(sql`select product_id, images from product
    where workplace_id = ${workplaceId} and product_id = any(${[...productIds]}::uuid[]) and deleted_at is null`);

/** Products held by the caller's transaction, in one order for all callers. */
export const lockProducts = (tx: Executor, workplaceId: string, productIds: readonly string[]): Promise<Product[]> =>
  tx.rows<Product>(sql`select ${PRODUCT} from product where workplace_id = ${workplaceId}
    and product_id = any(${[...productIds]}::uuid[]) and deleted_at is null order by product_id for update`);

export const findVariants = (ex: Executor, workplaceId: string, productIds: readonly string[]): Promise<Variant[]> =>
  ex.rows<Variant>(sql`select ${VARIANT} from product_variant where workplace_id = ${workplaceId}
    and product_id = any(${[...productIds]}::uuid[]) order by product_id, position, variant_id`);

/** Writes an edited product with its variants. */
export async function saveProduct(
  tx: Executor,
  workplaceId: string,
  product: Product,
  variants: readonly Variant[],
): Promise<void> {
  await tx.run(sql`update product set title = ${product.title}, description_html = ${product.description_html}, vendor = ${product.vendor},
      product_type = ${product.product_type}, tags = ${product.tags}, seo_title = ${product.seo_title},
      seo_description = ${product.seo_description}, hs_code = ${product.hs_code}, origin_country = ${product.origin_country}, weight_unit = ${product.weight_unit},
      length_mm = ${product.length_mm}, width_mm = ${product.width_mm}, height_mm = ${product.height_mm}, options = ${json(product.options)}, images = ${json(product.images)},
      price_from = ${product.price_from}, price_to = ${product.price_to}, revision = ${product.revision}, updated_at = now()
    where workplace_id = ${workplaceId} and product_id = ${product.product_id}`);
  await tx.run(sql`update product_variant v set sku = r.sku, barcode = r.barcode, option_values = array(select jsonb_array_elements_text(r.option_values)),
      price = r.price, compare_at_price = r.compare_at_price, weight_grams = r.weight_grams, image_url = r.image_url, enabled = r.enabled
    from jsonb_to_recordset(${JSON.stringify(variants)}::jsonb) as r(variant_id uuid, sku text, barcode text, option_values jsonb, price bigint,
      compare_at_price bigint, weight_grams integer, image_url text, enabled boolean)
    where v.workplace_id = ${workplaceId} and v.product_id = ${product.product_id} and v.variant_id = r.variant_id`);
}

/** Keeps what a supplier says of stock and cost now; answers the products it concerns. */
export async function setSourceStock(
  tx: Executor,
  workplaceId: string,
  source: SupplierId,
  mode: Mode,
  items: readonly { sourceVariantId: string; stock?: number; cost?: number }[],
  /** Only in this product. */
  onlyIn?: string,
): Promise<string[]> {
  if (items.length === 0) return [];
  const rows = await tx.rows<{ product_id: string }>(sql`update product_variant v
    set stock = coalesce(r.stock, v.stock), cost = coalesce(r.cost, v.cost)
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as r("sourceVariantId" text, stock integer, cost bigint), product p
    where v.workplace_id = ${workplaceId} and v.source_variant_id = r."sourceVariantId" and p.workplace_id = ${workplaceId}
      and p.product_id = v.product_id and p.source = ${source} and p.mode = ${mode} and p.deleted_at is null
      ${onlyIn === undefined ? sql`` : sql`and p.product_id = ${onlyIn}`}
      and (v.stock, v.cost) is distinct from (coalesce(r.stock, v.stock), coalesce(r.cost, v.cost))
    returning v.product_id`);
  const productIds = [...new Set(rows.map((row) => row.product_id))];
  if (productIds.length > 0) {
    await tx.run(sql`update product p set cost_from = v.low, cost_to = v.high, updated_at = now()
      from (select product_id, min(cost) low, max(cost) high from product_variant
        where workplace_id = ${workplaceId} and product_id = any(${productIds}::uuid[]) group by product_id) v
      where p.workplace_id = ${workplaceId} and p.product_id = v.product_id`);
  }
  return productIds;
}

const writeVariantSources = (
  tx: Executor,
  workplaceId: string,
  productId: string,
  variants: readonly Variant[],
): Promise<number> =>
  tx.run(sql`update product_variant v set source_variant_id = r.source_variant_id, source_sku = r.source_sku, cost = r.cost,
      stock = r.stock, weight_grams = r.weight_grams, source_weight_grams = r.source_weight_grams
    from jsonb_to_recordset(${JSON.stringify(variants)}::jsonb) as r(variant_id uuid, source_variant_id text, source_sku text,
      cost bigint, stock integer, weight_grams integer, source_weight_grams integer)
    where v.workplace_id = ${workplaceId} and v.product_id = ${productId} and v.variant_id = r.variant_id`);

/** Writes where a product and its variants are bought. `before`: where it was. */
export async function saveSource(
  tx: Executor,
  workplaceId: string,
  before: Pick<Product, 'source' | 'mode' | 'source_product_id'>,
  product: Product,
  variants: readonly Variant[],
): Promise<void> {
  const former = `${before.source} ${before.mode} ${before.source_product_id}`;
  await tx.run(sql`update product set source = ${product.source}, source_product_id = ${product.source_product_id},
      original = ${json(product.original)}, cost_from = ${product.cost_from}, cost_to = ${product.cost_to},
      former_sources = array_append(array_remove(former_sources, ${former}), ${former}), updated_at = now()
    where workplace_id = ${workplaceId} and product_id = ${product.product_id}`);
  await writeVariantSources(tx, workplaceId, product.product_id, variants);
}

/** Writes which of its supplier product's variants a product's variants are. */
export async function saveVariantSources(
  tx: Executor,
  workplaceId: string,
  product: Pick<Product, 'product_id' | 'original'>,
  variants: readonly Variant[],
): Promise<void> {
  const costs = variants.map((one) => one.cost);
  await tx.run(sql`update product set original = ${json(product.original)}, cost_from = ${Math.min(...costs)},
      cost_to = ${Math.max(...costs)}, updated_at = now()
    where workplace_id = ${workplaceId} and product_id = ${product.product_id}`);
  await writeVariantSources(tx, workplaceId, product.product_id, variants);
}
