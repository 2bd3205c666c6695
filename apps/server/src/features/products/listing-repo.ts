import type { CollectionMembership, Listed } from '@quayside/connector-kit';
import type { MessageParams } from '@quayside/kernel';
import { type Claimed, type ClaimParts, type EffectRow, isFree, isWaiting, type Noted } from '../../db/effect-row.ts';
import { type Executor, json, raw, sql } from '../../db/index.ts';
import { LISTING_OPEN, LISTING_TRANSITIONS } from '../../states/listing.ts';
import { isOneOf } from '../../states/sql.ts';
import type { Verdict } from './rules/field-owner.ts';
import type { FieldPath } from './rules/listing-fields.ts';
import type { ListedRow, ListingRow, ListingSettings } from './tables.ts';

/** Putting a part of a product into a store, as its row keeps it. */
export const PUSHING: EffectRow = {
  table: 'listing',
  key: 'listing_id',
  prefix: '',
  states: { waiting: 'queued', sending: 'pushing', unknown: 'unknown' },
  moves: LISTING_TRANSITIONS,
  // One job works on all listings of a store, and a store that is to be left alone puts all of them off.
  due: sql`next_attempt_at <= db_clock()`,
  openedAt: sql`coalesce(queued_at, created_at)`,
};

/** A listing that this worker may put into its store. */
export type PushClaim = ListingRow & Claimed;

/** How a push ended for good. */
export type Pushed =
  /** `verdicts`: whose value each field kept; undefined: everything was written. */
  | { kind: 'listed'; listed: Listed; verdicts?: ReadonlyMap<FieldPath, Verdict> }
  /** `inDoubt`: the last call may still take effect. */
  | { kind: 'failed'; key: string; params: MessageParams; inDoubt?: boolean };

const LISTING =
  raw(`listing_id, product_id, store_id, part, parts, state, publish_status, settings, variant_ids, pushed_revision,
  pushed_override, stopped_variants, external_product_id, handle, url, admin_url, error_key, error_params, process_id, attempts, sent_at, pushed_at`);

/** Whatever is restored may be older than what the store has. */
export const pushingParts = (restoredAt: string | null): ClaimParts => ({
  columns: sql`${LISTING}, p.pauses`,
  asks: sql`${restoredAt !== null}::boolean`,
  notes: sql`${restoredAt === null}::boolean`,
});

export const findListing = (ex: Executor, workplaceId: string, listingId: string): Promise<ListingRow | undefined> =>
  ex.first<ListingRow>(
    sql`select ${LISTING} from listing where workplace_id = ${workplaceId} and listing_id = ${listingId}`,
  );

export const findListingsById = (
  ex: Executor,
  workplaceId: string,
  listingIds: readonly string[],
): Promise<ListingRow[]> =>
  ex.rows<ListingRow>(sql`select ${LISTING} from listing
    where workplace_id = ${workplaceId} and listing_id = any(${[...listingIds]}::uuid[])`);

export const lockListing = (tx: Executor, workplaceId: string, listingId: string): Promise<number> =>
  tx.run(sql`select 1 from listing where workplace_id = ${workplaceId} and listing_id = ${listingId} for update`);

/** Those of some listings that their stores have, locked. */
export const lockListed = (tx: Executor, workplaceId: string, listingIds: readonly string[]): Promise<ListingRow[]> =>
  tx.rows<ListingRow>(sql`select ${LISTING} from listing where workplace_id = ${workplaceId}
    and listing_id = any(${[...listingIds]}::uuid[]) and state = 'listed' order by listing_id for update`);

/** Those of some listings that stores have, by store. */
export const listedByStore = (
  ex: Executor,
  workplaceId: string,
  listingIds: readonly string[],
): Promise<{ store_id: string; ids: string[] }[]> =>
  ex.rows(sql`select store_id, array_agg(listing_id) as ids from listing
    where workplace_id = ${workplaceId} and listing_id = any(${[...listingIds]}::uuid[]) and external_product_id is not null
    group by store_id`);

/** The store's ids of listings' variants. */
export const listedVariants = (
  ex: Executor,
  workplaceId: string,
  listingIds: readonly string[],
): Promise<{ listing_id: string; variant_id: string; external_variant_id: string }[]> =>
  ex.rows(sql`select listing_id, variant_id, external_variant_id from listing_variant
    where workplace_id = ${workplaceId} and listing_id = any(${[...listingIds]}::uuid[])`);

const LISTED = raw('listing_id, product_id, external_product_id');
const isListed = (workplaceId: string, storeId: string) =>
  sql`workplace_id = ${workplaceId} and store_id = ${storeId} and state = 'listed' and external_product_id is not null`;

export const findListedByIds = (
  ex: Executor,
  workplaceId: string,
  storeId: string,
  listingIds: readonly string[],
): Promise<ListedRow[]> =>
  ex.rows<ListedRow>(sql`select ${LISTED} from listing
    where ${isListed(workplaceId, storeId)} and listing_id = any(${[...listingIds]}::uuid[])`);

