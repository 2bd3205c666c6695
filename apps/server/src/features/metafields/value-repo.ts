import type { MetafieldOutcome } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import { type Executor, json, sql } from '../../db/index.ts';

export interface ValueRow {
  product_id: string;
  store_id: string;
  namespace: string;
  key: string;
  name: string;
  type: string;
  value: string;
  again: boolean;
  /** It was removed here; the next push removes it from the store. */
  removed: boolean;
}

/** Values of products, of all stores that the caller may see where none is named. */
export const findValues = (
  ex: Executor,
  workplaceId: string,
  productIds: readonly string[],
  storeId?: string,
): Promise<ValueRow[]> =>
  ex.rows(sql`select product_id, store_id, namespace, key, name, type, value, again, removed from product_metafield
    where workplace_id = ${workplaceId} and product_id = any(${[...productIds]}::uuid[])
      and (${storeId === undefined} or store_id = ${storeId ?? null}) order by lower(name), namespace, key`);

/** Writes values; one that is there already is replaced. */
export const saveValues = (tx: Executor, workplaceId: string, rows: readonly ValueRow[]): Promise<number> =>
  tx.run(sql`insert into product_metafield (workplace_id, metafield_id, store_id, product_id, namespace, key, name, type,
      value, again, removed)
    select ${workplaceId}, r.id, r.store_id, r.product_id, r.namespace, r.key, r.name, r.type, r.value, r.again, r.removed
    from jsonb_to_recordset(${JSON.stringify(rows.map((row) => ({ ...row, id: newId() })))}::jsonb) as r(id uuid,
      store_id uuid, product_id uuid, namespace text, key text, name text, type text, value text, again boolean,
      removed boolean)
    on conflict (workplace_id, product_id, store_id, namespace, key) do update set name = excluded.name,
      type = excluded.type, value = excluded.value, again = excluded.again, removed = excluded.removed, updated_at = excluded.updated_at`);

/** Writes values where a product has none yet. */
export const addValues = (tx: Executor, workplaceId: string, rows: readonly ValueRow[]): Promise<number> =>
  tx.run(sql`insert into product_metafield (workplace_id, metafield_id, store_id, product_id, namespace, key, name, type, value)
    select ${workplaceId}, r.id, r.store_id, r.product_id, r.namespace, r.key, r.name, r.type, r.value
    from jsonb_to_recordset(${JSON.stringify(rows.map((row) => ({ ...row, id: newId() })))}::jsonb) as r(id uuid,
      store_id uuid, product_id uuid, namespace text, key text, name text, type text, value text)
    on conflict (workplace_id, product_id, store_id, namespace, key) do nothing`);

export const removeValues = (
  tx: Executor,
  workplaceId: string,
  productId: string,
  storeId: string,
  fields: readonly { namespace: string; key: string }[],
): Promise<number> =>
  tx.run(sql`delete from product_metafield where workplace_id = ${workplaceId} and product_id = ${productId}
    and store_id = ${storeId} and (namespace, key) in (select r.namespace, r.key
      from jsonb_to_recordset(${JSON.stringify(fields)}::jsonb) as r(namespace text, key text))`);

/** Choices for ours that a push has carried out. */
export const settleAgain = (
  tx: Executor,
  workplaceId: string,
  productId: string,
  storeId: string,
  ids: readonly string[],
): Promise<number> =>
  tx.run(sql`update product_metafield set again = false where workplace_id = ${workplaceId} and product_id = ${productId}
    and store_id = ${storeId} and again and namespace || '.' || key = any(${[...ids]}::text[])`);

/** What pushes and readings left of a listing. */
export interface PushedRow {
  listing_id: string;
  /** Fingerprints of the values at the last push; null: it had none. */
  wanted: Record<string, string> | null;
  outcomes: MetafieldOutcome[];
  /** Fingerprints of values that the store had as well, when it was last read. */
  known: Record<string, string>;
  /** Those values. */
  sent: Record<string, string>;
  /** What the store had when it was last read, of the values that are chosen or removed here; null: not read. */
  seen: Record<string, string> | null;
  seen_at: string | null;
}

export const findPushed = (ex: Executor, workplaceId: string, listingIds: readonly string[]): Promise<PushedRow[]> =>
  ex.rows(sql`select listing_id, wanted, outcomes, known, sent, seen, seen_at from listing_metafield
    where workplace_id = ${workplaceId} and listing_id = any(${[...listingIds]}::uuid[])`);

export const savePushed = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  listingId: string,
  { wanted, outcomes, known, sent, seen }: Omit<PushedRow, 'listing_id' | 'seen_at'>,
): Promise<number> =>
  tx.run(sql`insert into listing_metafield (workplace_id, listing_id, store_id, wanted, outcomes, known, sent, seen, seen_at)
    values (${workplaceId}, ${listingId}, ${storeId}, ${json(wanted)}, ${json(outcomes)}, ${json(known)}, ${json(sent)},
      ${json(seen)}, now())
    on conflict (workplace_id, listing_id) do update set wanted = excluded.wanted, outcomes = excluded.outcomes,
      known = excluded.known, sent = excluded.sent, seen = excluded.seen, seen_at = excluded.seen_at`);

/** Notes what a store holds of products that were taken in. */
export const saveKnown = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  rows: readonly { listing_id: string; known: Record<string, string>; sent: Record<string, string> }[],
): Promise<number> =>
  tx.run(sql`insert into listing_metafield (workplace_id, listing_id, store_id, wanted, known, sent)
    select ${workplaceId}, r.listing_id, ${storeId}, r.known, r.known, r.sent
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(listing_id uuid, known jsonb, sent jsonb)
    on conflict (workplace_id, listing_id) do update set wanted = excluded.wanted, known = excluded.known,
      sent = excluded.sent where listing_metafield.wanted is null`);

/** Notes what a store has of values that are chosen or removed here. */
export const saveSeen = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  rows: readonly { listing_id: string; seen: Record<string, string> }[],
): Promise<number> =>
  tx.run(sql`insert into listing_metafield (workplace_id, listing_id, store_id, seen, seen_at)
    select ${workplaceId}, r.listing_id, ${storeId}, r.seen, now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(listing_id uuid, seen jsonb)
    on conflict (workplace_id, listing_id) do update set seen = excluded.seen, seen_at = excluded.seen_at`);
