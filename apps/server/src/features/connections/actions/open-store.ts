import {
  type ChannelConnector,
  type ChosenLocation,
  type ConnectorContext,
  ConnectorError,
} from '@quayside/connector-kit';
import { AppError, notFound } from '@quayside/kernel';
import { getWorkplace, type Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { toProblem } from '../rules/connector-problem.ts';
import { findStore, noteStockLocation, type Store, storeContext } from '../store-repo.ts';
import { createContext } from './context.ts';
import { clearStoreError, noteStoreError } from './note-store-error.ts';

export interface OpenStore {
  store: Store;
  connector: ChannelConnector;
  ctx: ConnectorContext;
}

/** URL of a store. Sandbox stores follow the sandbox to its current port. */
function addressOf(deps: Deps, store: Store): string {
  const known = deps.connectors.sandboxStore(store.platform, store.platform_domain);
  const here = deps.connectors.sandboxUrl;
  if (store.mode === 'sandbox' && known) return known;
  if (store.mode !== 'sandbox' || !here || deps.connectors.isSandboxUrl(store.base_url)) return store.base_url;
  return new URL(new URL(store.base_url).pathname, here).href.replace(/\/$/, '');
}

export function getConnector(deps: Deps, platform: Store['platform']): ChannelConnector {
  const connector = deps.connectors.channels[platform];
  if (!connector) throw notFound('PLATFORM_NOT_OFFERED', { platform });
  return connector;
}

/** A store is read-only during a transfer; waiting work retries after this time. */
const MOVING_SECONDS = 5;

export const storeMovingError = (name: string): AppError =>
  new AppError('BAD_REQUEST', 'STORE_MOVING', { params: { name }, retryAfterSeconds: MOVING_SECONDS });

/**
 * A store with its connector, whatever its status, for disconnecting and reconnecting. Throws STORE_MOVING during a
 * transfer.
 */
export function storeWithConnector(deps: Deps, scope: Scope, store: Store): OpenStore {
  if (store.moving === 'carrying') throw storeMovingError(store.platform_domain);
  return storeAsItIs(deps, scope, store);
}

/** The location that the owner chose. One that is active again is noted by the next reading, which writes stock there again. */
function chosenLocation(deps: Deps, scope: Scope, store: Store): ChosenLocation {
  const { workplaceId } = getWorkplace(scope);
  const id = store.stock_location_id ?? '';
  return {
    id,
    state: store.stock_location_state,
    async report(state) {
      if (state === 'active') return;
      await deps.db.tenant(scope, async (tx) => {
        const changed = await noteStockLocation(tx, workplaceId, store.store_id, { id, state });
        if (changed > 0) await publish(tx, workplaceId, 'stores', [store.store_id]);
      });
    },
  };
}

/** The same, also during a transfer, for reading what the store sends. */
export function storeAsItIs(deps: Deps, scope: Scope, store: Store): OpenStore {
  const kept = {
    scope: getWorkplace(scope),
    table: 'store' as const,
    id: store.store_id,
    context: storeContext(store.store_id),
  };
  const ctx = createContext(deps, {
    id: store.platform,
    mode: store.mode,
    baseUrl: addressOf(deps, store),
    kept,
    sealed: store.credentials,
    lends: false,
  });
  return {
    store,
    connector: getConnector(deps, store.platform),
    ctx: store.stock_location_id === null ? ctx : { ...ctx, stockLocation: chosenLocation(deps, scope, store) },
  };
}

/**
 * A connected store with its context. Throws STORE_NOT_FOUND, STORE_DISCONNECTED, STORE_MOVING, or
 * STORE_NEEDS_RECONNECT for rejected credentials.
 */
export async function openStore(deps: Deps, scope: Scope, storeId: string): Promise<OpenStore> {
  const { workplaceId } = getWorkplace(scope);
  const store = await deps.db.read(scope, (ex) => findStore(ex, workplaceId, storeId));
  if (!store) throw notFound('STORE_NOT_FOUND');
  const params = { name: store.platform_domain };
  if (store.status === 'uninstalled') throw new AppError('BAD_REQUEST', 'STORE_DISCONNECTED', { params });
  if (store.moving === 'carrying') throw storeMovingError(store.platform_domain);
  if (store.status === 'needs_reconnect') throw new AppError('BAD_REQUEST', 'STORE_NEEDS_RECONNECT', { params });
  return storeWithConnector(deps, scope, store);
}

/**
 * Opens a store and runs `work`. Rejected credentials mark the store for reconnection, success clears an earlier
 * problem, and errors propagate.
 */
export async function withStore<T>(
  deps: Deps,
  scope: Scope,
  storeId: string,
  work: (open: OpenStore) => Promise<T>,
): Promise<T> {
  const open = await openStore(deps, scope, storeId);
  try {
    const result = await work(open);
    if (open.store.last_error) await clearStoreError(deps, scope, storeId);
    return result;
  } catch (error) {
    if (error instanceof ConnectorError) {
      const problem = toProblem(error, open.store.platform_domain);
      if (problem.needsPerson) await noteStoreError(deps, scope, storeId, problem);
    }
    throw error;
  }
}
