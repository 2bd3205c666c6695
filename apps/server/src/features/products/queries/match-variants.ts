import type { SupplierId } from '@quayside/connector-kit';
import type { SupplierName } from '@quayside/contracts';
import { type Executor, sql } from '../../../db/index.ts';
import { WITHOUT_SUPPLIER } from '../rules/file-source.ts';

export interface Wanted {
  externalProductId?: string | null;
  externalVariantId?: string | null;
  sku?: string | null;
}

/** Where something that a store sold comes from. */
export interface Match {
  productId: string;
  variantId: string;
  listingId: string;
  source: SupplierName & SupplierId;
  sourceProductId: string;
  sourceVariantId: string;
  sourceSku: string;
  /** Minor units of `currency`. */
  cost: number;
  currency: string;
  imageUrl: string | null;
}

interface Row {
  external_product_id: string | null;
  external_variant_id: string;
  listed_sku: string;
  alone: boolean;
  match: Match;
}

/** The newest of the rows; undefined when they are of different variants, as nothing can be told then. */
function onlyOne(rows: readonly Row[]): Match | undefined {
  const [first] = rows;
  return rows.every((row) => row.match.variantId === first?.match.variantId) ? first?.match : undefined;
}

/**
 * Finds what a store's order lines are, among everything we ever put into that store: by the store's variant, else by the
 * product where it has one variant, else by the article number. In the order of `wanted`; undefined where nothing fits, or what
 * fits has no supplier yet.
 */
export async function matchVariants(
  ex: Executor,
  workplaceId: string,
  storeId: string,
  wanted: readonly Wanted[],
): Promise<(Match | undefined)[]> {
  const texts = (pick: (one: Wanted) => string | null | undefined) => [
    ...new Set(wanted.flatMap((one) => pick(one) || [])),
  ];
  // Three walks of an index each; with "or" instead, the whole store would be read for every order.
  const rows = await ex.rows<Row>(sql`with hit as (
      select listing_id, variant_id from listing_variant where workplace_id = ${workplaceId} and store_id = ${storeId}
        and external_variant_id = any(${texts((one) => one.externalVariantId)}::text[])
      union select listing_id, variant_id from listing_variant where workplace_id = ${workplaceId} and store_id = ${storeId}
        and sku = any(${texts((one) => one.sku)}::text[])
      union select l.listing_id, l.variant_ids[1] from listing l where l.workplace_id = ${workplaceId} and l.store_id = ${storeId}
        and l.external_product_id = any(${texts((one) => one.externalProductId)}::text[]) and cardinality(l.variant_ids) = 1)
    select l.external_product_id, lv.external_variant_id, lv.sku as listed_sku, cardinality(l.variant_ids) = 1 as alone,
      jsonb_build_object('productId', p.product_id, 'variantId', v.variant_id, 'listingId', l.listing_id, 'source', p.source,
        'sourceProductId', p.source_product_id, 'sourceVariantId', v.source_variant_id, 'sourceSku', v.source_sku, 'cost', v.cost,
        'currency', p.currency, 'imageUrl', coalesce(v.image_url, p.images -> 0 ->> 'url')) as match
    from hit
    join listing_variant lv on lv.workplace_id = ${workplaceId} and lv.listing_id = hit.listing_id and lv.variant_id = hit.variant_id
    join listing l on l.workplace_id = ${workplaceId} and l.listing_id = hit.listing_id
    join product_variant v on v.workplace_id = ${workplaceId} and v.variant_id = hit.variant_id
    join product p on p.workplace_id = ${workplaceId} and p.product_id = v.product_id 
      and p.source <> all(${[...WITHOUT_SUPPLIER]}::text[])
    order by l.listing_id desc`);
  return wanted.map((one) => {
    const byVariant = one.externalVariantId && rows.find((row) => row.external_variant_id === one.externalVariantId);
    if (byVariant) return byVariant.match;
    const byProduct =
      !one.externalVariantId &&
      one.externalProductId &&
      rows.find((row) => row.alone && row.external_product_id === one.externalProductId);
    if (byProduct) return byProduct.match;
    return one.sku ? onlyOne(rows.filter((row) => row.listed_sku === one.sku)) : undefined;
  });
}
