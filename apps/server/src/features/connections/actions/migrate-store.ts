import { AppError } from '@quayside/kernel';
import { json, sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publishSessionChange } from '../../../http/session.ts';
import { publish } from '../../../live/publish.ts';
import { closeEntry, findEntryByDomain } from '../directory-repo.ts';
import { findStore, lockStore, type Store, settleDefault, storeContext } from '../store-repo.ts';
import { refusal } from './link-store.ts';
import { storeMovingError, storeWithConnector } from './open-store.ts';
import { type Proven, saveStore } from './save-store.ts';

/** A connection being transferred between workplaces. */
export type MigratedStore = Proven;

const keysOf = (deps: Deps, store: Store): Record<string, string> =>
  deps.vault.open<Record<string, string>>(store.credentials, storeContext(store.store_id));

/** Approved before the owner of the account confirmed the store, perhaps by someone else. */
function refuseSuspended(store: Store): void {
  if (store.suspended_at)
    throw new AppError('BAD_REQUEST', 'STORE_SUSPENDED', { params: { name: store.platform_domain } });
}

/**
 * Verifies a store, removes our webhooks from it, and returns what connects it elsewhere. Throws STORE_NOT_FOUND when
 * it is disconnected, or the store's refusal; ConnectorError without a response, for a retry.
 */
export async function readStoreToMigrate(deps: Deps, scope: WorkplaceScope, storeId: string): Promise<MigratedStore> {
  const find = () => deps.db.read(scope, (ex) => findStore(ex, scope.workplaceId, storeId));
  const store = await find();
  if (!store || store.status === 'uninstalled') throw new AppError('NOT_FOUND', 'STORE_NOT_FOUND');
  refuseSuspended(store);
  const { connector, ctx } = storeWithConnector(deps, scope, store);
  try {
    const facts = await connector.verify(ctx);
    const address = store.metadata.webhook_address;
    if (address) await connector.removeWebhooks(ctx, { address });
    // Read again, because the calls may have renewed the credentials.
    const newest = (await find()) ?? store;
    const { mode, platform, platform_domain: platformDomain } = store;
    return { platform, platformDomain, baseUrl: ctx.baseUrl, mode, facts, credentials: keysOf(deps, newest) };
  } catch (error) {
    const told = refusal(error, store.platform_domain);
    // A store that is temporarily unavailable needs no decision.
    throw told instanceof AppError &&
      ['OUTSIDE_NOT_ANSWERING', 'OUTSIDE_BUSY', 'OUTSIDE_UNREACHABLE'].includes(told.code)
      ? error
      : told;
  }
}

/**
 * Closes the connection at its source; orders and products stay. false: the credentials were renewed meanwhile. A store
 * that was already closed counts as closed by us.
 */
export async function closeMigratedStore(
  deps: Deps,
  scope: WorkplaceScope,
  storeId: string,
  carried: MigratedStore,
): Promise<boolean> {
  const { workplaceId } = scope;
  return deps.db.tenant(scope, async (tx) => {
    const store = await lockStore(tx, workplaceId, storeId);
    if (!store || store.status === 'uninstalled') return true;
    if (store.moving) throw storeMovingError(store.platform_domain);
    refuseSuspended(store);
    if (JSON.stringify(keysOf(deps, store)) !== JSON.stringify(carried.credentials)) return false;
    const nothing = deps.vault.seal({}, storeContext(storeId));
    await tx.run(sql`update store set status = 'uninstalled', last_error = null, credentials = ${json(nothing)},
        metadata = metadata - 'webhook_address', updated_at = now()
      where workplace_id = ${workplaceId} and store_id = ${storeId}`);
    await settleDefault(tx, workplaceId);
    await closeEntry(tx, storeId);
    await publishSessionChange(tx, workplaceId);
    await publish(tx, workplaceId, 'stores', [storeId]);
    return true;
  });
}

/** Connects a transferred store. Idempotent; throws STORE_EXIST_ANOTHER_OWNER. */
export async function openMigratedStore(deps: Deps, scope: WorkplaceScope, carried: MigratedStore): Promise<void> {
  const { mode, platform, platformDomain } = carried;
  const entry = await deps.db.global((tx) => findEntryByDomain(tx, platform, platformDomain, mode));
  if (entry?.workplace_id === scope.workplaceId) return;
  await saveStore(deps, scope, carried);
}
