import { type Bought, type ShopperOrder, ShopRefusal } from '../core/world.ts';
import type { Shopify } from './call.ts';
import { gid } from './gid.ts';
import { allLocations } from './locations.ts';
import type { OrderLineDoc, ProductDoc, ShopSeed, VariantDoc } from './model.ts';
import { decimal } from './money.ts';
import { newOrder } from './new-order.ts';
import { sendOrderWebhooks } from './order-events.ts';
import { orderName, totalOf } from './order-facts.ts';
import { saveProduct } from './product-set.ts';
import { canBuy, variantTitle } from './product-view.ts';

/** Real time after which Shopify has routed an order to a location. */
const ROUTING_MS = 300;

function find(
  shopify: Shopify,
  seed: ShopSeed,
  line: ShopperOrder['lines'][number],
): { product: ProductDoc; variant: VariantDoc } {
  const productId = shopify.store.byKey(seed.shop, 'variant', line.variantId);
  const product = productId === undefined ? undefined : shopify.store.get(seed.shop, 'product', productId);
  const variant = product?.variants.find((one) => String(one.id) === line.variantId);
  if (!product || !variant || product.status !== 'ACTIVE')
    throw new ShopRefusal('This product is no longer available.');
  return { product, variant };
}

function take(
  shopify: Shopify,
  seed: ShopSeed,
  line: ShopperOrder['lines'][number],
): { product: ProductDoc; variant: VariantDoc } {
  const { product, variant } = find(shopify, seed, line);
  const here = { store: shopify.store, seed };
  const from = allLocations(here)
    .filter((one) => one.isActive && one.fulfillsOnlineOrders && String(one.id) in variant.levels)
    .map((one) => ({ id: one.id, there: variant.levels[String(one.id)] ?? 0 }))
    .toSorted((a, b) => b.there - a.there)[0] ?? { id: seed.locationId, there: 0 };
  if (!canBuy(variant) || (variant.tracked && variant.policy === 'DENY' && from.there < line.quantity)) {
    throw new ShopRefusal(`${product.title} is sold out.`);
  }
  if (variant.tracked) {
    variant.levels[String(from.id)] = from.there - line.quantity;
    saveProduct(here, product);
    shopify.webhooks.tell(seed.shop, 'INVENTORY_LEVELS_UPDATE', {
      inventory_item_id: variant.itemId,
      location_id: from.id,
      available: from.there - line.quantity,
      updated_at: shopify.store.now(),
    });
  }
  return { product, variant };
}

/** A line of an order; its pieces leave the stock unless `isSoldNow` is false. Throws ShopRefusal. */
export function getLine(
  shopify: Shopify,
  seed: ShopSeed,
  wanted: ShopperOrder['lines'][number],
  isSoldNow = true,
): OrderLineDoc {
  const { product, variant } = isSoldNow ? take(shopify, seed, wanted) : find(shopify, seed, wanted);
  const media = product.media.find((one) => one.id === variant.mediaId) ?? product.media[0];
  const title = variantTitle(variant);
  return {
    id: shopify.store.next(),
    productId: product.id,
    variantId: variant.id,
    title: product.title,
    variantTitle: title === 'Default Title' ? null : title,
    sku: variant.sku,
    quantity: wanted.quantity,
    price: variant.price,
    imageUrl: media?.status === 'READY' ? shopify.files.url(seed.shop, media) : null,
  };
}

/** A shopper buys and pays. Fulfilment orders come a moment later, as in a real shop. Throws ShopRefusal. */
export function placeOrder(shopify: Shopify, seed: ShopSeed, wanted: ShopperOrder): Bought {
  const { store, world } = shopify;
  return world.transaction(() => {
    const lines = wanted.lines.map((line) => getLine(shopify, seed, line));
    const order = newOrder(store, seed, wanted, lines, store.now());
    store.save(seed.shop, 'order', order);
    for (const line of order.lines) store.setKey(seed.shop, 'line', String(line.id), order.id);
    store.later(seed.shop, 'route-order', order.id, ROUTING_MS);
    sendOrderWebhooks({ seed, webhooks: shopify.webhooks }, ['ORDERS_CREATE', 'ORDERS_PAID', 'ORDERS_UPDATED'], order);
    return { orderName: orderName(order), orderId: gid('Order', order.id), total: decimal(totalOf(order)) };
  });
}
