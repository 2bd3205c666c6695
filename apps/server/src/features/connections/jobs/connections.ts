import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';
import { roundPayload } from '../../../jobs/rounds.ts';

const ofStore = z.object({ accountId: z.uuid(), workplaceId: z.uuid(), storeId: z.uuid() });
const ofConnection = z.object({ accountId: z.uuid(), workplaceId: z.uuid(), connectionId: z.uuid() });

/** Sets up the webhooks of a newly connected store, or polling with the reason. */
export const setUpStoreJob = defineJob({ name: 'set-up-store', payload: ofStore });
/** Removes our webhooks from a disconnected store and deletes its credentials. */
export const tearDownStoreJob = defineJob({ name: 'tear-down-store', payload: ofStore, tries: 4 });
/** Completes a connection with keys delivered by the platform. */
export const finishConnectJob = defineJob({ name: 'finish-connect', payload: z.object({ state: z.string() }) });
export const setUpSupplierJob = defineJob({ name: 'set-up-supplier', payload: ofConnection });
const ofDelivery = z.object({
  accountId: z.uuid(),
  workplaceId: z.uuid(),
  deliveryId: z.uuid(),
  senderId: z.uuid().optional(),
});
/** Processes one webhook. It contacts the sender, so a slow one delays only its own. */
export const workWebhookJob = defineJob({
  name: 'work-webhook',
  payload: ofDelivery,
  concurrency: 24,
  group: (payload) => payload.senderId,
  share: 6,
});
/** The same for orders of stores, of which those that run together are read and saved together. */
export const workOrderWebhookJob = defineJob({
  name: 'work-order-webhook',
  payload: ofDelivery,
  concurrency: 96,
  group: (payload) => payload.senderId,
  share: 48,
});
export const pollStoreJob = defineJob({
  name: 'poll-store',
  payload: ofStore,
  concurrency: 16,
  tries: 2,
  group: (payload) => payload.storeId,
  share: 1,
});
export const pollSupplierJob = defineJob({
  name: 'poll-supplier',
  payload: ofConnection,
  concurrency: 8,
  tries: 2,
  group: (payload) => payload.connectionId,
  share: 1,
});
/** Polls for due stores and suppliers every few seconds. Started each minute, it runs for most of one. */
export const watchConnectionsJob = defineJob({
  name: 'watch-connections',
  payload: z.object({}),
  concurrency: 1,
  tries: 1,
  cron: '* * * * *',
});
/**
 * Checks a store's webhooks: stores disable them after failures, and APP_URL may have changed. A recently checked one
 * may wait a day.
 */
export const checkStoreJob = defineJob({
  name: 'check-store',
  payload: ofStore,
  concurrency: 4,
  tries: 4,
  group: (payload) => payload.storeId,
  share: 1,
});
/** Enqueues those checks hourly for part of the stores, and renews suppliers' webhooks. */
export const checkWebhooksJob = defineJob({
  name: 'check-webhooks',
  payload: z.object({}),
  concurrency: 1,
  cron: '23 * * * *',
});
/** Warns about connections with expiring credentials. */
export const warnAccessEndsJob = defineJob({
  name: 'warn-access-ends',
  payload: roundPayload,
  concurrency: 1,
  cron: '11 6 * * *',
});
/** Deletes old webhook bodies and unfinished connection attempts. */
export const tidyConnectionsJob = defineJob({
  name: 'tidy-connections',
  payload: roundPayload,
  concurrency: 1,
  cron: '41 2 * * *',
});
