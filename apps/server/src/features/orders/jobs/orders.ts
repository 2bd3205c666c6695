import { z } from 'zod';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { defineJob } from '../../../jobs/define.ts';

const ofStore = z.object({ accountId: z.uuid(), workplaceId: z.uuid(), storeId: z.uuid() });

/** Rereads an order from its store after we changed something there. */
export const takeOrderJob = defineJob({
  name: 'take-order',
  payload: ofStore.extend({ externalOrderId: z.string() }),
  concurrency: 12,
  group: (payload) => payload.storeId,
  share: 4,
});
/**
 * Estimates the cost of an order, so that lists show it. Unhurried; implemented by features/purchasing, which knows
 * supplier prices.
 */
export const estimateCostJob = defineJob({
  name: 'estimate-cost',
  payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), orderId: z.uuid() }),
  concurrency: 4,
  group: (payload) => payload.workplaceId,
  share: 2,
  unhurried: true,
  tries: 4,
});
/** Enqueues cost estimates for these orders; each requests only missing quotes. */
export const wantCosts = (
  tx: Executor,
  { queue }: Pick<Deps, 'queue'>,
  { accountId, workplaceId }: WorkplaceScope,
  orderIds: readonly string[],
): Promise<void> =>
  queue.sendMany(
    tx,
    estimateCostJob,
    orderIds.map((orderId) => ({ accountId, workplaceId, orderId })),
  );
/** Retries unmapped lines. */
export const rematchOrdersJob = defineJob({ name: 'rematch-orders', payload: ofStore, concurrency: 4 });
/**
 * Chooses the suppliers of lines again that aren't bought yet: of variants with new supplier choices, or of an order with
 * another destination.
 */
export const remapLinesJob = defineJob({
  name: 'remap-lines',
  payload: ofStore.extend({ variants: z.array(z.string()).optional(), orderId: z.uuid().optional() }),
  concurrency: 4,
  group: (payload) => payload.storeId,
  share: 2,
});
/** Compares open orders of a store with the store; continues in another job after a cursor if there are many. */
export const compareOrdersJob = defineJob({
  name: 'compare-orders',
  payload: ofStore.extend({ after: z.object({ placedAt: z.string(), orderId: z.uuid() }).optional() }),
  concurrency: 4,
  tries: 2,
  group: (payload) => payload.storeId,
  share: 1,
});
/** Enqueues those comparisons hourly, for part of the stores. */
export const compareStoresJob = defineJob({
  name: 'compare-stores',
  payload: z.object({}),
  concurrency: 1,
  cron: '37 * * * *',
});
