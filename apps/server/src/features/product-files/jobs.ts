import { z } from 'zod';
import { defineJob } from '../../jobs/define.ts';

const ofExport = z.object({ accountId: z.uuid(), workplaceId: z.uuid(), exportId: z.uuid() });
const ofImport = z.object({ accountId: z.uuid(), workplaceId: z.uuid(), importId: z.uuid() });

/** Writes the file of an export. */
export const writeExportJob = defineJob({
  name: 'write-product-export',
  payload: ofExport,
  concurrency: 2,
  group: (payload) => payload.workplaceId,
  share: 1,
});

/** Reads a CSV file of products and prepares its preview. */
export const readProductsJob = defineJob({
  name: 'read-product-file',
  payload: ofImport,
  concurrency: 2,
  group: (payload) => payload.workplaceId,
  share: 1,
});

/** Imports the products of a confirmed file. */
export const applyProductsJob = defineJob({
  name: 'import-product-file',
  payload: ofImport,
  concurrency: 2,
  group: (payload) => payload.workplaceId,
  share: 1,
});

/** Deletes what is left of a file a month after its upload. */
export const forgetProductFileJob = defineJob({
  name: 'forget-product-file',
  payload: ofImport,
  concurrency: 1,
  unhurried: true,
});
