import type { FieldValue } from '@quayside/connector-kit';
import { type Executor, json, sql } from '../../db/index.ts';
import type { FieldChoice, SentValue } from './rules/field-owner.ts';
import { type FieldPath, type KnownFields, type ListingField, partsOf, pathOf } from './rules/listing-fields.ts';

/**
 * A field as it is stored. o: ours at the last push that wrote it. h: the store's value right afterwards, absent where the
 * store didn't report it; e: it is the same as ours. s: the store's value at the last read, where it isn't h.
 */
interface StoredField {
  o?: FieldValue;
  h?: FieldValue;
  e?: 1;
  s?: FieldValue;
}
type StoredFields = Record<string, StoredField>;

interface Row {
  listing_id: string;
  store_id: string;
  fields: StoredFields | null;
  choices: Record<FieldPath, FieldChoice>;
  variants: Record<string, StoredFields>;
  wins: ListingField[] | null;
  read_at: string | null;
}

export interface FieldRecord extends KnownFields {
  /** What the store held at the last read; empty: never read. */
  seen: Map<FieldPath, FieldValue>;
  readAt: string | null;
}

function readStored(row: Row): FieldRecord {
  const sent = new Map<FieldPath, SentValue>();
  const seen = new Map<FieldPath, FieldValue>();
  const take = (stored: StoredFields, variantId?: string) => {
    for (const [field, { o, h, e, s }] of Object.entries(stored)) {
      const path = pathOf(field as ListingField, variantId);
      const held = e ? o : h;
      if (o !== undefined) sent.set(path, { ours: o, ...(held === undefined ? {} : { held }) });
      const last = s === undefined ? held : s;
      if (last !== undefined) seen.set(path, last);
    }
  };
  take(row.fields ?? {});
  for (const [variantId, stored] of Object.entries(row.variants)) take(stored, variantId);
  return { sent, seen, choices: row.choices, oursWins: new Set(row.wins ?? []), readAt: row.read_at };
}

function toStored(sent: SentValue | undefined, seen: FieldValue | undefined): StoredField {
  const held = sent?.held;
  return {
    ...(sent === undefined ? {} : { o: sent.ours }),
    ...(held === undefined ? {} : held === sent?.ours ? { e: 1 as const } : { h: held }),
    ...(seen === undefined || seen === held ? {} : { s: seen }),
  };
}

/** What is known about the fields of listings, by listing. */
export async function fieldRecords(
  ex: Executor,
  workplaceId: string,
  listingIds: readonly string[],
): Promise<Map<string, FieldRecord>> {
  const rows = await ex.rows<Row>(sql`select l.listing_id, l.store_id, l.fields, l.choices, l.fields_read_at as read_at,
      coalesce(v.variants, '{}') as variants, f.quayside_wins as wins
    from listing l
      left join field_owner_setting f on f.workplace_id = ${workplaceId} and f.store_id = l.store_id
      left join lateral (select jsonb_object_agg(lv.variant_id, lv.fields) as variants from listing_variant lv
        where lv.workplace_id = ${workplaceId} and lv.listing_id = l.listing_id and lv.fields is not null) v on true
    where l.workplace_id = ${workplaceId} and l.listing_id = any(${[...listingIds]}::uuid[])`);
  return new Map(rows.map((row) => [row.listing_id, readStored(row)]));
}

export interface FieldsToSave {
  listingId: string;
  sent: ReadonlyMap<FieldPath, SentValue>;
  seen: ReadonlyMap<FieldPath, FieldValue>;
  own: number;
  conflicts: number;
  /** Choices that a push has carried out are left out. */
  choices?: Readonly<Record<FieldPath, FieldChoice>>;
}

function storedRows({ listingId, sent, seen }: FieldsToSave) {
  const product: StoredFields = {};
  const variants = new Map<string, StoredFields>();
  for (const path of new Set([...sent.keys(), ...seen.keys()])) {
    const { field, variantId } = partsOf(path);
    const stored = toStored(sent.get(path), seen.get(path));
    if (variantId === null) product[field] = stored;
    else variants.set(variantId, { ...variants.get(variantId), [field]: stored });
  }
  return { product, variants: [...variants].map(([variantId, fields]) => ({ listingId, variantId, fields })) };
}

/** Records the fields of listings, in two statements however many there are. */
export async function saveFields(tx: Executor, workplaceId: string, all: readonly FieldsToSave[]): Promise<void> {
  if (all.length === 0) return;
  const stored = all.map((one) => ({ one, ...storedRows(one) }));
  const listings = stored.map(({ one, product }) => ({
    listing_id: one.listingId,
    fields: product,
    own: one.own,
    conflicts: one.conflicts,
    status: one.seen.get('status') ?? null,
    choices: one.choices ?? null,
  }));
  await tx.run(sql`update listing l set fields = r.fields, own_fields = r.own, conflicts = r.conflicts, store_status = r.status,
      choices = coalesce(r.choices, l.choices), fields_read_at = now()
    from jsonb_to_recordset(${JSON.stringify(listings)}::jsonb)
      as r(listing_id uuid, fields jsonb, own integer, conflicts integer, status text, choices jsonb)
    where l.workplace_id = ${workplaceId} and l.listing_id = r.listing_id`);
  const variants = stored.flatMap((one) => one.variants);
  await tx.run(sql`update listing_variant v set fields = r.fields
    from jsonb_to_recordset(${JSON.stringify(variants)}::jsonb) as r("listingId" uuid, "variantId" uuid, fields jsonb)
    where v.workplace_id = ${workplaceId} and v.listing_id = r."listingId" and v.variant_id = r."variantId"`);
}

/** Records a person's choices for fields of a listing, beside the earlier ones. */
export const saveChoices = (
  tx: Executor,
  workplaceId: string,
  listingId: string,
  choices: Readonly<Record<FieldPath, FieldChoice>>,
): Promise<number> =>
  tx.run(sql`update listing set choices = choices || ${json(choices)}, updated_at = now()
    where workplace_id = ${workplaceId} and listing_id = ${listingId}`);

/** How many fields differ, after a choice. */
export const saveDifferences = (
  tx: Executor,
  workplaceId: string,
  listingId: string,
  { own, conflicts }: { own: number; conflicts: number },
): Promise<number> =>
  tx.run(sql`update listing set own_fields = ${own}, conflicts = ${conflicts}
    where workplace_id = ${workplaceId} and listing_id = ${listingId}`);

export const saveFieldOwners = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  fields: readonly ListingField[],
): Promise<number> =>
  tx.run(sql`insert into field_owner_setting (workplace_id, store_id, quayside_wins)
    values (${workplaceId}, ${storeId}, ${[...fields]}::text[])
    on conflict (workplace_id, store_id) do update set quayside_wins = excluded.quayside_wins`);
