import type { StoreProduct } from '@quayside/connector-kit';
import { toNumber } from '@quayside/kernel';

/** A store's product as the product form takes it, with amounts as decimals. Source: rule B216. */
export function productForm(product: StoreProduct, domain: string) {
  const prices = product.variants.map((variant) => toNumber(variant.price));
  const minPrice = prices.length > 0 ? Math.min(...prices) : 0;
  return {
    id: product.externalProductId,
    handle: product.handle,
    title: product.title,
    body_html: product.descriptionHtml,
    vendor: product.vendor,
    product_type: product.productType,
    tags: product.tags,
    status: product.status,
    published_at: product.publishedAt,
    options: product.options,
    variants: product.variants.map((variant) => ({
      id: variant.externalVariantId,
      sku: variant.sku,
      option_values: variant.optionValues,
      price: toNumber(variant.price),
      compare_at_price: variant.compareAtPrice ? toNumber(variant.compareAtPrice) : null,
    })),
    href: product.url ?? `https://${domain}/products/${product.handle}`,
    image: product.images[0]?.url ?? null,
    images: product.images.map((image) => image.url),
    minPrice,
    maxPrice: prices.length > 0 ? Math.max(...prices) : 0,
    priceAmount: minPrice,
    currencyCode: product.currency,
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
  };
}
