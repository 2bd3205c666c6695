import type { ChannelId, SupplierId } from '@quayside/connector-kit';

/** Facts of platforms that decide what is offered on an installation that they may not reach. */

/**
 * Platforms whose authorize page only sends the browser back to us, so that it works from a laptop. The others deliver
 * the keys themselves, to an https address. Source: Shopify's OAuth; WooCommerce, class-wc-auth.php.
 */
export const authorizesByBrowser = (platform: ChannelId): boolean => platform === 'shopify';

/** Who delivers webhooks to https addresses only. Source: Shopify, webhook subscriptions; CJ, webhook/set. */
export const webhooksNeedHttps = (id: ChannelId | SupplierId): boolean => id === 'shopify' || id === 'cj';

/** Whose webhooks are signed with the app's secret: without it nothing they send can be trusted. Source: Shopify, webhooks. */
export const signsWithAppSecret = (platform: ChannelId): boolean => platform === 'shopify';
