import type { Listed } from '@quayside/connector-kit';
import type { MessageParams } from '@quayside/kernel';
import type { EffectRow } from '../../db/effect-row.ts';
import { type Executor, json, raw, sql } from '../../db/index.ts';
import { LISTING_OPEN } from '../../states/listing.ts';
import { isOneOf } from '../../states/sql.ts';
import type { ListingRow, ListingSettings } from './tables.ts';

/** Putting a part of a product into a store, as its row keeps it. */
export const PUSHING: EffectRow = {
  table: 'listing',
  key: 'listing_id',
  prefix: '',
  states: { waiting: 'queued', sending: 'pushing', unknown: 'unknown' },
  openedAt: sql`coalesce(queued_at, created_at)`,
};

const LISTING =
  raw(`listing_id, product_id, store_id, part, parts, state, publish_status, settings, variant_ids, pushed_revision,
  external_product_id, handle, url, admin_url, error_key, error_params, process_id, attempts, sent_at, pushed_at`);

export const findListing = (ex: Executor, workplaceId: string, listingId: string): Promise<ListingRow | undefined> =>
  ex.first<ListingRow>(
    sql`select ${LISTING} from listing where workplace_id = ${workplaceId} and listing_id = ${listingId}`,
  );

/** What there is of products in stores; removed parts left out. */
export const listingsOf = (
  ex: Executor,
  workplaceId: string,
  productIds: readonly string[],
  storeIds?: readonly string[],
): Promise<ListingRow[]> =>
  ex.rows<ListingRow>(sql`select ${LISTING} from listing where workplace_id = ${workplaceId}
    and product_id = any(${[...productIds]}::uuid[]) and state <> 'removed'
    and (${storeIds === undefined} or store_id = any(${[...(storeIds ?? [])]}::uuid[]))
    order by product_id, store_id, part`);

/** How often the same goods were put into the same stores before, by product, store and part; removed ones and those of deleted products too. */
export async function listingRounds(
  ex: Executor,
  workplaceId: string,
  productIds: readonly string[],
  storeIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await ex.rows<{ product_id: string; store_id: string; part: number; rounds: number }>(sql`
    select now.product_id, here.store_id, l.part, count(*) as rounds
    from product now
      join product p on p.workplace_id = now.workplace_id and p.source = now.source and p.mode = now.mode
        and p.source_product_id = now.source_product_id
      join listing l on l.workplace_id = p.workplace_id and l.product_id = p.product_id
      join store there on there.workplace_id = l.workplace_id and there.store_id = l.store_id
      join store here on here.workplace_id = there.workplace_id and here.platform = there.platform
        and here.platform_domain = there.platform_domain
    where now.workplace_id = ${workplaceId} and now.product_id = any(${[...productIds]}::uuid[])
      and here.store_id = any(${[...storeIds]}::uuid[])
    group by now.product_id, here.store_id, l.part`);
  return new Map(rows.map((row) => [`${row.product_id} ${row.store_id} ${row.part}`, row.rounds]));
}

export interface QueuedListing {
  listing_id: string;
  product_id: string;
  store_id: string;
  part: number;
  parts: number;
  publish_status: 'active' | 'draft';
  settings: ListingSettings;
  variant_ids: string[];
  process_id: string;
}

