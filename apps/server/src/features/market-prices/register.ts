import { contracts, DONE } from '@quayside/contracts';
import { isId } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { requireAlso } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { handler } from '../../jobs/define.ts';
import { PATIENCE, type Patience } from '../../jobs/effect/pauses.ts';
import { listHandlers } from '../connections/index.ts';
import { workplaceFacts } from '../sourcing/index.ts';
import { choosePrices, replacePrices } from './actions/choose-prices.ts';
import { guardFloor } from './actions/guard-floor.ts';
import { marketList, readPrices, requestMarkets, requestPrices } from './actions/read-markets.ts';
import { createWriting } from './actions/write-batch.ts';
import { guardMarketPricesJob, readMarketPricesJob, writeMarketPricesJob } from './jobs/market-prices.ts';
import { marketPricesView } from './queries/market-prices-view.ts';
import { previewPrices } from './queries/preview.ts';

/** Prices of products in the markets of stores. */
export function register(deps: Deps, patience: Patience = PATIENCE): Feature {
  const calls = contracts.marketPrices;
  const factsOf = workplaceFacts(deps);
  const writing = createWriting(deps, patience);
  const view = (who: Who) => deps.db.read(who.scope, (ex) => marketPricesView(ex, deps, who.workplaceId, who.locale));
  return {
    effects: [writing],
    jobs: [
      ...listHandlers(deps, marketList),
      handler(guardMarketPricesJob, async ({ storeId, ...here }) => {
        const { ownAccounts } = await factsOf(here);
        await guardFloor(deps, here, storeId, ownAccounts);
      }),
      handler(readMarketPricesJob, ({ storeId, priceListId, ...here }) =>
        readPrices(deps, here, { storeId, priceListId }),
      ),
      handler(writeMarketPricesJob, ({ accountId, workplaceId, batchId }, run) =>
        writing.run({ accountId, workplaceId }, batchId, run.lost),
      ),
    ],
    routes(app) {
      route(app, calls.all, (_input, who) => view(who));

      route(app, calls.refresh, async ({ body }, who) => {
        await requestMarkets(deps, who.scope, body.store_id);
        return DONE;
      });

      route(app, calls.read, async ({ body }, who) => {
        await requestPrices(deps, who.scope, { storeId: body.store_id, priceListId: body.price_list });
        return DONE;
      });

      route(app, calls.preview, async ({ query }, who) => {
        const { ownAccounts } = await factsOf(who.scope);
        const { store_id: storeId, price_list: priceListId, verdict, cursor, page_size: size } = query;
        const after = cursor && isId(cursor) ? cursor : undefined;
        const ask = { storeId, priceListId, verdict, after, size, ownAccounts, locale: who.locale };
        return deps.db.read(who.scope, (ex) => previewPrices(ex, deps, who.workplaceId, ask));
      });

      route(app, calls.choose, async ({ body }, who) => {
        requireAlso(who, 'products.push');
        const { store_id: storeId, price_list: priceListId, by_rule: byRule } = body;
        await choosePrices(deps, who.scope, { storeId, priceListId, byRule });
        return view(who);
      });

      route(app, calls.replace, async ({ body }, who) => {
        requireAlso(who, 'products.push');
        const { store_id: storeId, price_list: priceListId, variants } = body;
        await replacePrices(deps, who.scope, { storeId, priceListId, variants });
        return view(who);
      });
    },
  };
}
