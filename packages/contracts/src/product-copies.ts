import { z } from 'zod';
import { call } from './call.ts';
import { MOST_VARIANTS } from './products.ts';
import { idSchema, problemSchema } from './shapes.ts';
import { SPLIT_DEFAULTS } from './split.ts';

const productParams = z.object({ productId: idSchema });
/** The same key returns the same result. */
const key = { idempotency_key: z.string().min(8).max(80) };
const ids = z.array(idSchema).min(1).max(500);

const duplicateBody = z.strictObject(key);
const splitShape = {
  ...key,
  /** Name of the option whose values become products. Either this or `groups`. */
  option: z.string().min(1).max(255).optional(),
  /** Groups of variants; each variant is in exactly one, and the first group stays with the product. */
  groups: z
    .array(z.array(idSchema).min(1).max(MOST_VARIANTS))
    .min(2)
    .max(SPLIT_DEFAULTS.max_create_products)
    .optional(),
  /** Only returns the resulting products. */
  preview: z.boolean().default(false),
};
const splitBody = z.strictObject({
  ...splitShape,
  /** The split-off variants leave the product. Absent: only if no store has it. */
  move_variants: z.boolean().optional(),
});
const unmappedSplitBody = z.strictObject(splitShape);
const SPLIT_LIMITS = { bytes: 128 * 1024, items: 2_200, keys: 16 };

const copied = z.object({ process_id: idSchema, product_ids: z.array(idSchema) });
/** The product itself first. */
const planned = z.array(
  z.object({
    title: z.string(),
    image: z.string().nullable(),
    variants: z.int(),
    options: z.array(z.string()),
    is_original: z.boolean(),
  }),
);
export type PlannedProduct = z.output<typeof planned>[number];
const split = z.object({ process_id: idSchema.nullable(), product_ids: z.array(idSchema), products: planned });

const deleted = z.object({ deleted: z.array(idSchema), failed: z.record(z.string(), problemSchema) });

const guarded = { access: 'workplace', needs: 'products.change' } as const;
const duplicate = { ...guarded, method: 'POST', params: productParams, body: duplicateBody, data: copied } as const;
const splitCall = {
  ...guarded,
  method: 'POST',
  params: productParams,
  body: splitBody,
  limits: SPLIT_LIMITS,
  data: split,
} as const;

/** Copying, splitting and deleting products. Nothing here writes to a store, except setting a status. */
export const productCopies = {
  duplicateMapped: call({
    id: 'C104',
    path: '/center/products/listings/mapped/{productId}/duplicate',
    summary: 'Copy a product that is in a store. The copy is on the import list, with SKUs of its own.',
    ...duplicate,
  }),
  splitMapped: call({
    id: 'C105',
    path: '/center/products/listings/mapped/{productId}/split',
    summary: 'Split a product that is in a store into products on the import list. Nothing is pushed.',
    ...splitCall,
  }),
  duplicateImport: call({
    id: 'C106',
    path: '/center/products/import/{productId}/duplicate',
    summary: 'Copy a product of the import list. The copy has SKUs of its own.',
    ...duplicate,
  }),
  splitImport: call({
    id: 'C107',
    path: '/center/products/import/{productId}/split',
    summary: 'Split a product of the import list; every variant ends up in exactly one of the products.',
    ...splitCall,
  }),
  duplicateUnmapped: call({
    id: 'C108',
    path: '/center/products/unmapped/{productId}/duplicate',
    summary: 'Copy the imported product that a product sold without a supplier probably is.',
    ...duplicate,
  }),
  splitUnmapped: call({
    id: 'C109',
    path: '/center/products/unmapped/{productId}/split',
    summary:
      'Copy the imported product that a product sold without a supplier probably is, in groups of its variants. Returns an id to follow it by.',
    ...guarded,
    method: 'POST',
    params: productParams,
    body: unmappedSplitBody,
    limits: SPLIT_LIMITS,
    data: z.object({ tracking_id: idSchema.nullable(), product_ids: z.array(idSchema), products: planned }),
  }),
  splitStatus: call({
    id: 'C110',
    method: 'GET',
    path: '/center/products/unmapped/tracking-split-status/{trackingId}',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Get the status of a split of a product sold without a supplier.',
    params: z.object({ trackingId: idSchema }),
    data: z.object({
      tracking_id: idSchema,
      status: z.enum(['processing', 'success', 'error']),
      product_ids: z.array(idSchema),
      error: problemSchema.nullable(),
    }),
  }),
  deleteUnmapped: call({
    id: 'C083',
    method: 'DELETE',
    path: '/center/products/unmapped',
    summary: 'Remove products from the list of those sold without a supplier, until they are sold again.',
    ...guarded,
    body: z.strictObject({ channel_product_ids: ids }),
    data: deleted,
  }),
  deleteMapped: call({
    id: 'C084',
    method: 'DELETE',
    path: '/center/products/listings/mapped/delete',
    summary: 'Delete products that are in stores. Their stores keep them.',
    ...guarded,
    body: z.strictObject({ product_ids: ids }),
    data: deleted,
  }),
  deleteCenter: call({
    id: 'C085',
    method: 'DELETE',
    path: '/center/products/elastic-products',
    summary: 'Delete products of the product center. Their stores keep them.',
    ...guarded,
    body: z.strictObject({ product_ids: ids }),
    data: deleted,
  }),
  setStatus: call({
    id: 'C116',
    method: 'GET',
    path: '/center/products/{id}/set-status/{status}',
    access: 'workplace',
    needs: 'products.push',
    summary:
      "Show a product in its stores (active) or hide it (draft), and push it again there. Does nothing where it has the status. Changes state although it's a GET; like every call of a workspace it needs the bearer token.",
    params: z.object({ id: idSchema, status: z.enum(['active', 'draft']) }),
    data: z.object({
      items: z.array(z.object({ store_id: idSchema, process_id: idSchema, listing_ids: z.array(idSchema) })),
    }),
  }),
};
