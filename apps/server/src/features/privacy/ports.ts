import type { Executor } from '../../db/index.ts';

/** A text that people here wrote about an order, and what else a shopper may read of it. */
export interface OrderText {
  order_id: string;
  facts: Record<string, unknown>;
}

/** What an export asks of features that depend on this one; compose.ts connects them. */
export interface PrivacyPorts {
  /** Requests to suppliers about some orders, oldest first. */
  refundRequests(ex: Executor, workplaceId: string, orderIds: readonly string[]): Promise<OrderText[]>;
  /** Returns of some orders, oldest first. */
  returns(ex: Executor, workplaceId: string, orderIds: readonly string[]): Promise<OrderText[]>;
  /** What members wrote about some orders, oldest first. */
  feedback(ex: Executor, workplaceId: string, orderIds: readonly string[]): Promise<OrderText[]>;
}
