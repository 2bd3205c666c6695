import { z } from 'zod';
import { call } from './call.ts';
import { DOCUMENT_KINDS, LOGO_FILE, MOST_DOCUMENTS, PAPERS } from './document-choices.ts';
import { doneSchema, idSchema } from './shapes.ts';

/** Languages that documents are written in. */
const languageSchema = z.enum(['en', 'ar', 'de', 'es', 'fr', 'it', 'nl', 'pt-BR', 'zh-CN']);
const text = (most: number) => z.string().trim().max(most);

const settingShape = {
  /** Empty: the store's name. */
  brand_name: text(120),
  address: text(400),
  tax_number: text(60),
  /** Printed at the end of each document. */
  note: text(600),
  /** null: the language of the person who creates the document. */
  language: languageSchema.nullable(),
  paper: z.enum(PAPERS),
};
const settingSchema = z
  .object({
    ...settingShape,
    /** The logo as a data URL; null: none. */
    logo: z.string().nullable(),
  })
  .meta({ id: 'DocumentSetting' });
export type DocumentSetting = z.output<typeof settingSchema>;

/** Invoices and packing slips of orders, and the brand on them. */
export const documents = {
  setting: call({
    id: 'own',
    method: 'GET',
    path: '/orders/document-settings',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'Get the brand and defaults of invoices and packing slips.',
    data: settingSchema,
  }),
  saveSetting: call({
    id: 'own',
    method: 'PUT',
    path: '/orders/document-settings',
    access: 'workplace',
    needs: 'workspace.change',
    summary: 'Save the brand and defaults of invoices and packing slips.',
    body: z.strictObject(settingShape),
    data: settingSchema,
  }),
  saveLogo: call({
    id: 'own',
    method: 'PUT',
    path: '/orders/document-settings/logo',
    access: 'workplace',
    needs: 'workspace.change',
    summary: 'Upload the logo of invoices and packing slips: a JPEG, PNG or WebP file.',
    file: LOGO_FILE,
    data: settingSchema,
    perMinute: 20,
  }),
  removeLogo: call({
    id: 'own',
    method: 'DELETE',
    path: '/orders/document-settings/logo',
    access: 'workplace',
    needs: 'workspace.change',
    summary: 'Remove the logo of invoices and packing slips.',
    data: doneSchema,
  }),
  make: call({
    id: 'own',
    method: 'POST',
    path: '/orders/documents',
    access: 'workplace',
    needs: 'orders.read',
    summary: `Make the invoices or packing slips of up to ${MOST_DOCUMENTS} orders as one PDF.`,
    body: z.strictObject({
      order_ids: z.array(idSchema).min(1).max(MOST_DOCUMENTS),
      kind: z.enum(DOCUMENT_KINDS),
      /** Absent: the language of the settings. */
      language: languageSchema.optional(),
    }),
    data: z.object({
      file_name: z.string(),
      /** The PDF, base64. */
      pdf: z.string(),
    }),
    perMinute: 60,
  }),
};
