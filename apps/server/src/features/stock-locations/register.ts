import { contracts, DONE } from '@quayside/contracts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import { handler } from '../../jobs/define.ts';
import { listHandlers } from '../connections/index.ts';
import { chooseLocation } from './actions/choose-location.ts';
import { moveStock } from './actions/move-stock.ts';
import { locationList, requestLocations } from './actions/read-locations.ts';
import { moveStockJob } from './jobs/stock-locations.ts';
import { storeLocations } from './queries/store-locations.ts';

/** Locations of stores, and at which of them stock is written. */
export function register(deps: Deps): Feature {
  const calls = contracts.stockLocations;
  return {
    jobs: [
      ...listHandlers(deps, locationList),
      handler(moveStockJob, ({ storeId, ...here }, run) => moveStock(deps, here, storeId, run.signal)),
    ],
    routes(app) {
      route(app, calls.all, (_input, who) =>
        deps.db.read(who.scope, (ex) => storeLocations(ex, deps, who.workplaceId, who.locale)),
      );

      route(app, calls.refresh, async ({ body }, who) => {
        await requestLocations(deps, who.scope, body.store_id);
        return DONE;
      });

      route(app, calls.choose, async ({ body }, who) => {
        await chooseLocation(deps, who.scope, { storeId: body.store_id, locationId: body.location });
        return deps.db.read(who.scope, (ex) => storeLocations(ex, deps, who.workplaceId, who.locale));
      });
    },
  };
}