/** The listing of a store's product, by the store's id. */
export const findListed = (
  ex: Executor,
  workplaceId: string,
  storeId: string,
  externalProductId: string,
): Promise<ListedRow | undefined> =>
  ex.first<ListedRow>(sql`select ${LISTED} from listing
    where ${isListed(workplaceId, storeId)} and external_product_id = ${externalProductId}`);

export const countListed = async (ex: Executor, workplaceId: string, storeId: string): Promise<number> =>
  (await ex.first<{ n: number }>(sql`select count(*)::int as n from listing where ${isListed(workplaceId, storeId)}`))
    ?.n ?? 0;

/** A page of the listings that a store has, in an order that stays. */
export const listedInStore = (
  ex: Executor,
  workplaceId: string,
  storeId: string,
  page: { limit: number; offset: number },
): Promise<ListedRow[]> =>
  ex.rows<ListedRow>(sql`select ${LISTED} from listing where ${isListed(workplaceId, storeId)}
    order by listing_id limit ${page.limit} offset ${page.offset}`);

/** What there is of products in stores; removed parts left out. */
export const findListings = (
  ex: Executor,
  workplaceId: string,
  productIds: readonly string[],
  storeIds?: readonly string[],
): Promise<ListingRow[]> =>
  ex.rows<ListingRow>(sql`select ${LISTING} from listing where workplace_id = ${workplaceId}
    and product_id = any(${[...productIds]}::uuid[]) and state <> 'removed'
    and (${storeIds === undefined} or store_id = any(${[...(storeIds ?? [])]}::uuid[]))
    order by product_id, store_id, part`);

/** Sets how parts are published that no worker has; the next push sends it. */
/** What a listing holds of a store's own values is a newer revision of them, without a push. */
export const noteOverride = (
  tx: Executor,
  workplaceId: string,
  listingId: string,
  revisions: { from: number; to: number },
): Promise<number> =>
  tx.run(sql`update listing set pushed_override = ${revisions.to}, updated_at = now() where workplace_id = ${workplaceId}
    and listing_id = ${listingId} and pushed_override = ${revisions.from}`);

export const setPublishStatus = (
  tx: Executor,
  workplaceId: string,
  productIds: readonly string[],
  storeIds: readonly string[],
  status: ListingRow['publish_status'],
): Promise<number> =>
  tx.run(sql`update listing set publish_status = ${status}, updated_at = now() where workplace_id = ${workplaceId}
    and product_id = any(${[...productIds]}::uuid[]) and store_id = any(${[...storeIds]}::uuid[])
    and state in ('listed', 'failed') and publish_status <> ${status}`);

