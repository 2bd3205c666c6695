import { type Executor, type Sql, sql } from '../../db/index.ts';
import { isOneOf } from '../../states/sql.ts';
import { PAYABLE } from '../../states/supplier-order.ts';

/** Tasks with progress counted from supplier orders. */
export type TaskKind = 'placement' | 'payment' | 'sync';

const COUNTS: Record<TaskKind, Sql> = {
  placement: sql`select count(*) filter (where state in ('placed')) as good, count(*) filter (where state in ('failed', 'cancelled')) as bad
    from supplier_order where placement_id = `,
  payment: sql`select count(*) filter (where pay_state in ('paid', 'refunded')) as good,
    count(*) filter (where ${isOneOf('pay_state', PAYABLE)}) as bad from supplier_order where pay_process_id = `,
  sync: sql`select count(*) filter (where sync_state = 'success') as good, count(*) filter (where sync_state = 'error') as bad
    from supplier_order where sync_process_id = `,
};

/** Succeeded (`good`) and failed (`bad`) supplier orders of a task. */
export const countOutcomes = async (
  ex: Executor,
  workplaceId: string,
  processId: string,
  kind: TaskKind,
): Promise<{ good: number; bad: number }> =>
  (await ex.first<{ good: number; bad: number }>(
    sql`${COUNTS[kind]}${processId} and workplace_id = ${workplaceId}`,
  )) ?? { good: 0, bad: 0 };
