// Available channels, one line each.
export { shopify } from '@quayside/connector-shopify';
export { woocommerce } from '@quayside/connector-woocommerce';
