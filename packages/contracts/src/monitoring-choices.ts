/** Options of product tracking. Separate from the calls, so that screens load no schemas. */

/**
 * Hours between two checks of a product. At least six: CJ allows 50,000 points a day and charges 10 per product, so the
 * largest plan's 1,000 products use 40,000. Source: CJ API 2.0, limits.
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

/** Filters for tracked products. */
export const WATCH_FILTERS = ['watched', 'cost_moved', 'out_of_stock', 'gone'] as const;
export type WatchFilter = (typeof WATCH_FILTERS)[number];
