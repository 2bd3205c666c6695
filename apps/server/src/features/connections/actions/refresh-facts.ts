import { ConnectorError } from '@quayside/connector-kit';
import { type Scope, type Sight, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { problemOf } from '../rules/connector-problem.ts';
import { listStores, type Store } from '../store-repo.ts';
import { clearStoreError, noteStoreError } from './note-store-error.ts';
import { storeWithConnector } from './open-store.ts';

export interface Asked {
  storeId: string;
  answered: boolean;
  /** The store's currency had changed. */
  changed: boolean;
}

/** Asks one store who it is. What stands in the way is kept with the store, where its owner sees it. */
async function ask(deps: Deps, scope: Required<Scope> & Sight, store: Store, keep: boolean): Promise<Asked> {
  const { connector, ctx } = storeWithConnector(deps, scope, store);
  const storeId = store.store_id;
  try {
    const facts = await connector.verify(ctx);
    await clearStoreError(deps, scope, storeId);
    const changed = keep && facts.currency !== store.currency;
    if (changed)
      await deps.db.tenant(scope, async (tx) => {
        await tx.run(sql`update store set currency = ${facts.currency}, updated_at = now()
          where workplace_id = ${scope.workplaceId} and store_id = ${storeId}`);
        await publish(tx, scope.workplaceId, 'stores', [storeId]);
      });
    return { storeId, answered: true, changed };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    await noteStoreError(deps, scope, storeId, problemOf(error, store.platform_domain));
    return { storeId, answered: false, changed: false };
  }
}

/** Asks every connected store, or one, whether it still knows us; with `keep` its currency is taken over. */
export async function askStores(
  deps: Deps,
  scope: Required<Scope> & Sight,
  options: { storeId?: string | undefined; keep: boolean },
): Promise<Asked[]> {
  const stores = await deps.db.read(scope, (ex) => listStores(ex, scope.workplaceId, false));
  const wanted = stores.filter(
    (store) => store.moving !== 'carrying' && (!options.storeId || store.store_id === options.storeId),
  );
  // Side by side: one slow store does not make the others wait.
  return Promise.all(wanted.map((store) => ask(deps, scope, store, options.keep)));
}
