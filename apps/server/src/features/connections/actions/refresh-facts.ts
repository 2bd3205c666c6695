import { type Actor, type StoreScope, sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { listStores, type Store } from '../store-repo.ts';
import { askStore } from './ask-store.ts';

export interface Asked {
  storeId: string;
  answered: boolean;
  /** The store's currency had changed. */
  changed: boolean;
}

async function ask(
  deps: Deps,
  scope: WorkplaceScope & StoreScope,
  store: Store,
  keep: boolean,
  asker?: Actor,
): Promise<Asked> {
  const storeId = store.store_id;
  const facts = await askStore(deps, scope, store, asker);
  const changed = keep && facts !== undefined && facts.currency !== store.currency;
  if (changed)
    await deps.db.tenant(scope, async (tx) => {
      await tx.run(sql`update store set currency = ${facts.currency}, updated_at = now()
        where workplace_id = ${scope.workplaceId} and store_id = ${storeId}`);
      await publish(tx, scope.workplaceId, 'stores', [storeId]);
    });
  return { storeId, answered: facts !== undefined, changed };
}

/** Verifies all connected stores or one; with `keep` a changed currency is saved. */
export async function askStores(
  deps: Deps,
  scope: WorkplaceScope & StoreScope,
  options: { storeId?: string | undefined; keep: boolean; asker?: Actor },
): Promise<Asked[]> {
  const stores = await deps.db.read(scope, (ex) => listStores(ex, scope.workplaceId, false));
  const wanted = stores.filter(
    (store) => store.moving !== 'carrying' && (!options.storeId || store.store_id === options.storeId),
  );
  // In parallel, so that one slow store doesn't delay the others.
  return Promise.all(wanted.map((store) => ask(deps, scope, store, options.keep, options.asker)));
}
