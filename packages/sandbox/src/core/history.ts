import { z } from 'zod';

const pieces = z
  .array(z.strictObject({ line: z.number().int().min(0), quantity: z.number().int().min(1) }))
  .min(1)
  .max(50);
const at = z.iso.datetime();

/** An order that a shop is given as if it had taken it earlier. Lines are named by their place in `lines`. */
const pastOrder = z.strictObject({
  email: z.email(),
  firstName: z.string(),
  lastName: z.string(),
  address1: z.string(),
  city: z.string(),
  province: z.string().optional(),
  postalCode: z.string(),
  countryCode: z.string().length(2),
  phone: z.string().optional(),
  /** A line without a product is one that the shop sells outside its catalog. */
  lines: z
    .array(
      z.union([
        z.strictObject({ productId: z.string(), variantId: z.string(), quantity: z.number().int().min(1) }),
        z.strictObject({ title: z.string(), price: z.string(), quantity: z.number().int().min(1) }),
      ]),
    )
    .min(1)
    .max(50),
  at,
  payment: z.enum(['paid', 'pending', 'failed']).default('paid'),
  parcels: z
    .array(z.strictObject({ at, carrier: z.string(), number: z.string(), url: z.string().optional(), pieces }))
    .default([]),
  /** `isUnsent`: the pieces had not been shipped. A refund of everything that was not shipped includes the shipping fee. */
  refund: z.strictObject({ at, pieces, isUnsent: z.boolean() }).optional(),
  cancelledAt: at.optional(),
});
export type PastOrder = z.output<typeof pastOrder>;
export type PastLine = PastOrder['lines'][number];

export const pastOrders = z.strictObject({
  shop: z.string(),
  /** Removes the shop's products and orders first. */
  empty: z.boolean().default(false),
  orders: z.array(pastOrder).max(500),
});

/** What the shop made of a past order; fulfillments are in the order of its parcels. */
export interface CreatedOrder {
  orderId: string;
  fulfillmentIds: string[];
}
