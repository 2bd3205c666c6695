import type { AutoUpdateFilter } from '@quayside/contracts';
import type { MessageParams } from '@quayside/kernel';
import { type Executor, raw, type Sql, sql } from '../../db/index.ts';
import type { ChangeRow, ListingValue } from './tables.ts';

const CHANGE =
  raw(`change_id, batch_id, store_id, listing_id, product_id, variant_id, title, field, cause, rule, currency, expected,
  before, after, facts, state, error_key, error_params, undoes, undone_by, requested_by, created_at, ended_at`);

export type NewChange = Pick<
  ChangeRow,
  | 'change_id'
  | 'batch_id'
  | 'store_id'
  | 'listing_id'
  | 'product_id'
  | 'variant_id'
  | 'title'
  | 'field'
  | 'cause'
  | 'rule'
  | 'currency'
  | 'expected'
  | 'after'
  | 'facts'
  | 'undoes'
  | 'requested_by'
  | 'error_key'
> & { state: 'approval' | 'waiting' };

/** Rows in one statement. */
const CHUNK = 5_000;

/** Adds changes; a field that has an open one is left out. Returns the ids that were added. */
export async function insertChanges(
  tx: Executor,
  workplaceId: string,
  rows: readonly NewChange[],
): Promise<Set<string>> {
  const added = new Set<string>();
  for (let at = 0; at < rows.length; at += CHUNK) {
    const ids = await tx.rows<{
      change_id: string;
    }>(sql`insert into auto_update_change (workplace_id, change_id, batch_id, store_id,
        listing_id, product_id, variant_id, title, field, cause, rule, currency, expected, after, facts, state, undoes, requested_by,
        error_key)
      select ${workplaceId}, r.change_id, r.batch_id, r.store_id, r.listing_id, r.product_id, r.variant_id, r.title, r.field, r.cause,
        r.rule, r.currency, r.expected, r.after, r.facts, r.state, r.undoes, r.requested_by, r.error_key
      from jsonb_to_recordset(${JSON.stringify(rows.slice(at, at + CHUNK))}::jsonb) as r(change_id uuid, batch_id uuid, store_id uuid,
        listing_id uuid, product_id uuid, variant_id uuid, title text, field text, cause text, rule text, currency text, expected jsonb,
        after jsonb, facts jsonb, state text, undoes uuid, requested_by text, error_key text)
      on conflict do nothing returning change_id`);
    for (const row of ids) added.add(row.change_id);
  }
  return added;
}

const byIds = (workplaceId: string, ids: readonly string[]): Sql =>
  sql`workplace_id = ${workplaceId} and change_id = any(${[...ids]}::uuid[])`;

export const lockChanges = (tx: Executor, workplaceId: string, ids: readonly string[]): Promise<ChangeRow[]> =>
  tx.rows<ChangeRow>(
    sql`select ${CHANGE} from auto_update_change where ${byIds(workplaceId, ids)} order by change_id for update`,
  );

/** `is_old`: it found no way into its store for a day, so that it is outdated. */
export type WaitingChange = ChangeRow & { is_old: boolean };

export const waitingChanges = (
  ex: Executor,
  workplaceId: string,
  batchIds: readonly string[],
): Promise<WaitingChange[]> =>
  ex.rows<WaitingChange>(sql`select ${CHANGE}, created_at < now() - interval '1 day' as is_old from auto_update_change
    where workplace_id = ${workplaceId} and batch_id = any(${[...batchIds]}::uuid[]) and state = 'waiting' order by change_id`);

/** Listings with changes on their way to the store. */
export const listingsUnderWay = async (
  ex: Executor,
  workplaceId: string,
  listingIds: readonly string[],
): Promise<Set<string>> =>
  new Set(
    (
      await ex.rows<{ listing_id: string }>(sql`select distinct listing_id from auto_update_change
        where workplace_id = ${workplaceId} and listing_id = any(${[...listingIds]}::uuid[]) and state = 'waiting'`)
    ).map((row) => row.listing_id),
  );

/** The latest change of each field of listings that is in effect: written, and not undone. */
export const changesInEffect = (
  ex: Executor,
  workplaceId: string,
  listingIds: readonly string[],
): Promise<ChangeRow[]> =>
  ex.rows<ChangeRow>(sql`select distinct on (listing_id, variant_id, field) ${CHANGE} from auto_update_change
    where workplace_id = ${workplaceId} and listing_id = any(${[...listingIds]}::uuid[]) and field <> 'price' and state = 'done'
      and undone_by is null
    order by listing_id, variant_id, field, ended_at desc`);

