import { z } from 'zod';
import { call } from './call.ts';
import { idSchema, problemSchema } from './shapes.ts';

/** Fields of an address by their names in update-customer. */
export const REPAIR_FIELDS = [
  'first_name',
  'last_name',
  'company',
  'address1',
  'address2',
  'city',
  'province',
  'province_code',
  'postal_code',
  'country_code',
  'phone',
  'email',
  'tax_id',
] as const;

export const REPAIR_REASONS = [
  'cleaned',
  'postal_code',
  'province',
  'split',
  'repeated',
  'phone',
  'tax_id',
  'country',
] as const;

const proposalSchema = z
  .object({
    order_id: idSchema,
    name: z.string(),
    /** Proposed changes; an empty `to` clears the field. */
    changes: z.array(
      z.object({ field: z.enum(REPAIR_FIELDS), from: z.string(), to: z.string(), reason: z.enum(REPAIR_REASONS) }),
    ),
    /** What a person must resolve: missing fields, and what a supplier or carrier doesn't accept. */
    warnings: z.array(problemSchema),
  })
  .meta({ id: 'AddressProposal' });
export type AddressProposalView = z.output<typeof proposalSchema>;

const change = z.strictObject({ field: z.enum(REPAIR_FIELDS), to: z.string().max(254) });

export const addressRepairs = {
  preview: call({
    id: 'own',
    method: 'POST',
    path: '/orders/v4/address-repairs/preview',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'Propose corrections for the addresses of orders; complete ones without warnings are left out.',
    body: z.strictObject({ order_ids: z.array(idSchema).min(1).max(500) }),
    data: z.object({ items: z.array(proposalSchema) }),
  }),
  accept: call({
    id: 'own',
    method: 'POST',
    path: '/orders/v4/address-repairs',
    access: 'workplace',
    needs: 'orders.change',
    summary: 'Apply proposed corrections. An order whose proposal has changed meanwhile is refused.',
    body: z.strictObject({
      orders: z
        .array(z.strictObject({ order_id: idSchema, changes: z.array(change).min(1).max(REPAIR_FIELDS.length) }))
        .min(1)
        .max(500),
    }),
    limits: { bytes: 2 * 1024 * 1024, items: 8_000, keys: 16_000 },
    data: z.object({ updated: z.int(), failed: z.record(z.string(), problemSchema) }),
  }),
};
