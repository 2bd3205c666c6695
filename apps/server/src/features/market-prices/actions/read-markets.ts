import { ConnectorError } from '@quayside/connector-kit';
import { AppError, type MessageParams, notFoundField } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { findStore, type OpenStore, storeRef, storesOfPart, toProblem, withStore } from '../../connections/index.ts';
import { findListedVariants } from '../../products/index.ts';
import { readMarketPricesJob, readMarketsJob } from '../jobs/market-prices.ts';
import { findList, noteAsked, noteFault, notePricesAsked, notePricesRead, saveList } from '../list-repo.ts';
import { saveHeld } from '../price-repo.ts';
import { requirePriceList } from '../queries/require-price-list.ts';
import { priceListsOf } from '../rules/price-lists.ts';

const HOUR_MS = 3_600_000;
const HOURS_A_DAY = 24;
const PRODUCTS_AT_ONCE = 50;

export interface Fault {
  key: string;
  params: MessageParams;
}

export const hasMarkets = (deps: Pick<Deps, 'connectors'>, platform: string): boolean =>
  deps.connectors.channels[platform]?.capabilities.marketPrices === true;

/** Sends a reading for a part of the stores each hour, so that every store is read once a day. */
export async function readMarketsOfStores(deps: Deps): Promise<void> {
  const part = Math.floor(deps.clock.millis() / HOUR_MS) % HOURS_A_DAY;
  const platforms = Object.keys(deps.connectors.channels).filter((platform) => hasMarkets(deps, platform));
  await deps.db.global(async (tx) => {
    const due = await storesOfPart(tx, { platforms, part, parts: HOURS_A_DAY });
    await deps.queue.sendMany(tx, readMarketsJob, due.map(storeRef));
  });
}

/** Asks a job to read a store's markets. Throws STORE_NOT_FOUND. */
export async function requestMarkets(deps: Deps, scope: WorkplaceScope, storeId: string): Promise<void> {
  const { accountId, workplaceId } = scope;
  await deps.db.tenant(scope, async (tx) => {
    const store = await findStore(tx, workplaceId, storeId);
    if (!store) throw notFoundField('store_id', 'STORE_NOT_FOUND');
    if (!hasMarkets(deps, store.platform)) return;
    await noteAsked(tx, workplaceId, storeId);
    await deps.queue.send(tx, readMarketsJob, { accountId, workplaceId, storeId });
    await publish(tx, workplaceId, 'stores', [storeId]);
  });
}

/** A missing permission to read markets concerns markets alone: everything else in the store still works. */
async function permitted<T>({ store }: OpenStore, call: () => Promise<T>): Promise<T | Fault> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.kind !== 'auth' || error.code !== 'missing_scope') throw error;
    return { key: 'MARKETS_NOT_PERMITTED', params: { name: store.store_name || store.platform_domain } };
  }
}

/** Runs a reading of a store. Returns why it failed, where people can see it. */
async function reading<T extends object>(
  deps: Deps,
  here: WorkplaceScope,
  storeId: string,
  call: (open: OpenStore) => Promise<T>,
): Promise<T | Fault | undefined> {
  try {
    return await withStore(deps, here, storeId, (open) => permitted(open, () => call(open)));
  } catch (error) {
    if (!(error instanceof ConnectorError) && !(error instanceof AppError)) throw error;
    const store = await deps.db.read(here, (ex) => findStore(ex, here.workplaceId, storeId));
    if (!store) return undefined;
    const name = store.store_name || store.platform_domain;
    if (error instanceof AppError) return { key: error.messageKey, params: { name } };
    const problem = toProblem(error, name);
    return { key: problem.key, params: problem.params ?? {} };
  }
}

/** Reads a store's markets and keeps them. A failure keeps the last list, with the reason. */
export async function readMarkets(deps: Deps, here: WorkplaceScope, storeId: string): Promise<void> {
  const { workplaceId } = here;
  const read = await reading(deps, here, storeId, async ({ connector, ctx }) => ({
    markets: (await connector.readMarkets?.(ctx)) ?? [],
  }));
  if (!read) return;
  await deps.db.tenant(here, async (tx) => {
    if ('key' in read) await noteFault(tx, workplaceId, storeId, read);
    else await saveList(tx, workplaceId, storeId, read.markets);
    await publish(tx, workplaceId, 'stores', [storeId]);
  });
}

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
    const markets = (await findList(ex, workplaceId, storeId))?.markets ?? [];
    return {
      list: priceListsOf(markets).find((one) => one.id === priceListId),
      listed: await findListedVariants(ex, workplaceId, storeId),
    };
  });
  if (!list) return;
  const byVariant = new Map(listed.map((one) => [one.external_variant_id, one]));
  const products = [...new Set(listed.map((one) => one.external_product_id))];
  const done = await reading(deps, here, storeId, async ({ connector, ctx }) => {
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
    return {};
  });
  if (!done) return;
  await deps.db.tenant(here, async (tx) => {
    await notePricesRead(tx, workplaceId, name, 'key' in done ? done : undefined);
    await publish(tx, workplaceId, 'stores', [storeId]);
  });
}