/** The intent to put parts of products into stores: new ones, and ones that are there and are put anew. */
export async function queueListings(tx: Executor, workplaceId: string, rows: readonly QueuedListing[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(sql`insert into listing (workplace_id, listing_id, product_id, store_id, part, parts, state, publish_status, settings,
      variant_ids, process_id, queued_at)
    select ${workplaceId}, r.listing_id, r.product_id, r.store_id, r.part, r.parts, 'queued', r.publish_status, r.settings,
      array(select jsonb_array_elements_text(r.variant_ids)::uuid), r.process_id, now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(listing_id uuid, product_id uuid, store_id uuid, part integer,
      parts integer, publish_status text, settings jsonb, variant_ids jsonb, process_id uuid)
    on conflict (workplace_id, listing_id) do update set state = 'queued', parts = excluded.parts, settings = excluded.settings,
      publish_status = excluded.publish_status, variant_ids = excluded.variant_ids, process_id = excluded.process_id, attempts = 0,
      next_attempt_at = excluded.next_attempt_at, queued_at = excluded.queued_at, error_key = null, error_params = null, claimed_until = null, claimed_by = null,
      updated_at = excluded.updated_at`);
}

/** A listing taken to be worked on; `was` is the state in which it was found. */
export type TakenListing = ListingRow & {
  was: 'queued' | 'pushing' | 'unknown';
  /** How long ago something may last have been made in the store, by the database's clock; null: never. */
  since_attempt_ms: number | null;
};

/**
 * Takes the next due listing of a store under a lease of its own. One that a dead worker held is due when its lease ends.
 * `inHand`: in a database that serves one process, the tokens of what that process works on; any other lease is a dead
 * process's, and its listing is due immediately.
 */
export const takeListing = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  lease: { token: string; leaseMs: number; inHand: readonly string[] | undefined },
): Promise<TakenListing | undefined> =>
  tx.first<TakenListing>(sql`with due as (
      select listing_id as id, state as was,
        (extract(epoch from now() - sent_at) * 1000)::bigint as since_attempt_ms from listing where workplace_id = ${workplaceId} and store_id = ${storeId}
        and (state in ('queued', 'unknown') and next_attempt_at <= now()
          or state = 'pushing' and (claimed_until is null or claimed_until < now() or (${lease.inHand !== undefined} and claimed_by <> all(${[...(lease.inHand ?? [])]}::uuid[]))))
      order by next_attempt_at, listing_id limit 1 for update skip locked)
    update listing set state = 'pushing', attempts = attempts + 1, claimed_by = ${lease.token},
      claimed_until = now() + make_interval(secs => ${lease.leaseMs / 1000}), updated_at = now()
    from due where listing.workplace_id = ${workplaceId} and listing.listing_id = due.id
    returning ${LISTING}, due.was, due.since_attempt_ms`);

/** What is due of a store that nothing may be sent to now; the look at it comes back. */
export const putOffListings = (tx: Executor, workplaceId: string, storeId: string, afterMs: number): Promise<number> =>
  tx.run(sql`update listing set next_attempt_at = now() + make_interval(secs => ${afterMs / 1000})
    where workplace_id = ${workplaceId} and store_id = ${storeId} and state in ('queued', 'unknown') and next_attempt_at <= now()`);

/** Milliseconds until something of a store is due again; undefined: nothing is left to do. */
export async function nextDueMs(ex: Executor, workplaceId: string, storeId: string): Promise<number | undefined> {
  const row = await ex.first<{ ms: number | null }>(sql`select ceil(extract(epoch from
      min(case when state = 'pushing' then coalesce(claimed_until, now()) else next_attempt_at end) - now()) * 1000)::int as ms
    from listing where workplace_id = ${workplaceId} and store_id = ${storeId} and ${isOneOf('state', LISTING_OPEN)}`);
  return row?.ms === null || row === undefined ? undefined : Math.max(0, row.ms);
}

const mine = (workplaceId: string, listingId: string, token: string) =>
  sql`workplace_id = ${workplaceId} and listing_id = ${listingId} and claimed_by = ${token}::uuid and state = 'pushing'`;

/**
 * Renews the lease. `attempted`: a write may be under way at the store, so the moment of the last attempt moves along.
 * false: another worker has the listing.
 */
export const renewListing = async (
  tx: Executor,
  workplaceId: string,
  listingId: string,
  token: string,
  { leaseMs, attempted }: { leaseMs: number; attempted: boolean },
): Promise<boolean> =>
  (await tx.run(sql`update listing set claimed_until = now() + make_interval(secs => ${leaseMs / 1000}),
      sent_at = ${attempted ? sql`now()` : sql`sent_at`}
    where ${mine(workplaceId, listingId, token)}`)) > 0;

/** From here on something may have happened in the store. */
export async function markAttempted(
  tx: Executor,
  workplaceId: string,
  listingId: string,
  token: string,
): Promise<boolean> {
  const marked = await tx.run(sql`update listing set sent_at = now() where ${mine(workplaceId, listingId, token)}`);
  return marked > 0;
}

/** Puts a listing back to be tried later. false: another worker has it by now. */
export async function postponeListing(
  tx: Executor,
  workplaceId: string,
  listingId: string,
  token: string,
  change: { state: 'queued' | 'unknown'; afterMs: number; counts: boolean },
): Promise<boolean> {
  const put = await tx.run(sql`update listing set state = ${change.state}, claimed_by = null, claimed_until = null,
      attempts = attempts - ${change.counts ? 0 : 1}, next_attempt_at = now() + make_interval(secs => ${change.afterMs / 1000}),
      updated_at = now()
    where ${mine(workplaceId, listingId, token)}`);
  return put > 0;
}

