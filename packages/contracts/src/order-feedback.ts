import { z } from 'zod';
import { call } from './call.ts';
import { idSchema, pageOf, pageQueryShape, timeSchema } from './shapes.ts';

/** Subjects of feedback about an order. */
export const FEEDBACK_TOPICS = ['item', 'price', 'shipping', 'address', 'supplier', 'other'] as const;

export const orderFeedbackSchema = z
  .object({
    id: idSchema,
    order_id: idSchema,
    order_name: z.string(),
    topic: z.enum(FEEDBACK_TOPICS),
    text: z.string(),
    created_by: z.string(),
    created_at: timeSchema,
    /** null: still open. */
    done_at: timeSchema.nullable(),
    done_by: z.string().nullable(),
  })
  .meta({ id: 'OrderFeedback' });
export type OrderFeedback = z.output<typeof orderFeedbackSchema>;

const listQuery = z.object({ order_id: idSchema.optional(), ...pageQueryShape });

export const orderFeedback = {
  list: call({
    id: 'C245',
    method: 'GET',
    path: '/orders/v5/feedbacks',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'List open feedback about orders, newest first, of all orders or of one.',
    query: listQuery,
    data: pageOf(orderFeedbackSchema),
  }),
  get: call({
    id: 'C246',
    method: 'GET',
    path: '/orders/v5/feedbacks/{feedback_id}',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'Get feedback about an order.',
    params: z.object({ feedback_id: idSchema }),
    data: orderFeedbackSchema,
  }),
  history: call({
    id: 'C247',
    method: 'GET',
    path: '/orders/v10/feedbacks/history',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'List feedback about orders that is done, newest first.',
    query: listQuery,
    data: pageOf(orderFeedbackSchema),
  }),
  send: call({
    id: 'C248',
    method: 'POST',
    path: '/orders/v5/feedbacks',
    access: 'workplace',
    needs: 'orders.change',
    summary: "Leave feedback about an order for the team: it shows on the order until it's marked as done.",
    body: z.strictObject({
      order_id: idSchema,
      topic: z.enum(FEEDBACK_TOPICS),
      text: z.string().trim().min(1).max(2_000),
    }),
    data: orderFeedbackSchema,
    perMinute: 60,
  }),
  done: call({
    id: 'C249',
    method: 'POST',
    path: '/orders/v5/feedbacks/mark-done',
    access: 'workplace',
    needs: 'orders.change',
    summary: 'Mark feedback as done. What is done already stays as it is.',
    body: z.strictObject({ feedback_ids: z.array(idSchema).min(1).max(500) }),
    data: z.object({ updated: z.int() }),
  }),
};
