import { type CollectionCategory, contracts, DONE } from '@quayside/contracts';
import { notFoundField } from '@quayside/kernel';
import type { Executor } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import { publish } from '../../live/publish.ts';
import { findStore, listHandlers } from '../connections/index.ts';
import { chooseCollections, rememberCategory } from './actions/choose-collections.ts';
import { collectionList, requestCollections } from './actions/read-collections.ts';
import { findCategories } from './choice-repo.ts';
import { findCollections, saveApplies } from './list-repo.ts';
import { productCollections } from './queries/product-collections.ts';
import { storeLists } from './queries/store-lists.ts';

async function categoriesView(ex: Executor, workplaceId: string): Promise<{ items: CollectionCategory[] }> {
  const rows = await findCategories(ex, workplaceId);
  const storeIds = [...new Set(rows.map((row) => row.store_id))];
  const titles = new Map(
    (await findCollections(ex, workplaceId, storeIds)).map((one) => [`${one.store_id} ${one.external_id}`, one.title]),
  );
  return {
    items: rows.map((row) => ({
      store_id: row.store_id,
      category: row.name,
      collections: row.external_ids.map((id, at) => ({
        id,
        title: titles.get(`${row.store_id} ${id}`) ?? row.titles[at] ?? id,
      })),
    })),
  };
}

/** Collections and categories of stores, and which of them products are put into. */
export function register(deps: Deps): Feature {
  const calls = contracts.collections;
  return {
    jobs: listHandlers(deps, collectionList),
    routes(app) {
      route(app, calls.all, async (_input, who) => ({
        stores: await deps.db.read(who.scope, (ex) => storeLists(ex, deps, who.workplaceId, who.locale)),
      }));

      route(app, calls.refresh, async ({ body }, who) => {
        await requestCollections(deps, who.scope, body.store_id);
        return DONE;
      });

      route(app, calls.setting, ({ body }, who) =>
        deps.db.tenant(who.scope, async (tx) => {
          const store = await findStore(tx, who.workplaceId, body.store_id);
          if (!store) throw notFoundField('store_id', 'STORE_NOT_FOUND');
          await saveApplies(tx, who.workplaceId, body.store_id, body.applies_categories);
          await publish(tx, who.workplaceId, 'products');
          return DONE;
        }),
      );

      route(app, calls.categories, (_input, who) =>
        deps.db.read(who.scope, (ex) => categoriesView(ex, who.workplaceId)),
      );
      route(app, calls.saveCategory, async ({ body }, who) => {
        const { store_id: storeId, category: name, collections: ids } = body;
        await rememberCategory(deps, who.scope, { storeId, name, ids });
        return deps.db.read(who.scope, (ex) => categoriesView(ex, who.workplaceId));
      });

      route(app, calls.ofProduct, ({ params }, who) =>
        deps.db.read(who.scope, (ex) => productCollections(ex, deps, who.workplaceId, params.id)),
      );
      route(app, calls.choose, async ({ params, body }, who) => {
        await chooseCollections(deps, who.scope, {
          productId: params.id,
          storeId: body.store_id,
          ids: body.collections,
          again: body.again ?? [],
          remember: body.remember ?? false,
        });
        return deps.db.read(who.scope, (ex) => productCollections(ex, deps, who.workplaceId, params.id));
      });
    },
  };
}
