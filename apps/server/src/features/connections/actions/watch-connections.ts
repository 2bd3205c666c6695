import { setTimeout as sleep } from 'node:timers/promises';
import { inBatches, sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import {
  claimStoresWithOldUrl,
  claimSuppliersWithOldUrl,
  takeDueStores,
  takeDueSuppliers,
  takeWebhooksDue,
} from '../directory-repo.ts';
import {
  checkStoreJob,
  pollStoreJob,
  pollSupplierJob,
  setUpStoreJob,
  setUpSupplierJob,
  watchConnectionsJob,
} from '../jobs/connections.ts';
import { connectionRef, storeRef } from '../rules/job-refs.ts';
import { deleteOldDeliveries, emptyOldBodies } from '../webhook-repo.ts';
import { builtInSuppliers } from './open-supplier.ts';
import { webhookBase } from './set-up-webhooks.ts';

const LOOK_EVERY_MS = 5_000;
const MOST_AT_ONCE = 500;
/** Webhook checks per run, so that a start doesn't contact thousands of stores at once. */
const MOST_CHECKS_AT_ONCE = 50;

/** Enqueues a job for every store and supplier that is due, in one transaction. */
export async function sendDuePolls(deps: Deps): Promise<number> {
  return deps.db.global(async (tx) => {
    // Skips platforms without an installed connector; see storeAnswer.
    const platforms = Object.keys(deps.connectors.channels);
    const stores = await takeDueStores(tx, platforms, MOST_AT_ONCE);
    const suppliers = await takeDueSuppliers(tx, Object.keys(deps.connectors.suppliers), MOST_AT_ONCE);
    const moved = await claimStoresWithOldUrl(tx, deps.config.ownUrl);
    await deps.queue.sendMany(tx, pollStoreJob, stores.map(storeRef));
    await deps.queue.sendMany(tx, setUpStoreJob, moved.map(storeRef));
    const unchecked = await takeWebhooksDue(tx, platforms, MOST_CHECKS_AT_ONCE);
    await deps.queue.sendMany(tx, checkStoreJob, unchecked.map(storeRef));
    await deps.queue.sendMany(tx, pollSupplierJob, suppliers.map(connectionRef));
    for (const mode of ['sandbox', 'live'] as const) {
      // Skips built-in suppliers that are unavailable here; their connections stay unchanged.
      for (const connector of builtInSuppliers(deps, mode)) {
        const way = webhookBase(deps, connector, mode);
        if ('reason' in way) continue;
        const own = await claimSuppliersWithOldUrl(tx, connector.id, mode, way.base, MOST_AT_ONCE);
        await deps.queue.sendMany(tx, setUpSupplierJob, own.map(connectionRef));
      }
    }
    return stores.length + suppliers.length;
  });
}

/** Polls for due connections for `forMs`; the next minute's job continues. */
export async function watchConnections(deps: Deps, forMs: number, signal: AbortSignal): Promise<void> {
  const until = Date.now() + forMs;
  for (;;) {
    await sendDuePolls(deps);
    if (Date.now() + LOOK_EVERY_MS > until) return;
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
  }
}

/** Starts watching now instead of at the next minute, at process start. */
export const watchNow = (deps: Deps): Promise<void> =>
  deps.db.global((tx) => deps.queue.send(tx, watchConnectionsJob, {}));

/** Deletes a workspace's webhook bodies after a week and their rows after three months, a batch in each transaction. */
export async function tidyDeliveries(
  deps: Pick<Deps, 'db'>,
  scope: WorkplaceScope,
  signal?: AbortSignal,
  batch = 5_000,
): Promise<void> {
  await deps.db.tenant(scope, (tx) => emptyOldBodies(tx, scope.workplaceId));
  await inBatches(batch, signal, () =>
    deps.db.tenant(scope, (tx) => deleteOldDeliveries(tx, scope.workplaceId, batch)),
  );
}

/** Deletes unfinished connection attempts after a day. */
export async function tidyAttempts(deps: Pick<Deps, 'db'>): Promise<void> {
  await deps.db.global((tx) => tx.run(sql`delete from connect_attempt where expires_at < now() - interval '1 day'`));
  await deps.db.global((tx) => tx.run(sql`delete from webhook_refusal where day < current_date - 90`));
}
