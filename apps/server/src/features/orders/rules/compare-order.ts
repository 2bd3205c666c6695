import type { ChannelOrderState } from '@quayside/connector-kit';

/** A stored open order. */
export interface OpenOrder {
  order_id: string;
  external_order_id: string;
  placed_at: string;
  store_updated_at: string;
  /** Has a line that became manual before the reason was recorded. */
  is_unclear: boolean;
}

/**
 * Whether an open order must be read from its store: it is missing in the store's list, has a newer change there, or
 * its lines are uncertain. A list may omit existing orders, so only reading the order proves a deletion.
 */
export const needsReading = (order: OpenOrder, state: ChannelOrderState | undefined): boolean =>
  order.is_unclear || !state || Date.parse(state.updatedAt) > Date.parse(order.store_updated_at);
