import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

const place = z.object({ accountId: z.uuid(), workplaceId: z.uuid() });
const migrating = z.object({ migrationId: z.uuid(), storeId: z.uuid(), from: place, to: place });
export type MigrationPayload = z.output<typeof migrating>;

/** Moves a store's connection to the requesting workspace of another account. */
export const migrateStoreJob = defineJob({
  name: 'migrate-store',
  payload: migrating,
});
