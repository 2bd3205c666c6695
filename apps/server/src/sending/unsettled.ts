import { type Executor, sql } from '../db/index.ts';

/** Condition on `lost_order l`: not settled, and not recorded by placing its order. */
export const UNSETTLED = sql`l.settled_at is null and not exists (select 1 from supplier_order p where p.workplace_id = l.workplace_id
  and p.connection_id = l.connection_id and p.source_order_no = l.source_order_no)`;

/** Whether suppliers have orders of a workplace that the restored data lacks (features/purchasing). */
export const hasUnrecorded = async (ex: Executor, workplaceId: string): Promise<boolean> =>
  (await ex.first(sql`select 1 from lost_order l where l.workplace_id = ${workplaceId} and ${UNSETTLED} limit 1`)) !==
  undefined;

/** Whether orders on the operator's supplier accounts belong to no workplace. */
export const hasUnclaimed = async (tx: Executor): Promise<boolean> =>
  (await tx.first(sql`select 1 from unclaimed_order where not known and dismissed_at is null limit 1`)) !== undefined;
