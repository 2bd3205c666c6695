import { z } from 'zod';
import { defineJob } from '../../../jobs/define.ts';

const ofStore = z.object({ accountId: z.uuid(), workplaceId: z.uuid(), storeId: z.uuid() });
const ofConnection = z.object({ accountId: z.uuid(), workplaceId: z.uuid(), connectionId: z.uuid() });

/** Makes a newly connected store send its webhooks here, or settles for polling and keeps the reason. */
export const setUpStoreJob = defineJob({ name: 'set-up-store', payload: ofStore });
/** Takes our webhooks out of a disconnected store and forgets its keys. */
export const tearDownStoreJob = defineJob({ name: 'tear-down-store', payload: ofStore, tries: 4 });
/** Completes a connection whose keys the platform delivered by itself. */
export const finishConnectJob = defineJob({ name: 'finish-connect', payload: z.object({ state: z.string() }) });
export const setUpSupplierJob = defineJob({ name: 'set-up-supplier', payload: ofConnection });
/** Works one received webhook. Its sender is asked for the truth: one that answers slowly holds up its own ones only. */
export const workWebhookJob = defineJob({
  name: 'work-webhook',
  payload: z.object({
    accountId: z.uuid(),
    workplaceId: z.uuid(),
    deliveryId: z.uuid(),
    senderId: z.uuid().optional(),
  }),
  concurrency: 24,
  group: (payload) => payload.senderId,
  share: 6,
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
/** Looks every few seconds for stores and suppliers whose turn it is. Started each minute, it lives for most of one. */
export const watchConnectionsJob = defineJob({
  name: 'watch-connections',
  payload: z.object({}),
  concurrency: 1,
  tries: 1,
  cron: '* * * * *',
});
/**
 * Looks whether a store still sends its webhooks here: stores end them after failures of ours, and APP_URL may have changed.
 * One that was looked after lately may wait a day for the next look.
 */
export const checkStoreJob = defineJob({
  name: 'check-store',
  payload: ofStore,
  concurrency: 4,
  tries: 4,
  group: (payload) => payload.storeId,
  share: 1,
});
/** Sends for those looks, a part of the stores each hour, and has suppliers told of our address again. */
export const checkWebhooksJob = defineJob({
  name: 'check-webhooks',
  payload: z.object({}),
  concurrency: 1,
  cron: '23 * * * *',
});
/** Tells people of connections whose keys end soon. */
export const warnAccessEndsJob = defineJob({
  name: 'warn-access-ends',
  payload: z.object({}),
  concurrency: 1,
  cron: '11 6 * * *',
});
/** Forgets bodies of old webhooks and attempts to connect that nobody finished. */
export const tidyConnectionsJob = defineJob({
  name: 'tidy-connections',
  payload: z.object({}),
  concurrency: 1,
  cron: '41 2 * * *',
});
