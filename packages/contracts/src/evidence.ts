import { z } from 'zod';
import { call } from './call.ts';
import { storedFileSchema } from './files.ts';
import { idSchema, problemSchema, timeSchema } from './shapes.ts';

const evidenceSchema = z
  .object({
    id: idSchema,
    order_id: idSchema,
    /** null: about the whole order. */
    refund_request_id: idSchema.nullable(),
    /** expired: its files were deleted; create it again. */
    state: z.enum(['making', 'ready', 'failed', 'expired']),
    pdf: storedFileSchema.nullable(),
    /** The PDF, the photos and evidence.json. */
    zip: storedFileSchema.nullable(),
    /** Photos and pictures that couldn't be read; the files name them. */
    left_out: z.int(),
    /** Why it failed. */
    problem: problemSchema.nullable(),
    created_at: timeSchema,
  })
  .meta({ id: 'Evidence' });
export type Evidence = z.output<typeof evidenceSchema>;

/** Files that prove a claim to a supplier. */
export const evidence = {
  create: call({
    id: 'own',
    method: 'POST',
    path: '/orders/evidence',
    access: 'workplace',
    needs: 'orders.change',
    summary:
      'Create the evidence of an order or of one refund request as PDF and ZIP. While it is being created, the same one is returned. Files are deleted after a day.',
    body: z.strictObject({ order_id: idSchema, refund_request_id: idSchema.optional() }),
    data: evidenceSchema,
    perMinute: 30,
  }),
  get: call({
    id: 'own',
    method: 'GET',
    path: '/orders/evidence/{evidence_id}',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'Get evidence, with links to its files that are valid for a few minutes.',
    params: z.object({ evidence_id: idSchema }),
    data: evidenceSchema,
  }),
};
