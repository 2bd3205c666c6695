/** What can be chosen of product monitoring. Apart from the calls, so that the screens read it without schemas. */

/**
 * Hours between two looks at a product. Six at the least: CJ gives an account 50,000 points a day and takes 10 for a product,
 * so that the 1,000 products of the largest plan use 40,000 of them. Source: CJ API 2.0, limits.
 */
export const EVERY_HOURS = [6, 12, 24] as const;

export const MONITORING_DEFAULTS = {
  watch_new: true,
  every_hours: 24,
  cost_percent: 5,
  tell_stock: true,
  tell_gone: true,
  cost_follows: 'tell',
  stock_follows: 'tell',
} as const;

/** Which watched products a list shows. */
export const WATCH_FILTERS = ['watched', 'cost_moved', 'out_of_stock', 'gone'] as const;
export type WatchFilter = (typeof WATCH_FILTERS)[number];
