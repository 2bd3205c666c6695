import { z } from 'zod';
import { call } from './call.ts';
import { idSchema, moneySchema, timeSchema } from './shapes.ts';

/** Days that a payment request can be confirmed. */
export const PAYMENT_REQUEST_DAYS = 3;

const link = { id: idSchema, code: z.string().min(10).max(200) };
const total = z.strictObject({ amount: z.int().min(0), currency: z.literal('USD') });

export const paymentRequests = {
  payers: call({
    id: 'own',
    method: 'GET',
    path: '/orders/v5/payment-requests/members',
    access: 'workplace',
    needs: 'orders.change',
    summary: 'List the members who can be asked to pay: those who may pay for orders of every store.',
    data: z.object({ items: z.array(z.object({ account_id: idSchema, name: z.string() })) }),
  }),
  send: call({
    id: 'own',
    method: 'POST',
    path: '/orders/v5/payment-requests',
    access: 'workplace',
    needs: 'orders.change',
    summary: `Email a member a link to confirm the payment of orders, valid for ${PAYMENT_REQUEST_DAYS} days and once.`,
    body: z.strictObject({ order_ids: z.array(idSchema).min(1).max(200), account_id: idSchema }),
    data: z.object({ sent_to: z.string(), supplier_orders: z.int() }),
    perMinute: 20,
  }),
  read: call({
    id: 'C283',
    method: 'GET',
    path: '/open-api/orders/payment-confirmation',
    access: 'public',
    summary: 'Get what a mailed payment request would pay now.',
    query: z.object(link),
    data: z.object({
      workspace: z.string(),
      asked_by: z.string(),
      supplier_orders: z.int(),
      orders: z.array(z.object({ name: z.string(), placed_at: timeSchema, total: moneySchema })),
      wallet_total: moneySchema,
      own_totals: z.array(moneySchema),
      wallet_short: moneySchema.nullable(),
      is_sandbox: z.boolean(),
    }),
    perMinute: 60,
  }),
  confirm: call({
    id: 'C284',
    method: 'POST',
    path: '/open-api/orders/payment-confirmation',
    access: 'public',
    summary:
      'Confirm a mailed payment request. `wallet_total` and `own_totals` are the sums that were shown: if one changed since, nothing is paid.',
    body: z.strictObject({ ...link, wallet_total: total, own_totals: z.array(moneySchema).max(100) }),
    data: z.object({ requested: z.int(), total: moneySchema, failed: z.int() }),
    perMinute: 20,
  }),
};
