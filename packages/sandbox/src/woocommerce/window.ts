import { moneyFromDecimal, times, toDecimal } from '@quayside/kernel';
import { type Bought, type ShopperOrder, ShopRefusal, type ShopWindow, type WindowProduct } from '../core/world.ts';
import type { Keys } from './auth.ts';
import { nowSeconds } from './dates.ts';
import type { Media } from './media.ts';
import type { Address, Line } from './order-store.ts';
import { totalsOf } from './order-view.ts';
import type { OrderParts } from './orders.ts';
import type { Product } from './product-store.ts';
import { priceOf } from './product-view.ts';
import { decodedTitle } from './slug.ts';

/**
 * What the block checkout makes of an address: an ampersand is kept as an entity. Source: AbstractAddressSchema of the Store
 * API, wp_kses_normalize_entities; seen of WooCommerce 10.0.
 */
const kses = (text: string): string => text.replace(/&(?!#?\w+;)/g, '&amp;');

/** The shelf and the till of a shop: what is published can be seen, what is in stock (or may be owed) can be bought. */
export function createWindow(parts: OrderParts & { media: Media; keys: Keys }): ShopWindow {
  const { world, shops, store, products, views, webhooks, media, keys } = parts;

  const pictureUrls = (product: Product): string[] =>
    product.doc.imageIds.flatMap((id) => {
      const picture = media.get(product.shop, id);
      return picture ? [media.src(product.shop, picture)] : [];
    });
  const sellable = (product: Product): Product[] =>
    product.type === 'variable'
      ? products
          .variations(product.shop, product.id)
          .filter((child) => child.status === 'publish' && priceOf(child) !== '')
      : [product].filter((entry) => priceOf(entry) !== '');

  function shelf(product: Product): WindowProduct {
    const options = product.doc.attributes.filter((attribute) => attribute.variation);
    return {
      id: String(product.id),
      title: decodedTitle(product.name),
      descriptionHtml: product.doc.description,
      images: pictureUrls(product),
      options: options.map(({ name, options: values }) => ({ name, values })),
      variants: sellable(product).map((entry) => ({
        id: String(entry.id),
        optionValues: options.map(
          (option) => entry.doc.chosen.find((choice) => choice.name === option.name)?.option ?? 'Any',
        ),
        price: priceOf(entry),
        inStock: entry.doc.stockStatus !== 'outofstock',
        imageUrl: pictureUrls(entry)[0],
      })),
    };
  }

  const address = (order: ShopperOrder): Address => ({
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

  function lineOf(shop: string, currency: string, wanted: ShopperOrder['lines'][number]): Line {
    const product = products.get(shop, Number(wanted.productId));
    const chosen = product && sellable(product).find((entry) => String(entry.id) === wanted.variantId);
    if (!product || !chosen || product.status !== 'publish')
      throw new ShopRefusal('Sorry, this product cannot be purchased.');
    const { doc } = chosen;
    if (
      doc.stockStatus === 'outofstock' ||
      (doc.manageStock && doc.backorders === 'no' && (doc.stock ?? 0) < wanted.quantity)
    )
      throw new ShopRefusal(`Sorry, we do not have enough “${decodedTitle(chosen.name || product.name)}” in stock.`);
    const total = toDecimal(times(moneyFromDecimal(priceOf(chosen), currency), wanted.quantity));
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

  function buy(shop: string, shopper: ShopperOrder): Bought {
    const settings = shops.get(shop);
    if (!settings) throw new ShopRefusal('This shop is closed.');
    return world.transaction(() => {
      const { currency } = settings;
      const lines = shopper.lines.map((line) => lineOf(shop, currency, line));
      for (const line of lines) products.moveStock(shop, line.variationId || line.productId, -line.quantity);
      const now = nowSeconds();
      const order = store.save({
        shop,
        id: 0,
        status: 'processing',
        created: now,
        modified: now,
        visibleAt: world.visibleAt('woocommerce'),
        doc: {
          currency,
          billing: { ...address(shopper), email: shopper.email },
          shipping: address(shopper),
          lines,
          shippingTitle: settings.shippingTitle ?? 'Flat rate',
          ...(settings.taxPercent ? { taxPercent: settings.taxPercent } : {}),
          shippingTotal: settings.shippingFee,
          customerNote: '',
          paymentMethodTitle: 'Sandbox card',
          datePaid: now,
          dateCompleted: null,
          createdVia: 'checkout',
          meta: [],
        },
      });
      store.addNote(shop, order.id, 'Order status changed from Pending payment to Processing.', false);
      const view = views.order(order);
      webhooks.fire(shop, 'order.created', view);
      webhooks.fire(shop, 'order.updated', view);
      return { orderName: `#${order.id}`, orderId: String(order.id), total: totalsOf(order).total };
    });
  }

  return {
    platform: 'woocommerce',
    adminPath: '/wp-admin',
    shops: () => shops.all().map(({ shop, name, currency, tagline }) => ({ shop, name, currency, tagline })),
    makeKeys(shop) {
      const { consumerKey, consumerSecret } = keys.create(shop, 'Quayside', 'read_write');
      return { consumerKey, consumerSecret };
    },
    products: (shop) =>
      products.select(shop, "and status = 'publish' and type <> 'variation'", [], 'created desc, id desc').map(shelf),
    buy,
  };
}
