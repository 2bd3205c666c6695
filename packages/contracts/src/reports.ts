import { z } from 'zod';
import { call } from './call.ts';
import { idSchema, moneySchema } from './shapes.ts';

export const reports = {
  homeSummary: call({
    id: 'own',
    method: 'GET',
    path: '/home/summary',
    access: 'workplace',
    needs: 'orders.read',
    summary:
      "What waits today, and sales and profit of the last 30 days: in the workspace's own currency when it sold in it, else in the one that sold most. A day begins in the workspace's time zone.",
    /** Absent: all stores. */
    query: z.object({ store_id: idSchema.optional() }),
    data: z.object({
      /** Counting stops here: a count that reached it may be higher. */
      most: z.int(),
      to_place: z.int(),
      waiting_payment: z.int(),
      in_transit: z.int(),
      /** Orders or parcels that need a person. */
      attention: z.int(),
      has_orders: z.boolean(),
      currency: z.string(),
      /** Amounts in other currencies are among the sums, converted at the rate of their day. */
      is_converted: z.boolean(),
      /** Orders in currencies without a rate, left out of the series. */
      other_currency_orders: z.int(),
      days: z.array(
        z.object({
          day: z.string(),
          orders: z.int(),
          sales: moneySchema,
          /** Of the orders whose whole cost is known, expected shipping included; null when there is none. */
          cost: moneySchema.nullable(),
          profit: moneySchema.nullable(),
          /** What those orders were sold for, and how many they are. */
          priced_sales: moneySchema,
          priced_orders: z.int(),
        }),
      ),
    }),
  }),
};
