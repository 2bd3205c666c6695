import {
  type Again,
  type Claimed,
  type ClaimParts,
  type EffectRow,
  endRow,
  type HeldRow,
  isAgain,
  releaseRow,
} from '../../db/effect-row.ts';
import { type Executor, sql } from '../../db/index.ts';
import { isOneOf } from '../../states/sql.ts';
import { WRITE_BATCH_OPEN, WRITE_BATCH_TRANSITIONS } from '../../states/write-batch.ts';
import { lockLists } from './list-repo.ts';

/** Listings whose prices are written together: as many as one reading takes. */
export const LISTINGS_AT_ONCE = 50;

export const WRITING: EffectRow = {
  table: 'market_price_batch',
  key: 'batch_id',
  prefix: '',
  states: { waiting: 'waiting', sending: 'sending', unknown: 'unknown' },
  moves: WRITE_BATCH_TRANSITIONS,
  openedAt: sql`created_at`,
};

export type BatchClaim = Claimed & { batch_id: string; store_id: string; listing_ids: string[] };

/** The store is read before every write, so nothing needs to be remembered of earlier calls. */
export const batchParts = (): ClaimParts => ({
  columns: sql`p.batch_id, p.store_id, p.listing_ids, p.pauses`,
  asks: sql`false`,
  notes: sql`false`,
});

/** Adds listings to a batch that no worker has taken up. Returns those that don't fit. */
export async function addToWaiting(
  tx: Executor,
  workplaceId: string,
  storeId: string,
  listingIds: readonly string[],
): Promise<string[]> {
  const found = await tx.first<{ batch_id: string; listing_ids: string[] }>(sql`select batch_id, listing_ids
    from market_price_batch where workplace_id = ${workplaceId} and store_id = ${storeId} and state = 'waiting'
      and attempts = 0 and claimed_by is null and cardinality(listing_ids) < ${LISTINGS_AT_ONCE}
    order by batch_id limit 1 for update skip locked`);
  if (!found) return [...listingIds];
  const fresh = listingIds.filter((id) => !found.listing_ids.includes(id));
  const fits = fresh.slice(0, LISTINGS_AT_ONCE - found.listing_ids.length);
  await tx.run(sql`update market_price_batch set listing_ids = listing_ids || ${fits}::uuid[]
    where workplace_id = ${workplaceId} and batch_id = ${found.batch_id}`);
  return fresh.slice(fits.length);
}

export const insertBatches = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  rows: readonly { batch_id: string; listing_ids: readonly string[] }[],
  afterSeconds: number,
): Promise<number> =>
  tx.run(sql`insert into market_price_batch (workplace_id, batch_id, store_id, listing_ids, next_attempt_at)
    select ${workplaceId}, r.batch_id, ${storeId}, r.listing_ids, now() + make_interval(secs => ${afterSeconds})
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(batch_id uuid, listing_ids uuid[])
    on conflict do nothing`);

/**
 * Which of some batches may be claimed: one of a store, and none while another of it is being written or may have been, so that
 * what one finds in the store is never about to be replaced by another.
 */
export async function pickOnePerStore(tx: Executor, workplaceId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{
    batch_id: string;
    store_id: string;
  }>(sql`select batch_id, store_id from market_price_batch
    where workplace_id = ${workplaceId} and batch_id = any(${[...ids]}::uuid[]) order by batch_id`);
  await lockLists(tx, workplaceId, [...new Set(rows.map((row) => row.store_id))]);
  const running = await tx.rows<{ batch_id: string; store_id: string }>(sql`select batch_id, store_id
    from market_price_batch where workplace_id = ${workplaceId} and state in ('sending', 'unknown')
      and store_id = any(${rows.map((row) => row.store_id)}::uuid[])`);
  return [...Map.groupBy(rows, (row) => row.store_id)].flatMap(([storeId, own]) => {
    const busy = running.filter((one) => one.store_id === storeId).map((one) => one.batch_id);
    const [first] = busy.length > 0 ? own.filter((one) => busy.includes(one.batch_id)) : own;
    return first && busy.every((id) => id === first.batch_id) ? [first.batch_id] : [];
  });
}

/** Records how a batch ended, or releases it for another attempt. false: another worker holds it. */
export async function endBatch(
  tx: Executor,
  workplaceId: string,
  batch: HeldRow,
  end: { kind: 'done' | 'failed' } | Again,
): Promise<boolean> {
  if (isAgain(end)) return releaseRow(tx, WRITING, workplaceId, batch, end);
  return endRow(tx, WRITING, workplaceId, batch, end.kind);
}

/** Listings that a worker is writing now, or may have written. */
export const listingsBeingWritten = async (ex: Executor, workplaceId: string, storeId: string): Promise<string[]> =>
  (
    await ex.rows<{ listing_id: string }>(sql`select distinct unnest(listing_ids) as listing_id from market_price_batch
      where workplace_id = ${workplaceId} and store_id = ${storeId} and state in ('sending', 'unknown')`)
  ).map((row) => row.listing_id);

/** Stores with prices that are still to be written. */
export const storesBeingWritten = async (ex: Executor, workplaceId: string): Promise<Set<string>> =>
  new Set(
    (
      await ex.rows<{ store_id: string }>(sql`select distinct store_id from market_price_batch
        where workplace_id = ${workplaceId} and ${isOneOf('state', WRITE_BATCH_OPEN)}`)
    ).map((row) => row.store_id),
  );
