import type { PrivacyRequest } from '@quayside/connector-kit';
import type { Scope, WorkplaceScope } from '../../db/index.ts';
import type { Store } from './store-repo.ts';

/**
 * Reactions of other features to connection events. Called from jobs outside any transaction, at least once and in any
 * order: read the current state from the other side, and throw to be called again.
 */
export interface ConnectionListeners {
  /** An order of a store was created, changed or deleted. */
  onOrderChanged(scope: Scope, storeId: string, externalOrderId: string): Promise<void>;
  /**
   * Polls for orders changed since the last poll (the store's order_cursor is yours). true: a webhook should have
   * reported a change.
   */
  pollOrders(scope: Scope, storeId: string): Promise<boolean | undefined>;
  /** A store released held lines: those of the named object; undefined: of any order. */
  onReleased(scope: Scope, storeId: string, named: string | undefined): Promise<void>;
  /** A product was reportedly deleted in its store. */
  onProductDeleted?(scope: WorkplaceScope, storeId: string, externalProductId: string): Promise<void>;
  /** A store was connected or reconnected, with webhooks set up. */
  onStoreReady?(scope: WorkplaceScope, storeId: string): Promise<void>;
  /** The store's owner uninstalled our app. */
  onStoreUninstalled?(scope: Scope, storeId: string): Promise<void>;
  /** A privacy request for a customer or an uninstalled shop; `key` is the same for every delivery of one request. */
  onPrivacyRequest(
    scope: Scope,
    store: Pick<Store, 'store_id' | 'platform'>,
    request: PrivacyRequest,
    key: string,
  ): Promise<void>;
  /** A purchase at a supplier changed; undefined: any of this connection may have. */
  onSupplierOrderChanged(scope: Scope, connectionId: string, supplierOrderId: string | undefined): Promise<void>;
  /** Polls for changed purchases of this connection. */
  pollSupplierOrders(scope: Scope, connectionId: string, signal: AbortSignal): Promise<void>;
}
