/** Choices of manual orders. Separate from the calls, so that screens load no schemas. */
export const ORDER_IMPORT_STATES = ['reading', 'ready', 'applying', 'done', 'refused', 'discarded'] as const;
/** known: an order with this number exists already. */
export const ORDER_ITEM_FATES = ['new', 'known', 'refused'] as const;
export type OrderItemFate = (typeof ORDER_ITEM_FATES)[number];

/** A CSV file of orders. */
export const ORDER_FILE = {
  types: ['text/csv'],
  most: 32 * 1024 * 1024,
} as const;
export const MOST_ORDER_ROWS = 50_000;
/** Items of each variant, and variants, of a sample order. */
export const MOST_SAMPLE_ITEMS = 5;
export const MOST_SAMPLE_LINES = 20;
/** Lines of one order, by hand and in a file. */
export const MOST_ORDER_LINES = 100;
