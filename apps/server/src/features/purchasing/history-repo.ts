import { type Executor, json, sql } from '../../db/index.ts';
import { insertPurchaseLines } from './repo.ts';
import type { PurchaseLineRow, PurchaseRow } from './tables.ts';

/** A supplier order that was placed earlier, and paid or not. */
export type PastPurchase = Pick<
  PurchaseRow,
  | 'supplier_order_id'
  | 'order_id'
  | 'connection_id'
  | 'supplier'
  | 'mode'
  | 'reference'
  | 'payer'
  | 'source_order_no'
  | 'order_number'
  | 'shipping_method'
  | 'address'
  | 'currency'
  | 'items_cost'
  | 'shipping_cost'
  | 'total_cost'
  | 'placement_id'
  | 'payment_reference'
  | 'remote_state'
  | 'placed_at'
  | 'paid_at'
  | 'shipped_at'
> & { payment_id: string | null };

/** Payments from the wallet that were made, oldest first. */
export const pastPayments = (ex: Executor, workplaceId: string) =>
  ex.rows<{
    order_id: string;
    supplier_order_id: string;
    supplier: string;
    payment_reference: string;
    order_number: string;
    total_cost: number;
    paid_at: string;
  }>(sql`select order_id, supplier_order_id, supplier, payment_reference, order_number, total_cost, paid_at from supplier_order
    where workplace_id = ${workplaceId} and pay_state = 'paid' and payer = 'wallet' order by paid_at, supplier_order_id`);

/** The supplier's id of the newest order that is paid, has two lines and has not left; undefined: there is none. */
export const pastPurchaseOfTwo = async (ex: Executor, workplaceId: string): Promise<string | undefined> =>
  (
    await ex.first<{ source_order_no: string }>(sql`select p.source_order_no from supplier_order p
      where p.workplace_id = ${workplaceId} and p.pay_state = 'paid' and p.shipped_at is null
        and (select count(*) from supplier_order_line l where l.workplace_id = ${workplaceId}
          and l.supplier_order_id = p.supplier_order_id) = 2
      order by p.placed_at desc limit 1`)
  )?.source_order_no;

/** Writes supplier orders as of the times given. The caller writes what they mean for their orders, and moves the money. */
export async function insertPastPurchases(
  tx: Executor,
  workplaceId: string,
  rows: readonly PastPurchase[],
  lines: readonly PurchaseLineRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(sql`insert into supplier_order (workplace_id, supplier_order_id, order_id, connection_id, supplier, mode, reference, state,
      pay_state, payer, source_order_no, order_number, shipping_method, address, currency, quoted_items, quoted_shipping, items_cost,
      shipping_cost, total_cost, placement_id, payment_reference, pay_round, pay_amount, payment_id, remote_state, attempts, sent_at,
      pay_attempts, pay_sent_at, pay_requested_at, synced_at, placed_at, paid_at, shipped_at, all_sent, created_at, updated_at)
    select ${workplaceId}, n.supplier_order_id, n.order_id, n.connection_id, n.supplier, n.mode, n.reference, 'placed',
      case when n.paid_at is null then 'unpaid' else 'paid' end, n.payer, n.source_order_no, n.order_number, n.shipping_method, n.address,
      n.currency, n.items_cost, n.shipping_cost, n.items_cost, n.shipping_cost, n.total_cost, n.placement_id, n.payment_reference,
      case when n.paid_at is null then 0 else 1 end, case when n.paid_at is not null then n.total_cost end, n.payment_id, n.remote_state,
      1, n.placed_at, case when n.paid_at is null then 0 else 1 end, n.paid_at, n.paid_at, now(), n.placed_at, n.paid_at, n.shipped_at,
      n.shipped_at is not null, n.placed_at, coalesce(n.shipped_at, n.paid_at, n.placed_at)
    from jsonb_to_recordset(${json(rows)}) as n(supplier_order_id uuid, order_id uuid, connection_id uuid, supplier text, mode text,
      reference text, payer text, source_order_no text, order_number text, shipping_method text, address jsonb, currency text,
      items_cost bigint, shipping_cost bigint, total_cost bigint, placement_id uuid, payment_reference text, payment_id text,
      remote_state text, placed_at timestamptz, paid_at timestamptz, shipped_at timestamptz)
    returning 1`);
  await insertPurchaseLines(tx, workplaceId, lines);
}
