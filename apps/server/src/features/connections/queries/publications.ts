import type { ProductPublication, Publication, StoreProduct } from '@quayside/connector-kit';
import { getWorkplace, json, type Scope, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { refusal } from '../actions/link-store.ts';
import { withStore } from '../actions/open-store.ts';

const FRESH_MS = 10 * 60_000;

/** Publications of a store, cached for ten minutes; `fresh` bypasses the cache. */
export async function getPublications(
  deps: Deps,
  scope: Scope,
  storeId: string,
  fresh: boolean,
): Promise<Publication[]> {
  const { workplaceId } = getWorkplace(scope);
  let name = '';
  try {
    return await withStore(deps, scope, storeId, async ({ store, connector, ctx }) => {
      name = store.platform_domain;
      const kept = store.metadata.publications;
      if (!fresh && kept && deps.clock.millis() - Date.parse(kept.at) < FRESH_MS) return kept.items;
      if (!connector.publications) return [];
      const items = await connector.publications(ctx);
      const known = json({ publications: { at: deps.clock.now(), items } });
      await deps.db.tenant(scope, (tx) =>
        tx.run(
          sql`update store set metadata = metadata || ${known} where workplace_id = ${workplaceId} and store_id = ${storeId}`,
        ),
      );
      return items;
    });
  } catch (error) {
    throw refusal(error, name);
  }
}

/** Where a store has a product published, read from the store. Stores without publications have none. */
export async function getProductPublications(
  deps: Deps,
  scope: Scope,
  storeId: string,
  externalProductId: string,
): Promise<ProductPublication[]> {
  let name = '';
  try {
    return await withStore(deps, scope, storeId, async ({ store, connector, ctx }) => {
      name = store.platform_domain;
      return (await connector.productPublications?.(ctx, externalProductId)) ?? [];
    });
  } catch (error) {
    throw refusal(error, name);
  }
}

/** A product as its store has it. Throws for stores that aren't read this way. */
export async function readStoreProduct(
  deps: Deps,
  scope: Scope,
  storeId: string,
  externalProductId: string,
): Promise<StoreProduct> {
  let name = '';
  try {
    return await withStore(deps, scope, storeId, async ({ store, connector, ctx }) => {
      name = store.platform_domain;
      if (!connector.readProduct) throw new Error(`the connector of ${store.platform} reads no products`);
      return connector.readProduct(ctx, externalProductId);
    });
  } catch (error) {
    throw refusal(error, name);
  }
}