export async function failListing(
  tx: Executor,
  workplaceId: string,
  listingId: string,
  token: string,
  error: { key: string; params: MessageParams },
): Promise<boolean> {
  const failed = await tx.run(sql`update listing set state = 'failed', claimed_by = null, claimed_until = null,
      error_key = ${error.key}, error_params = ${json(error.params)}, updated_at = now()
    where ${mine(workplaceId, listingId, token)}`);
  return failed > 0;
}

/** The store has it: its ids are kept, so that what shoppers order there is recognised. */
export async function completeListing(
  tx: Executor,
  workplaceId: string,
  listing: Pick<ListingRow, 'listing_id' | 'store_id'>,
  token: string,
  listed: Listed,
  revision: number,
): Promise<boolean> {
  const done =
    await tx.run(sql`update listing set state = 'listed', claimed_by = null, claimed_until = null, error_key = null,
      error_params = null, external_product_id = ${listed.externalProductId}, handle = ${listed.handle ?? null}, url = ${listed.url ?? null},
      admin_url = ${listed.adminUrl ?? null}, pushed_revision = ${revision}, pushed_at = now(), updated_at = now()
    where ${mine(workplaceId, listing.listing_id, token)}`);
  if (done === 0) return false;
  await tx.run(
    sql`delete from listing_variant where workplace_id = ${workplaceId} and listing_id = ${listing.listing_id}`,
  );
  await tx.run(sql`insert into listing_variant (workplace_id, listing_id, variant_id, store_id, external_variant_id,
      external_inventory_item_id, sku)
    select ${workplaceId}, ${listing.listing_id}, r.ref, ${listing.store_id}, r."externalVariantId", r."externalInventoryItemId", r.sku
    from jsonb_to_recordset(${JSON.stringify(listed.variants)}::jsonb) as r(ref uuid, "externalVariantId" text,
      "externalInventoryItemId" text, sku text)
    on conflict do nothing`);
  return true;
}

/** The product is in the store without some of its pictures. false: it was pushed anew meanwhile. */
export const notePicturesMissing = async (
  tx: Executor,
  workplaceId: string,
  listing: Pick<ListingRow, 'listing_id' | 'pushed_revision'>,
  params: MessageParams,
): Promise<boolean> =>
  (await tx.run(sql`update listing set error_key = 'LISTING_PICTURES_MISSING', error_params = ${json(params)}, updated_at = now()
    where workplace_id = ${workplaceId} and listing_id = ${listing.listing_id} and state = 'listed'
      and pushed_revision = ${listing.pushed_revision}`)) > 0;

/** Clears a listing's ids when the store's product was deleted there. false: another worker has the listing. */
export const forgetExternal = async (
  tx: Executor,
  workplaceId: string,
  listingId: string,
  token: string,
): Promise<boolean> =>
  (await tx.run(sql`update listing set external_product_id = null, url = null, admin_url = null, handle = null
    where ${mine(workplaceId, listingId, token)}`)) > 0;

/**
 * A product is processing while a part of it is on its way, and pushed when one is in a store: one whose update failed is
 * still there. Returns whether its state changed.
 */
export async function settleProduct(tx: Executor, workplaceId: string, productId: string): Promise<boolean> {
  const changed = await tx.run(sql`update product p set push_state = s.state, updated_at = now() from (
      select case when bool_or(${isOneOf('state', LISTING_OPEN)}) then 'processing'
        when bool_or(state = 'listed' or (state = 'failed' and external_product_id is not null)) then 'pushed'
        else 'unpushed' end as state
      from listing where workplace_id = ${workplaceId} and product_id = ${productId} and state <> 'removed') s
    where p.workplace_id = ${workplaceId} and p.product_id = ${productId} and p.push_state <> coalesce(s.state, 'unpushed')`);
  return changed > 0;
}

export interface ProcessParts {
  total: number;
  ended: number;
  failed: { key: string; params: MessageParams } | null;
}

/** How the parts of one push stand. */
export async function partsOfProcess(tx: Executor, workplaceId: string, processId: string): Promise<ProcessParts> {
  const rows = await tx.rows<{ state: string; error_key: string | null; error_params: MessageParams | null }>(
    sql`select state, error_key, error_params from listing
      where workplace_id = ${workplaceId} and process_id = ${processId} order by part`,
  );
  const failed = rows.find((row) => row.state === 'failed');
  return {
    total: rows.length,
    ended: rows.filter((row) => row.state === 'listed' || row.state === 'failed').length,
    failed: failed ? { key: failed.error_key ?? 'LISTING_REFUSED', params: failed.error_params ?? {} } : null,
  };
}
