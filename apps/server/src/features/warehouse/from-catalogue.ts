import type { CatalogueProduct } from '@quayside/catalogue';
import type { StockedProduct } from './goods-repo.ts';

/** A product of Quayside's own catalogue as it lies on the shelves of the warehouse. */
export const stocked = (product: CatalogueProduct): StockedProduct => ({
  productId: product.id,
  title: product.title,
  descriptionHtml: product.descriptionHtml,
  categoryPath: product.categoryPath,
  options: product.options.map(({ name, values }) => ({
    name,
    values: values.map(({ value, imageKey }) => (imageKey ? { value, image: imageKey } : { value })),
  })),
  images: product.imageKeys,
  specifications: product.specifications,
  currency: 'USD',
  suggestedPrice: product.rspMinor,
  rating: product.rating,
  reviewsCount: product.reviewsCount,
  orderVolume: product.orderVolume,
  shipsFrom: product.shipsFrom,
  shipCountries: product.shipCountries,
  limits: product.limits,
  madeIn: product.madeIn,
  freeShippingTo: product.freeShippingTo,
  variants: product.variants.map((variant) => ({
    variantId: variant.id,
    sku: variant.sku,
    optionValues: variant.optionValues,
    cost: variant.costMinor,
    weightGrams: variant.weightGrams,
    image: variant.imageKey,
    stock: variant.stock,
  })),
});
