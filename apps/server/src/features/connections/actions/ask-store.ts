import { type ChannelConnector, type ConnectorContext, ConnectorError, type StoreFacts } from '@quayside/connector-kit';
import { type Actor, type Scope, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { tellSessions } from '../../../http/session.ts';
import { publish } from '../../../live/publish.ts';
import { pollStoreJob, setUpStoreJob } from '../jobs/connections.ts';
import { problemOf } from '../rules/connector-problem.ts';
import { type Store, settleDefault } from '../store-repo.ts';
import { clearStoreError, noteStoreError } from './note-store-error.ts';
import { storeWithConnector, workplaceOf } from './open-store.ts';

/** What is missing is a refusal: throws auth/missing_scope that names it. */
export function refuseMissing({ missingScopes }: StoreFacts): void {
  if (missingScopes.length > 0) throw new ConnectorError('auth', missingScopes.join(', '), { code: 'missing_scope' });
}

/** Asks a store who it is with these keys. Throws ConnectorError, also where the keys may do less than is needed. */
export async function proveKeys(connector: ChannelConnector, ctx: ConnectorContext): Promise<StoreFacts> {
  const facts = await connector.verify(ctx);
  refuseMissing(facts);
  return facts;
}

/**
 * Asks a connected store who it is. What stands in the way is kept with the store, where its owner sees it, and so is what
 * its keys may do now: an owner may have taken rights back. A store that waited to be reconnected and takes its keys again is
 * back, as `asker` found. Answers its facts; undefined: something stands in the way.
 */
export async function askStore(deps: Deps, scope: Scope, store: Store, asker?: Actor): Promise<StoreFacts | undefined> {
  // Nobody can be asked where no connector is installed; the store's answer to the screen says so.
  if (!deps.connectors.channels[store.platform]) return undefined;
  const { connector, ctx } = storeWithConnector(deps, scope, store);
  const storeId = store.store_id;
  try {
    const facts = await connector.verify(ctx);
    await keepScopes(deps, scope, storeId, facts);
    refuseMissing(facts);
    if (store.status === 'needs_reconnect') await bringBack(deps, asker ? { ...scope, actor: asker } : scope, storeId);
    else await clearStoreError(deps, scope, storeId);
    return facts;
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    if (error.code === 'interrupted') return undefined;
    await noteStoreError(deps, scope, storeId, problemOf(error, store.platform_domain));
    return undefined;
  }
}

/** What waited for the store goes on: its reports are set up anew, and its orders are looked for. */
async function bringBack(deps: Deps, scope: Scope & { actor?: Actor }, storeId: string): Promise<void> {
  const { accountId, workplaceId } = workplaceOf(scope);
  await deps.db.tenant(scope, async (tx) => {
    const back = await tx.run(sql`update store set status = 'active', last_error = null, updated_at = now()
      where workplace_id = ${workplaceId} and store_id = ${storeId} and status = 'needs_reconnect'`);
    if (back === 0) return;
    await settleDefault(tx, workplaceId);
    await deps.queue.send(tx, setUpStoreJob, { accountId, workplaceId, storeId });
    await deps.queue.send(tx, pollStoreJob, { accountId, workplaceId, storeId });
    await tellSessions(tx, workplaceId);
    await publish(tx, workplaceId, 'stores', [storeId]);
  });
}

const keepScopes = (deps: Deps, scope: Scope, storeId: string, { scopes, missingScopes }: StoreFacts): Promise<void> =>
  deps.db.tenant(scope, async (tx) => {
    const changed = await tx.run(sql`update store set scopes = ${scopes}, missing_scopes = ${missingScopes},
        updated_at = now()
      where workplace_id = ${scope.workplaceId} and store_id = ${storeId} and status <> 'uninstalled'
        and (scopes, missing_scopes) is distinct from (${scopes}::text[], ${missingScopes}::text[])`);
    if (changed > 0 && scope.workplaceId) await publish(tx, scope.workplaceId, 'stores', [storeId]);
  });
