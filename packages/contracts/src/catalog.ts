import { z } from 'zod';
import { CATALOG_FILE, PRODUCT_PICTURE_FILE } from './body-limits.ts';
import { call } from './call.ts';
import { doneSchema, idSchema, modeSchema, moneySchema, pageOf, queryInt, timeSchema } from './shapes.ts';

/** The operator's own catalog: products, stock and shipping rates from CSV files, and their pictures. Operators only. */

export const IMPORT_FATES = ['new', 'changed', 'unchanged', 'refused'] as const;
export type ImportFate = (typeof IMPORT_FATES)[number];
export const IMPORT_STATES = ['reading', 'ready', 'applying', 'done', 'refused', 'discarded'] as const;

const importSchema = z
  .object({
    import_id: idSchema,
    mode: modeSchema,
    /** null until the file is read. */
    kind: z.enum(['products', 'stock', 'rates']).nullable(),
    file_name: z.string(),
    state: z.enum(IMPORT_STATES),
    /** Why the file was refused as a whole, in the language of the call. */
    fault: z.string().nullable(),
    /** Columns that are not read. */
    ignored: z.array(z.string()),
    rows: z.int(),
    counts: z.record(z.enum(IMPORT_FATES), z.int()),
    /** Entries that are in so far. */
    applied: z.int(),
    /** Shipping rates that the file leaves out and that end with it. */
    removed: z.int(),
    created_at: timeSchema,
    finished_at: timeSchema.nullable(),
  })
  .meta({ id: 'CatalogImport' });
export type CatalogImport = z.output<typeof importSchema>;

const itemSchema = z.object({
  item_no: z.int(),
  /** The handle, SKU, or countries and service. */
  name: z.string(),
  title: z.string(),
  fate: z.enum(IMPORT_FATES),
  variants: z.int(),
  /** Variants that the file no longer has. */
  archives: z.int(),
  faults: z.array(z.object({ row: z.int(), column: z.string(), text: z.string() })),
});
export type CatalogImportItem = z.output<typeof itemSchema>;

const fileSchema = z.object({ file_name: z.string(), csv: z.string() });
const ofImport = z.object({ import_id: idSchema });
const fileName = z.string().trim().min(1).max(200);

export const catalog = {
  summary: call({
    id: 'own',
    method: 'GET',
    path: '/operator/catalog',
    access: 'operator',
    summary: 'How many products, pictures and shipping rates the operator has.',
    data: z.object({
      /** Where imported products are shown: the sandbox while it is on. */
      mode: modeSchema,
      /** Whether stores of this installation buy from this warehouse, and not from another that the settings name. */
      is_sold_here: z.boolean(),
      products: z.object({ active: z.int(), archived: z.int() }),
      pictures: z.object({ ready: z.int(), waiting: z.int(), failed: z.int() }),
      rates: z.object({ rates: z.int(), countries: z.int() }),
    }),
  }),
  template: call({
    id: 'own',
    method: 'GET',
    path: '/operator/catalog/template',
    access: 'operator',
    summary: 'A CSV file with every column and an example.',
    query: z.strictObject({ kind: z.enum(['products', 'stock', 'rates']).default('products') }),
    data: fileSchema,
  }),
  exportFile: call({
    id: 'own',
    method: 'GET',
    path: '/operator/catalog/export',
    access: 'operator',
    summary: 'All products or shipping rates as CSV, in the shape in which they are imported.',
    query: z.strictObject({ kind: z.enum(['products', 'rates']).default('products') }),
    data: fileSchema.extend({ truncated: z.boolean() }),
    perMinute: 10,
  }),
  rates: call({
    id: 'own',
    method: 'GET',
    path: '/operator/catalog/rates',
    access: 'operator',
    summary: 'The shipping rates of the own catalog.',
    data: z.object({
      items: z.array(
        z.object({
          ships_from: z.string().nullable(),
          country: z.string(),
          service: z.string(),
          parcel: moneySchema,
          per_kg: moneySchema,
          processing_days: z.object({ min: z.int(), max: z.int() }),
          delivery_days: z.object({ min: z.int(), max: z.int() }),
        }),
      ),
    }),
  }),
  imports: call({
    id: 'own',
    method: 'GET',
    path: '/operator/catalog/imports',
    access: 'operator',
    summary: 'The last CSV files that were imported.',
    data: z.object({ items: z.array(importSchema) }),
  }),
  upload: call({
    id: 'own',
    method: 'POST',
    path: '/operator/catalog/imports',
    access: 'operator',
    summary:
      'Upload a CSV file of products, stock or shipping rates. Nothing changes until it is confirmed, unless `apply` is set.',
    query: z.strictObject({
      file_name: fileName,
      /** Import right after reading, without a preview. */
      apply: z.enum(['true', 'false']).default('false'),
    }),
    file: CATALOG_FILE,
    data: ofImport,
    perMinute: 30,
  }),
  import: call({
    id: 'own',
    method: 'GET',
    path: '/operator/catalog/imports/{import_id}',
    access: 'operator',
    summary: 'One import with its progress.',
    params: ofImport,
    data: importSchema,
  }),
  items: call({
    id: 'own',
    method: 'GET',
    path: '/operator/catalog/imports/{import_id}/items',
    access: 'operator',
    summary: 'The outcome of each product, SKU or rate of a file, with the reasons of rejected ones.',
    params: ofImport,
    query: z.strictObject({
      fate: z.enum(IMPORT_FATES).optional(),
      cursor: z
        .string()
        .regex(/^\d{1,9}$/)
        .optional(),
      page_size: queryInt(1, 100).default(50),
    }),
    data: pageOf(itemSchema),
  }),
  refused: call({
    id: 'own',
    method: 'GET',
    path: '/operator/catalog/imports/{import_id}/refused',
    access: 'operator',
    summary: 'The rejected rows of a file as CSV with their reasons, to correct and import again.',
    params: ofImport,
    data: fileSchema,
  }),
  confirm: call({
    id: 'own',
    method: 'POST',
    path: '/operator/catalog/imports/{import_id}/confirm',
    access: 'operator',
    summary: 'Import everything in a file that was not rejected.',
    params: ofImport,
    body: z.strictObject({}),
    data: doneSchema,
  }),
  discard: call({
    id: 'own',
    method: 'POST',
    path: '/operator/catalog/imports/{import_id}/discard',
    access: 'operator',
    summary: 'Drop an uploaded file without importing it.',
    params: ofImport,
    body: z.strictObject({}),
    data: doneSchema,
  }),
  failedPictures: call({
    id: 'own',
    method: 'GET',
    path: '/operator/catalog/pictures/failed',
    access: 'operator',
    summary: 'Pictures of products that could not be fetched or were not uploaded, with the reason.',
    query: z.strictObject({ cursor: z.string().max(2_100).optional(), page_size: queryInt(1, 100).default(25) }),
    data: pageOf(z.object({ source: z.string(), reason: z.string(), products: z.array(z.string()) })),
  }),
  uploadPicture: call({
    id: 'own',
    method: 'POST',
    path: '/operator/catalog/pictures',
    access: 'operator',
    summary: 'Upload a picture under the file name by which a product file names it.',
    query: z.strictObject({ name: fileName }),
    file: PRODUCT_PICTURE_FILE,
    data: doneSchema,
    perMinute: 600,
  }),
  retryPictures: call({
    id: 'own',
    method: 'POST',
    path: '/operator/catalog/pictures/retry',
    access: 'operator',
    summary: 'Fetch pictures again that could not be fetched.',
    body: z.strictObject({}),
    data: doneSchema,
  }),
};
