import type { SourceProduct, SourceProductSummary, SupplierId } from '@quayside/connector-kit';
import { money, newId } from '@quayside/kernel';
import type { Mode } from '../../deps.ts';
import { cleanHtml } from './clean-html.ts';
import { pathKey } from './rules/category-tree.ts';
import { getStoredPicture } from './rules/pictures.ts';
import { suggestedPrice } from './rules/pricing.ts';
import type { ZoneFigure } from './zone-repo.ts';

/** Product details beyond the card; amounts in the smallest unit of the product's currency. */
export interface SourceFacts {
  descriptionHtml: string;
  options: { name: string; values: { value: string; imageUrl?: string }[] }[];
  variants: {
    sourceVariantId: string;
    sku: string;
    /** Absent: the supplier gave none, or the product was read before barcodes were kept. */
    barcode?: string;
    optionValues: string[];
    cost: number;
    imageUrl?: string;
    weightGrams?: number;
    stock?: number;
  }[];
  specifications: { name: string; value: string }[];
}

/** A row of source_product without generated columns. */
export interface SourceRow {
  source_key: string;
  source: SupplierId;
  mode: Mode;
  source_product_id: string;
  title: string;
  category_id: string | null;
  category_path: string[];
  image_urls: string[];
  cost_from: number;
  cost_to: number;
  currency: string;
  rsp: number | null;
  suggested: number;
  rating: number | null;
  reviews_count: number | null;
  order_volume: number | null;
  listings_count: number | null;
  ship_countries: string[];
  /** Input of the collections; null: not reported. See rules/collections.ts. */
  made_in: string | null;
  ships_from: string[] | null;
  free_shipping_to: string[] | null;
  fastest_us_days: number | null;
  trending: boolean | null;
  total_variants: number;
  store_name: string | null;
  product_url: string | null;
  detail_status: 'none' | 'partial' | 'full';
  detail: SourceFacts | null;
  seen_at: string;
  detail_seen_at: string | null;
}

const isWhole = (product: SourceProductSummary | SourceProduct): product is SourceProduct => 'variants' in product;

function factsOf(product: SourceProduct, picture: (url: string) => string): SourceFacts {
  return {
    descriptionHtml: cleanHtml(product.descriptionHtml),
    options: product.options.map(({ name, values }) => ({
      name,
      values: values.map(({ value, imageUrl }) => ({ value, ...(imageUrl ? { imageUrl: picture(imageUrl) } : {}) })),
    })),
    variants: product.variants.map(({ cost, imageUrl, ...variant }) => ({
      ...variant,
      cost: cost.amount,
      ...(imageUrl ? { imageUrl: picture(imageUrl) } : {}),
    })),
    specifications: product.specifications,
  };
}

/** A supplier's product as a row. `categories`: category ids by name path. */
export function sourceRow(
  product: SourceProductSummary | SourceProduct,
  input: { source: SupplierId; mode: Mode; now: string; ownUrl: string; categories: ReadonlyMap<string, string> },
): SourceRow {
  const picture = (url: string) => getStoredPicture(url, input.ownUrl);
  const whole = isWhole(product) ? product : undefined;
  const path = product.categoryPath ?? [];
  return {
    source_key: newId(),
    source: input.source,
    mode: input.mode,
    source_product_id: product.sourceProductId,
    title: product.title,
    category_id: input.categories.get(pathKey(path)) ?? null,
    category_path: path,
    image_urls: product.imageUrls.map(picture),
    cost_from: product.costFrom.amount,
    cost_to: product.costTo.amount,
    currency: product.costFrom.currency,
    rsp: product.suggestedPrice?.amount ?? null,
    suggested: suggestedPrice(product.costFrom, product.suggestedPrice).amount,
    rating: product.rating ?? null,
    reviews_count: product.reviewsCount ?? null,
    order_volume: product.orderVolume ?? null,
    listings_count: product.listingsCount ?? null,
    ship_countries: product.shipCountries ?? [],
    made_in: product.madeIn ?? null,
    ships_from: product.shipsFrom ?? null,
    free_shipping_to: product.freeShippingTo ?? null,
    fastest_us_days: product.fastestUsDays ?? null,
    trending: product.trending ?? null,
    total_variants: whole?.variants.length ?? product.totalVariants ?? 1,
    store_name: product.storeName ?? null,
    product_url: product.productUrl ?? null,
    detail_status: whole?.status ?? 'none',
    detail: whole ? factsOf(whole, picture) : null,
    seen_at: input.now,
    detail_seen_at: whole ? input.now : null,
  };
}

/** A product's shipping figures by zone. */
export const zoneFigures = ({ sourceProductId, zonePrices = [] }: SourceProductSummary): ZoneFigure[] =>
  zonePrices.map(({ zone, cost, daysMin, daysMax }) => ({
    source_product_id: sourceProductId,
    zone,
    cost: cost.amount,
    days_min: daysMin ?? null,
    days_max: daysMax ?? null,
  }));

/**
 * Price of a variant on import. The supplier's suggestion is for its cheapest variant; a more expensive one adds its
 * additional cost, so that none sells at a loss.
 */
export function variantPrice(row: Pick<SourceRow, 'rsp' | 'currency' | 'cost_from'>, cost: number): number {
  const suggested = row.rsp === null ? undefined : money(row.rsp + Math.max(0, cost - row.cost_from), row.currency);
  return suggestedPrice(money(cost, row.currency), suggested).amount;
}
