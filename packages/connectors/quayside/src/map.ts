import type { ChannelAddress, SourceProduct, SupplierOrder, SupplierParcel } from '@quayside/connector-kit';
import { money } from '@quayside/kernel';
import type { RawOrder, RawProduct } from './raw.ts';

const given = <T extends object>(parts: { [K in keyof T]: T[K] | null | undefined }): T =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== null && value !== undefined)) as T;

export function toProduct(raw: RawProduct): SourceProduct {
  const costs = raw.variants.map((variant) => variant.cost.amount);
  const currency = raw.variants[0]?.cost.currency ?? 'USD';
  return {
    sourceProductId: raw.id,
    title: raw.title,
    imageUrls: raw.images,
    costFrom: money(Math.min(...costs), currency),
    costTo: money(Math.max(...costs), currency),
    categoryPath: raw.category_path,
    totalVariants: raw.variants.length,
    shipCountries: raw.ship_countries,
    updatedAt: raw.updated_at,
    storeName: 'Quayside',
    ...given<Partial<SourceProduct>>({
      rating: raw.rating,
      reviewsCount: raw.reviews_count,
      orderVolume: raw.order_volume,
      listingsCount: raw.listings_count,
      suggestedPrice: raw.suggested_price,
      zonePrices: raw.shipping_zones?.map(({ zone, amount, delivery_days }) => ({
        zone,
        cost: amount,
        daysMin: delivery_days.min,
        daysMax: delivery_days.max,
      })),
      madeIn: raw.made_in,
      shipsFrom: raw.ships_from === undefined ? undefined : [raw.ships_from],
      freeShippingTo: raw.free_shipping_to,
      fastestUsDays: raw.us_days,
    }),
    descriptionHtml: raw.description_html,
    options: raw.options.map(({ name, values }) => ({
      name,
      values: values.map(({ value, image_url }) => (image_url ? { value, imageUrl: image_url } : { value })),
    })),
    variants: raw.variants.map((variant) => ({
      sourceVariantId: variant.id,
      sku: variant.sku,
      ...(variant.barcode ? { barcode: variant.barcode } : {}),
      optionValues: variant.option_values,
      cost: variant.cost,
      weightGrams: variant.weight_grams,
      stock: variant.stock,
      ...(variant.image_url ? { imageUrl: variant.image_url } : {}),
    })),
    specifications: raw.specifications,
    status: 'full',
  };
}

const parcelOf = (raw: RawOrder['parcels'][number]): SupplierParcel => ({
  parcelId: raw.id,
  carrier: raw.carrier,
  trackingNumber: raw.tracking_number,
  ...(raw.tracking_url ? { trackingUrl: raw.tracking_url } : {}),
  lines: raw.lines.map((line) => ({ sourceVariantId: line.variant_id, quantity: line.quantity })),
  state: raw.state,
  events: raw.events.map(({ location, ...event }) => (location ? { ...event, location } : event)),
});

const lineOf = (raw: RawOrder['lines'][number]): SupplierOrder['lines'][number] => ({
  sourceVariantId: raw.variant_id,
  quantity: raw.quantity,
  state: raw.state === 'refused' ? 'refused' : raw.shipped === raw.quantity ? 'shipped' : 'open',
  ...(raw.reason ? { reason: raw.reason } : {}),
});

export const toOrder = (raw: RawOrder): SupplierOrder => ({
  supplierOrderId: raw.id,
  number: raw.number,
  reference: raw.reference,
  state: raw.state,
  itemsCost: raw.items_cost,
  shippingCost: raw.shipping_cost,
  total: raw.total,
  lines: raw.lines.map(lineOf),
  parcels: raw.parcels.map(parcelOf),
  ...(raw.cancel_reason ? { cancelReason: raw.cancel_reason } : {}),
  ...(raw.created_at ? { placedAt: raw.created_at } : {}),
  ...(raw.paid_at ? { paidAt: raw.paid_at } : {}),
  refunds: raw.payments
    .filter((one) => one.kind === 'refund')
    .map(({ id, amount, at }) => ({ refundId: id, amount, ...(at ? { at } : {}) })),
});

/** Only what is there is sent: the warehouse names what it misses. */
export const toAddress = (address: ChannelAddress): Record<string, string> =>
  given<Record<string, string>>({
    first_name: address.firstName,
    last_name: address.lastName,
    company: address.company,
    address1: address.address1,
    address2: address.address2,
    city: address.city,
    province: address.province,
    province_code: address.provinceCode,
    postal_code: address.postalCode,
    country_code: address.countryCode,
    phone: address.phone,
    email: address.email,
  } as Record<string, string>);
