import { z } from 'zod';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { defineJob } from '../../../jobs/define.ts';

const ofStore = z.object({ accountId: z.uuid(), workplaceId: z.uuid(), storeId: z.uuid() });

/** Reads one order from its store again, after we changed something there. */
export const takeOrderJob = defineJob({
  name: 'take-order',
  payload: ofStore.extend({ externalOrderId: z.string() }),
  concurrency: 12,
  group: (payload) => payload.storeId,
  share: 4,
});
/**
 * Finds out what buying an order will cost, so that lists show it before anybody opens it. Nobody waits for it. What suppliers
 * charge is known to features/purchasing, which does it.
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
/** Sends the jobs that find out what buying these orders will cost; each asks only what nobody has asked yet. */
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
/** Looks again for suppliers of lines that had none. */
export const rematchOrdersJob = defineJob({ name: 'rematch-orders', payload: ofStore, concurrency: 4 });
/** Compares open orders of a store with the store; a store with very many goes on in a next job, after a place in the list. */
export const compareOrdersJob = defineJob({
  name: 'compare-orders',
  payload: ofStore.extend({ after: z.object({ placedAt: z.string(), orderId: z.uuid() }).optional() }),
  concurrency: 4,
  tries: 2,
  group: (payload) => payload.storeId,
  share: 1,
});
/** Sends for those comparisons, a part of the stores each hour. */
export const compareStoresJob = defineJob({
  name: 'compare-stores',
  payload: z.object({}),
  concurrency: 1,
  cron: '37 * * * *',
});
