import type { ShippingOption } from '@quayside/connector-kit';
import type { SourceCard, SourceDetail } from '@quayside/contracts';
import { money, toNumber } from '@quayside/kernel';
import type { SourceWithFacts } from './actions/read-source.ts';
import type { FoundRow } from './queries/find-sources.ts';
import { daysText } from './rules/days.ts';

const decimal = (amount: number, currency: string): number => toNumber(money(amount, currency));
const decimalOrNull = (amount: number | null, currency: string): number | null =>
  amount === null ? null : decimal(amount, currency);

export const cardAnswer = (row: FoundRow, shipTo: string): SourceCard => ({
  source_product_id: row.source_product_id,
  source: row.source,
  name: row.title,
  images: row.image_urls,
  price: decimal(row.cost_from, row.currency),
  currency: row.currency,
  details: {
    price_range: { min: decimal(row.cost_from, row.currency), max: decimal(row.cost_to, row.currency) },
    lastest_volume: row.order_volume,
    rating: row.rating,
    reviews_count: row.reviews_count,
    listings_count: row.listings_count,
    shipping_cost: decimalOrNull(row.shipping_cost, row.currency),
    shipping_time_min: row.days_min,
    shipping_time_max: row.days_max,
    fastest_us_days: row.fastest_us_days,
    ship_countries: row.ship_countries,
    rsp_price_usd: decimal(row.suggested, row.currency),
    estimated_profit: decimalOrNull(row.profit, row.currency),
  },
  category_id: row.category_id,
  imported: row.product_id !== null,
  mapped: row.push_state === 'pushed',
  product_package_id: row.product_id,
  ship_to: shipTo,
  total_variants: row.total_variants,
  is_sandbox: row.mode === 'sandbox',
  seen_at: row.seen_at,
});

export function detailAnswer(row: SourceWithFacts, productId: string | null): SourceDetail {
  const { detail: facts, currency } = row;
  return {
    source_product_id: row.source_product_id,
    source: row.source,
    name: row.title,
    images: row.image_urls,
    price_range: { min: decimal(row.cost_from, currency), max: decimal(row.cost_to, currency) },
    currency,
    rsp_price_usd: decimal(row.suggested, currency),
    options: facts.options.map(({ name, values }) => ({
      name,
      values: values.map(({ value, imageUrl }) => ({ id: value, value, image: imageUrl ?? null })),
    })),
    variants: facts.variants.map((variant) => ({
      sku_id: variant.sourceVariantId,
      sku: variant.sku,
      sku_property: facts.options.flatMap((option, at) => {
        const value = variant.optionValues[at];
        if (value === undefined) return [];
        const image = option.values.find((one) => one.value === value)?.imageUrl ?? null;
        return [
          {
            sku_property_name: option.name,
            sku_property_value: value,
            property_value_definition_name: null,
            sku_image: variant.imageUrl ?? image,
          },
        ];
      }),
      price_usd: decimal(variant.cost, currency),
      stock: variant.stock ?? null,
      weight_grams: variant.weightGrams ?? null,
    })),
    total_variants: row.total_variants,
    description: facts.descriptionHtml,
    item_specifics: { blockContent: facts.specifications },
    store_info: { store_name: row.store_name },
    product_link: row.product_url,
    shipping_default: { ship_countries: row.ship_countries, ships_from: row.ships_from },
    made_in: row.made_in,
    category_path: row.category_path,
    lastest_volume: row.order_volume,
    rating: row.rating,
    reviews_count: row.reviews_count,
    imported: productId !== null,
    product_package_id: productId,
    status: row.detail_status,
    is_sandbox: row.mode === 'sandbox',
    seen_at: row.detail_seen_at ?? row.seen_at,
  };
}

/** A shipping option; the list is sorted by price. */
export const optionAnswer = (option: ShippingOption, at: number) => ({
  service_name: option.serviceName,
  amount: toNumber(option.amount),
  currency: option.amount.currency,
  processing_time: daysText(option.processingDaysMin, option.processingDaysMax),
  processing_days_min: option.processingDaysMin ?? null,
  processing_days_max: option.processingDaysMax ?? null,
  delivery_time: daysText(option.deliveryDaysMin, option.deliveryDaysMax),
  delivery_days_min: option.deliveryDaysMin ?? null,
  delivery_days_max: option.deliveryDaysMax ?? null,
  tracked: option.tracked ?? null,
  is_cheapest: at === 0,
});
