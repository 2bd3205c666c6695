import type {
  KnownProductChoice,
  PRODUCT_IMPORT_STATES,
  PRODUCT_ITEM_OUTCOMES,
  ProductFileForm,
  ProductItemFate,
} from '@quayside/contracts/product-file-choices.ts';
import type { MessageParams } from '@quayside/kernel';
import type { Encoding } from '../../csv/decode.ts';
import { type Executor, json, sql } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';
import type { CellNote, FileProduct } from './csv-file/draft.ts';

export type ItemOutcome = (typeof PRODUCT_ITEM_OUTCOMES)[number];

export interface ImportRow {
  import_id: string;
  file_name: string;
  mode: Mode;
  currency: string;
  form: ProductFileForm | null;
  state: (typeof PRODUCT_IMPORT_STATES)[number];
  fault: string | null;
  fault_params: MessageParams;
  encoding: Encoding | null;
  ignored: string[];
  rows: number;
  known_choice: KnownProductChoice | null;
  created_at: string;
  finished_at: string | null;
}

const COLUMNS = sql`import_id, file_name, mode, currency, form, state, fault, fault_params, encoding, ignored, rows, known_choice,
  created_at, finished_at`;
/** Imports of a workspace that are kept; older ones end with their products. */
const KEPT = 20;

/** Adds an import; returns the id of the one that has its request key already. */
export async function insertImport(
  tx: Executor,
  workplaceId: string,
  one: { importId: string; requestKey: string; fileName: string; file: Uint8Array; mode: Mode; currency: string },
): Promise<string | undefined> {
  const added =
    await tx.run(sql`insert into product_import (workplace_id, import_id, request_key, file_name, file, mode, currency)
    values (${workplaceId}, ${one.importId}, ${one.requestKey}, ${one.fileName}, ${Buffer.from(one.file)}, ${one.mode}, ${one.currency})
    on conflict (workplace_id, request_key) do nothing`);
  if (added === 0) {
    const there = await tx.first<{ import_id: string }>(sql`select import_id from product_import
      where workplace_id = ${workplaceId} and request_key = ${one.requestKey}`);
    if (!there) throw new Error('import with the same request key not found');
    return there.import_id;
  }
  await tx.run(sql`delete from product_import where workplace_id = ${workplaceId} and state in ('done', 'refused', 'discarded', 'ready')
    and import_id in (select import_id from product_import where workplace_id = ${workplaceId}
      order by created_at desc, import_id desc offset ${KEPT})`);
  return undefined;
}

export const findImport = (ex: Executor, workplaceId: string, importId: string): Promise<ImportRow | undefined> =>
  ex.first(sql`select ${COLUMNS} from product_import where workplace_id = ${workplaceId} and import_id = ${importId}`);

export const lockImport = (tx: Executor, workplaceId: string, importId: string): Promise<ImportRow | undefined> =>
  tx.first(
    sql`select ${COLUMNS} from product_import where workplace_id = ${workplaceId} and import_id = ${importId} for update`,
  );

export const listImports = (ex: Executor, workplaceId: string): Promise<ImportRow[]> =>
  ex.rows(sql`select ${COLUMNS} from product_import where workplace_id = ${workplaceId}
    order by created_at desc, import_id desc limit ${KEPT}`);

export const importFile = async (ex: Executor, workplaceId: string, importId: string): Promise<Buffer | undefined> =>
  (
    await ex.first<{ file: Buffer | null }>(sql`select file from product_import
      where workplace_id = ${workplaceId} and import_id = ${importId} and state = 'reading'`)
  )?.file ?? undefined;

export const clearItems = (tx: Executor, workplaceId: string, importId: string): Promise<number> =>
  tx.run(sql`delete from product_import_item where workplace_id = ${workplaceId} and import_id = ${importId}`);

export const saveHeader = (
  tx: Executor,
  workplaceId: string,
  importId: string,
  one: { form: ProductFileForm; encoding: Encoding; ignored: readonly string[] },
): Promise<number> =>
  tx.run(sql`update product_import set form = ${one.form}, encoding = ${one.encoding}, ignored = ${[...one.ignored]}::text[]
    where workplace_id = ${workplaceId} and import_id = ${importId} and state = 'reading'`);

export interface NewItem {
  item_no: number;
  handle: string;
  title: string;
  fate: ProductItemFate;
  variants: number;
  images: number;
  draft: FileProduct | null;
  faults: readonly CellNote[];
  warnings: readonly CellNote[];
  product_id: string | null;
}

export const insertItems = (
  tx: Executor,
  workplaceId: string,
  importId: string,
  items: readonly NewItem[],
): Promise<number> =>
  tx.run(sql`insert into product_import_item (workplace_id, import_id, item_no, handle, title, fate, variants, images, draft, faults,
      warnings, product_id)
    select ${workplaceId}, ${importId}, r.item_no, r.handle, r.title, r.fate, r.variants, r.images, nullif(r.draft, 'null'::jsonb),
      r.faults, r.warnings, r.product_id
    from jsonb_to_recordset(${json(items)}) as r (item_no integer, handle text, title text, fate text, variants integer,
      images integer, draft jsonb, faults jsonb, warnings jsonb, product_id uuid) on conflict do nothing`);

/** Marks a file as read: it can be confirmed now, and its bytes are deleted. */
export const importRead = (tx: Executor, workplaceId: string, importId: string, rows: number): Promise<number> =>
  tx.run(sql`update product_import set state = 'ready', file = null, rows = ${rows}
    where workplace_id = ${workplaceId} and import_id = ${importId} and state = 'reading'`);

