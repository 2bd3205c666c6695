import type { PushSettings, SplitOptions } from '@quayside/contracts';
import type { MessageParams, PriceEnding } from '@quayside/kernel';
import { type Executor, json, raw, type Sql, sql } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';
import { LISTING_OPEN } from '../../states/listing.ts';
import { isOneOf } from '../../states/sql.ts';
import type { Store } from '../connections/index.ts';

/** How a batch is pushed; see PushRequest. */
export interface BatchRequest {
  settings?: PushSettings;
  split?: SplitOptions;
  rates: Record<string, number>;
  priceEnding?: PriceEnding;
}

export interface PushBatch {
  batch_id: string;
  state: 'running' | 'ended';
  store_ids: string[];
  /** Of `store_ids`, in their order. */
  store_modes: Mode[];
  request: BatchRequest;
  requested_by: string;
  created_at: string;
  ended_at: string | null;
}

const BATCH = raw('batch_id, state, store_ids, store_modes, request, requested_by, created_at, ended_at');

/** Adds a batch with all products that match `where` (on the row `p`) and that one of its stores takes. Returns how many. */
export async function insertPushBatch(
  tx: Executor,
  workplaceId: string,
  batch: Pick<PushBatch, 'batch_id' | 'store_ids' | 'store_modes' | 'request' | 'requested_by'>,
  where: Sql,
): Promise<number> {
  await tx.run(sql`insert into push_batch (workplace_id, batch_id, store_ids, store_modes, request, requested_by)
    values (${workplaceId}, ${batch.batch_id}, ${batch.store_ids}::uuid[], ${batch.store_modes}::text[],
      ${json(batch.request)}, ${batch.requested_by})`);
  return tx.run(sql`insert into push_batch_item (workplace_id, batch_id, product_id)
    select ${workplaceId}, ${batch.batch_id}, p.product_id from product p
    where p.workplace_id = ${workplaceId} and p.mode = any(${batch.store_modes}::text[]) and ${where}
    returning 1`);
}

/** A batch, held until the caller's transaction ends: one worker at a time works on it. */
export const lockPushBatch = (tx: Executor, workplaceId: string, batchId: string): Promise<PushBatch | undefined> =>
  tx.first<PushBatch>(sql`select ${BATCH} from push_batch
    where workplace_id = ${workplaceId} and batch_id = ${batchId} for update`);

export const countBatchStores = async (ex: Executor, workplaceId: string, batchId: string): Promise<number> =>
  (
    await ex.first<{ n: number }>(sql`select cardinality(store_ids)::int as n from push_batch
      where workplace_id = ${workplaceId} and batch_id = ${batchId}`)
  )?.n ?? 1;

export type CountedBatch = Omit<PushBatch, 'request' | 'store_ids' | 'store_modes'> & {
  products: number;
  started: number;
  refused: number;
};

export const findPushBatch = (ex: Executor, workplaceId: string, batchId: string): Promise<CountedBatch | undefined> =>
  ex.first<CountedBatch>(sql`select b.batch_id, b.state, b.requested_by, b.created_at, b.ended_at, i.products, i.started, i.refused
    from push_batch b cross join (select count(*)::int as products, count(*) filter (where state = 'started')::int as started,
        count(*) filter (where state = 'refused')::int as refused
      from push_batch_item where workplace_id = ${workplaceId} and batch_id = ${batchId}) i
    where b.workplace_id = ${workplaceId} and b.batch_id = ${batchId}`);

/** The next products of a batch, in the order in which products are locked, and their modes. */
export const nextBatchProducts = (
  tx: Executor,
  workplaceId: string,
  batchId: string,
  most: number,
): Promise<{ product_id: string; mode: Mode }[]> =>
  tx.rows(sql`select i.product_id, p.mode from push_batch_item i
    join product p on p.workplace_id = ${workplaceId} and p.product_id = i.product_id
    where i.workplace_id = ${workplaceId} and i.batch_id = ${batchId} and i.state = 'pending'
    order by i.product_id limit ${most}`);

