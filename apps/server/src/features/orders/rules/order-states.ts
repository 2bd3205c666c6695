import { nextState, type Transitions } from '@quayside/kernel';

/** Lifecycle of an order in Quayside. `deleted`: the store deleted it. */
export type OrderState = 'open' | 'archived' | 'cancelled' | 'deleted';
export type OrderTransition = 'archive' | 'revert' | 'cancel' | 'reopen' | 'reopen_archived' | 'delete' | 'restore';

/**
 * State machine of orders (decision A35 of the specification). People archive and revert; everything else follows the
 * store: a trashed order can be restored, and a canceled one reopened. No column holds the state (`getOrderState`), so no
 * trigger guards these moves, unlike those of tables named `_TRANSITIONS`.
 */
export const ORDER_MOVES: Transitions<OrderState, OrderTransition> = {
  archive: { from: ['open'], to: 'archived' },
  revert: { from: ['archived'], to: 'open' },
  cancel: { from: ['open', 'archived'], to: 'cancelled' },
  reopen: { from: ['cancelled', 'deleted'], to: 'open' },
  reopen_archived: { from: ['cancelled', 'deleted'], to: 'archived' },
  delete: { from: ['open', 'archived', 'cancelled'], to: 'deleted' },
  restore: { from: ['deleted'], to: 'cancelled' },
};

/** Columns that determine an order's state. */
export interface OrderFacts {
  cancelled_at: string | null;
  cancelled_by: string | null;
  tab: 'unfulfilled' | 'fulfilled' | 'archived';
}

/** A canceled order is in the archive too, without being archived. */
export const getOrderState = ({ cancelled_at, cancelled_by, tab }: OrderFacts): OrderState =>
  cancelled_at === null
    ? tab === 'archived'
      ? 'archived'
      : 'open'
    : cancelled_by === 'deletion'
      ? 'deleted'
      : 'cancelled';

/** Whether a person may archive or revert the order now. */
export const canMove = (order: OrderFacts, move: 'archive' | 'revert'): boolean =>
  nextState(ORDER_MOVES, getOrderState(order), move) !== undefined;