/** Prices of variants before our first change of the last day. */
export async function pricesADayAgo(
  ex: Executor,
  workplaceId: string,
  listingIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await ex.rows<{ variant_id: string; price: number }>(sql`select distinct on (listing_id, variant_id)
      variant_id, (before ->> 'price')::bigint as price
    from auto_update_change where workplace_id = ${workplaceId} and listing_id = any(${[...listingIds]}::uuid[])
      and field = 'price' and state = 'done' and before is not null and ended_at > now() - interval '1 day'
    order by listing_id, variant_id, ended_at`);
  return new Map(rows.map((row) => [row.variant_id, Number(row.price)]));
}

/** A later check of the supplier replaces changes that still wait for approval. */
export const supersedeApprovals = (
  tx: Executor,
  workplaceId: string,
  listingIds: readonly string[],
  variantIds: readonly string[],
): Promise<number> =>
  tx.run(sql`update auto_update_change set state = 'dismissed', error_key = 'AUTO_UPDATE_SUPERSEDED', ended_at = now()
    where workplace_id = ${workplaceId} and listing_id = any(${[...listingIds]}::uuid[]) and state = 'approval'
      and variant_id = any(${[...variantIds]}::uuid[])`);

/** Opens changes that a person approved, in their batches. */
export const approveChanges = (
  tx: Executor,
  workplaceId: string,
  rows: readonly { change_id: string; batch_id: string }[],
  by: string,
): Promise<number> =>
  tx.run(sql`update auto_update_change c set state = 'waiting', batch_id = r.batch_id, error_key = null, requested_by = ${by}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(change_id uuid, batch_id uuid)
    where c.workplace_id = ${workplaceId} and c.change_id = r.change_id and c.state = 'approval'`);

export const dismissChanges = (
  tx: Executor,
  workplaceId: string,
  ids: readonly string[],
  by: string,
): Promise<number> =>
  tx.run(sql`update auto_update_change set state = 'dismissed', requested_by = ${by}, ended_at = now()
    where ${byIds(workplaceId, ids)} and state = 'approval'`);

/** Notes what the store held, before a change is written: an undo puts it back. */
export const noteBefore = (
  tx: Executor,
  workplaceId: string,
  rows: readonly { change_id: string; before: ListingValue }[],
): Promise<number> =>
  tx.run(sql`update auto_update_change c set before = r.before
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(change_id uuid, before jsonb)
    where c.workplace_id = ${workplaceId} and c.change_id = r.change_id`);

export interface EndedChange {
  change_id: string;
  state: 'done' | 'kept' | 'failed';
  before: ListingValue | null;
  error_key: string | null;
  error_params: MessageParams | null;
}

export async function endChanges(tx: Executor, workplaceId: string, rows: readonly EndedChange[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(sql`update auto_update_change c set state = r.state, before = coalesce(r.before, c.before), error_key = r.error_key,
      error_params = r.error_params, ended_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(change_id uuid, state text, before jsonb, error_key text,
      error_params jsonb)
    where c.workplace_id = ${workplaceId} and c.change_id = r.change_id and c.state = 'waiting'`);
}

/** Moves changes to other batches. */
export const moveChanges = (
  tx: Executor,
  workplaceId: string,
  rows: readonly { change_id: string; batch_id: string }[],
): Promise<number> =>
  tx.run(sql`update auto_update_change c set batch_id = r.batch_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(change_id uuid, batch_id uuid)
    where c.workplace_id = ${workplaceId} and c.change_id = r.change_id and c.state = 'waiting'`);

/** Marks changes as undone by others; null: they aren't any more. */
export const markUndone = (
  tx: Executor,
  workplaceId: string,
  rows: readonly { change_id: string; undone_by: string | null }[],
): Promise<number> =>
  tx.run(sql`update auto_update_change c set undone_by = r.undone_by
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(change_id uuid, undone_by uuid)
    where c.workplace_id = ${workplaceId} and c.change_id = r.change_id`);

const FILTERS: Record<AutoUpdateFilter, Sql> = {
  all: sql``,
  approval: sql`and state = 'approval'`,
  waiting: sql`and state = 'waiting'`,
  done: sql`and state = 'done'`,
  attention: sql`and state in ('kept', 'failed')`,
};

export interface ChangeQuery {
  store_id?: string | undefined;
  state: AutoUpdateFilter;
  after?: string | undefined;
  skip: number;
  most: number;
}

/** Changes, newest first. */
export const listChanges = (ex: Executor, workplaceId: string, ask: ChangeQuery): Promise<ChangeRow[]> =>
  ex.rows<ChangeRow>(sql`select ${CHANGE} from auto_update_change where workplace_id = ${workplaceId}
      ${ask.store_id ? sql`and store_id = ${ask.store_id}` : sql``} ${FILTERS[ask.state]}
      ${ask.after ? sql`and change_id < ${ask.after}::uuid` : sql``}
    order by change_id desc limit ${ask.most} offset ${ask.skip}`);
