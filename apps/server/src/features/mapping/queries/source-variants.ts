import type { SupplierId } from '@quayside/connector-kit';
import { AppError, notFound } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { findProduct, findVariants } from '../../products/index.ts';
import { readNamed } from '../actions/find-components.ts';

/**
 * The supplier's variants of a product, or of the supplier product that is named. Of a product that its supplier no longer
 * has, those that were imported.
 */
export async function findSourceVariants(
  deps: Deps,
  scope: WorkplaceScope,
  productId: string,
  named: { source?: string | undefined; source_product_id?: string | undefined },
) {
  const { workplaceId } = scope;
  const { product, variants } = await deps.db.read(scope, async (ex) => ({
    product: await findProduct(ex, workplaceId, productId),
    variants: await findVariants(ex, workplaceId, [productId]),
  }));
  if (!product) throw notFound('PRODUCT_NOT_FOUND');
  const { mode, ship_to: shipTo } = product;
  const source = (named.source ?? product.source) as SupplierId;
  const sourceProductId = named.source_product_id ?? product.source_product_id;
  const isOwn = source === product.source && sourceProductId === product.source_product_id;
  const found = await readNamed(deps, scope, { source, mode, sourceProductId, shipTo }, 'source_product_id').catch(
    (error: unknown) => {
      if (isOwn && error instanceof AppError && error.code === 'SOURCE_PRODUCT_NOT_FOUND') return undefined;
      throw error;
    },
  );
  if (!found)
    return {
      source,
      source_product_id: sourceProductId,
      title: product.title,
      image: product.images[0]?.url ?? null,
      variants: variants.map((one) => ({
        sku_id: one.source_variant_id,
        sku: one.source_sku,
        option_values: one.option_values,
        image: one.image_url,
        cost: { amount: one.cost, currency: product.currency },
        stock: one.stock,
      })),
    };
  return {
    source: found.source,
    source_product_id: found.source_product_id,
    title: found.title,
    image: found.image_urls[0] ?? null,
    variants: found.detail.variants.map((one) => ({
      sku_id: one.sourceVariantId,
      sku: one.sku,
      option_values: one.optionValues,
      image: one.imageUrl ?? null,
      cost: { amount: one.cost, currency: found.currency },
      stock: one.stock ?? null,
    })),
  };
}
