import { type CatalogueProduct, catalogueAt } from '@quayside/catalogue';
import { newId } from '@quayside/kernel';
import { type Db, sql, type WorkplaceScope } from '../db/index.ts';
import type { Mode } from '../deps.ts';
import { importedProduct, insertProducts, newProductRows } from '../features/products/index.ts';

/** Countries that filled orders go to; every filled product ships to all of them. */
export const FILL_COUNTRIES = ['US', 'DE', 'FR', 'GB', 'CA', 'AU', 'BR'] as const;
/** Products read from the start of the catalogue, which every sandbox warehouse stocks, and the most that are listed. */
const READ = 200;
const MOST = 40;

export interface ProductFill {
  scope: WorkplaceScope;
  storeId: string;
  mode: Mode;
}

const pictureOf = (key: string): string => `/pictures/${key}-800.webp`;

/** The rows of a catalogue product as an import writes them. */
function rowsOf(product: CatalogueProduct, mode: Mode) {
  const variants = product.variants.map((variant) => ({
    sourceVariantId: variant.id,
    sku: variant.sku,
    optionValues: variant.optionValues,
    cost: variant.costMinor,
    price: variant.rspMinor,
    imageUrl: pictureOf(variant.imageKey),
    stock: variant.stock,
    weightGrams: variant.weightGrams,
  }));
  const imported = importedProduct({
    title: product.title,
    descriptionHtml: product.descriptionHtml,
    vendor: product.storeName,
    productType: product.categoryPath.at(-1) ?? '',
    options: product.options.map(({ name, values }) => ({ name, values: values.map((one) => one.value) })),
    imageUrls: product.imageKeys.map(pictureOf),
    specifications: product.specifications,
    variants,
    importedAt: new Date().toISOString(),
  });
  const origin = { source: 'quayside', mode, sourceProductId: product.id, shipTo: 'US', currency: 'USD' } as const;
  return newProductRows(origin, imported, variants);
}

/** Imports products of our own supplier and lists them in a store. Those that the workspace has already are only listed. */
export async function fillProducts(db: Db, { scope, storeId, mode }: ProductFill): Promise<void> {
  const { workplaceId } = scope;
  const picked = [...catalogueAt(READ)]
    .filter((product) => FILL_COUNTRIES.every((country) => product.shipCountries.includes(country)))
    .slice(0, MOST);
  const rows = picked.map((product) => rowsOf(product, mode));
  const ids = picked.map((product) => product.id);
  await db.tenant(scope, async (tx) => {
    await insertProducts(
      tx,
      scope,
      rows.map((row) => row.product),
      rows.flatMap((row) => row.variants),
    );
    await tx.run(sql`insert into listing (workplace_id, listing_id, product_id, store_id, state, publish_status, variant_ids,
        pushed_revision, external_product_id, handle, pushed_at)
      select ${workplaceId}::uuid, i.listing_id, p.product_id, ${storeId}::uuid, 'listed', 'active',
        array(select v.variant_id from product_variant v where v.workplace_id = ${workplaceId} and v.product_id = p.product_id order by v.position),
        p.revision, 'fill-' || p.source_product_id, 'fill-' || lower(p.source_product_id), now()
      from jsonb_to_recordset(${JSON.stringify(ids.map((id) => ({ id, listing_id: newId() })))}::jsonb) as i(id text, listing_id uuid)
      join product p on p.workplace_id = ${workplaceId} and p.copied_from is null and p.source = 'quayside' and p.mode = ${mode} and p.source_product_id = i.id
        and p.deleted_at is null
      on conflict do nothing`);
    await tx.run(sql`insert into listing_variant (workplace_id, listing_id, variant_id, store_id, external_variant_id, sku)
      select ${workplaceId}::uuid, l.listing_id, v.variant_id, l.store_id, 'fill-' || v.source_variant_id, v.sku
      from listing l join product_variant v on v.workplace_id = ${workplaceId} and v.variant_id = any(l.variant_ids)
      where l.workplace_id = ${workplaceId} and l.store_id = ${storeId}
      on conflict do nothing`);
    await tx.run(sql`update product set push_state = 'pushed' where workplace_id = ${workplaceId} and push_state = 'unpushed'
      and product_id in (select product_id from listing where workplace_id = ${workplaceId} and store_id = ${storeId} and state = 'listed')`);
  });
}
