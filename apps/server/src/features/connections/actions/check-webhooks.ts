import type { Deps } from '../../../deps.ts';
import { markStoreWebhooksDue, markWebhooksDue, storesToCheck, suppliersToCheck } from '../directory-repo.ts';
import { checkStoreJob, setUpSupplierJob } from '../jobs/connections.ts';
import { connectionRef, storeRef } from '../rules/job-refs.ts';
import { POLL_SECONDS } from '../rules/order-intake.ts';
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
    for (const [platform, connector] of Object.entries(deps.connectors.channels)) {
      const way = webhookBase(deps, connector, mode);
      const base = 'base' in way ? way.base : null;
      await deps.db.global(async (tx) => {
        const due = await storesToCheck(tx, { platform, mode, base, part, parts: EVERY_HOURS });
        await deps.queue.sendMany(tx, checkStoreJob, due.map(storeRef));
      });
    }
  }
  await deps.db.global(async (tx) => {
    // Built-in ones are told whenever our address changes; see watch-connections.ts.
    const suppliers = Object.values(deps.connectors.suppliers).filter((one) => !one.isBuiltIn);
    const due = await suppliersToCheck(tx, { suppliers: suppliers.map(({ id }) => id), part, parts: EVERY_HOURS });
    await deps.queue.sendMany(tx, setUpSupplierJob, due.map(connectionRef));
  });
}

/**
 * Has the webhooks of all stores checked soon, a batch at a time: stores may have switched them off while this process was away,
 * and APP_URL may have been set, changed or removed.
 */
export async function checkAllWebhooksSoon(deps: Deps): Promise<void> {
  for (const mode of MODES) {
    for (const [platform, connector] of Object.entries(deps.connectors.channels)) {
      const way = webhookBase(deps, connector, mode);
      const base = 'base' in way ? way.base : null;
      await deps.db.global((tx) => markWebhooksDue(tx, { platform, mode, base, quick: POLL_SECONDS.polling }));
    }
  }
}

/** The same for one store, in which a poll found a change that no webhook reported. */
export const checkStoreWebhooksSoon = (deps: Deps, storeId: string): Promise<number> =>
  deps.db.global((tx) => markStoreWebhooksDue(tx, storeId, POLL_SECONDS.polling));
