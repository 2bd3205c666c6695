import { containing, type Executor, empty, sql } from '../../../db/index.ts';
import type { Mode } from '../../../deps.ts';
import type { Match } from './match-variants.ts';

/** A variant of an imported product, to put on an order. */
export interface OrderVariant {
  variant_id: string;
  sku: string;
  title: string;
  option_values: string[];
  image: string | null;
  price: number;
  currency: string;
  match: Omit<Match, 'listingId'>;
}

/** Variants of imported products by id, by SKU, by product, or by words of the title. */
export const findOrderVariants = (
  ex: Executor,
  workplaceId: string,
  mode: Mode,
  by:
    | { ids: readonly string[] }
    | { skus: readonly string[] }
    | { keyword: string; most: number }
    | { productId: string },
): Promise<OrderVariant[]> =>
  ex.rows<OrderVariant>(sql`select v.variant_id, v.sku, p.title, v.option_values,
      coalesce(v.image_url, p.images -> 0 ->> 'url') as image, v.price, p.currency,
      jsonb_build_object('productId', p.product_id, 'variantId', v.variant_id, 'source', p.source,
        'sourceProductId', p.source_product_id, 'sourceVariantId', v.source_variant_id, 'sourceSku', v.source_sku,
        'cost', v.cost, 'currency', p.currency, 'imageUrl', coalesce(v.image_url, p.images -> 0 ->> 'url')) as match
    from product_variant v join product p on p.workplace_id = ${workplaceId} and p.product_id = v.product_id
    where v.workplace_id = ${workplaceId} and p.mode = ${mode} and p.deleted_at is null and ${
      'ids' in by
        ? sql`v.variant_id = any(${[...by.ids]}::uuid[])`
        : 'skus' in by
          ? sql`v.sku = any(${[...by.skus]}::text[])`
          : 'productId' in by
            ? sql`p.product_id = ${by.productId}`
            : sql`v.enabled and (v.sku = ${by.keyword} or p.title ilike ${containing(by.keyword)})`
    } order by p.title, p.product_id, v.position ${'most' in by ? sql`limit ${by.most}` : empty}`);
