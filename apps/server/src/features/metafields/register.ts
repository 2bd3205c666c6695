import { contracts, DONE } from '@quayside/contracts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import { handler } from '../../jobs/define.ts';
import { listHandlers } from '../connections/index.ts';
import { definitionList, requestDefinitions } from './actions/read-definitions.ts';
import { readTakenIn } from './actions/read-taken-in.ts';
import { saveMetafields } from './actions/save-metafields.ts';
import { readTakenInJob } from './jobs/metafields.ts';
import { productMetafields } from './queries/product-metafields.ts';
import { storeDefinitions } from './queries/store-definitions.ts';

/** Metafields that stores define for products, and the values that products have there. */
export function register(deps: Deps): Feature {
  const calls = contracts.metafields;
  return {
    jobs: [
      ...listHandlers(deps, definitionList),
      handler(readTakenInJob, ({ storeId, productIds, ...here }) => readTakenIn(deps, here, storeId, productIds)),
    ],
    routes(app) {
      route(app, calls.all, async (_input, who) => ({
        stores: await deps.db.read(who.scope, (ex) => storeDefinitions(ex, deps, who.workplaceId, who.locale)),
      }));

      route(app, calls.refresh, async ({ body }, who) => {
        await requestDefinitions(deps, who.scope, body.store_id);
        return DONE;
      });

      route(app, calls.ofProduct, ({ params }, who) =>
        deps.db.read(who.scope, (ex) => productMetafields(ex, deps, who.workplaceId, params.id)),
      );

      route(app, calls.save, async ({ params, body }, who) => {
        await saveMetafields(deps, who.scope, {
          productId: params.id,
          storeId: body.store_id,
          values: body.values,
        });
        return deps.db.read(who.scope, (ex) => productMetafields(ex, deps, who.workplaceId, params.id));
      });
    },
  };
}
