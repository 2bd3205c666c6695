import { type Executor, sql } from '../../../db/index.ts';
import { connectorLabel } from '../../../installed/index.ts';
import type { RequestRow } from '../request-repo.ts';

type Row = Pick<
  RequestRow,
  'order_id' | 'supplier' | 'type' | 'reason' | 'state' | 'description' | 'answer' | 'created_at'
>;

/** Refund requests of some orders, as the shoppers of the orders may read them, oldest first. */
export const requestTexts = async (
  ex: Executor,
  workplaceId: string,
  orderIds: readonly string[],
): Promise<{ order_id: string; facts: Record<string, unknown> }[]> =>
  (
    await ex.rows<Row>(sql`select order_id, supplier, type, reason, state, description, answer, created_at from refund_request
      where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[]) order by refund_request_id`)
  ).map(({ order_id, supplier, ...facts }) => ({ order_id, facts: { supplier: connectorLabel(supplier), ...facts } }));