/** Products of a batch still to come, by mode. */
export const countPending = (
  tx: Executor,
  workplaceId: string,
  batchId: string,
): Promise<{ mode: Mode; count: number }[]> =>
  tx.rows(sql`select p.mode, count(*)::int as count from push_batch_item i
    join product p on p.workplace_id = ${workplaceId} and p.product_id = i.product_id
    where i.workplace_id = ${workplaceId} and i.batch_id = ${batchId} and i.state = 'pending' group by p.mode`);

export interface EndedItem {
  product_id: string;
  state: 'started' | 'refused';
  error_key: string | null;
  error_params: MessageParams | null;
}

export const recordBatchItems = (
  tx: Executor,
  workplaceId: string,
  batchId: string,
  items: readonly EndedItem[],
): Promise<number> =>
  tx.run(sql`update push_batch_item i set state = r.state, error_key = r.error_key, error_params = r.error_params
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as r(product_id uuid, state text, error_key text, error_params jsonb)
    where i.workplace_id = ${workplaceId} and i.batch_id = ${batchId} and i.product_id = r.product_id`);

/** Refuses all products still to come. */
export const refusePending = (
  tx: Executor,
  workplaceId: string,
  batchId: string,
  error: { key: string; params: MessageParams },
): Promise<number> =>
  tx.run(sql`update push_batch_item set state = 'refused', error_key = ${error.key}, error_params = ${json(error.params)}
    where workplace_id = ${workplaceId} and batch_id = ${batchId} and state = 'pending'`);

export const endPushBatch = (tx: Executor, workplaceId: string, batchId: string): Promise<number> =>
  tx.run(sql`update push_batch set state = 'ended', ended_at = now()
    where workplace_id = ${workplaceId} and batch_id = ${batchId}`);

/** Which of these ids are batches. */
export const batchesAmong = async (ex: Executor, workplaceId: string, ids: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await ex.rows<{ batch_id: string }>(sql`select batch_id from push_batch
        where workplace_id = ${workplaceId} and batch_id = any(${[...ids]}::uuid[])`)
    ).map((row) => row.batch_id),
  );

/** Products that a store was left out for, from one on. */
export const refusedItems = (
  ex: Executor,
  workplaceId: string,
  batchId: string,
  page: { after: string | undefined; most: number },
): Promise<{ product_id: string; title: string; error_key: string; error_params: MessageParams | null }[]> =>
  ex.rows(sql`select i.product_id, p.title, i.error_key, i.error_params from push_batch_item i
    join product p on p.workplace_id = ${workplaceId} and p.product_id = i.product_id
    where i.workplace_id = ${workplaceId} and i.batch_id = ${batchId} and i.error_key is not null
      ${page.after ? sql`and i.product_id > ${page.after}` : sql``}
    order by i.product_id limit ${page.most}`);

export interface MatchingGroup {
  is_sandbox: boolean;
  currency: string;
  count: number;
}

/** Products that match a condition on the row `p`, by what decides which stores take them. */
export const groupMatching = (ex: Executor, matching: Sql): Promise<MatchingGroup[]> =>
  ex.rows(sql`select p.mode = 'sandbox' as is_sandbox, p.currency, count(*)::int as count from product p
    where ${matching} group by 1, 2 order by 1, 2`);

/** How many products match a condition on the row `p`. */
export const countMatching = async (ex: Executor, matching: Sql): Promise<number> =>
  (await ex.first<{ n: number }>(sql`select count(*)::int as n from product p where ${matching}`))?.n ?? 0;

/** Products that would be new in a store, counted once per store. */
export const countNew = async (
  tx: Executor,
  workplaceId: string,
  matching: Sql,
  stores: readonly Pick<Store, 'store_id' | 'mode'>[],
): Promise<number> => {
  let count = 0;
  for (const { store_id: storeId, mode } of stores) {
    const row = await tx.first<{
      n: number;
    }>(sql`select count(*)::int as n from product p where ${matching} and p.mode = ${mode}
      and not exists (select 1 from listing l where l.workplace_id = ${workplaceId} and l.product_id = p.product_id
        and l.store_id = ${storeId} and l.part = 1 and (l.external_product_id is not null or ${isOneOf('l.state', LISTING_OPEN)}))`);
    count += row?.n ?? 0;
  }
  return count;
};
