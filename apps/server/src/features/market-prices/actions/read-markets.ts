import { ConnectorError } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { listFault, requestList, storeList, withStore } from '../../connections/index.ts';
import { findListedVariants } from '../../products/index.ts';
import { guardMarketPricesJob, readMarketPricesJob } from '../jobs/market-prices.ts';
import { findMarkets, notePricesAsked, notePricesRead, saveMarkets } from '../list-repo.ts';
import { saveHeld } from '../price-repo.ts';
import { requirePriceList } from '../queries/require-price-list.ts';
import { priceListsOf } from '../rules/price-lists.ts';

const PRODUCTS_AT_ONCE = 50;

/** A missing permission to read markets concerns markets alone: everything else in the store still works. */
async function permitted<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.kind !== 'auth' || error.code !== 'missing_scope') throw error;
    throw new AppError('BAD_REQUEST', 'MARKETS_NOT_PERMITTED');
  }
}

export const marketList = storeList({
  kind: 'markets',
  job: 'read-markets',
  everyHours: 24,
  minute: 47,
  topic: 'stores',
  isOffered: (can) => can.marketPrices === true,
  read(connector, ctx) {
    const markets = connector.readMarkets?.(ctx);
    return markets && permitted(markets);
  },
  async keep(tx, deps, here, storeId, markets) {
    await saveMarkets(tx, here.workplaceId, storeId, markets);
    await deps.queue.send(tx, guardMarketPricesJob, { ...here, storeId });
  },
});

/** Asks a job to read a store's markets. Throws STORE_NOT_FOUND. */
export const requestMarkets = (deps: Deps, scope: WorkplaceScope, storeId: string): Promise<void> =>
  requestList(deps, marketList, scope, storeId);

/** Asks a job to read the prices of a price list. Throws STORE_NOT_FOUND and MARKET_UNKNOWN. */
export async function requestPrices(
  deps: Deps,
  scope: WorkplaceScope,
  { storeId, priceListId }: { storeId: string; priceListId: string },
): Promise<void> {
  const { accountId, workplaceId } = scope;
  await deps.db.tenant(scope, async (tx) => {
    const { list } = await requirePriceList(tx, workplaceId, storeId, priceListId);
    await notePricesAsked(tx, workplaceId, { storeId, priceListId, name: list.name });
    await deps.queue.send(tx, readMarketPricesJob, { accountId, workplaceId, storeId, priceListId });
    await publish(tx, workplaceId, 'stores', [storeId]);
  });
}

/** Reads what listed products cost in a price list, for a preview. Changes nothing in the store. */
export async function readPrices(
  deps: Deps,
  here: WorkplaceScope,
  { storeId, priceListId }: { storeId: string; priceListId: string },
): Promise<void> {
  const { workplaceId } = here;
  const name = { storeId, priceListId };
  const { list, listed } = await deps.db.read(here, async (ex) => {
    const markets = (await findMarkets(ex, workplaceId, storeId)).get(storeId) ?? [];
    return {
      list: priceListsOf(markets).find((one) => one.id === priceListId),
      listed: await findListedVariants(ex, workplaceId, storeId),
    };
  });
  if (!list) return;
  const byVariant = new Map(listed.map((one) => [one.external_variant_id, one]));
  const products = [...new Set(listed.map((one) => one.external_product_id))];
  const read = withStore(deps, here, storeId, async ({ connector, ctx }) => {
    for (let at = 0; at < products.length; at += PRODUCTS_AT_ONCE) {
      const externalProductIds = products.slice(at, at + PRODUCTS_AT_ONCE);
      const asked = { priceListId, currency: list.currency, externalProductIds };
      const prices = (await connector.readMarketPrices?.(ctx, asked)) ?? [];
      const rows = prices.flatMap(({ externalVariantId, price, compareAtPrice, isFixed }) => {
        const own = byVariant.get(externalVariantId);
        if (!own) return [];
        return [
          {
            external_variant_id: externalVariantId,
            listing_id: own.listing_id,
            currency: list.currency,
            held_price: price.amount,
            held_compare: compareAtPrice?.amount ?? null,
            held_fixed: isFixed,
          },
        ];
      });
      await deps.db.tenant(here, (tx) => saveHeld(tx, workplaceId, name, rows));
    }
    return undefined;
  });
  const fault = await read.catch((error: unknown) => {
    const found = listFault(error, list.name);
    if (!found) throw error;
    return found;
  });
  await deps.db.tenant(here, async (tx) => {
    await notePricesRead(tx, workplaceId, name, fault);
    await publish(tx, workplaceId, 'stores', [storeId]);
  });
}
