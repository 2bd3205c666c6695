import { z } from 'zod';
import { call } from './call.ts';
import { doneSchema, idSchema, platformSchema, timeSchema } from './shapes.ts';

/** Types whose values can be edited here; others are shown by name. */
export const EDITABLE_METAFIELDS = [
  'single_line_text_field',
  'multi_line_text_field',
  'number_integer',
  'number_decimal',
  'boolean',
  'date',
  'url',
  'color',
  'weight',
  'dimension',
  'volume',
  'list.single_line_text_field',
] as const;
export type EditableMetafield = (typeof EDITABLE_METAFIELDS)[number];
export const isEditableMetafield = (type: string): type is EditableMetafield =>
  EDITABLE_METAFIELDS.some((one) => one === type);

/** Units of measurements, as Shopify names them. Source: shopify.dev, "List of data types". */
export const METAFIELD_UNITS = {
  weight: ['g', 'kg', 'oz', 'lb'],
  dimension: ['mm', 'cm', 'm', 'in', 'ft', 'yd'],
  volume: ['ml', 'cl', 'l', 'm3', 'us_fl_oz', 'us_pt', 'us_qt', 'us_gal', 'imp_fl_oz', 'imp_pt', 'imp_qt', 'imp_gal'],
} as const;

/** Metafields of a product in one store that are chosen here. */
export const MOST_METAFIELDS = 100;
/** Characters of a value, as Shopify limits texts. */
export const LONGEST_METAFIELD = 65_535;
/** Values that one call saves. */
export const MOST_SAVED_METAFIELDS = 50;

/** `namespace.key` */
const metafieldId = z.string().min(3).max(320);

const definitionSchema = z.object({
  id: metafieldId,
  name: z.string(),
  description: z.string(),
  /** As the platform names it, e.g. "number_integer". */
  type: z.string(),
  validations: z.array(z.object({ name: z.string(), value: z.string() })),
  /** false: of a type that is not edited here, or of another app. */
  is_editable: z.boolean(),
});
export type MetafieldDefinition = z.output<typeof definitionSchema>;

const listSchema = z
  .object({
    store_id: idSchema,
    store_name: z.string(),
    platform: platformSchema,
    /** null: not read yet. */
    read_at: timeSchema.nullable(),
    is_reading: z.boolean(),
    /** Why the last read failed; the list is that of the read before. */
    fault: z.string().nullable(),
    items: z.array(definitionSchema),
  })
  .meta({ id: 'StoreMetafields' });
export type StoreMetafields = z.output<typeof listSchema>;

const valueSchema = z.object({
  id: metafieldId,
  /** The name of the definition when the value was set. */
  name: z.string(),
  type: z.string(),
  /** In the platform's text form: measurements and lists are JSON. */
  value: z.string(),
  /** The next push writes or removes it although the store's value was changed there. */
  again: z.boolean(),
  /** It was removed here: the next push removes it from the store. Setting a value takes that back; `before` is null then. */
  is_removed: z.boolean(),
});
export type ProductMetafieldValue = z.output<typeof valueSchema>;

const outcomeSchema = z.object({
  id: metafieldId,
  /** theirs: only the merchant changed it; conflict: both did; gone: its definition was deleted; refused: see `reason`. */
  state: z.enum(['theirs', 'conflict', 'gone', 'refused']),
  /** The store's value; null: it has none, or it isn't known. */
  held: z.string().nullable(),
  /** The store's own words. */
  reason: z.string().nullable(),
});
export type MetafieldOutcomeView = z.output<typeof outcomeSchema>;

const productStoreSchema = z
  .object({
    store_id: idSchema,
    values: z.array(valueSchema),
    /** What the last push didn't bring to the store. */
    outcomes: z.array(outcomeSchema),
    is_listed: z.boolean(),
    /** The next push changes metafields. */
    is_pending: z.boolean(),
  })
  .meta({ id: 'ProductMetafields' });
export type ProductMetafields = z.output<typeof productStoreSchema>;

const ofProductSchema = z.object({ stores: z.array(productStoreSchema) });

const productPath = '/center/products/{id}/metafields';

/** Metafields that stores define for products, and the values that products have there. */
export const metafields = {
  all: call({
    id: 'own',
    method: 'GET',
    path: '/products/metafield/all',
    access: 'workplace',
    needs: 'products.read',
    summary: 'List the metafields that your stores define for products, as they were last read.',
    data: z.object({ stores: z.array(listSchema) }),
  }),
  refresh: call({
    id: 'own',
    method: 'POST',
    path: '/products/metafield/refresh',
    access: 'workplace',
    needs: 'products.change',
    summary: "Read a store's metafield definitions again.",
    body: z.strictObject({ store_id: idSchema }),
    data: doneSchema,
    perMinute: 20,
  }),
  ofProduct: call({
    id: 'own',
    method: 'GET',
    path: productPath,
    access: 'workplace',
    needs: 'products.read',
    summary: 'Get the metafields of a product in each store.',
    params: z.object({ id: idSchema }),
    data: ofProductSchema,
  }),
  save: call({
    id: 'own',
    method: 'PUT',
    path: productPath,
    access: 'workplace',
    needs: 'products.change',
    summary: 'Set metafields of a product in a store. The next push writes them there.',
    params: z.object({ id: idSchema }),
    body: z.strictObject({
      store_id: idSchema,
      values: z
        .array(
          z.strictObject({
            metafield: metafieldId,
            /** null: removes the value, from the store too with the next push. */
            value: z.string().max(LONGEST_METAFIELD).nullable(),
            /** The value on the screen; refused if it is another one by now. null: there was none. */
            before: z.string().max(LONGEST_METAFIELD).nullable(),
            /** Write it although the store's value was changed there. */
            again: z.boolean().optional(),
          }),
        )
        .min(1)
        .max(MOST_SAVED_METAFIELDS),
    }),
    data: ofProductSchema,
    limits: { bytes: 8 * 1024 * 1024, items: 200, keys: 500 },
  }),
};
