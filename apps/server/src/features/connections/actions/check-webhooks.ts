import type { ChannelId } from '@quayside/connector-kit';
import type { Deps } from '../../../deps.ts';
import { storesToCheck, suppliersToCheck } from '../directory-repo.ts';
import { checkStoreJob, setUpSupplierJob } from '../jobs/connections.ts';
import { connectionRef, storeRef } from '../rules/job-refs.ts';
import { webhookBase } from './set-up-webhooks.ts';

/** Where all is well, a store is looked after once in so many hours. */
const EVERY_HOURS = 6;

const MODES = ['sandbox', 'live'] as const;

/**
 * Sends for a look at stores that do not tell us of their orders though they could (they were refused once, or could not reach
 * us before APP_URL was set), at those that still tell an address of before, and at a part of the others: WooCommerce and
 * Shopify end webhooks after failures, and say so to nobody. Suppliers do likewise.
 */
export async function checkWebhooks(deps: Deps): Promise<void> {
  const part = Math.floor(deps.clock.millis() / 3_600_000) % EVERY_HOURS;
  for (const mode of MODES) {
    for (const platform of Object.keys(deps.connectors.channels) as ChannelId[]) {
      const way = webhookBase(deps, platform, mode);
      const base = 'base' in way ? way.base : null;
      await deps.db.global(async (tx) => {
        const due = await storesToCheck(tx, { platform, mode, base, part, parts: EVERY_HOURS });
        await deps.queue.sendMany(tx, checkStoreJob, due.map(storeRef));
      });
    }
  }
  await deps.db.global(async (tx) => {
    const due = await suppliersToCheck(tx, { part, parts: EVERY_HOURS });
    await deps.queue.sendMany(tx, setUpSupplierJob, due.map(connectionRef));
  });
}
