import type { Deps } from '../../../deps.ts';
import { markStoreWebhooksDue, markWebhooksDue, storesToCheck, suppliersToCheck } from '../directory-repo.ts';
import { checkStoreJob, setUpSupplierJob } from '../jobs/connections.ts';
import { connectionRef, storeRef } from '../rules/job-refs.ts';
import { POLL_SECONDS } from '../rules/order-intake.ts';
import { webhookBase } from './set-up-webhooks.ts';

/** Interval in hours for checking healthy stores. */
const EVERY_HOURS = 6;

const MODES = ['sandbox', 'live'] as const;

/**
 * Enqueues webhook checks for stores without webhooks that could have them, stores with an outdated URL, and part of
 * the others: WooCommerce and Shopify silently disable webhooks after failures. Suppliers do the same.
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
    // Built-in ones are updated whenever our URL changes; see watch-connections.ts.
    const suppliers = Object.values(deps.connectors.suppliers).filter((one) => !one.isBuiltIn);
    const due = await suppliersToCheck(tx, { suppliers: suppliers.map(({ id }) => id), part, parts: EVERY_HOURS });
    await deps.queue.sendMany(tx, setUpSupplierJob, due.map(connectionRef));
  });
}

/**
 * Marks all stores' webhooks for a check, in batches: stores may have disabled them during downtime, and APP_URL may
 * have changed.
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

/** The same for a store in which a poll found a change without a webhook. */
export const checkStoreWebhooksSoon = (deps: Deps, storeId: string): Promise<number> =>
  deps.db.global((tx) => markStoreWebhooksDue(tx, storeId, POLL_SECONDS.polling));
