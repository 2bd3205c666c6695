import type { ShopWindow, WindowProduct } from '../core/world.ts';
import type { Shopify } from './call.ts';
import type { ProductDoc, ShopSeed } from './model.ts';
import { placeOrder } from './place-order.ts';
import { canBuy } from './product-view.ts';
import { findShop, getDomain, SHOPS } from './seed.ts';

function windowProduct(shopify: Shopify, seed: ShopSeed, product: ProductDoc): WindowProduct {
  const address = (id: number | null) => {
    const media = product.media.find((one) => one.id === id);
    if (!media || media.status === 'FAILED') return undefined;
    // A shopper sees a picture from its old place until Shopify has its own copy.
    return media.status === 'READY' ? shopify.files.url(seed.shop, media) : media.source;
  };
  const options = product.options.filter((option) => option.name !== 'Title' || option.values.length > 1);
  return {
    id: String(product.id),
    title: product.title,
    descriptionHtml: product.descriptionHtml,
    images: product.media.flatMap((media) => address(media.id) ?? []),
    options: options.map((option) => ({ name: option.name, values: option.values.map((value) => value.name) })),
    variants: product.variants.map((variant) => ({
      id: String(variant.id),
      optionValues: options.length === 0 ? [] : variant.values,
      price: variant.price,
      inStock: canBuy(variant),
      imageUrl: address(variant.mediaId),
    })),
  };
}

/** What a shopper sees: active products that are published to the online store. */
export function shopWindow(shopify: Shopify): ShopWindow {
  return {
    platform: 'shopify',
    adminPath: '/admin',
    domainOf: getDomain,
    shops: () => SHOPS.map(({ shop, name, currency, tagline }) => ({ shop, name, currency, tagline })),
    products(shop) {
      const seed = findShop(shop);
      const online = seed?.publications.find((publication) => publication.handle === 'online_store')?.id;
      if (!seed) return [];
      return shopify.store
        .list(shop, 'product', { by: 'id', limit: 10_000, hidden: true })
        .filter((product) => product.status === 'ACTIVE' && product.publications.some((one) => one.id === online))
        .map((product) => windowProduct(shopify, seed, product));
    },
    buy(shop, order) {
      const seed = findShop(shop);
      if (!seed) throw new Error(`no shop ${shop}`);
      return placeOrder(shopify, seed, order);
    },
  };
}
