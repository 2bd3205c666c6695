import { contracts, type PlatformName, type PushSettings, type SplitOptions } from '@quayside/contracts';
import { AppError, type MessageParams, notFound, type PriceEnding } from '@quayside/kernel';
import type { WorkplaceScope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import { type HttpApp, route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { findStore, listStores, problemAnswer } from '../connections/index.ts';
import { getImportName, type ImportProducts } from './actions/import-products.ts';
import { retryListing } from './actions/retry-listing.ts';
import { type PushRequest, type StartedPush, startPush } from './actions/start-push.ts';
import { listingAnswer } from './answers.ts';
import type { ProductPorts } from './ports.ts';
import { oneListing } from './queries/list-products.ts';
import { storesOfChannels } from './rules/channel-stores.ts';

const scopeOf = (who: Who) => who.scope;

export interface Asked {
  push_settings?: PushSettings;
  product_listings?: PushSettings;
  variant_options?: SplitOptions;
  rates?: Record<string, number>;
  price_ending?: PriceEnding;
}

export const askOf = (body: Asked, productIds: readonly string[], storeIds: readonly string[]): PushRequest => ({
  productIds,
  storeIds,
  settings: body.push_settings ?? body.product_listings,
  split: body.variant_options,
  rates: body.rates ?? {},
  ...(body.price_ending ? { priceEnding: body.price_ending } : {}),
});

export const failures = (locale: string, failed: Iterable<[string, { key: string; params: MessageParams }]>) =>
  Object.fromEntries(
    [...failed].map(([id, problem]) => [id, problemAnswer(locale, problem) ?? { key: problem.key, text: problem.key }]),
  );

const begun = (locale: string, push: StartedPush) => ({
  items: push.items,
  failed: failures(locale, push.failed),
});

/** Calls that put products into stores. */
export function pushRoutes(
  app: HttpApp,
  deps: Deps,
  { quota, storePrices }: Pick<ProductPorts, 'quota' | 'storePrices'>,
  importProducts: ImportProducts,
): void {
  const calls = contracts.products;
  const push = (scope: WorkplaceScope, ask: PushRequest) => startPush(deps, quota, scope, ask, storePrices);

  route(app, calls.push, async ({ body }, who) =>
    begun(who.locale, await push(scopeOf(who), askOf(body, body.product_ids, body.store_ids))),
  );

  route(app, calls.elasticPush, async ({ body }, who) => {
    const channels = Object.keys(body.push_settings) as PlatformName[];
    let storeIds = body.store_ids;
    if (!storeIds) {
      const stores = await deps.db.read(who.scope, (ex) => listStores(ex, who.workplaceId, false));
      const active = stores
        .filter((store) => store.status === 'active')
        .map((store) => ({ storeId: store.store_id, platform: store.platform, isDefault: store.is_default }));
      const { chosen, missing } = storesOfChannels(channels, active, who.storeId);
      if (active.length > 0 && missing.length > 0)
        throw new AppError('BAD_REQUEST', 'CHANNEL_HAS_NO_STORE', { params: { channel: missing.join(', ') } });
      storeIds = chosen;
    }
    return begun(who.locale, await push(scopeOf(who), askOf(body, body.es_product_ids, storeIds)));
  });

  route(app, calls.sourcePush, async ({ body }, who) => {
    const scope = scopeOf(who);
    const store = await deps.db.read(scope, (ex) => findStore(ex, who.workplaceId, body.store_id));
    if (!store) throw notFound('STORE_NOT_FOUND');
    const asks = body.products.map((product) => ({
      source: product.source,
      mode: store.mode,
      sourceProductId: product.supplier_product_id,
      shipTo: product.ship_to,
    }));
    const { imported, failed } = await importProducts(scope, asks);
    const bySource = new Map(asks.map((ask) => [imported.get(getImportName(ask))?.productId, ask.sourceProductId]));
    const productIds = [...bySource.keys()].filter((id) => id !== undefined);
    const pushed =
      productIds.length === 0
        ? { items: [], failed: new Map(), refusals: [] }
        : await push(scope, askOf(body, productIds, [body.store_id]));
    const refused = asks.flatMap((ask): [string, { key: string; params: MessageParams }][] => {
      const error = failed.get(getImportName(ask));
      return error ? [[ask.sourceProductId, { key: error.code, params: error.params }]] : [];
    });
    const unpushed = [...pushed.failed].map(([id, problem]): [string, { key: string; params: MessageParams }] => [
      bySource.get(id) ?? id,
      problem,
    ]);
    return { items: pushed.items, failed: failures(who.locale, [...refused, ...unpushed]) };
  });

  const listing = async (who: Who, listingId: string) => {
    const row = await deps.db.read(who.scope, (ex) => oneListing(ex, who.workplaceId, listingId));
    if (!row) throw notFound('LISTING_NOT_FOUND');
    return listingAnswer(row, who.locale);
  };
  route(app, calls.listing, ({ params }, who) => listing(who, params.listing_id));
  route(app, calls.retryListing, async ({ params }, who) => {
    const { processId } = await retryListing(deps, scopeOf(who), params.listing_id);
    return { listing: await listing(who, params.listing_id), process_id: processId };
  });
}