/** How often the same goods were put into the same stores before, by product, store and part; removed ones and those of deleted products too. */
export async function listingRounds(
  ex: Executor,
  workplaceId: string,
  productIds: readonly string[],
  storeIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await ex.rows<{ product_id: string; store_id: string; part: number; rounds: number }>(sql`
    with goods as (
      select n.product_id, p.product_id as same from product n join product p on p.workplace_id = ${workplaceId}
        and p.source = n.source and p.mode = n.mode and p.source_product_id = n.source_product_id
        and (p.product_id = n.product_id or (p.copied_from is null and n.copied_from is null))
      where n.workplace_id = ${workplaceId} and n.product_id = any(${[...productIds]}::uuid[])
      union select n.product_id, p.product_id from product n join product p on p.workplace_id = ${workplaceId}
        and p.copied_from is null and n.copied_from is null
        and p.former_sources <> '{}' and p.former_sources @> array[n.source || ' ' || n.mode || ' ' || n.source_product_id]
      where n.workplace_id = ${workplaceId} and n.product_id = any(${[...productIds]}::uuid[]))
    select now.product_id, here.store_id, l.part, count(*) as rounds
    from goods
      join product now on now.workplace_id = ${workplaceId} and now.product_id = goods.product_id
      join product p on p.workplace_id = ${workplaceId} and p.product_id = goods.same
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

/** Writes the intent to push listings, new and existing ones. */
export async function queueListings(tx: Executor, workplaceId: string, rows: readonly QueuedListing[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(sql`insert into listing (workplace_id, listing_id, product_id, store_id, part, parts, state, publish_status, settings,
      variant_ids, process_id, queued_at)
    select ${workplaceId}, r.listing_id, r.product_id, r.store_id, r.part, r.parts, 'queued', r.publish_status, r.settings,
      array(select jsonb_array_elements_text(r.variant_ids)::uuid), r.process_id, now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(listing_id uuid, product_id uuid, store_id uuid, part integer,
      parts integer, publish_status text, settings jsonb, variant_ids jsonb, process_id uuid)
    on conflict (workplace_id, listing_id) do update set state = 'queued', parts = excluded.parts, settings = excluded.settings,
      publish_status = excluded.publish_status, variant_ids = excluded.variant_ids, process_id = excluded.process_id, pauses = 0,
      next_attempt_at = excluded.next_attempt_at, queued_at = excluded.queued_at, error_key = null, error_params = null, updated_at = excluded.updated_at,
      -- An automatic update that is being written comes first: the push is claimed once it ended.
      claimed_until = case when listing.state in ('listed', 'failed') then listing.claimed_until end,
      claimed_by = case when listing.state = 'listed' then listing.claimed_by end`);
}

/** Due and unclaimed listings of a store. */
export const dueListings = async (
  ex: Executor,
  workplaceId: string,
  storeId: string,
  most: number,
): Promise<string[]> =>
  (
    await ex.rows<{ listing_id: string }>(sql`select listing_id from listing
      where workplace_id = ${workplaceId} and store_id = ${storeId} and ${isFree(PUSHING)}
      order by next_attempt_at, listing_id limit ${most}`)
  ).map((row) => row.listing_id);

/** Leaves a store alone for a while that takes nothing now. */
export const putOffListings = (tx: Executor, workplaceId: string, storeId: string, afterMs: number): Promise<number> =>
  tx.run(sql`update listing set
      next_attempt_at = greatest(next_attempt_at, now() + make_interval(secs => ${afterMs / 1000}))
    where workplace_id = ${workplaceId} and store_id = ${storeId} and ${isWaiting(PUSHING)}`);

/** Milliseconds until something of a store is due again; undefined: nothing is left to do. */
export async function nextDueMs(ex: Executor, workplaceId: string, storeId: string): Promise<number | undefined> {
  const row = await ex.first<{ ms: number | null }>(sql`select ceil(extract(epoch from
      min(greatest(next_attempt_at, claimed_until)) - clock_timestamp()) * 1000)::int as ms
    from listing where workplace_id = ${workplaceId} and store_id = ${storeId} and ${isOneOf('state', LISTING_OPEN)}`);
  return row?.ms === null || row === undefined ? undefined : Math.max(0, row.ms);
}

const mine = (workplaceId: string, { id, token }: Noted) =>
  sql`workplace_id = ${workplaceId} and listing_id = ${id} and claimed_by = ${token}::uuid and state = 'pushing'`;

/** A push that came to nothing. `sinceMs`: how long ago something was sent that may still take effect; null: nothing was. */
export async function failListing(
  tx: Executor,
  workplaceId: string,
  held: Noted,
  error: { key: string; params: MessageParams },
  sinceMs: number | null,
): Promise<boolean> {
  const since = sinceMs === null ? null : sinceMs / 1000;
  const failed = await tx.run(sql`update listing set state = 'failed', claimed_by = null, claimed_until = null,
      error_key = ${error.key}, error_params = ${json(error.params)}, updated_at = now(),
      sent_at = now() - make_interval(secs => ${since}::double precision)
    where ${mine(workplaceId, held)}`);
  return failed > 0;
}

/** The store has it: its ids are kept, so that what shoppers order there is recognised. */
export async function completeListing(
  tx: Executor,
  workplaceId: string,
  held: Noted,
  storeId: string,
  listed: Listed,
  revisions: { product: number; override: number },
): Promise<boolean> {
  const done =
    await tx.run(sql`update listing set state = 'listed', claimed_by = null, claimed_until = null, error_key = null,
      error_params = null, external_product_id = ${listed.externalProductId}, handle = ${listed.handle ?? null}, url = ${listed.url ?? null},
      admin_url = ${listed.adminUrl ?? null}, pushed_revision = ${revisions.product},
      pushed_override = ${revisions.override}, pushed_at = now(), sent_at = null, updated_at = now()
    where ${mine(workplaceId, held)}`);
  if (done === 0) return false;
  await tx.run(sql`delete from listing_variant where workplace_id = ${workplaceId} and listing_id = ${held.id}`);
  await tx.run(sql`insert into listing_variant (workplace_id, listing_id, variant_id, store_id, external_variant_id,
      external_inventory_item_id, sku)
    select ${workplaceId}, ${held.id}, r.ref, ${storeId}, r."externalVariantId", r."externalInventoryItemId", r.sku
    from jsonb_to_recordset(${JSON.stringify(listed.variants)}::jsonb) as r(ref uuid, "externalVariantId" text,
      "externalInventoryItemId" text, sku text)
    on conflict do nothing`);
  return true;
}

/** Records that the product is in the store without some images. false: it was pushed again meanwhile. */
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
export const forgetExternal = async (tx: Executor, workplaceId: string, held: Noted): Promise<boolean> =>
  (await tx.run(sql`update listing set external_product_id = null, url = null, admin_url = null, handle = null
    where ${mine(workplaceId, held)}`)) > 0;

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

/** Where the last push left a listing. */
export type PushedCollections = CollectionMembership & { wanted: string[] };

export const savePushedCollections = (
  tx: Executor,
  workplaceId: string,
  listingId: string,
  collections: PushedCollections,
): Promise<number> =>
  tx.run(sql`update listing set collections = ${json(collections)}
    where workplace_id = ${workplaceId} and listing_id = ${listingId}`);

/** The parts of a product that stores have, with where the last push left them. */
export const findPushedCollections = (
  ex: Executor,
  workplaceId: string,
  productId: string,
): Promise<{ store_id: string; collections: PushedCollections | null }[]> =>
  ex.rows(sql`select store_id, collections from listing where workplace_id = ${workplaceId}
    and product_id = ${productId} and external_product_id is not null and state <> 'removed' order by part`);
