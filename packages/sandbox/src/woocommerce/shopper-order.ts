import { moneyFromDecimal, times, toDecimal } from '@quayside/kernel';
import { type ShopperOrder, ShopRefusal } from '../core/world.ts';
import type { Address, Line } from './order-store.ts';
import type { Product, ProductStore } from './product-store.ts';
import { getPrice } from './product-view.ts';
import type { Shops } from './shops.ts';
import { decodedTitle } from './slug.ts';

/**
 * What the block checkout makes of an address: an ampersand is kept as an entity. Source: AbstractAddressSchema of the Store
 * API, wp_kses_normalize_entities; seen of WooCommerce 10.0.
 */
const kses = (text: string): string => text.replace(/&(?!#?\w+;)/g, '&amp;');

type Destination = Omit<ShopperOrder, 'email' | 'lines'>;

export const getAddress = (order: Destination): Address => ({
  first_name: kses(order.firstName),
  last_name: kses(order.lastName),
  company: kses(order.company ?? ''),
  address_1: kses(order.address1),
  address_2: kses(order.address2 ?? ''),
  city: kses(order.city),
  state: kses(order.province ?? ''),
  postcode: kses(order.postalCode),
  country: order.countryCode.toUpperCase(),
  phone: kses(order.phone ?? ''),
});

/** What a shopper can take from a product: its variations, or the product itself. */
export const sellable = (products: ProductStore, product: Product): Product[] =>
  product.type === 'variable'
    ? products
        .variations(product.shop, product.id)
        .filter((child) => child.status === 'publish' && getPrice(child) !== '')
    : [product].filter((entry) => getPrice(entry) !== '');

type Wanted = ShopperOrder['lines'][number];

/** Whether as many pieces are there, or may be owed. */
export const isThere = ({ doc }: Product, quantity: number): boolean =>
  doc.stockStatus !== 'outofstock' && !(doc.manageStock && doc.backorders === 'no' && (doc.stock ?? 0) < quantity);

/** A line of an order. Throws ShopRefusal where the shop does not sell that, or not now. */
export function getLine(
  { products, shops }: { products: ProductStore; shops: Shops },
  shop: string,
  currency: string,
  wanted: Wanted,
  isSoldNow = true,
): Line {
  const product = products.get(shop, Number(wanted.productId));
  const chosen = product && sellable(products, product).find((entry) => String(entry.id) === wanted.variantId);
  if (!product || !chosen || product.status !== 'publish')
    throw new ShopRefusal('Sorry, this product cannot be purchased.');
  const { doc } = chosen;
  if (isSoldNow && !isThere(chosen, wanted.quantity))
    throw new ShopRefusal(`Sorry, we do not have enough “${decodedTitle(chosen.name || product.name)}” in stock.`);
  const total = toDecimal(times(moneyFromDecimal(getPrice(chosen), currency), wanted.quantity));
  const variation = chosen.type === 'variation' ? chosen : undefined;
  return {
    id: shops.nextId(shop),
    name: variation ? `${product.name} - ${doc.chosen.map((entry) => entry.option).join(', ')}` : product.name,
    parentName: variation ? product.name : null,
    productId: product.id,
    variationId: variation?.id ?? 0,
    quantity: wanted.quantity,
    subtotal: total,
    total,
    sku: chosen.sku || product.sku,
    imageId: doc.imageIds[0] ?? product.doc.imageIds[0] ?? 0,
    chosen: doc.chosen,
  };
}
