import type { Executor, WorkplaceScope } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';
import type { ExchangeLine, OrderVariant } from '../manual-orders/index.ts';
import type { OrderRow } from '../orders/index.ts';

/** What returns need from other features; compose.ts connects them. */
export interface ReturnPorts {
  /** Creates the order that replaces returned items; locks the store. */
  createExchange(
    tx: Executor,
    scope: WorkplaceScope,
    order: OrderRow,
    wanted: { lines: readonly ExchangeLine[]; note: string; actor: string },
  ): Promise<{ order_id: string; name: string }>;
  variants(ex: Executor, workplaceId: string, mode: Mode, by: { ids: readonly string[] }): Promise<OrderVariant[]>;
}
