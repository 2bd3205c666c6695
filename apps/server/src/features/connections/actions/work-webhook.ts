import { AppError } from '@quayside/kernel';
import { type Executor, getWorkplace, type Scope, type WorkplaceScope } from '../../../db/index.ts';
import { retryDeadlock } from '../../../db/retry-deadlock.ts';
import type { Deps } from '../../../deps.ts';
import { createBatcher } from '../../../jobs/batcher.ts';
import { publish } from '../../../live/publish.ts';
import type { ConnectionListeners } from '../listeners.ts';
import { ORDER_KINDS } from '../rules/order-kinds.ts';
import { findStore } from '../store-repo.ts';
import {
  closeDeliveries,
  type Delivery,
  findDeliveries,
  joinDeliveries,
  type Outcome,
  type ResourceDelivery,
} from '../webhook-repo.ts';
import { dispatchPrivacyRequest } from './dispatch-privacy.ts';
import { storeWithConnector } from './open-store.ts';
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

const isOfOrder = (delivery: Delivery): delivery is ResourceDelivery =>
  delivery.sender === 'store' && delivery.resource_id !== null && ORDER_KINDS.has(delivery.kind);

/** Processes a received webhook once. */
export type WorkWebhook = (scope: Scope, deliveryId: string, isLastTry: boolean) => Promise<void>;

/**
 * Processes received webhooks; one without a handler is saved as failed, and the next poll finds its changes. Many at
 * once share transactions.
 */
export function createWebhookWork(deps: Deps, listeners: ConnectionListeners): WorkWebhook {
  const nameOf = ({ workplaceId }: WorkplaceScope): string => workplaceId;

  const takeUp = createBatcher(
    nameOf,
    async (scope: WorkplaceScope, ids: readonly string[]): Promise<(Delivery | undefined)[]> => {
      const { workplaceId } = scope;
      const take = async (tx: Executor) => {
        const found = (await findDeliveries(tx, workplaceId, ids)).filter((one) => one.state === 'received');
        const ofOrders = found.filter(isOfOrder);
        const ours = await joinDeliveries(tx, workplaceId, ofOrders, [...ORDER_KINDS]);
        const taken = found.filter((one) => !isOfOrder(one) || ours.has(one.delivery_id));
        const byId = new Map(taken.map((one) => [one.delivery_id, one]));
        return ids.map((id) => byId.get(id));
      };
      return retryDeadlock(() => deps.db.tenant(scope, take));
    },
  );

  const close = createBatcher(
    nameOf,
    async (scope: WorkplaceScope, outcomes: readonly Outcome[]): Promise<undefined[]> => {
      await retryDeadlock(() => deps.db.tenant(scope, (tx) => closeDeliveries(tx, scope.workplaceId, outcomes)));
      return outcomes.map(() => undefined);
    },
  );

  return async (scope, deliveryId, isLastTry) => {
    const here = getWorkplace(scope);
    const { workplaceId } = here;
    const delivery = await takeUp(here, deliveryId);
    if (!delivery) return;
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
          await closeDeliveries(tx, workplaceId, [{ delivery, state: 'failed', reason }]);
          await publish(tx, workplaceId, delivery.sender === 'store' ? 'stores' : 'suppliers', [delivery.sender_id]);
        });
      }
      throw error;
    }
    await close(here, { delivery, state: 'done', reason: ignored });
  };
}
