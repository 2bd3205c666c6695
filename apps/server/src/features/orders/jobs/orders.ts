import { z } from 'zod';
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
/** Looks again for suppliers of lines that had none. */
export const rematchOrdersJob = defineJob({ name: 'rematch-orders', payload: ofStore, concurrency: 4 });
