/** What the journey needs from a shop, in Shopify's own words. `write_x` contains `read_x`. */
export const SCOPES = [
  'write_products',
  'write_inventory',
  'read_locations',
  'write_publications',
  'write_orders',
  'write_merchant_managed_fulfillment_orders',
] as const;

/** What further parts need: asked for, but a shop that doesn't grant it is connected all the same. */
export const OPTIONAL_SCOPES = ['read_markets'] as const;

/** Scopes of the list that `granted` does not cover. */
export function missingScopes(granted: readonly string[]): string[] {
  const has = new Set(granted);
  return SCOPES.filter(
    (scope) => !has.has(scope) && !(scope.startsWith('read_') && has.has(`write_${scope.slice(5)}`)),
  );
}
