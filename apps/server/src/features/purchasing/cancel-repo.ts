import { type Executor, sql } from '../../db/index.ts';
import { isOneOf } from '../../states/sql.ts';
import { PAY_OPEN } from '../../states/supplier-order.ts';
import { asksFirst } from './place-repo.ts';
import { PURCHASE_COLUMNS } from './repo.ts';
import type { PurchaseRow } from './tables.ts';

/**
 * Withdraws an unsent payment of an order that the supplier canceled. undefined if it may have been sent (now, or
 * before the restore at `restoredAt`) or a worker holds it; the caller releases the money.
 */
export const withdrawUnsent = (
  tx: Executor,
  workplaceId: string,
  id: string,
  restoredAt: string | null,
): Promise<PurchaseRow | undefined> =>
  tx.first<PurchaseRow>(sql`update supplier_order p set pay_state = 'unpaid', updated_at = now()
    where p.workplace_id = ${workplaceId} and p.supplier_order_id = ${id} and p.pay_state = 'requested'
      and p.pay_attempts = 0 and p.pay_sent_at is null and not ${asksFirst(restoredAt)}
      and (p.claimed_until is null or p.claimed_until < now())
    returning ${PURCHASE_COLUMNS}`);

/** Placed, canceled by the supplier, and without an open payment. */
const CANCELLED_THERE = sql`state = 'placed' and remote_state = 'cancelled'
  and not ${isOneOf('pay_state', PAY_OPEN)}`;

/** Unrecorded cancellations whose job seems lost; the next sweep skips them. */
export const claimCancelledAtSupplier = (
  tx: Executor,
  workplaceId: string,
  lateSeconds: number,
  most: number,
): Promise<Pick<PurchaseRow, 'supplier_order_id' | 'connection_id'>[]> =>
  tx.rows(sql`update supplier_order set next_attempt_at = now()
    where workplace_id = ${workplaceId} and supplier_order_id in (select supplier_order_id from supplier_order
      where workplace_id = ${workplaceId} and ${CANCELLED_THERE}
        and next_attempt_at < now() - make_interval(secs => ${lateSeconds})
      order by supplier_order_id limit ${most} for no key update skip locked)
    returning supplier_order_id, connection_id`);

export const hasCancelledAtSupplier = async (ex: Executor, workplaceId: string): Promise<boolean> =>
  (await ex.first(
    sql`select 1 from supplier_order where workplace_id = ${workplaceId} and ${CANCELLED_THERE} limit 1`,
  )) !== undefined;
