import type { ProductFeedFormat } from '@quayside/contracts/product-feed-choices.ts';
import type { MessageParams } from '@quayside/kernel';
import { type Executor, json, sql } from '../../db/index.ts';
import type { LeftOut } from './rules/feed-item.ts';

export interface FeedProblem {
  product_id: string;
  title: string;
  key: LeftOut;
}

export interface FeedRow {
  feed_id: string;
  store_id: string;
  format: ProductFeedFormat;
  revision: number;
  file_id: string | null;
  etag: string | null;
  items: number;
  products: number;
  left_out: number;
  problems: FeedProblem[];
  fault: string | null;
  fault_params: MessageParams;
  refreshed_at: string | null;
  created_at: string;
}

const COLUMNS = sql`feed_id, store_id, format, revision, file_id, etag, items, products, left_out, problems, fault, fault_params,
  refreshed_at, created_at`;

/** Adds a feed. Returns false when the store has one of this format. */
export const insertFeed = async (
  tx: Executor,
  workplaceId: string,
  feed: Pick<FeedRow, 'feed_id' | 'store_id' | 'format'>,
): Promise<boolean> =>
  (await tx.run(sql`insert into product_feed (workplace_id, feed_id, store_id, format)
    values (${workplaceId}, ${feed.feed_id}, ${feed.store_id}, ${feed.format})
    on conflict (workplace_id, store_id, format) do nothing`)) > 0;

export const listFeeds = (ex: Executor, workplaceId: string): Promise<FeedRow[]> =>
  ex.rows(sql`select ${COLUMNS} from product_feed where workplace_id = ${workplaceId} order by created_at, feed_id`);

export const feedsOfStore = (ex: Executor, workplaceId: string, storeId: string): Promise<FeedRow[]> =>
  ex.rows(sql`select ${COLUMNS} from product_feed where workplace_id = ${workplaceId} and store_id = ${storeId}
    order by created_at, feed_id`);

export const findFeed = (ex: Executor, workplaceId: string, feedId: string): Promise<FeedRow | undefined> =>
  ex.first(sql`select ${COLUMNS} from product_feed where workplace_id = ${workplaceId} and feed_id = ${feedId}`);

export const rotateFeed = (tx: Executor, workplaceId: string, feedId: string): Promise<number> =>
  tx.run(
    sql`update product_feed set revision = revision + 1 where workplace_id = ${workplaceId} and feed_id = ${feedId}`,
  );

/** Deletes a feed; returns the id of its file. */
export const deleteFeed = (
  tx: Executor,
  workplaceId: string,
  feedId: string,
): Promise<{ file_id: string | null } | undefined> =>
  tx.first(sql`delete from product_feed where workplace_id = ${workplaceId} and feed_id = ${feedId} returning file_id`);

export interface Refreshed {
  fileId: string;
  hash: string;
  items: number;
  products: number;
  leftOut: number;
  problems: readonly FeedProblem[];
  now: string;
}

/** Records a refresh. Returns the file that it replaces; undefined: the feed was deleted meanwhile. */
export const feedRefreshed = (
  tx: Executor,
  workplaceId: string,
  feedId: string,
  one: Refreshed,
): Promise<{ file_id: string | null } | undefined> =>
  tx.first(sql`with before as (select file_id from product_feed where workplace_id = ${workplaceId} and feed_id = ${feedId} for update)
    update product_feed f set file_id = ${one.fileId}, etag = ${one.hash}, items = ${one.items}, products = ${one.products},
      left_out = ${one.leftOut}, problems = ${json(one.problems)}, fault = null, fault_params = '{}',
      refreshed_at = ${one.now}::timestamptz
    from before where f.workplace_id = ${workplaceId} and f.feed_id = ${feedId} returning before.file_id`);

export const feedFailed = (
  tx: Executor,
  workplaceId: string,
  feedId: string,
  fault: { code: string; params: MessageParams },
): Promise<number> =>
  tx.run(sql`update product_feed set fault = ${fault.code}, fault_params = ${json(fault.params)}
    where workplace_id = ${workplaceId} and feed_id = ${feedId}`);
