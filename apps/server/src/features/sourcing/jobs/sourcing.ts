import { supplierSchema } from '@quayside/contracts';
import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

const mode = z.enum(['live', 'sandbox']);

/** Syncs complete catalogs from where the last run ended. */
export const syncCataloguesJob = defineJob({
  name: 'sync-catalogues',
  payload: z.object({}),
  concurrency: 1,
  tries: 3,
  cron: '*/10 * * * *',
});

/** Searches an on-demand supplier for one workplace. */
export const searchSourceJob = defineJob({
  name: 'search-source',
  payload: z.object({
    accountId: z.uuid(),
    workplaceId: z.uuid(),
    source: supplierSchema,
    mode,
    word: z.string().optional(),
    categoryId: z.string().optional(),
    list: z.enum(['trending', 'us_shelf']).optional(),
    shipTo: z.string(),
  }),
  concurrency: 2,
  tries: 2,
});

/** Refreshes one stale product. */
export const refreshSourceJob = defineJob({
  name: 'refresh-source',
  payload: z.object({
    accountId: z.uuid(),
    workplaceId: z.uuid(),
    source: supplierSchema,
    mode,
    sourceProductId: z.string(),
    shipTo: z.string(),
  }),
  concurrency: 2,
  tries: 2,
});

export const tidySourcingJob = defineJob({
  name: 'tidy-sourcing',
  payload: z.object({}),
  concurrency: 1,
  cron: '23 * * * *',
});