export const importRefused = (
  tx: Executor,
  workplaceId: string,
  importId: string,
  fault: { code: string; params: MessageParams },
  now: string,
): Promise<number> =>
  tx.run(sql`update product_import set state = 'refused', file = null, fault = ${fault.code}, fault_params = ${json(fault.params)},
      finished_at = ${now}::timestamptz
    where workplace_id = ${workplaceId} and import_id = ${importId} and state = 'reading'`);

export const importConfirmed = (
  tx: Executor,
  workplaceId: string,
  importId: string,
  known: KnownProductChoice,
): Promise<number> =>
  tx.run(sql`update product_import set state = 'applying', known_choice = ${known}
    where workplace_id = ${workplaceId} and import_id = ${importId} and state = 'ready'`);

export async function importDiscarded(
  tx: Executor,
  workplaceId: string,
  importId: string,
  now: string,
): Promise<number> {
  const discarded = await tx.run(sql`update product_import set state = 'discarded', finished_at = ${now}::timestamptz
    where workplace_id = ${workplaceId} and import_id = ${importId} and state = 'ready'`);
  if (discarded > 0) await clearItems(tx, workplaceId, importId);
  return discarded;
}

export const importDone = (tx: Executor, workplaceId: string, importId: string, now: string): Promise<number> =>
  tx.run(sql`update product_import set state = 'done', finished_at = ${now}::timestamptz
    where workplace_id = ${workplaceId} and import_id = ${importId} and state = 'applying'`);

export interface OpenItem {
  item_no: number;
  fate: 'new' | 'known';
  draft: FileProduct;
  product_id: string | null;
}

/** The next products to import. */
export const openItems = (
  tx: Executor,
  workplaceId: string,
  importId: string,
  fate: OpenItem['fate'],
  most: number,
): Promise<OpenItem[]> =>
  tx.rows(sql`select item_no, fate, draft, product_id from product_import_item
    where workplace_id = ${workplaceId} and import_id = ${importId} and fate = ${fate} and outcome is null
    order by item_no limit ${most} for update`);

/** Passes over every product that is there already. */
export const skipKnown = (tx: Executor, workplaceId: string, importId: string): Promise<number> =>
  tx.run(sql`update product_import_item set outcome = 'skipped', draft = null
    where workplace_id = ${workplaceId} and import_id = ${importId} and fate = 'known' and outcome is null`);

export interface EndedItem {
  item_no: number;
  outcome: ItemOutcome;
  product_id: string | null;
  error_key: string | null;
  error_params: MessageParams | null;
}

/** Records the outcome of products; their texts are needed no longer. */
export const itemsEnded = (
  tx: Executor,
  workplaceId: string,
  importId: string,
  items: readonly EndedItem[],
): Promise<number> =>
  tx.run(sql`update product_import_item i set outcome = r.outcome, product_id = r.product_id, error_key = r.error_key,
      error_params = r.error_params, draft = null
    from jsonb_to_recordset(${json(items)}) as r (item_no integer, outcome text, product_id uuid, error_key text, error_params jsonb)
    where i.workplace_id = ${workplaceId} and i.import_id = ${importId} and i.item_no = r.item_no`);

/** A product that turned out to be there already is one now. */
export const becomeKnown = (
  tx: Executor,
  workplaceId: string,
  importId: string,
  items: readonly { item_no: number; product_id: string }[],
): Promise<number> =>
  tx.run(sql`update product_import_item i set fate = 'known', product_id = r.product_id
    from jsonb_to_recordset(${json(items)}) as r (item_no integer, product_id uuid)
    where i.workplace_id = ${workplaceId} and i.import_id = ${importId} and i.item_no = r.item_no`);

export interface Counts {
  fates: Partial<Record<ProductItemFate, number>>;
  outcomes: Partial<Record<ItemOutcome, number>>;
}

export async function countItems(ex: Executor, workplaceId: string, importId: string): Promise<Counts> {
  const rows = await ex.rows<{ fate: ProductItemFate; outcome: ItemOutcome | null; count: number }>(sql`
    select fate, outcome, count(*)::int as count from product_import_item
    where workplace_id = ${workplaceId} and import_id = ${importId} group by fate, outcome`);
  const counts: Counts = { fates: {}, outcomes: {} };
  for (const { fate, outcome, count } of rows) {
    counts.fates[fate] = (counts.fates[fate] ?? 0) + count;
    if (outcome) counts.outcomes[outcome] = (counts.outcomes[outcome] ?? 0) + count;
  }
  return counts;
}

export interface ItemRow extends Omit<NewItem, 'draft'> {
  outcome: ItemOutcome | null;
  error_key: string | null;
  error_params: MessageParams | null;
}

export const listItems = (
  ex: Executor,
  workplaceId: string,
  importId: string,
  ask: { fate?: ProductItemFate; outcome?: ItemOutcome; after: number; size: number },
): Promise<ItemRow[]> =>
  ex.rows(sql`select item_no, handle, title, fate, variants, images, faults, warnings, product_id, outcome, error_key, error_params
    from product_import_item where workplace_id = ${workplaceId} and import_id = ${importId}
      and (${ask.fate ?? null}::text is null or fate = ${ask.fate ?? null})
      and (${ask.outcome ?? null}::text is null or outcome = ${ask.outcome ?? null}) and item_no > ${ask.after}
    order by item_no limit ${ask.size}`);

/** Deletes an import with its products. */
export const deleteImport = (tx: Executor, workplaceId: string, importId: string): Promise<number> =>
  tx.run(sql`delete from product_import where workplace_id = ${workplaceId} and import_id = ${importId}`);
