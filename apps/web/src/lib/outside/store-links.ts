/**
 * Addresses inside a store's own admin, by its domain. Sources: the admin addresses of Shopify, and of WordPress with
 * WooCommerce. Other platforms have no such pages for us.
 */
export interface StoreLinks {
  product(handle: string): string;
  admin: string;
  apps: string;
  settings: string;
  checkout: string;
  /** How the mail looks that tells a shopper that the parcel has left. */
  shippingMail: string;
  /** The order by the platform's own number; the last part of a longer one. */
  order(platformOrderId: string): string;
}

const lastPart = (id: string): string => encodeURIComponent(id.slice(id.lastIndexOf('/') + 1));

/** The pages of a store, or undefined for a platform without them. */
export function storeLinks(platform: string, domain: string): StoreLinks | undefined {
  const site = `https://${domain}`;
  if (platform === 'shopify') {
    const admin = `${site}/admin`;
    return {
      product: (handle) => `${site}/products/${encodeURIComponent(handle)}`,
      admin,
      apps: `${admin}/settings/apps`,
      settings: `${admin}/settings`,
      checkout: `${admin}/settings/checkout`,
      shippingMail: `${admin}/email_templates/shipping_confirmation/preview`,
      order: (id) => `${admin}/orders/${lastPart(id)}`,
    };
  }
  if (platform === 'woocommerce') {
    const admin = `${site}/wp-admin`;
    const settings = `${admin}/admin.php?page=wc-settings`;
    return {
      product: (handle) => `${site}/product/${encodeURIComponent(handle)}`,
      admin,
      apps: `${admin}/plugins.php`,
      settings,
      checkout: `${settings}&tab=checkout`,
      shippingMail: `${settings}&tab=email&section=wc_email_customer_completed_order`,
      order: (id) => `${admin}/post.php?post=${lastPart(id)}&action=edit`,
    };
  }
  return undefined;
}
