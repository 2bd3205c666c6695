import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

/** Sends a job for every workspace whose mappings are due for a check. */
export const sendMappingChecksJob = defineJob({
  name: 'send-mapping-checks',
  payload: z.object({}),
  concurrency: 1,
  cron: '*/10 * * * *',
});

/** Compares a workspace's variants without a supplier with its imported products. */
export const suggestMappingsJob = defineJob({
  name: 'suggest-mappings',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid() }),
  concurrency: 2,
  group: ({ workplaceId }) => workplaceId,
  share: 1,
  unhurried: true,
  tries: 3,
});

/** Reads pictures that recommendations compare. */
export const readPicturesJob = defineJob({
  name: 'read-compared-pictures',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid() }),
  concurrency: 1,
  group: ({ workplaceId }) => workplaceId,
  share: 1,
  unhurried: true,
  tries: 3,
});

/** Compares a workspace's mappings with its suppliers. */
export const checkMappingsJob = defineJob({
  name: 'check-mappings',
  payload: z.object({ workplaceId: z.uuid() }),
  concurrency: 2,
  group: ({ workplaceId }) => workplaceId,
  share: 1,
  unhurried: true,
  tries: 3,
});
