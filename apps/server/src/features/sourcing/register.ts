import type { SupplierId } from '@quayside/connector-kit';
import { contracts, DONE, MOST_RECENT } from '@quayside/contracts';
import { sql } from '../../db/index.ts';
import type { Deps, Mode } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { handler } from '../../jobs/define.ts';
import {
  fetchSource,
  readSource,
  refreshSource,
  type SourceName,
  type SourceWithFacts,
} from './actions/read-source.ts';
import { searchSource } from './actions/search-source.ts';
import { syncCatalogues } from './actions/sync-catalogue.ts';
import { detailAnswer, optionAnswer } from './answers.ts';
import { refreshSourceJob, searchSourceJob, syncCataloguesJob, tidySourcingJob } from './jobs/sourcing.ts';
import { collectionSizes } from './queries/collections.ts';
import { finder } from './queries/find.ts';
import { getLogistics, priceDetail } from './queries/price-detail.ts';
import { shownProducts } from './queries/shown-products.ts';
import { usualMode, workplaceFacts } from './queries/workplace-facts.ts';
import { categoryTrees } from './rules/category-tree.ts';
import { listCategories } from './source-repo.ts';
import { deleteViews, recentViews, saveView, type Viewer } from './view-repo.ts';

interface Logistics {
  country_code: string;
  quantity: number;
  ship_from?: string;
  sku_id?: string;
  mode?: Mode;
}

/** Product search at suppliers and in their stored catalogs. */
export function register(deps: Deps): Feature {
  const calls = contracts.sourcing;
  const factsOf = workplaceFacts(deps);
  const find = finder(deps, factsOf);
  const shown = shownProducts(deps);
  const sizes = collectionSizes(deps);
  const scopeOf = (who: Who) => who.scope;

  const nameOf = async (
    who: Who,
    source: SupplierId,
    sourceProductId: string,
    asked: { mode?: Mode; shipTo: string },
  ): Promise<SourceName> => ({
    source,
    sourceProductId,
    shipTo: asked.shipTo,
    mode: asked.mode ?? usualMode(deps, await factsOf(scopeOf(who))),
  });

  const viewerOf = async (who: Who, mode: Mode | undefined): Promise<Viewer> => ({
    workplaceId: who.workplaceId,
    accountId: who.account.id,
    mode: mode ?? usualMode(deps, await factsOf(scopeOf(who))),
  });

  const detail = async (who: Who, row: SourceWithFacts) => {
    const product = await deps.db.read(who.scope, (ex) =>
      ex.first<{ product_id: string }>(sql`select product_id from product where workplace_id = ${who.workplaceId}
        and source = ${row.source} and mode = ${row.mode} and source_product_id = ${row.source_product_id} and deleted_at is null and copied_from is null`),
    );
    return detailAnswer(row, product?.product_id ?? null);
  };

  const logistics = async (who: Who, source: SupplierId, productId: string, query: Logistics) => {
    const name = await nameOf(who, source, productId, { mode: query.mode, shipTo: query.country_code });
    const { quote } = await getLogistics(deps, who.scope, name, {
      skuId: query.sku_id,
      quantity: query.quantity,
      shipFrom: query.ship_from,
    });
    return {
      country_code: query.country_code,
      ships: quote.options.length > 0,
      items: quote.options.map(optionAnswer),
      quoted_at: quote.quotedAt,
    };
  };

  return {
    routes(app) {
      route(app, calls.categories, async ({ query }) => {
        const rows = await deps.db.global(listCategories);
        return { items: categoryTrees(query.source ? rows.filter((row) => query.source?.includes(row.source)) : rows) };
      });
      route(app, calls.shown, shown);
      route(app, calls.find, ({ query }, who) => find(scopeOf(who), query, who.locale, who.account.id));
      route(app, calls.collections, async ({ query }, who) => {
        const mode = query.mode ?? usualMode(deps, await factsOf(scopeOf(who)));
        return { items: await sizes(mode), mode };
      });
      route(app, calls.findByCollection, ({ params, query }, who) =>
        find(scopeOf(who), { ...query, collection: params.collection_slug }, who.locale, who.account.id),
      );

      route(app, calls.interact, async ({ body }, who) => {
        const viewer = await viewerOf(who, body.mode);
        const product = { source: body.source as SupplierId, sourceProductId: body.product_id };
        await deps.db.tenant(who.scope, (tx) => saveView(tx, viewer, product));
        return DONE;
      });
      route(app, calls.recent, async ({ query }, who) => {
        const viewer = await viewerOf(who, query.mode);
        const rows = await deps.db.read(who.scope, (ex) => recentViews(ex, viewer, MOST_RECENT));
        return {
          items: rows.map(({ cost_from: amount, currency, image_url: image, title: name, ...row }) => ({
            ...row,
            name,
            image,
            cost: { amount, currency },
          })),
          mode: viewer.mode,
        };
      });
      route(app, calls.forgetViews, async (_input, who) => {
        const { workplaceId } = who;
        await deps.db.tenant(who.scope, (tx) => deleteViews(tx, { workplaceId, accountId: who.account.id }));
        return DONE;
      });

      for (const call of [calls.source, calls.sourceDetail] as const) {
        route(app, call, async ({ params, query }, who) => {
          const asked = { mode: query.mode, shipTo: query.ship_to };
          return detail(who, await readSource(deps, who.scope, await nameOf(who, params.platform, params.id, asked)));
        });
      }
      route(app, calls.fetchSource, async ({ params, body }, who) => {
        const asked = { mode: body.mode, shipTo: body.ship_to };
        return detail(who, await fetchSource(deps, who.scope, await nameOf(who, params.platform, params.id, asked)));
      });

      route(app, calls.logistics, ({ params, query }, who) => logistics(who, params.source, params.productId, query));
      route(app, calls.productLogistics, ({ params, query }, who) =>
        logistics(who, params.source, params.product_id, query),
      );
      route(app, calls.priceDetail, async ({ params, query }, who) => {
        const asked = { mode: query.mode, shipTo: params.ship_to };
        const name = await nameOf(who, params.source, params.product_id, asked);
        return priceDetail(deps, who.scope, name, {
          skuId: query.sku_id,
          quantity: query.quantity,
          shipFrom: query.ship_from,
        });
      });
    },
    jobs: [
      handler(syncCataloguesJob, (_payload, run) => syncCatalogues(deps, run.signal)),
      handler(searchSourceJob, ({ accountId, workplaceId, ...ask }) =>
        searchSource(deps, { accountId, workplaceId }, ask),
      ),
      handler(refreshSourceJob, ({ accountId, workplaceId, ...name }) =>
        refreshSource(deps, { accountId, workplaceId }, name),
      ),
      handler(tidySourcingJob, async () => {
        await deps.db.global(async (tx) => {
          await tx.run(sql`delete from source_quote where quoted_at < now() - interval '1 hour'`);
          await tx.run(
            sql`delete from source_zone where asked_as <> 'operator' and seen_at < now() - interval '30 days'`,
          );
          await tx.run(sql`delete from source_question where kind = 'search' and asked_at < now() - interval '1 day'`);
        });
      }),
    ],
  };
}
