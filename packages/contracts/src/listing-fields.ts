import { z } from 'zod';
import { call } from './call.ts';
import { FIELD_CHOICES, FIELD_VERDICTS, KEPT_FIELDS, LISTING_FIELDS } from './listing-field-names.ts';
import { listingSchema } from './product-shapes.ts';
import { pushRequestShape } from './products.ts';
import { idSchema, problemSchema, timeSchema } from './shapes.ts';

const fieldName = z.enum(LISTING_FIELDS);

/** A field whose values differ. Money as a decimal with its currency; null: none. */
const fieldDifferenceSchema = z
  .object({
    field: fieldName,
    /** The variant, for variant fields. */
    variant_id: idSchema.nullable(),
    label: z.string().nullable(),
    ours: z.string().nullable(),
    /** What the last push wrote; null also where that was not recorded. */
    sent: z.string().nullable(),
    theirs: z.string().nullable(),
    verdict: z.enum(FIELD_VERDICTS),
    choice: z.enum(FIELD_CHOICES).nullable(),
  })
  .meta({ id: 'FieldDifference' });
export type FieldDifference = z.output<typeof fieldDifferenceSchema>;

/** A metafield whose values differ, in the platform's text form; null: none. */
const metafieldDifferenceSchema = z
  .object({
    /** `namespace.key` */
    id: z.string(),
    /** As the store's definition calls it. */
    name: z.string(),
    type: z.string(),
    /** null: it was removed here. */
    ours: z.string().nullable(),
    /** What both had after the last push; null also where that was not recorded. */
    sent: z.string().nullable(),
    theirs: z.string().nullable(),
    verdict: z.enum(FIELD_VERDICTS),
    choice: z.enum(FIELD_CHOICES).nullable(),
  })
  .meta({ id: 'MetafieldDifference' });
export type MetafieldDifference = z.output<typeof metafieldDifferenceSchema>;

const chosenField = z.strictObject({ field: fieldName, variant_id: idSchema.optional() });

/** Differences shown of one listing; the counts are of all. */
export const MOST_DIFFERENCES = 500;

export const listingFields = {
  differences: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/listings/one/{listing_id}/fields',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Compare a listing with its store, field by field: our value, the last one sent and the store’s.',
    params: z.object({ listing_id: idSchema }),
    data: z.object({
      listing: listingSchema,
      /** When the store was last read; null: not since this is recorded. */
      read_at: timeSchema.nullable(),
      items: z.array(fieldDifferenceSchema),
      counts: z.object({ write: z.int(), theirs: z.int(), conflict: z.int() }),
      /** Metafields chosen or removed here that differ. Choose by setting the product's metafields. */
      metafields: z.array(metafieldDifferenceSchema),
      /** Fields in which our value always wins in this store. */
      ours_wins: z.array(fieldName),
    }),
  }),
  choose: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/listings/fields/choose',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Choose per field whether the next push writes our value or leaves the store’s.',
    body: z.strictObject({
      items: z
        .array(
          z.strictObject({
            listing_id: idSchema,
            /** Absent: every field that the store changed. */
            fields: z.array(chosenField).min(1).max(500).optional(),
            choice: z.enum(FIELD_CHOICES),
          }),
        )
        .min(1)
        .max(20),
    }),
    limits: { bytes: 2 * 1024 * 1024, items: 11_000, keys: 30_000 },
    data: z.object({ listings: z.int(), fields: z.int() }),
  }),
  keep: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/listings/one/{listing_id}/fields/keep',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Keep values that the store holds as its own values of the product, so that later edits start from them.',
    params: z.object({ listing_id: idSchema }),
    body: z.strictObject({ fields: z.array(z.enum(KEPT_FIELDS)).min(1).max(KEPT_FIELDS.length) }),
    /** The revision of the store's own values. */
    data: z.object({ revision: z.int(), fields: z.int() }),
  }),
  read: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/listings/fields/read',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Read listings in their stores again; a live event tells when that is done.',
    body: z.strictObject({ listing_ids: z.array(idSchema).min(1).max(500) }),
    data: z.object({ listings: z.int() }),
  }),
  owners: call({
    id: 'own',
    method: 'PUT',
    path: '/center/products/setting/field-owners',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Set the fields in which our value always wins in a store.',
    body: z.strictObject({ store_id: idSchema, fields: z.array(fieldName).max(LISTING_FIELDS.length) }),
    data: z.object({ fields: z.array(fieldName) }),
  }),
  pushPreview: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/push-preview',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Show what a push would write in each store, compared with what the store held when it was last read.',
    body: z.strictObject(pushRequestShape),
    data: z.object({
      stores: z.array(
        z.object({
          store_id: idSchema,
          /** Products that the store doesn't have yet. */
          creates: z.int(),
          /** Products that the store deleted and that a push creates again. */
          creates_again: z.int(),
          updates: z.int(),
          /** Products in the store of which nothing changed. */
          unchanged: z.int(),
          /** Values to be written in products that are there, by field. */
          writes: z.array(z.object({ field: fieldName, count: z.int() })),
          /** Values of the store that stay; conflicts are those that both sides changed. */
          kept: z.int(),
          conflicts: z.int(),
          /** Products with values of their own in this store. */
          own_values: z.int(),
          /** Metafields to be written or removed in products that are there. */
          metafields: z.int(),
          /** Those of them that were removed here and are removed from the store. */
          metafields_removed: z.int(),
          /** The oldest reading that this is based on; null: nothing was read, or nothing is there. */
          read_at: timeSchema.nullable(),
          /** Listings to be read again for a newer answer. */
          listing_ids: z.array(idSchema),
          /** The first values to be written, each with its product. */
          examples: z.array(
            z.object({
              product_id: idSchema,
              title: z.string(),
              field: fieldName,
              label: z.string().nullable(),
              before: z.string().nullable(),
              after: z.string().nullable(),
            }),
          ),
        }),
      ),
    }),
  }),
  /** Rule C087. */
  pushAgain: call({
    id: 'C087',
    method: 'POST',
    path: '/center/products/push',
    access: 'workplace',
    needs: 'products.push',
    summary: 'Push products again to the stores that have them, with the settings of their last push.',
    body: z.strictObject({
      product_ids: z.array(idSchema).min(1).max(500),
      /** Only to these stores; absent: to all that have the products. */
      store_ids: z.array(idSchema).min(1).max(50).optional(),
    }),
    data: z.object({
      items: z.array(
        z.object({ product_id: idSchema, store_id: idSchema, process_id: idSchema, listing_ids: z.array(idSchema) }),
      ),
      failed: z.record(z.string(), problemSchema),
    }),
  }),
};
