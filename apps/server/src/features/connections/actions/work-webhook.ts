import { AppError } from '@quayside/kernel';
import type { Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import type { ConnectionListeners } from '../listeners.ts';
import { findStore } from '../store-repo.ts';
import { closeDelivery, type Delivery, findDelivery, joinDeliveries, type ResourceDelivery } from '../webhook-repo.ts';
import { dispatchPrivacyRequest } from './dispatch-privacy.ts';
import { getWorkplace, storeWithConnector } from './open-store.ts';
import { uninstallStore } from './uninstall-store.ts';

/** Recorded with a delivery that had no effect. */
export const STILL_INSTALLED = 'ignored: the store still grants access';

/**
 * Disconnects a store after its app was uninstalled. Webhook topics are not signed, so the store is asked first;
 * returns why nothing was done if it still grants access.
 */
async function disconnect(
  deps: Deps,
  listeners: ConnectionListeners,
  scope: Scope,
  storeId: string,
): Promise<string | undefined> {
  const { workplaceId } = getWorkplace(scope);
  const store = await deps.db.read(scope, (ex) => findStore(ex, workplaceId, storeId));
  if (!store || store.status === 'uninstalled') return undefined;
  const { connector, ctx } = storeWithConnector(deps, scope, store);
  if ((await connector.isInstalled?.(ctx)) ?? true) return STILL_INSTALLED;
  await uninstallStore(deps, scope, storeId, true);
  await listeners.onStoreUninstalled?.(scope, storeId);
  return undefined;
}

/** Dispatches a webhook to its listeners. Its content is only a hint: they read the current state from the sender. */
async function tell(deps: Deps, listeners: ConnectionListeners, scope: Scope, delivery: Delivery): Promise<void> {
  const { sender_id: id, resource_id: resource } = delivery;
  if (delivery.sender === 'supplier') return listeners.onSupplierOrderChanged(scope, id, resource ?? undefined);
  switch (delivery.kind) {
    // A refund arrives with its order.
    case 'order':
    case 'order-deleted':
    case 'refund':
      if (resource) return listeners.onOrderChanged(scope, id, resource);
      await listeners.pollOrders(scope, id);
      return undefined;
    case 'fulfillment-order':
      // Its id is not the order's.
      await listeners.pollOrders(scope, id);
      return undefined;
    case 'product-deleted':
      if (resource) await listeners.onProductDeleted?.(getWorkplace(scope), id, resource);
      return undefined;
    case 'released':
      return listeners.onReleased(scope, id, resource ?? undefined);
    case 'privacy':
      return dispatchPrivacyRequest(deps, listeners, scope, delivery);
    default:
  }
}

/** Kinds of which one read of the order serves all that wait. */
const OF_ORDER: readonly Delivery['kind'][] = ['order', 'order-deleted', 'refund'];

const isOfOrder = (delivery: Delivery): delivery is ResourceDelivery =>
  delivery.sender === 'store' && delivery.resource_id !== null && OF_ORDER.includes(delivery.kind);

/** Processes a received webhook once; one without a handler is saved as failed, and the next poll finds its changes. */
export async function workWebhook(
  deps: Deps,
  listeners: ConnectionListeners,
  scope: Scope,
  deliveryId: string,
  isLastTry: boolean,
): Promise<void> {
  const { workplaceId } = getWorkplace(scope);
  const delivery = await deps.db.read(scope, (ex) => findDelivery(ex, workplaceId, deliveryId));
  if (delivery?.state !== 'received') return;
  if (isOfOrder(delivery)) {
    const isOurs = await deps.db.tenant(scope, (tx) => joinDeliveries(tx, workplaceId, delivery, OF_ORDER));
    if (!isOurs) return;
  }
  let ignored: string | undefined;
  try {
    if (delivery.kind === 'app-uninstalled' && delivery.sender === 'store')
      ignored = await disconnect(deps, listeners, scope, delivery.sender_id);
    else await tell(deps, listeners, scope, delivery);
  } catch (error) {
    // Deliveries of a store being transferred move with it.
    const comesBack = error instanceof AppError && error.retryAfterSeconds !== undefined;
    if (isLastTry && !comesBack) {
      const reason = error instanceof Error ? error.message : String(error);
      await deps.db.tenant(scope, async (tx) => {
        await closeDelivery(tx, workplaceId, delivery, 'failed', reason);
        await publish(tx, workplaceId, delivery.sender === 'store' ? 'stores' : 'suppliers', [delivery.sender_id]);
      });
    }
    throw error;
  }
  await deps.db.tenant(scope, (tx) => closeDelivery(tx, workplaceId, delivery, 'done', ignored));
}
