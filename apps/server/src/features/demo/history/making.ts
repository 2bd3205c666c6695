import type { ChannelOrder } from '@quayside/connector-kit';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Store } from '../../connections/index.ts';
import type { LineRow, OrderRow } from '../../orders/index.ts';
import type { DemoShop, ShopOrder } from './counterparts.ts';
import type { PlannedOrder } from './plan.ts';

export interface Making {
  deps: Deps;
  scope: WorkplaceScope;
  sandboxUrl: string;
  /** The key by which our own warehouse knows this installation. */
  warehouseKey: string;
  /** USD cents that the wallet begins with. */
  bonus: number;
}

/** A store of the account and the shop it is. */
export interface Shelf {
  shop: DemoShop;
  store: Store;
}

/** An order of the plan and what its store made of it. */
export interface Sold {
  plan: PlannedOrder;
  shelf: Shelf;
  kept: ShopOrder;
  /** As the store tells it today. */
  told: ChannelOrder;
}

/** An order with those of its lines that wait to be bought. */
export interface Waiting {
  order: OrderRow;
  lines: LineRow[];
  sold: Sold;
}

/** Nothing follows from what happened long ago. */
export const quiet = (deps: Deps): Deps => ({
  ...deps,
  queue: { send: async () => undefined, sendMany: async () => undefined },
});
