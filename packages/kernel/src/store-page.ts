const OF_A_PRODUCT = /(?:^|\/)products?\/[^/]+\/?$/i;

/**
 * Whether a link on a store's page leads to one of its products: `/products/mug`, `/collections/all/products/mug`
 * (Shopify), `/product/mug/`, `?product=mug` (WooCommerce).
 */
export function isProductOf(shop: URL, link: URL): boolean {
  if (link.host !== shop.host || !/^https?:$/.test(link.protocol)) return false;
  return OF_A_PRODUCT.test(link.pathname) || (link.searchParams.get('product') ?? '') !== '';
}
