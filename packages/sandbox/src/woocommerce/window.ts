import { type Bought, type ShopperOrder, ShopRefusal, type ShopWindow, type WindowProduct } from '../core/world.ts';
import type { Keys } from './auth.ts';
import { nowSeconds } from './dates.ts';
import type { Media } from './media.ts';
import { getTotals } from './order-view.ts';
import type { OrderParts } from './orders.ts';
import type { Product } from './product-store.ts';
import { getPrice } from './product-view.ts';
import { getAddress, getLine, sellable } from './shopper-order.ts';
import { decodedTitle } from './slug.ts';

/** The shelf and the till of a shop: what is published can be seen, what is in stock (or may be owed) can be bought. */
export function createWindow(parts: OrderParts & { media: Media; keys: Keys }): ShopWindow {
  const { world, shops, store, products, views, webhooks, media, keys } = parts;

  const pictureUrls = (product: Product): string[] =>
    product.doc.imageIds.flatMap((id) => {
      const picture = media.get(product.shop, id);
      return picture ? [media.src(product.shop, picture)] : [];
    });
  function shelf(product: Product): WindowProduct {
    const options = product.doc.attributes.filter((attribute) => attribute.variation);
    return {
      id: String(product.id),
      title: decodedTitle(product.name),
      descriptionHtml: product.doc.description,
      images: pictureUrls(product),
      options: options.map(({ name, options: values }) => ({ name, values })),
      variants: sellable(products, product).map((entry) => ({
        id: String(entry.id),
        optionValues: options.map(
          (option) => entry.doc.chosen.find((choice) => choice.name === option.name)?.option ?? 'Any',
        ),
        price: getPrice(entry),
        inStock: entry.doc.stockStatus !== 'outofstock',
        imageUrl: pictureUrls(entry)[0],
      })),
    };
  }

  function buy(shop: string, shopper: ShopperOrder): Bought {
    const settings = shops.get(shop);
    if (!settings) throw new ShopRefusal('This shop is closed.');
    return world.transaction(() => {
      const { currency } = settings;
      const lines = shopper.lines.map((line) => getLine(parts, shop, currency, line));
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
          billing: { ...getAddress(shopper), email: shopper.email },
          shipping: getAddress(shopper),
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
      return { orderName: `#${order.id}`, orderId: String(order.id), total: getTotals(order).total };
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
