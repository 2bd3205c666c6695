import type { PrivacyRequest } from '@quayside/connector-kit';
import type { Scope, WorkplaceScope } from '../../db/index.ts';
import type { Store } from './store-repo.ts';

/**
 * What other features do when a connection has news. Called from jobs, outside any transaction, at least once and in any
 * order: read the truth again from the other side. Throw to be called again.
 */
export interface ConnectionListeners {
  /** One order of a store was made, changed or deleted. */
  onOrderChanged(scope: Scope, storeId: string, externalOrderId: string): Promise<void>;
  /**
   * Look for all orders that changed since the last look (the store's order_cursor is yours). true: it found a change that a
   * webhook should have reported.
   */
  pollOrders(scope: Scope, storeId: string): Promise<boolean | undefined>;
  /** A store lets lines leave that it held back: those of what it named, as it calls that; undefined: of any of its orders. */
  onReleased(scope: Scope, storeId: string, named: string | undefined): Promise<void>;
  /** A product is said to be deleted in its store. */
  onProductDeleted?(scope: WorkplaceScope, storeId: string, externalProductId: string): Promise<void>;
  /** A store was connected, or connected again, and its reports are set up. */
  onStoreReady?(scope: WorkplaceScope, storeId: string): Promise<void>;
  /** The store's owner took our app away. */
  onStoreUninstalled?(scope: Scope, storeId: string): Promise<void>;
  /** The platform asks in the name of a shopper, or of a shop that has gone; `key` is the same for every delivery of one request. */
  onPrivacyRequest(
    scope: Scope,
    store: Pick<Store, 'store_id' | 'platform'>,
    request: PrivacyRequest,
    key: string,
  ): Promise<void>;
  /** A purchase at a supplier changed; undefined: any of this connection may have. */
  onSupplierOrderChanged(scope: Scope, connectionId: string, supplierOrderId: string | undefined): Promise<void>;
  /** Look for purchases of this connection that changed. */
  pollSupplierOrders(scope: Scope, connectionId: string, signal: AbortSignal): Promise<void>;
}
