import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

const place = z.object({ accountId: z.uuid(), workplaceId: z.uuid() });
const migrating = z.object({ migrationId: z.uuid(), storeId: z.uuid(), from: place, to: place });
export type Migrating = z.output<typeof migrating>;

/** Carries a store's connection from the workspace that let it go to the one that asked. */
export const migrateStoreJob = defineJob({
  name: 'migrate-store',
  payload: migrating,
});
