import { type ConnectorContext, ConnectorError, type StoreProduct } from '@quayside/connector-kit';
import { moneyFromDecimal } from '@quayside/kernel';
import { run } from './client.ts';
import { documents } from './documents.ts';
import { withRest } from './pages.ts';
import { STATUS } from './store-fields.ts';

const VARIANTS_PAGE = 100;

/** A product as the shop has it, with all its variants and its first 50 pictures. */
export async function readProduct(ctx: ConnectorContext, id: string): Promise<StoreProduct> {
  const { product } = await run(ctx, documents.fullProduct, { id, variants: VARIANTS_PAGE });
  if (!product) throw new ConnectorError('not-found', `product ${id} no longer exists in the store`);
  const variants = await withRest(
    product.variants,
    async (after) => (await run(ctx, documents.productVariants, { id, first: VARIANTS_PAGE, after })).product?.variants,
  );
  const currency = product.priceRangeV2.minVariantPrice.currencyCode;
  return {
    externalProductId: product.id,
    handle: product.handle,
    title: product.title,
    descriptionHtml: product.descriptionHtml,
    vendor: product.vendor,
    productType: product.productType,
    tags: product.tags,
    status: STATUS[product.status] ?? product.status.toLowerCase(),
    publishedAt: product.publishedAt,
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
    ...(product.onlineStoreUrl ? { url: product.onlineStoreUrl } : {}),
    currency,
    options: product.options.map(({ name, optionValues }) => ({ name, values: optionValues.map((one) => one.name) })),
    images: product.media.nodes.flatMap(({ image, alt }) =>
      image ? [{ url: image.url, ...(alt ? { alt } : {}) }] : [],
    ),
    variants: variants.map((variant) => ({
      externalVariantId: variant.id,
      sku: variant.sku ?? '',
      optionValues: variant.selectedOptions.map((one) => one.value),
      price: moneyFromDecimal(variant.price, currency),
      compareAtPrice: variant.compareAtPrice ? moneyFromDecimal(variant.compareAtPrice, currency) : null,
    })),
  };
}
