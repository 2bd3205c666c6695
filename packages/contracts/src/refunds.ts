import { z } from 'zod';
import { call } from './call.ts';
import { idSchema, moneySchema, pageOf, pageQueryShape, supplierSchema, timeSchema } from './shapes.ts';

/** Refunds expected from suppliers for canceled orders, until a person confirms them. */

export const pendingRefundSchema = z
  .object({
    /** Of the supplier order. */
    id: idSchema,
    source: supplierSchema,
    /** The supplier's order number. */
    order_no: z.string(),
    order_name: z.string(),
    workspace: z.string(),
    is_sandbox: z.boolean(),
    /** cancelled: the whole order. refused_items: the supplier removed items. request: it agreed to a refund request. */
    reason: z.enum(['cancelled', 'refused_items', 'request']),
    paid: moneySchema,
    /** Amount refunded so far. */
    refunded: moneySchema,
    pending: moneySchema,
    expected_at: timeSchema,
  })
  .meta({ id: 'PendingRefund' });
export type PendingRefund = z.output<typeof pendingRefundSchema>;

const ofOrder = z.object({ supplier_order_id: idSchema });

/** Minor units of the supplier order's currency. */
const confirmation = z
  .strictObject({
    /** The pending amount shown on screen; refused if it has changed. */
    pending: z.int().min(1),
    /** The amount received; zero only to close the refund. */
    amount: z.int().min(0),
    /** Closes the remainder: why no more is expected. */
    close_note: z.string().trim().min(1).max(500).optional(),
    idempotency_key: z.string().min(8).max(80),
  })
  .refine((body) => body.amount > 0 || body.close_note !== undefined, {
    path: ['amount'],
    message: 'REFUND_NOTHING',
  });

const confirmed = z.object({ pending: moneySchema });

export const refunds = {
  list: call({
    id: 'own',
    method: 'GET',
    path: '/operator/pending-refunds',
    access: 'operator',
    alsoDemo: true,
    summary: 'List refunds that suppliers owe for orders paid from wallets, newest order first.',
    query: z.object({ ...pageQueryShape }),
    data: pageOf(pendingRefundSchema).extend({ total: z.int() }),
  }),
  confirm: call({
    id: 'own',
    method: 'POST',
    path: '/operator/pending-refunds/{supplier_order_id}/confirm',
    access: 'operator',
    alsoDemo: true,
    summary: "Confirm a supplier's refund and credit it to the wallet that paid. Idempotent by key.",
    params: ofOrder,
    body: confirmation,
    data: confirmed,
  }),
  confirmOwn: call({
    id: 'own',
    method: 'POST',
    path: '/orders/v5/supplier-orders/{supplier_order_id}/confirm-refund',
    access: 'workplace',
    needs: 'orders.pay',
    summary: "Confirm a refund to the owner's balance at the supplier, which lowers the order's cost.",
    params: ofOrder,
    body: confirmation,
    data: confirmed,
    perMinute: 60,
  }),
};
