import type { StandIn } from '../core/world.ts';

/** WooCommerce as it ships: WordPress roots of the shops at /woo/{shop}. */
export const woocommerce: StandIn = {
  name: 'woocommerce',
  prefix: '/woo',
  register() {},
};
