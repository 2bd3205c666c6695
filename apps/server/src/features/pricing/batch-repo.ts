import type { PriceBatchView, PriceRule } from '@quayside/contracts';
import { type Executor, json, raw, sql } from '../../db/index.ts';

export type BatchRow = Omit<PriceBatchView, 'store_name'> & { rule: PriceRule };

export interface BatchItem {
  product_id: string;
  variant_id: string;
  cost: number;
  price_before: number | null;
  price_after: number;
  compare_before: number | null;
  compare_after: number | null;
  computed_before: number | null;
  rate: string | null;
  rate_day: string | null;
}

const BATCH = raw(`batch_id, store_id, state, rule, push, total, done, skipped, restored, kept, pushed, requested_by,
  created_at, ended_at`);
const ITEM =
  raw(`product_id, variant_id, cost, price_before, price_after, compare_before, compare_after, computed_before, rate,
  rate_day::text as rate_day`);

/** Items in one statement. */
const CHUNK = 5_000;

type NewBatch = Pick<BatchRow, 'batch_id' | 'store_id' | 'rule' | 'push' | 'requested_by'>;

/** Adds a batch. false: another one of the workspace is running. */
export async function insertBatch(
  tx: Executor,
  workplaceId: string,
  batch: NewBatch,
  items: readonly BatchItem[],
): Promise<boolean> {
  const added =
    await tx.run(sql`insert into price_batch (workplace_id, batch_id, store_id, rule, push, total, requested_by)
    values (${workplaceId}, ${batch.batch_id}, ${batch.store_id}, ${json(batch.rule)}, ${batch.push}, ${items.length},
      ${batch.requested_by})
    on conflict (workplace_id) where state in ('applying', 'undoing') do nothing`);
  if (added === 0) return false;
  for (let at = 0; at < items.length; at += CHUNK) {
    await tx.run(sql`insert into price_batch_item (workplace_id, batch_id, product_id, variant_id, cost, price_before, price_after,
        compare_before, compare_after, computed_before, rate, rate_day)
      select ${workplaceId}, ${batch.batch_id}, r.product_id, r.variant_id, r.cost, r.price_before, r.price_after, r.compare_before,
        r.compare_after, r.computed_before, r.rate, r.rate_day
      from jsonb_to_recordset(${JSON.stringify(items.slice(at, at + CHUNK))}::jsonb) as r(product_id uuid, variant_id uuid,
        cost bigint, price_before bigint, price_after bigint, compare_before bigint, compare_after bigint, computed_before bigint,
        rate text, rate_day date)
      returning 1`);
  }
  return true;
}

export const findBatch = (ex: Executor, workplaceId: string, batchId: string): Promise<BatchRow | undefined> =>
  ex.first<BatchRow>(
    sql`select ${BATCH} from price_batch where workplace_id = ${workplaceId} and batch_id = ${batchId}`,
  );

/** As findBatch, held until the caller's transaction ends: one worker at a time works on a batch. */
export const lockBatch = (tx: Executor, workplaceId: string, batchId: string): Promise<BatchRow | undefined> =>
  tx.first<BatchRow>(
    sql`select ${BATCH} from price_batch where workplace_id = ${workplaceId} and batch_id = ${batchId} for update`,
  );

export const latestBatches = (ex: Executor, workplaceId: string, most: number): Promise<BatchRow[]> =>
  ex.rows<BatchRow>(sql`select ${BATCH} from price_batch where workplace_id = ${workplaceId}
    order by batch_id desc limit ${most}`);

/** The products of a batch with items in a state, in the order in which products are locked. */
export const nextProducts = async (
  tx: Executor,
  workplaceId: string,
  batchId: string,
  state: 'pending' | 'done',
  most: number,
): Promise<string[]> =>
  (
    await tx.rows<{ product_id: string }>(sql`select distinct product_id from price_batch_item
      where workplace_id = ${workplaceId} and batch_id = ${batchId} and state = ${state} order by product_id limit ${most}`)
  ).map((row) => row.product_id);

export const itemsOf = (
  tx: Executor,
  workplaceId: string,
  batchId: string,
  state: 'pending' | 'done',
  productIds: readonly string[],
): Promise<BatchItem[]> =>
  tx.rows<BatchItem>(sql`select ${ITEM} from price_batch_item where workplace_id = ${workplaceId} and batch_id = ${batchId}
    and state = ${state} and product_id = any(${[...productIds]}::uuid[])`);

/** Records how items ended, and counts them. */
export async function recordItems(
  tx: Executor,
  workplaceId: string,
  batchId: string,
  ended: { written: readonly string[]; left: readonly string[]; pushed: number },
  undo: boolean,
): Promise<void> {
  const mark = (state: string, variantIds: readonly string[]) =>
    tx.run(sql`update price_batch_item set state = ${state} where workplace_id = ${workplaceId} and batch_id = ${batchId}
      and variant_id = any(${[...variantIds]}::uuid[])`);
  if (ended.written.length > 0) await mark(undo ? 'restored' : 'done', ended.written);
  if (ended.left.length > 0) await mark(undo ? 'kept' : 'skipped', ended.left);
  const [written, left] = [ended.written.length, ended.left.length];
  await tx.run(sql`update price_batch set done = done + ${undo ? 0 : written}, skipped = skipped + ${undo ? 0 : left},
      restored = restored + ${undo ? written : 0}, kept = kept + ${undo ? left : 0}, pushed = pushed + ${ended.pushed}
    where workplace_id = ${workplaceId} and batch_id = ${batchId}`);
}

export const setBatchState = (
  tx: Executor,
  workplaceId: string,
  batchId: string,
  state: BatchRow['state'],
): Promise<number> =>
  tx.run(sql`update price_batch set state = ${state} where workplace_id = ${workplaceId} and batch_id = ${batchId}`);

/** The batch was applied or undone completely. */
export const endBatch = (
  tx: Executor,
  workplaceId: string,
  batchId: string,
  state: 'applied' | 'undone',
): Promise<number> =>
  tx.run(sql`update price_batch set state = ${state}, ended_at = now()
    where workplace_id = ${workplaceId} and batch_id = ${batchId}`);

/** Whether another batch of the workspace is running. */
export const isAnyRunning = async (tx: Executor, workplaceId: string): Promise<boolean> =>
  (await tx.first(
    sql`select 1 from price_batch where workplace_id = ${workplaceId} and state in ('applying', 'undoing')`,
  )) !== undefined;

export interface LeftItem {
  product_id: string;
  variant_id: string;
  state: 'skipped' | 'kept';
}

export const leftItems = (ex: Executor, workplaceId: string, batchId: string, most: number): Promise<LeftItem[]> =>
  ex.rows<LeftItem>(sql`select product_id, variant_id, state from price_batch_item where workplace_id = ${workplaceId}
    and batch_id = ${batchId} and state in ('skipped', 'kept') order by product_id, variant_id limit ${most}`);
