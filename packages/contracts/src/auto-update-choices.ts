/** Choices of automatic updates. Separate from the calls, so that screens load no schemas. */

/** The id of automatic updates as an actor in the audit log. */
export const AUTO_UPDATE_RULE = 'auto-updates';

/** What a store does when a supplier's cost changes. follow: the store's price rule sets the price. */
export const COST_ACTIONS = ['nothing', 'notify', 'follow'] as const;
/**
 * What a store does with a variant that is out of stock. zero: sets its stock to 0. hold: the same, and it stays until a person
 * undoes it. draft: unpublishes the product once none of its variants is available; until then as zero.
 */
export const STOCK_ACTIONS = ['nothing', 'zero', 'hold', 'draft'] as const;
/** restore: puts back what the rule changed, while the store still has it. */
export const RESTOCK_ACTIONS = ['nothing', 'restore'] as const;
/** What a store does with a product that the supplier discontinued. */
export const VANISHED_ACTIONS = ['notify', 'zero', 'draft'] as const;
/** What a store does with a product that the supplier no longer ships to its country. The stock actions, or a notification. */
export const UNSHIPPED_ACTIONS = ['nothing', 'notify', 'zero', 'hold', 'draft'] as const;

export interface AutoUpdateRules {
  cost_up: (typeof COST_ACTIONS)[number];
  cost_down: (typeof COST_ACTIONS)[number];
  /** Prices that would change by more wait for a person. Percentages, and minor units of the store's currency; null: no limit. */
  limits: {
    change_percent: number | null;
    change_amount: number | null;
    day_percent: number | null;
    day_amount: number | null;
  };
  out_of_stock: (typeof STOCK_ACTIONS)[number];
  back_in_stock: (typeof RESTOCK_ACTIONS)[number];
  vanished: (typeof VANISHED_ACTIONS)[number];
  /** Shipping of one item that gets dearer or cheaper; follow needs a price rule that includes shipping. */
  shipping_up: (typeof COST_ACTIONS)[number];
  shipping_down: (typeof COST_ACTIONS)[number];
  shipping_gone: (typeof UNSHIPPED_ACTIONS)[number];
  shipping_back: (typeof RESTOCK_ACTIONS)[number];
}

export const AUTO_UPDATE_DEFAULTS: AutoUpdateRules = {
  cost_up: 'notify',
  cost_down: 'nothing',
  limits: { change_percent: 20, change_amount: null, day_percent: 30, day_amount: null },
  out_of_stock: 'zero',
  back_in_stock: 'restore',
  vanished: 'notify',
  shipping_up: 'notify',
  shipping_down: 'nothing',
  shipping_gone: 'notify',
  shipping_back: 'restore',
};

export const AUTO_UPDATE_CAUSES = [
  'cost_up',
  'cost_down',
  'out_of_stock',
  'back_in_stock',
  'vanished',
  'shipping_up',
  'shipping_down',
  'shipping_gone',
  'shipping_back',
  'undo',
] as const;
export type AutoUpdateCause = (typeof AUTO_UPDATE_CAUSES)[number];

/**
 * approval: outside of the limits, so a person decides. waiting: on its way to the store. kept: the store has a value of the
 * merchant's, which stays.
 */
export const AUTO_UPDATE_STATES = ['approval', 'waiting', 'done', 'kept', 'failed', 'dismissed'] as const;
export type AutoUpdateState = (typeof AUTO_UPDATE_STATES)[number];

/** Filters of the list of changes. */
export const AUTO_UPDATE_FILTERS = ['all', 'approval', 'waiting', 'done', 'attention'] as const;
export type AutoUpdateFilter = (typeof AUTO_UPDATE_FILTERS)[number];

/** What a supplier's answer looks like when it is held as a fault. */
export const SUPPLIER_FAULTS = [
  'cost_up',
  'cost_down',
  'stock',
  'vanished',
  'shipping_up',
  'shipping_down',
  'shipping_gone',
] as const;
export type SupplierFault = (typeof SUPPLIER_FAULTS)[number];

/** Changes that one request may undo or review. */
export const MOST_AUTO_UPDATES = 500;
