import { type ChannelConnector, type ConnectorContext, ConnectorError, type StoreFacts } from '@quayside/connector-kit';
import { type Actor, getWorkplace, type Scope, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publishSessionChange } from '../../../http/session.ts';
import { publish } from '../../../live/publish.ts';
import { pollStoreJob, setUpStoreJob } from '../jobs/connections.ts';
import { toProblem } from '../rules/connector-problem.ts';
import { type Store, settleDefault } from '../store-repo.ts';
import { clearStoreError, noteStoreError } from './note-store-error.ts';
import { storeWithConnector } from './open-store.ts';

/** Throws auth/missing_scope with the missing permissions, if any. */
export function refuseMissing({ missingScopes }: StoreFacts): void {
  if (missingScopes.length > 0) throw new ConnectorError('auth', missingScopes.join(', '), { code: 'missing_scope' });
}

/** Verifies credentials at a store. Throws ConnectorError, also when permissions are missing. */
export async function proveKeys(connector: ChannelConnector, ctx: ConnectorContext): Promise<StoreFacts> {
  const facts = await connector.verify(ctx);
  refuseMissing(facts);
  return facts;
}

/**
 * Verifies a connected store and saves problems and current permissions, which an owner may have reduced. A store
 * waiting to be reconnected becomes active again, with `asker` as the actor. Returns its facts; undefined: there is a
 * problem.
 */
export async function askStore(deps: Deps, scope: Scope, store: Store, asker?: Actor): Promise<StoreFacts | undefined> {
  // Without an installed connector nothing can be checked; the response says so.
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
    await noteStoreError(deps, scope, storeId, toProblem(error, store.platform_domain));
    return undefined;
  }
}

/** Resumes what waited for the store: sets up its webhooks and polls its orders. */
async function bringBack(deps: Deps, scope: Scope & { actor?: Actor }, storeId: string): Promise<void> {
  const { accountId, workplaceId } = getWorkplace(scope);
  await deps.db.tenant(scope, async (tx) => {
    const back = await tx.run(sql`update store set status = 'active', last_error = null, updated_at = now()
      where workplace_id = ${workplaceId} and store_id = ${storeId} and status = 'needs_reconnect'`);
    if (back === 0) return;
    await settleDefault(tx, workplaceId);
    await deps.queue.send(tx, setUpStoreJob, { accountId, workplaceId, storeId });
    await deps.queue.send(tx, pollStoreJob, { accountId, workplaceId, storeId });
    await publishSessionChange(tx, workplaceId);
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
