import type { SupplierId } from '@quayside/connector-kit';
import { contracts, nameWithoutConnector, type ServerSide } from '@quayside/contracts';
import { AppError, BODY_STATUS, invalidField, notFound } from '@quayside/kernel';
import type { Executor } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { say } from '../../http/messages.ts';
import { route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { handler } from '../../jobs/define.ts';
import { PATIENCE, type Patience } from '../../jobs/effect/pauses.ts';
import { listStores } from '../connections/index.ts';
import {
  type ShippingQuery,
  shippingFigures,
  shippingKey,
  usualMode,
  type WorkplaceFacts,
  workplaceFacts,
} from '../sourcing/index.ts';
import { workBulkEdit } from './actions/bulk-edits.ts';
import { checkPictures } from './actions/check-pictures.ts';
import { compareListings, compareListingsOfStores } from './actions/compare-listings.ts';
import { drawPictures } from './actions/draw-pictures.ts';
import { createImport, getImportName } from './actions/import-products.ts';
import { createPushing } from './actions/push-listing.ts';
import { storePusher } from './actions/push-store.ts';
import { readListings } from './actions/read-listings.ts';
import { updateProducts } from './actions/update-products.ts';
import { workPushBatch } from './actions/work-push-batch.ts';
import { detailAnswer, listingAnswer, summaryAnswer } from './answers.ts';
import { bulkEditRoutes } from './bulk-edit-routes.ts';
import { bulkPushRoutes } from './bulk-push-routes.ts';
import { copyRoutes } from './copy-routes.ts';
import { fieldRoutes } from './field-routes.ts';
import { inventoryRoutes } from './inventory-routes.ts';
import {
  checkPicturesJob,
  compareListingsJob,
  compareStoreListingsJob,
  drawPicturesJob,
  pushStoreJob,
  readListingsJob,
  workBulkEditJob,
  workPushBatchJob,
} from './jobs/products.ts';
import { overrideRoutes } from './override-routes.ts';
import type { ProductPorts } from './ports.ts';
import { pushRoutes } from './push-routes.ts';
import { toProductFilter } from './queries/center-filter.ts';
import { countProducts, countPushed } from './queries/counts.ts';
import { cut, listImported, listingFacts, listMapped, listProducts } from './queries/list-products.ts';
import { suggestOrders } from './queries/suggest-orders.ts';
import { listTags } from './queries/tags.ts';
import { findProduct, findVariants } from './repo.ts';
import type { Product } from './tables.ts';

/** The product center: importing, editing, and putting products into stores. */
export function register(deps: Deps, ports: ProductPorts, patience: Patience = PATIENCE): Feature {
  const calls = contracts.products;
  const factsOf = workplaceFacts(deps);
  const pushing = createPushing(deps, patience, ports);
  const push = storePusher(deps, pushing);
  const scopeOf = (who: Who) => who.scope;
  const sourceName = (source: keyof Deps['connectors']['suppliers']) =>
    deps.connectors.suppliers[source]?.label ?? nameWithoutConnector(source);

  const shippingAsk = (product: Pick<Product, 'source' | 'mode' | 'source_product_id' | 'ship_to'>): ShippingQuery => ({
    source: product.source,
    mode: product.mode,
    sourceProductId: product.source_product_id,
    shipTo: product.ship_to,
  });

  const summaries = async (who: Who, ask: Parameters<typeof listProducts>[2]) => {
    const { ownAccounts } = await factsOf(scopeOf(who));
    return deps.db.read(who.scope, async (ex) => {
      const { items, ...rest } = cut(
        await listProducts(ex, who.workplaceId, ask),
        ask.page_size,
        (row) => row.product_id,
      );
      const ids = items.map((row) => row.product_id);
      const listings = ids.length === 0 ? [] : await listingFacts(ex, who.workplaceId, ids);
      const marks = await ports.watchMarks(ex, who.workplaceId, ids);
      const shipping = await shippingFigures(ex, items.map(shippingAsk), ownAccounts);
      return {
        items: items.map((row) =>
          summaryAnswer(
            row,
            listings,
            marks,
            who.locale,
            sourceName(row.source),
            shipping.get(shippingKey(shippingAsk(row))),
          ),
        ),
        ...rest,
      };
    });
  };

  const detail = async (ex: Executor, who: Who, productId: string, ownAccounts: WorkplaceFacts['ownAccounts']) => {
    const product = await findProduct(ex, who.workplaceId, productId);
    if (!product) throw notFound('PRODUCT_NOT_FOUND');
    const variants = await findVariants(ex, who.workplaceId, [productId]);
    const listings = await listingFacts(ex, who.workplaceId, [productId]);
    const marks = await ports.watchMarks(ex, who.workplaceId, [productId]);
    const seen = await ports.seenVariants(ex, who.workplaceId, [productId]);
    const ask = shippingAsk(product);
    const shipping = (await shippingFigures(ex, [ask], ownAccounts)).get(shippingKey(ask));
    return detailAnswer(product, variants, listings, { marks, seen }, who.locale, sourceName(product.source), shipping);
  };

  const importProducts = createImport(deps, ports);

  return {
    effects: [pushing],
    routes(app) {
      const importOne = async (
        who: Who,
        source: SupplierId,
        body: ServerSide<typeof calls.importOne>['body'],
        reply: { message(key: string): void },
      ) => {
        if (body.source && body.source !== source)
          throw new AppError('UNPROCESSABLE_ENTITY', 'INPUT_INVALID_FIELDS', {
            fields: { source: ['IMPORT_SOURCE_DIFFERS'] },
          });
        const scope = scopeOf(who);
        const ask = {
          source,
          mode: body.mode ?? usualMode(deps, await factsOf(scope)),
          sourceProductId: body.supplier_product_id,
          shipTo: body.ship_to,
        };
        const { imported, failed } = await importProducts(scope, [ask]);
        const refused = failed.get(getImportName(ask));
        if (refused) throw refused;
        const one = imported.get(getImportName(ask));
        if (!one) throw notFound('SOURCE_PRODUCT_NOT_FOUND');
        reply.message(one.wasThere ? 'PRODUCT_WAS_ADDED' : 'PRODUCT_ADDED');
        return { product_package_id: one.productId, error_message: null, already_imported: one.wasThere };
      };
      route(app, calls.importOne, ({ params, body }, who, reply) => importOne(who, params.source, body, reply));
      route(app, calls.importOneLegacy, ({ params, body }, who, reply) => importOne(who, params.platform, body, reply));

      route(app, calls.importAll, async ({ body }, who) => {
        const ids = body.import_data.map((one) => one.product_id);
        const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at);
        if (twice >= 0) throw invalidField(`import_data.${twice}.product_id`, 'PRODUCT_NAMED_TWICE');
        const mode = body.mode ?? usualMode(deps, await factsOf(who.scope));
        const asks = body.import_data.map((one) => ({
          source: one.source,
          mode,
          sourceProductId: one.product_id,
          shipTo: body.ship_to,
        }));
        const { imported, failed } = await importProducts(who.scope, asks);
        const success: ServerSide<typeof calls.importAll>['data']['success'] = {};
        const problems: ServerSide<typeof calls.importAll>['data']['failed'] = {};
        for (const ask of asks) {
          const one = imported.get(getImportName(ask));
          const error = failed.get(getImportName(ask)) ?? notFound('SOURCE_PRODUCT_NOT_FOUND');
          if (one) success[ask.sourceProductId] = { product_package_id: one.productId, already_imported: one.wasThere };
          else
            problems[ask.sourceProductId] = {
              key: error.code,
              params: error.params,
              text: say(who.locale, error.messageKey, error.params),
              status: BODY_STATUS[error.status].body,
              ...(error.data ? { data: error.data } : {}),
            };
        }
        return { success, failed: problems };
      });

      route(app, calls.importList, ({ query }, who) => summaries(who, { ...query, states: ['unpushed'] }));
      route(app, calls.centerList, ({ query: { state, watch, ...query } }, who) =>
        summaries(who, { ...query, ...toProductFilter(ports, who.workplaceId, { state, watch }) }),
      );
      route(app, calls.centerCount, ({ query }, who) =>
        deps.db.read(who.scope, (ex) => countProducts(ex, who.workplaceId, query.store_id)),
      );
      route(app, calls.orderSuggestion, async (_input, who) => ({
        items: await deps.db.read(who.scope, (ex) => suggestOrders(ex, who.workplaceId)),
      }));
      route(app, calls.counts, async (_input, who) => {
        const { all, unpushed } = await deps.db.read(who.scope, (ex) => countProducts(ex, who.workplaceId));
        return { all, pushed: all - unpushed, unpushed, total_import: all };
      });
      route(app, calls.tags, async ({ query }, who) => ({
        items: await deps.db.read(who.scope, (ex) => listTags(ex, who.workplaceId, query)),
      }));
      route(app, calls.pushCounts, (_input, who) => deps.db.read(who.scope, (ex) => countPushed(ex, who.workplaceId)));

      for (const declared of [calls.importedList, calls.importedListLegacy])
        route(app, declared, async ({ query }, who) => {
          const rows = await deps.db.read(who.scope, (ex) => listImported(ex, who.workplaceId, query));
          const { items, ...rest } = cut(rows, query.page_size, (row) => row.product_id);
          return {
            items: items.map((row) => ({
              source: row.source,
              source_product_id: row.source_product_id,
              product_package_id: row.product_id,
              is_pushed_to_store: row.push_state === 'pushed',
              loading: row.push_state === 'processing',
              error: row.error_key ? say(who.locale, row.error_key) : null,
            })),
            ...rest,
          };
        });

      route(app, calls.mapped, async ({ query }, who) => {
        const rows = await deps.db.read(who.scope, (ex) => listMapped(ex, who.workplaceId, query));
        const { items, ...rest } = cut(rows, query.page_size, (row) => row.listing_id);
        return {
          items: items.map((row) => ({
            ...listingAnswer(row, who.locale),
            title: row.title,
            image: row.images[0]?.url ?? null,
            source: row.source,
            source_product_id: row.source_product_id,
          })),
          ...rest,
        };
      });
      route(app, calls.unmapped, ({ query }, who) =>
        deps.db.read(who.scope, async (ex) => {
          const rows = await ports.unmappedProducts(ex, who.workplaceId, query);
          const { items, ...rest } = cut(rows, query.page_size, (row) => row.channel_product_id);
          const stores = new Map(
            (await listStores(ex, who.workplaceId, true)).map((store) => [store.store_id, store] as const),
          );
          return {
            items: items.flatMap(({ image_url, ...row }) => {
              const store = stores.get(row.store_id);
              return store
                ? [{ ...row, store_name: store.store_name, platform: store.platform, image: image_url }]
                : [];
            }),
            ...rest,
          };
        }),
      );

      route(app, calls.product, async ({ params }, who) => {
        const { ownAccounts } = await factsOf(scopeOf(who));
        return deps.db.read(who.scope, (ex) => detail(ex, who, params.id, ownAccounts));
      });
      route(app, calls.bulkUpdate, async ({ body }, who, reply) => {
        await updateProducts(deps, scopeOf(who), body.products);
        reply.message('PRODUCT_SAVED');
        const { ownAccounts } = await factsOf(scopeOf(who));
        return deps.db.read(who.scope, async (ex) => {
          const items = [];
          for (const { product_id } of body.products) items.push(await detail(ex, who, product_id, ownAccounts));
          return { items };
        });
      });
      copyRoutes(app, deps, ports);
      pushRoutes(app, deps, ports, importProducts);
      bulkPushRoutes(app, deps, ports);
      bulkEditRoutes(app, deps, ports);
      fieldRoutes(app, deps, ports);
      overrideRoutes(app, deps);
      inventoryRoutes(app, deps, ports);
    },
    jobs: [
      handler(pushStoreJob, async ({ accountId, workplaceId, storeId }, run) => {
        await push({ accountId, workplaceId }, storeId, run).finally(() =>
          ports.onListed({ accountId, workplaceId }, storeId),
        );
      }),
      handler(workPushBatchJob, ({ accountId, workplaceId, batchId }, run) =>
        workPushBatch(deps, ports, { accountId, workplaceId }, batchId, run),
      ),
      handler(workBulkEditJob, ({ accountId, workplaceId, editId }, run) =>
        workBulkEdit(deps, { accountId, workplaceId }, editId, run),
      ),
      handler(checkPicturesJob, ({ storeId, listingId }) => checkPictures(deps, storeId, listingId)),
      handler(compareStoreListingsJob, () => compareListingsOfStores(deps)),
      handler(compareListingsJob, ({ storeId, ...here }, run) => compareListings(deps, here, storeId, run.signal)),
      handler(readListingsJob, ({ storeId, listingIds, ...here }) =>
        readListings(deps, here, storeId, listingIds, ports.metafields),
      ),
      handler(drawPicturesJob, ({ accountId, workplaceId, ...work }, run) =>
        drawPictures(deps, { accountId, workplaceId }, work, run.signal),
      ),
    ],
  };
}
