/**
 * Addresses inside a store's own admin, by its domain. Sources: the admin addresses of Shopify, and of WordPress with
 * WooCommerce. Other platforms have no such pages for us.
 */
export interface StoreLinks {
  admin: string;
  /** The order by the platform's own number; the last part of a longer one. */
  order(platformOrderId: string): string;
}

const lastPart = (id: string): string => encodeURIComponent(id.slice(id.lastIndexOf('/') + 1));

/** The pages of a store, or undefined for a platform without them. */
export function storeLinks(platform: string, domain: string): StoreLinks | undefined {
  if (platform === 'shopify') {
    const admin = `https://${domain}/admin`;
    return { admin, order: (id) => `${admin}/orders/${lastPart(id)}` };
  }
  if (platform === 'woocommerce') {
    const admin = `https://${domain}/wp-admin`;
    return { admin, order: (id) => `${admin}/post.php?post=${lastPart(id)}&action=edit` };
  }
  return undefined;
}
