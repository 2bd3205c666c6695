import type { ChannelOrderState } from '@quayside/connector-kit';

/** An open order as it is stored. */
export interface OpenOrder {
  order_id: string;
  external_order_id: string;
  placed_at: string;
  store_updated_at: string;
  /** It has a line that became manual before it was stored who made it so. */
  is_unclear: boolean;
}

/**
 * Whether an open order has to be read from its store: the store's list lacks it, has a newer change of it, or its lines are
 * not certain. A platform's list may leave out orders that exist: only reading the one order tells that it is gone.
 */
export const needsReading = (order: OpenOrder, state: ChannelOrderState | undefined): boolean =>
  order.is_unclear || !state || Date.parse(state.updatedAt) > Date.parse(order.store_updated_at);
