import { contracts, DONE, type ProductFeed } from '@quayside/contracts';
import { isId, newId, notFound, notFoundField } from '@quayside/kernel';
import type { Executor } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { say } from '../../http/messages.ts';
import { route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { handler } from '../../jobs/define.ts';
import { findStore, listStores, type Store } from '../connections/index.ts';
import { discardFiles, readFile } from '../files/index.ts';
import { refreshFeeds, refreshFeedsOfStores } from './actions/refresh-feeds.ts';
import { refreshFeedsJob, refreshFeedsOfStoresJob } from './jobs.ts';
import { deleteFeed, type FeedRow, feedsOfStore, findFeed, insertFeed, listFeeds, rotateFeed } from './repo.ts';
import { isFeedLink, toFeedPath } from './rules/feed-link.ts';

const TYPES = { xml: 'application/xml; charset=utf-8', csv: 'text/csv; charset=utf-8' } as const;
/** Rows of a workspace are read without knowing its account. */
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

/** Feeds of a store's products, with a public address each. */
export function register(deps: Deps): Feature {
  const calls = contracts.productFeeds;

  const view = (
    who: Who,
    row: FeedRow,
    store: Pick<Store, 'store_name' | 'platform_domain'> | undefined,
  ): ProductFeed => {
    const link = { workplaceId: who.workplaceId, feedId: row.feed_id, revision: row.revision };
    return {
      feed_id: row.feed_id,
      store_id: row.store_id,
      store_name: store?.store_name || store?.platform_domain || '',
      format: row.format,
      url: `${deps.config.appUrl ?? deps.config.ownUrl}${toFeedPath(deps.vault, link, row.format)}`,
      refreshed_at: row.refreshed_at,
      items: row.items,
      products: row.products,
      left_out: row.left_out,
      problems: row.problems.map(({ product_id, title, key }) => ({ product_id, title, text: say(who.locale, key) })),
      fault: row.fault === null ? null : say(who.locale, row.fault, row.fault_params),
      created_at: row.created_at,
    };
  };
  const known = async (ex: Executor, workplaceId: string, feedId: string): Promise<FeedRow> => {
    const row = await findFeed(ex, workplaceId, feedId);
    if (!row) throw notFound('FEED_NOT_FOUND');
    return row;
  };

  return {
    jobs: [
      handler(refreshFeedsOfStoresJob, () => refreshFeedsOfStores(deps)),
      handler(refreshFeedsJob, async ({ storeId, ...here }, run) => {
        if (!(await refreshFeeds(deps, here, storeId, run.signal)))
          throw new Error('stopped before all feeds were refreshed');
      }),
    ],
    routes(app) {
      route(app, calls.feeds, (_input, who) =>
        deps.db.read(who.scope, async (ex) => {
          const stores = new Map((await listStores(ex, who.workplaceId, true)).map((one) => [one.store_id, one]));
          const rows = await listFeeds(ex, who.workplaceId);
          return { items: rows.map((row) => view(who, row, stores.get(row.store_id))) };
        }),
      );

      route(app, calls.createFeed, ({ body }, who) =>
        deps.db.tenant(who.scope, async (tx) => {
          const { accountId, workplaceId } = who.scope;
          const store = await findStore(tx, workplaceId, body.store_id);
          if (!store) throw notFoundField('store_id', 'STORE_NOT_FOUND');
          await insertFeed(tx, workplaceId, { feed_id: newId(), store_id: body.store_id, format: body.format });
          const row = (await feedsOfStore(tx, workplaceId, body.store_id)).find((one) => one.format === body.format);
          if (!row) throw new Error('inserted feed not found');
          await deps.queue.send(tx, refreshFeedsJob, { accountId, workplaceId, storeId: body.store_id });
          return view(who, row, store);
        }),
      );

      route(app, calls.rotateFeed, ({ params }, who) =>
        deps.db.tenant(who.scope, async (tx) => {
          await rotateFeed(tx, who.workplaceId, params.feed_id);
          const row = await known(tx, who.workplaceId, params.feed_id);
          return view(who, row, await findStore(tx, who.workplaceId, row.store_id));
        }),
      );

      route(app, calls.refreshFeed, ({ params }, who) =>
        deps.db.tenant(who.scope, async (tx) => {
          const { accountId, workplaceId } = who.scope;
          const { store_id: storeId } = await known(tx, workplaceId, params.feed_id);
          await deps.queue.send(tx, refreshFeedsJob, { accountId, workplaceId, storeId });
          return DONE;
        }),
      );

      route(app, calls.deleteFeed, ({ params }, who) =>
        deps.db.tenant(who.scope, async (tx) => {
          await known(tx, who.workplaceId, params.feed_id);
          const gone = await deleteFeed(tx, who.workplaceId, params.feed_id);
          if (gone?.file_id) await discardFiles(tx, who.workplaceId, [gone.file_id], deps.clock.now());
          return DONE;
        }),
      );

      // For crawlers, which send no bearer token: the signature is the permission. Every refusal is the same answer.
      app.fastify.get<{ Params: { workplace: string; feed: string; revision: string; file: string } }>(
        '/api/feeds/:workplace/:feed/:revision/:file',
        async ({ params, headers }, reply) => {
          const { workplace: workplaceId, feed: feedId } = params;
          const [, signature = '', format = ''] = /^([\w-]+)\.(xml|csv)$/.exec(params.file) ?? [];
          const link = { workplaceId, feedId, revision: Number(params.revision) };
          const isValid = isId(workplaceId) && isId(feedId) && isFeedLink(deps.vault, link, signature);
          const row = isValid
            ? await deps.db.read({ accountId: NO_ACCOUNT, workplaceId }, (ex) => findFeed(ex, workplaceId, feedId))
            : undefined;
          const isCurrent = row?.revision === link.revision && row.format === format;
          const etag = row?.etag ? `"${row.etag}"` : undefined;
          if (isCurrent && etag && headers['if-none-match'] === etag)
            return reply.code(304).header('etag', etag).send();
          const found = isCurrent && row.file_id ? await readFile(deps, row.file_id) : undefined;
          if (!row || !found || !etag) return reply.code(404).header('cache-control', 'no-store').send();
          return reply
            .header('etag', etag)
            .header('cache-control', 'private, max-age=300')
            .header('content-security-policy', "default-src 'none'; sandbox")
            .header('x-content-type-options', 'nosniff')
            .header('x-robots-tag', 'noindex')
            .type(TYPES[row.format])
            .send(found.bytes);
        },
      );
    },
  };
}
