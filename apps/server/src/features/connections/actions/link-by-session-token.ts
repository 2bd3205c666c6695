import type { ChannelId } from '@quayside/connector-kit';
import { AppError, notFound } from '@quayside/kernel';
import type { Executor, Scope } from '../../../db/index.ts';
import { type Deps, getHttp, type Mode } from '../../../deps.ts';
import { findEntryByDomain, type StoreEntry } from '../directory-repo.ts';
import { findStore } from '../store-repo.ts';
import { prove, refusal } from './link-store.ts';
import { getConnector } from './open-store.ts';
import { type Proven, saveStore } from './save-store.ts';

/** A shop with a verified session token of its admin. */
export interface VouchedShop {
  platform: ChannelId;
  mode: Mode;
  platformDomain: string;
  baseUrl: string;
  sessionToken: string;
}

/** The connection of a shop on this installation; undefined: none. */
export const connectedStore = (
  deps: Deps,
  { mode, platform, platformDomain }: Pick<VouchedShop, 'mode' | 'platform' | 'platformDomain'>,
): Promise<StoreEntry | undefined> => deps.db.global((tx) => findEntryByDomain(tx, platform, platformDomain, mode));

/** Exchanges the session token for lasting credentials and verifies the shop. Throws the reason. */
export async function proveBySessionToken(deps: Deps, shop: VouchedShop): Promise<Proven> {
  const { baseUrl, mode, platform, platformDomain, sessionToken } = shop;
  const { embedding } = getConnector(deps, platform);
  if (!embedding) throw notFound('EMBEDDING_NOT_OFFERED');
  let credentials: Record<string, string>;
  try {
    const appCredentials = deps.connectors.appCredentials(platform, mode) ?? {};
    const now = deps.clock.millis();
    credentials = await embedding.exchange(getHttp(deps, mode, platform), {
      baseUrl,
      sessionToken,
      appCredentials,
      now,
    });
  } catch (error) {
    throw refusal(error, platformDomain);
  }
  const proven = await prove(deps, platform, { baseUrl, platformDomain, mode }, credentials);
  if (proven.platformDomain !== platformDomain) {
    const params = { name: platformDomain, other: proven.platformDomain };
    throw new AppError('STORE_INSTALL_FAILURE', 'STORE_IS_ANOTHER', { params });
  }
  return proven;
}

/** Connects the shop to a workplace and returns the store's id. Throws like proving and saving. */
export const linkBySessionToken = async (
  deps: Deps,
  scope: Scope,
  shop: VouchedShop,
  check?: (tx: Executor) => Promise<void>,
): Promise<string> => saveStore(deps, scope, await proveBySessionToken(deps, shop), check);

/** Renews a store's invalid credentials when its admin is opened. On failure nothing changes. */
export async function healBySessionToken(deps: Deps, entry: StoreEntry, shop: VouchedShop): Promise<void> {
  const scope = { accountId: entry.account_id, workplaceId: entry.workplace_id };
  const store = await deps.db.read(scope, (ex) => findStore(ex, entry.workplace_id, entry.store_id));
  if (store?.status !== 'needs_reconnect') return;
  try {
    await linkBySessionToken(deps, scope, shop);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    deps.log.info({ storeId: entry.store_id, key: error.code }, 'store reconnection from its admin failed');
  }
}
