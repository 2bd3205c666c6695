import type { Listing, ProductDetail, ProductSummary } from '@quayside/contracts';
import { estimateProfit, money, toNumber } from '@quayside/kernel';
import { problemAnswer } from '../connections/index.ts';
import type { ShippingFigure } from '../sourcing/index.ts';
import type { SeenVariant, WatchMarks } from './ports.ts';
import type { ListingFacts, SummaryRow } from './queries/list-products.ts';
import { getChanges } from './rules/changes.ts';
import type { Product, Variant } from './tables.ts';

export const listingAnswer = (row: ListingFacts, locale: string): Listing => ({
  listing_id: row.listing_id,
  product_id: row.product_id,
  store_id: row.store_id,
  store_name: row.store_name,
  platform: row.platform,
  platform_domain: row.platform_domain,
  state: row.state,
  publish_status: row.publish_status,
  part: row.part,
  parts: row.parts,
  variants: row.variant_ids.length,
  external_product_id: row.external_product_id,
  url: row.url,
  admin_url: row.admin_url,
  problem: row.error_key ? problemAnswer(locale, { key: row.error_key, params: row.error_params ?? {} }) : null,
  is_current: row.pushed_revision === row.revision && row.pushed_override === row.override_revision,
  pushed_at: row.pushed_at,
  store_status: row.store_status,
  own_fields: row.own_fields,
  conflicts: row.conflicts,
});

export function summaryAnswer(
  row: SummaryRow | Product,
  listings: readonly ListingFacts[],
  marks: ReadonlyMap<string, WatchMarks>,
  locale: string,
  sourceName: string,
  shipping: ShippingFigure | undefined,
): ProductSummary {
  const decimal = (amount: number) => toNumber(money(amount, row.currency));
  const watch = marks.get(row.product_id);
  return {
    id: row.product_id,
    product_package_id: row.product_id,
    source: row.source,
    source_product_id: row.source_product_id,
    source_name: sourceName,
    ship_to: row.ship_to,
    title: row.title,
    image: row.images[0]?.url ?? null,
    shipping: shipping
      ? { cost: money(shipping.cost, shipping.currency), days_min: shipping.daysMin, days_max: shipping.daysMax }
      : null,
    total_variant: row.total_variants,
    currency: row.currency,
    cost_from: decimal(row.cost_from),
    cost_to: decimal(row.cost_to),
    price_from: decimal(row.price_from),
    price_to: decimal(row.price_to),
    push_state: row.push_state,
    is_pushed_to_store: row.push_state === 'pushed',
    is_sandbox: row.mode === 'sandbox',
    revision: row.revision,
    listings: listings.filter((one) => one.product_id === row.product_id).map((one) => listingAnswer(one, locale)),
    watch: watch
      ? {
          looked_at: watch.looked_at,
          cost_moved: watch.cost_moved,
          out_of_stock: watch.out_of_stock,
          gone: watch.gone,
          out_variants: watch.out_variants,
          variants: watch.variants,
        }
      : null,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

export function detailAnswer(
  product: Product,
  variants: readonly Variant[],
  listings: readonly ListingFacts[],
  watch: { marks: ReadonlyMap<string, WatchMarks>; seen: ReadonlyMap<string, SeenVariant> },
  locale: string,
  sourceName: string,
  shipping: ShippingFigure | undefined,
): ProductDetail {
  const { original, currency } = product;
  const sent = shipping?.currency === currency ? money(shipping.cost, currency) : undefined;
  return {
    ...summaryAnswer(product, listings, watch.marks, locale, sourceName, shipping),
    description_html: product.description_html,
    vendor: product.vendor,
    product_type: product.product_type,
    tags: product.tags,
    seo_title: product.seo_title,
    seo_description: product.seo_description,
    hs_code: product.hs_code,
    origin_country: product.origin_country,
    weight_unit: product.weight_unit,
    length_mm: product.length_mm,
    width_mm: product.width_mm,
    height_mm: product.height_mm,
    options: product.options,
    images: product.images,
    variants: variants.map((variant) => {
      const price = money(variant.price, currency);
      const cost = money(variant.cost, currency);
      const left = sent && estimateProfit(price, cost, sent);
      const seen = watch.seen.get(variant.variant_id);
      return {
        variant_id: variant.variant_id,
        source_variant_id: variant.source_variant_id,
        sku: variant.sku,
        barcode: variant.barcode,
        option_values: variant.option_values,
        cost,
        price,
        compare_at_price: variant.compare_at_price === null ? null : money(variant.compare_at_price, currency),
        profit: left?.profit ?? null,
        margin: left?.margin ?? null,
        stock: variant.stock,
        weight_grams: variant.weight_grams,
        image_url: variant.image_url,
        enabled: variant.enabled,
        position: variant.position,
        supplier: seen
          ? {
              found: seen.found,
              cost: seen.cost === null ? null : money(seen.cost, currency),
              stock: seen.stock,
              seen_at: seen.seen_at,
            }
          : null,
      };
    }),
    original: {
      title: original.title,
      description_html: original.descriptionHtml,
      vendor: original.vendor,
      product_type: original.productType,
      tags: original.tags,
      options: original.options,
      images: original.images,
      specifications: original.specifications,
      imported_at: original.importedAt,
    },
    changes: getChanges(product, variants),
  };
}
