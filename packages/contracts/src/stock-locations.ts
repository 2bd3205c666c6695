import { z } from 'zod';
import { call } from './call.ts';
import { doneSchema, idSchema, platformSchema, timeSchema } from './shapes.ts';

export const LOCATION_STATES = ['active', 'inactive', 'deleted'] as const;

/** A store's own id of a location. */
const key = z.string().min(1).max(200);

const locationSchema = z.object({
  id: key,
  name: z.string(),
  is_active: z.boolean(),
  fulfills_online_orders: z.boolean(),
  /** Stock is written here unless another location is chosen. */
  is_default: z.boolean(),
});

const storeSchema = z
  .object({
    store_id: idSchema,
    store_name: z.string(),
    platform: platformSchema,
    /** null: not read yet. */
    read_at: timeSchema.nullable(),
    is_reading: z.boolean(),
    /** Why the last reading failed; the list is that of the reading before. */
    fault: z.string().nullable(),
    locations: z.array(locationSchema),
    /** Where stock is written; null: at the store's default location. */
    chosen: z.object({ id: key, name: z.string(), state: z.enum(LOCATION_STATES) }).nullable(),
    /** The last move of stock to the chosen location. */
    move: z
      .object({
        state: z.enum(['running', 'done', 'failed']),
        /** Variants so far. */
        moved: z.number().int(),
        /** Variants with more stock at a former location than Quayside wrote there; the rest stays. */
        kept: z.number().int(),
        error: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'StoreStockLocations' });
export type StoreStockLocations = z.output<typeof storeSchema>;

const path = '/products/stock-locations';
const listSchema = z.object({ stores: z.array(storeSchema) });

/** Locations of stores, and at which of them stock is written. */
export const stockLocations = {
  all: call({
    id: 'own',
    method: 'GET',
    path,
    access: 'workplace',
    needs: 'products.read',
    summary: 'List the locations of your stores, as they were last read, and where stock is written.',
    data: listSchema,
  }),
  refresh: call({
    id: 'own',
    method: 'POST',
    path: `${path}/refresh`,
    access: 'workplace',
    needs: 'products.change',
    summary: "Read a store's locations again.",
    body: z.strictObject({ store_id: idSchema }),
    data: doneSchema,
    perMinute: 20,
  }),
  choose: call({
    id: 'own',
    method: 'PUT',
    path,
    access: 'workplace',
    needs: 'workspace.change',
    summary:
      'Choose the location of a store where stock is written. What Quayside wrote at the former one is moved. null: the default.',
    body: z.strictObject({ store_id: idSchema, location: key.nullable() }),
    data: listSchema,
  }),
};
