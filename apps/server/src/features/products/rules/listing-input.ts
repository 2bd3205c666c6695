import type { ChannelCapabilities, ListingInput } from '@quayside/connector-kit';
import { convertMoney, type Money, money, raiseToEnding, rateFromNumber } from '@quayside/kernel';
import type { ListingRow, Option, Product, Variant } from '../tables.ts';
import { type Unit, unitsInStock } from './multiples.ts';
import { partTitle } from './split.ts';

/** Options with the values that these variants really have, in the product's order. */
function optionsOf(options: readonly Option[], variants: readonly Variant[]): Option[] {
  return options.map(({ name, values }, at) => {
    const used = new Set(variants.map((variant) => variant.option_values[at]));
    return { name, values: values.filter((value) => used.has(value)) };
  });
}

/** Prices of a store with its own rule, by variant. */
export type OwnPrices = ReadonlyMap<string, { price: Money; compareAt: Money | undefined }>;

/** What a store has of its own: prices, and the pieces that one unit of a variant takes where it is more than one. */
export interface StoreTerms {
  prices: OwnPrices;
  multiples: ReadonlyMap<string, Unit>;
}

/** What of a product a channel has fields for. */
export type ChannelFields = Pick<ChannelCapabilities, 'seo' | 'customs' | 'dimensions' | 'barcodes'>;

/** A barcode as a channel can hold it; absent: it can't, so that it is neither written nor compared. */
function barcodeField(barcode: string, can: ChannelFields['barcodes']): { barcode?: string } {
  if (can !== 'digits') return can === 'text' ? { barcode } : {};
  const plain = barcode.replace(/\s/g, '');
  return /^[\d-]*$/.test(plain) ? { barcode: plain } : {};
}

/** Connector input for a listing. `picture` converts a stored image path to a URL that the store can fetch. */
export function listingInput(
  product: Product,
  variants: readonly Variant[],
  listing: Pick<ListingRow, 'listing_id' | 'part' | 'parts' | 'publish_status' | 'settings' | 'variant_ids'> &
    Partial<Pick<ListingRow, 'stopped_variants'>>,
  store: { currency: string; terms?: StoreTerms; can?: ChannelFields; picture(kept: string): string },
): ListingInput {
  const wanted = new Set(listing.variant_ids);
  const stopped = new Set(listing.stopped_variants);
  const mine = variants.filter((variant) => wanted.has(variant.variant_id));
  const { rate, priceEnding = 'exact', allowSellOutOfStock, publicationIds } = listing.settings;
  const price = (amount: number): Money => {
    const own = money(amount, product.currency);
    if (rate === undefined) return own;
    return raiseToEnding(convertMoney(own, store.currency, rateFromNumber(rate)), priceEnding);
  };
  const pricesOf = (variant: Variant) => {
    const own = store.terms?.prices.get(variant.variant_id);
    if (own) return { price: own.price, ...(own.compareAt ? { compareAtPrice: own.compareAt } : {}) };
    const { compare_at_price: compareAt } = variant;
    return { price: price(variant.price), ...(compareAt === null ? {} : { compareAtPrice: price(compareAt) }) };
  };
  const stockOf = ({ stock, variant_id: id }: Variant): number | null =>
    unitsInStock(stopped.has(id) && stock !== null ? 0 : stock, store.terms?.multiples.get(id));
  const quantityOf = (variant: Variant) => {
    const quantity = stockOf(variant);
    return quantity === null ? {} : { quantity };
  };
  return {
    ref: listing.listing_id,
    title: partTitle(product.title, listing.part, listing.parts),
    descriptionHtml: product.description_html,
    ...(product.vendor ? { vendor: product.vendor } : {}),
    ...(product.product_type ? { productType: product.product_type } : {}),
    tags: product.tags,
    ...(store.can?.seo ? { seo: { title: product.seo_title, description: product.seo_description } } : {}),
    ...(store.can?.dimensions
      ? { dimensions: { lengthMm: product.length_mm, widthMm: product.width_mm, heightMm: product.height_mm } }
      : {}),
    status: listing.publish_status,
    options: optionsOf(product.options, mine),
    images: product.images.map(({ url, alt }) => ({ url: store.picture(url), alt: alt || product.title })),
    allowSellOutOfStock,
    ...(publicationIds ? { publicationIds } : {}),
    variants: mine.map((variant) => ({
      ref: variant.variant_id,
      sku: variant.sku,
      ...barcodeField(variant.barcode, store.can?.barcodes),
      optionValues: variant.option_values,
      ...pricesOf(variant),
      ...quantityOf(variant),
      weightGrams: variant.weight_grams,
      ...(store.can?.customs ? { customs: { hsCode: product.hs_code, originCountry: product.origin_country } } : {}),
      ...(variant.image_url === null ? {} : { imageUrl: store.picture(variant.image_url) }),
    })),
  };
}
