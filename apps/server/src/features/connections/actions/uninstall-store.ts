import { isId, notFoundField } from '@quayside/kernel';
import { getWorkplace, json, type Scope, type StoreScope, sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publishSessionChange } from '../../../http/session.ts';
import { publish } from '../../../live/publish.ts';
import { SendingHeld } from '../../../sending/index.ts';
import { notify } from '../../notifications/index.ts';
import { closeEntry, setWebhookBase } from '../directory-repo.ts';
import { tearDownStoreJob } from '../jobs/connections.ts';
import { findStore, listStores, lockStore, type Store, settleDefault, storeContext } from '../store-repo.ts';
import { storeMovingError, storeWithConnector } from './open-store.ts';

/** The store with an id or domain. Throws STORE_NOT_FOUND. */
export async function namedStore(deps: Deps, scope: Scope, platform: string, shop: string): Promise<Store> {
  const { workplaceId } = getWorkplace(scope);
  const stores = await deps.db.read(scope, (ex) => listStores(ex, workplaceId, false));
  const store = stores.find(
    (one) => one.platform === platform && (isId(shop) ? one.store_id === shop : one.platform_domain === shop),
  );
  if (!store) throw notFoundField('shop', 'STORE_NOT_FOUND');
  return store;
}

/**
 * Disconnects a store immediately; a job removes its webhooks and credentials. Idempotent; throws STORE_MOVING during a
 * transfer. `byPlatform`: uninstalled there, so members are notified.
 */
export async function uninstallStore(deps: Deps, scope: Scope, storeId: string, byPlatform = false): Promise<void> {
  const { accountId, workplaceId } = getWorkplace(scope);
  await deps.db.tenant(scope, async (tx) => {
    const store = await lockStore(tx, workplaceId, storeId);
    if (!store || store.status === 'uninstalled') return;
    if (store.moving) throw storeMovingError(store.platform_domain);
    await tx.run(sql`update store set status = 'uninstalled', last_error = null, suspended_at = null, updated_at = now()
      where workplace_id = ${workplaceId} and store_id = ${storeId}`);
    await settleDefault(tx, workplaceId);
    await closeEntry(tx, storeId);
    await deps.queue.send(tx, tearDownStoreJob, { accountId, workplaceId, storeId });
    await publishSessionChange(tx, workplaceId);
    await publish(tx, workplaceId, 'stores', [storeId]);
    if (byPlatform) await notify(tx, workplaceId, [{ kind: 'store_disconnected', storeId }]);
  });
}

/** Disconnects all stores of an ending workplace and returns their number; jobs remove the webhooks. */
export async function uninstallAll(deps: Deps, scope: WorkplaceScope & StoreScope): Promise<number> {
  const stores = await deps.db.read(scope, (ex) => listStores(ex, scope.workplaceId, false));
  for (const store of stores) await uninstallStore(deps, scope, store.store_id);
  return stores.length;
}

/** The job's part. Webhooks of an unreachable store stay without effect. */
export async function tearDownStore(deps: Deps, scope: Scope, storeId: string, isLastTry: boolean): Promise<void> {
  const { workplaceId } = getWorkplace(scope);
  const store = await deps.db.read(scope, (ex) => findStore(ex, workplaceId, storeId));
  if (store?.status !== 'uninstalled') return;
  const { connector, ctx } = storeWithConnector(deps, scope, store);
  const address = store.metadata.webhook_address;
  if (address) {
    try {
      await connector.removeWebhooks(ctx, { address });
    } catch (error) {
      if (error instanceof SendingHeld) throw error;
      deps.log.info({ storeId, err: error }, 'removing the webhooks of a disconnected store failed');
      if (!isLastTry) throw error;
    }
  }
  await deps.db.tenant(scope, async (tx) => {
    const nothing = deps.vault.seal({}, storeContext(storeId));
    await tx.run(sql`update store set credentials = ${json(nothing)}, metadata = metadata - 'webhook_address'
      where workplace_id = ${workplaceId} and store_id = ${storeId} and status = 'uninstalled'`);
    await setWebhookBase(tx, storeId, null, 600);
  });
}
