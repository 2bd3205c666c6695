import type { ChannelAddress } from '@quayside/connector-kit';
import { isMoment } from '@quayside/kernel';
import type { z } from 'zod';
import type { OrderView } from '../queries/order-view.ts';
import type { ProductView } from '../queries/products.ts';
import { fastestDays, type PriceList } from '../rules/price-list.ts';
import type { orderBody } from './schemas.ts';

/** What the warehouse's interface answers: snake case, amounts as { amount, currency } in the smallest unit. */

const money = (amount: number, currency: string) => ({ amount, currency });

/** A key of our own pictures as an address; what is an address already stays. */
export const pictureUrl = (base: string, image: string, size: 320 | 800 = 800): string =>
  /^https?:/.test(image) ? image : `${base}/pictures/${image}-${size}.webp`;

export function productShape(
  base: string,
  prices: PriceList,
  product: ProductView & { variants: NonNullable<ProductView['variants']> },
): object {
  const { currency } = product;
  const grams = Math.min(...product.variants.map((variant) => variant.weight_grams));
  const { ships_from: shipsFrom, ship_countries: shipCountries, limits, free_shipping_to: freeTo } = product;
  const one = { shipsFrom, shipCountries, limits, freeTo, grams };
  const countries = prices.countriesOf(one);
  // A price is told for the variant that its readers count with: the cheapest, of several the first.
  const cheapest = product.variants.reduce((best, variant) => (variant.cost < best.cost ? variant : best));
  const zones = prices.zoneQuotes({ ...one, grams: cheapest.weight_grams });
  const freeZones = new Set(zones.filter(({ quote }) => quote.amount === 0).map(({ zone }) => zone));
  const freeByRate = new Set(prices.zones.filter(({ code }) => freeZones.has(code)).flatMap((zone) => zone.countries));
  return {
    id: product.product_id,
    title: product.title,
    description_html: product.description_html,
    category_path: product.category_path,
    images: product.images.map((image) => pictureUrl(base, image)),
    options: product.options.map(({ name, values }) => ({
      name,
      values: values.map(({ value, image }) => ({ value, ...(image ? { image_url: pictureUrl(base, image) } : {}) })),
    })),
    specifications: product.specifications,
    suggested_price: product.suggested_price === null ? null : money(product.suggested_price, currency),
    rating: product.rating,
    reviews_count: product.reviews_count,
    order_volume: product.order_volume,
    listings_count: product.listings_count,
    ships_from: shipsFrom,
    ship_countries: countries,
    made_in: product.made_in,
    /** Where the standard service takes it without a charge. */
    free_shipping_to: countries.filter((country) => freeTo.includes(country) || freeByRate.has(country)),
    /** Days at most to the US by the fastest service; null where it does not go. */
    us_days: fastestDays(prices, 'US', one) ?? null,
    /** One piece of the cheapest variant by the cheapest service, for each zone of GET /shipping/zones that it goes to. */
    shipping_zones: zones.map(({ zone, quote }) => ({
      zone,
      amount: money(quote.amount, currency),
      delivery_days: { min: quote.deliveryDays[0], max: quote.deliveryDays[1] },
    })),
    updated_at: product.updated_at,
    variants: product.variants.map((variant) => ({
      id: variant.variant_id,
      sku: variant.sku,
      barcode: variant.barcode,
      option_values: variant.option_values,
      cost: money(variant.cost, currency),
      weight_grams: variant.weight_grams,
      image_url: variant.image === null ? null : pictureUrl(base, variant.image),
      stock: variant.stock,
    })),
  };
}

export function orderShape(order: OrderView): object {
  const amount = (value: number) => money(value, order.currency);
  return {
    id: order.order_id,
    number: `QW-${order.number}`,
    reference: order.reference,
    order_name: order.order_name,
    mode: order.mode,
    state: order.state,
    shipping_service: order.shipping_service,
    items_cost: amount(order.items_cost),
    shipping_cost: amount(order.shipping_cost),
    total: amount(order.items_cost + order.shipping_cost),
    cancel_reason: order.cancel_reason,
    paid_at: order.paid_at,
    created_at: order.created_at,
    updated_at: order.updated_at,
    lines: order.lines.map((line) => ({
      line_no: line.line_no,
      ref: line.ref,
      variant_id: line.variant_id,
      sku: line.sku,
      quantity: line.quantity,
      shipped: line.shipped,
      unit_cost: amount(line.unit_cost),
      state: line.state,
      reason: line.reason,
    })),
    payments: order.payments.map((one) => ({
      id: one.payment_id,
      kind: one.kind,
      reference: one.reference,
      amount: amount(one.amount),
      at: one.at,
    })),
    parcels: order.parcels.map((parcel) => ({
      id: parcel.parcel_id,
      carrier: parcel.carrier,
      tracking_number: parcel.tracking_number,
      tracking_url: parcel.tracking_url,
      state: parcel.state,
      shipped_at: parcel.shipped_at,
      lines: parcel.lines.map(({ variant_id, quantity }) => ({ variant_id, quantity })),
      events: parcel.events,
    })),
  };
}

export const toAddress = (raw: z.output<typeof orderBody>['address']): ChannelAddress => ({
  firstName: raw.first_name,
  lastName: raw.last_name,
  company: raw.company,
  address1: raw.address1,
  address2: raw.address2,
  city: raw.city,
  province: raw.province,
  provinceCode: raw.province_code,
  postalCode: raw.postal_code,
  countryCode: raw.country_code,
  phone: raw.phone,
  email: raw.email,
});

/** A place in a list that is ordered by time and id. */
export const writeCursor = (at: string, id: string): string => Buffer.from(`${at}|${id}`).toString('base64url');

export function readCursor(text: string): { at: string; id: string } | undefined {
  const [at, id] = Buffer.from(text, 'base64url').toString().split('|');
  return at && id && isMoment(at) ? { at, id } : undefined;
}
