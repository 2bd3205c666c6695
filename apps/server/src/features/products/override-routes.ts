import { contracts } from '@quayside/contracts';
import { notFound } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import { type HttpApp, route } from '../../http/route.ts';
import { listStores } from '../connections/index.ts';
import { saveStoreOverride } from './actions/save-override.ts';
import { findOverrides } from './override-repo.ts';
import { findProduct } from './repo.ts';
import { NO_VALUES, type StoreOverride } from './rules/store-override.ts';

const valuesOf = ({ product_id: _product, store_id: _store, revision, ...values }: StoreOverride) => ({
  revision,
  values,
});

/** Calls about what a product has in one store only. */
export function overrideRoutes(app: HttpApp, deps: Deps): void {
  const calls = contracts.storeOverrides;

  route(app, calls.list, ({ params }, who) =>
    deps.db.read(who.scope, async (ex) => {
      const product = await findProduct(ex, who.workplaceId, params.id);
      if (!product) throw notFound('PRODUCT_NOT_FOUND');
      const stores = (await listStores(ex, who.workplaceId, true)).filter((store) => store.mode === product.mode);
      const known = new Map(
        (await findOverrides(ex, who.workplaceId, [params.id])).map((one) => [one.store_id, valuesOf(one)]),
      );
      return {
        items: stores.map((store) => ({
          store_id: store.store_id,
          store_name: store.store_name || store.platform_domain,
          platform: store.platform,
          ...(known.get(store.store_id) ?? { revision: 0, values: NO_VALUES }),
        })),
      };
    }),
  );

  route(app, calls.save, async ({ params, body }, who) =>
    valuesOf(
      await saveStoreOverride(deps, who.scope, {
        productId: params.id,
        storeId: params.store_id,
        revision: body.revision,
        values: body.values,
      }),
    ),
  );
}
