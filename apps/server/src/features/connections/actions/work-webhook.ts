import { AppError } from '@quayside/kernel';
import type { Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import type { ConnectionListeners } from '../listeners.ts';
import { closeDelivery, type Delivery, findDelivery } from '../webhook-repo.ts';
import { workplaceOf } from './open-store.ts';
import { uninstallStore } from './uninstall-store.ts';

/** Tells those concerned what a webhook was about. What it said is only a hint: they read the truth from the sender. */
async function tell(deps: Deps, listeners: ConnectionListeners, scope: Scope, delivery: Delivery): Promise<void> {
  const { sender_id: id, resource_id: resource } = delivery;
  if (delivery.sender === 'supplier') return listeners.onSupplierOrderChanged(scope, id, resource ?? undefined);
  switch (delivery.kind) {
    // A refund is told by its order.
    case 'order':
    case 'order-deleted':
    case 'refund':
      return resource ? listeners.onOrderChanged(scope, id, resource) : listeners.pollOrders(scope, id);
    case 'fulfillment-order':
      // Its id is not that of the order it belongs to.
      return listeners.pollOrders(scope, id);
    case 'released':
      return listeners.onReleased(scope, id, resource ?? undefined);
    case 'app-uninstalled':
      await uninstallStore(deps, scope, id, true);
      return listeners.onStoreUninstalled?.(scope, id);
    default:
  }
}

/** Works a received webhook once; one that nobody can work is kept as failed and found by the next look for orders. */
export async function workWebhook(
  deps: Deps,
  listeners: ConnectionListeners,
  scope: Scope,
  deliveryId: string,
  isLastTry: boolean,
): Promise<void> {
  const { workplaceId } = workplaceOf(scope);
  const delivery = await deps.db.read(scope, (ex) => findDelivery(ex, workplaceId, deliveryId));
  if (delivery?.state !== 'received') return;
  try {
    await tell(deps, listeners, scope, delivery);
  } catch (error) {
    // A store that is on its way to another workspace takes its deliveries along.
    const comesBack = error instanceof AppError && error.retryAfterSeconds !== undefined;
    if (isLastTry && !comesBack) {
      const reason = error instanceof Error ? error.message : String(error);
      await deps.db.tenant(scope, async (tx) => {
        await closeDelivery(tx, workplaceId, deliveryId, 'failed', reason);
        await publish(tx, workplaceId, delivery.sender === 'store' ? 'stores' : 'suppliers', [delivery.sender_id]);
      });
    }
    throw error;
  }
  await deps.db.tenant(scope, (tx) => closeDelivery(tx, workplaceId, deliveryId, 'done'));
}
