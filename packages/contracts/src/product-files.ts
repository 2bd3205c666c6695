import { z } from 'zod';
import { call } from './call.ts';
import {
  KNOWN_PRODUCT_CHOICES,
  PRODUCT_EXPORT_STATES,
  PRODUCT_FILE,
  PRODUCT_FILE_FORMS,
  PRODUCT_IMPORT_STATES,
  PRODUCT_ITEM_FATES,
  PRODUCT_ITEM_OUTCOMES,
} from './product-file-choices.ts';
import { products } from './products.ts';
import { currencySchema, doneSchema, idSchema, pageOf, queryInt, timeSchema } from './shapes.ts';

const { keyword, source, store_id, state, watch, tag } = products.centerList.query.shape;
const filterSchema = z.strictObject({ keyword, source, store_id, state, watch, tag });

const exportSchema = z
  .object({
    export_id: idSchema,
    form: z.enum(PRODUCT_FILE_FORMS),
    state: z.enum(PRODUCT_EXPORT_STATES),
    /** Products in the file so far. */
    products: z.int(),
    /** Why there is no file. */
    fault: z.string().nullable(),
    /** The file, with a link that expires in minutes; null: not ready, or deleted a day after the export. */
    file: z.object({ name: z.string(), bytes: z.int(), url: z.string() }).nullable(),
    created_at: timeSchema,
    finished_at: timeSchema.nullable(),
  })
  .meta({ id: 'ProductExport' });
export type ProductExport = z.output<typeof exportSchema>;

const importSchema = z
  .object({
    import_id: idSchema,
    file_name: z.string(),
    /** null: not recognized yet. */
    form: z.enum(PRODUCT_FILE_FORMS).nullable(),
    currency: z.string(),
    state: z.enum(PRODUCT_IMPORT_STATES),
    /** Why the file was refused as a whole. */
    fault: z.string().nullable(),
    encoding: z.enum(['utf-8', 'utf-16', 'windows-1252']).nullable(),
    /** Columns that are not read. */
    ignored: z.array(z.string()),
    rows: z.int(),
    /** Products of the file by what they are. */
    counts: z.record(z.enum(PRODUCT_ITEM_FATES), z.int()),
    /** Products by the outcome of their import so far. */
    outcomes: z.record(z.enum(PRODUCT_ITEM_OUTCOMES), z.int()),
    known_choice: z.enum(KNOWN_PRODUCT_CHOICES).nullable(),
    created_at: timeSchema,
    finished_at: timeSchema.nullable(),
  })
  .meta({ id: 'ProductImport' });
export type ProductImport = z.output<typeof importSchema>;

const cellNoteSchema = z.object({ row: z.int(), column: z.string(), text: z.string() });
const itemSchema = z.object({
  /** Its first row in the file, the header being row 1. */
  item_no: z.int(),
  handle: z.string(),
  title: z.string(),
  fate: z.enum(PRODUCT_ITEM_FATES),
  outcome: z.enum(PRODUCT_ITEM_OUTCOMES).nullable(),
  variants: z.int(),
  images: z.int(),
  /** Errors: the product can't be imported. */
  faults: z.array(cellNoteSchema),
  /** What deserves a look before the import. */
  warnings: z.array(cellNoteSchema),
  /** Why the import of this product failed. */
  failure: z.string().nullable(),
  product_id: idSchema.nullable(),
});
export type ProductImportItem = z.output<typeof itemSchema>;

const ofExport = z.object({ export_id: idSchema });
const ofImport = z.object({ import_id: idSchema });

/** The catalog as CSV files in the forms of Shopify and WooCommerce, out and in. */
export const productFiles = {
  startExport: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/exports',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Start an export of products as a CSV file: those that match a filter, or the named ones.',
    body: z.strictObject({
      form: z.enum(PRODUCT_FILE_FORMS),
      /** Absent: the products that match `filter`. */
      product_ids: z.array(idSchema).min(1).max(500).optional(),
      filter: filterSchema.optional(),
    }),
    data: ofExport,
    perMinute: 20,
  }),
  exports: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/exports',
    access: 'workplace',
    needs: 'products.read',
    summary: 'The last exports of products.',
    data: z.object({ items: z.array(exportSchema) }),
  }),
  export: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/exports/{export_id}',
    access: 'workplace',
    needs: 'products.read',
    summary: 'One export with its progress and its file.',
    params: ofExport,
    data: exportSchema,
  }),
  imports: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/file-imports',
    access: 'workplace',
    needs: 'products.read',
    summary: 'The last CSV files of products.',
    data: z.object({ items: z.array(importSchema) }),
  }),
  upload: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/file-imports',
    access: 'workplace',
    needs: 'products.change',
    summary:
      'Upload a CSV file of products in the form of Shopify or WooCommerce. Nothing is imported until it is confirmed.',
    query: z.strictObject({
      file_name: z.string().trim().min(1).max(200),
      /** Of the prices in the file, which names none. */
      currency: currencySchema,
      /** Repeated with the same key, it returns the same import. */
      request_key: z.string().min(8).max(80),
    }),
    file: PRODUCT_FILE,
    data: ofImport,
    perMinute: 20,
  }),
  import: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/file-imports/{import_id}',
    access: 'workplace',
    needs: 'products.read',
    summary: 'One import of a file with its progress.',
    params: ofImport,
    data: importSchema,
  }),
  items: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/file-imports/{import_id}/items',
    access: 'workplace',
    needs: 'products.read',
    summary: 'The products of a file with what an import does, and the errors by row and column.',
    params: ofImport,
    query: z.strictObject({
      fate: z.enum(PRODUCT_ITEM_FATES).optional(),
      /** Only those whose import failed. */
      outcome: z.enum(PRODUCT_ITEM_OUTCOMES).optional(),
      cursor: z
        .string()
        .regex(/^\d{1,9}$/)
        .optional(),
      page_size: queryInt(1, 100).default(50),
    }),
    data: pageOf(itemSchema),
  }),
  confirm: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/file-imports/{import_id}/confirm',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Import the products of a file that have no errors. Each is imported as a whole.',
    params: ofImport,
    body: z.strictObject({
      /** What to do with products that are there already. */
      known: z.enum(KNOWN_PRODUCT_CHOICES),
    }),
    data: doneSchema,
  }),
  discard: call({
    id: 'own',
    method: 'DELETE',
    path: '/center/products/file-imports/{import_id}',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Discard a file that was not confirmed.',
    params: ofImport,
    data: doneSchema,
  }),
};
