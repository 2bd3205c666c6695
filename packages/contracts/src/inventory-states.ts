/** Variants by their stock at the supplier. low: at most `LOW_STOCK` items. */
export const INVENTORY_STATES = ['all', 'out', 'low', 'unknown'] as const;
export type InventoryState = (typeof INVENTORY_STATES)[number];
export const LOW_STOCK = 10;
