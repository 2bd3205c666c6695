import type { FileRow } from '../../csv/records.ts';
import { type Executor, json, sql } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';
import type { ImportKind } from './rules/catalog/columns.ts';
import type { RowFault, ShippingRate } from './rules/catalog/drafts.ts';

export type Fate = 'new' | 'changed' | 'unchanged' | 'refused';
export type Counts = Record<Fate, number> & { rows: number };

export interface ImportRow {
  import_id: string;
  mode: Mode;
  kind: ImportKind | null;
  file_name: string;
  state: 'reading' | 'ready' | 'applying' | 'done' | 'refused' | 'discarded';
  apply: boolean;
  fault: string | null;
  fault_params: Record<string, string | number>;
  header: string[];
  ignored: string[];
  counts: Partial<Counts>;
  removed: number;
  created_at: string;
  finished_at: string | null;
}

const COLUMNS = sql`import_id, mode, kind, file_name, state, apply, fault, fault_params, header, ignored, counts, removed,
  created_at, finished_at`;
/** Imports that are kept; older ones end with their rows. */
const KEPT = 30;

export async function insertImport(
  tx: Executor,
  one: { importId: string; mode: Mode; fileName: string; file: Uint8Array; apply: boolean },
): Promise<void> {
  await tx.run(sql`insert into warehouse.import (import_id, mode, file_name, file, state, apply)
    values (${one.importId}, ${one.mode}, ${one.fileName}, ${Buffer.from(one.file)}, 'reading', ${one.apply})`);
  await tx.run(sql`delete from warehouse.import where state in ('done', 'refused', 'discarded', 'ready') and import_id in (
    select import_id from warehouse.import order by created_at desc, import_id desc offset ${KEPT})`);
}

export const findImport = (tx: Executor, importId: string): Promise<ImportRow | undefined> =>
  tx.first<ImportRow>(sql`select ${COLUMNS} from warehouse.import where import_id = ${importId}`);

export const lockImport = (tx: Executor, importId: string): Promise<ImportRow | undefined> =>
  tx.first<ImportRow>(sql`select ${COLUMNS} from warehouse.import where import_id = ${importId} for update`);

export const listImports = (tx: Executor): Promise<ImportRow[]> =>
  tx.rows<ImportRow>(
    sql`select ${COLUMNS} from warehouse.import order by created_at desc, import_id desc limit ${KEPT}`,
  );

export const importFile = async (tx: Executor, importId: string): Promise<Buffer | undefined> =>
  (
    await tx.first<{ file: Buffer | null }>(
      sql`select file from warehouse.import where import_id = ${importId} and state = 'reading'`,
    )
  )?.file ?? undefined;

/** Deletes what an earlier attempt had read of a file. */
export const clearItems = (tx: Executor, importId: string): Promise<number> =>
  tx.run(sql`delete from warehouse.import_item where import_id = ${importId}`);

export interface Item {
  itemNo: number;
  name: string;
  title: string;
  fate: Fate;
  variants: number;
  archives: number;
  draft: unknown;
  faults: readonly RowFault[];
  /** Kept until the entry is applied: rejected ones may be downloaded. */
  rows: readonly FileRow[];
}

export async function insertItems(tx: Executor, importId: string, items: readonly Item[]): Promise<void> {
  const rows = items.map(({ itemNo, ...item }) => ({ item_no: itemNo, ...item, draft: item.draft ?? null }));
  await tx.run(sql`insert into warehouse.import_item (import_id, item_no, name, title, fate, variants, archives, draft, faults, rows)
    select ${importId}, item_no, name, title, fate, variants, archives, draft, faults, rows
    from jsonb_to_recordset(${json(rows)}) as r (item_no integer, name text, title text, fate text, variants integer,
      archives integer, draft jsonb, faults jsonb, rows jsonb)
    on conflict do nothing`);
}

/** Marks a file as read: it can be confirmed now, and its bytes are deleted. */
export const importRead = (
  tx: Executor,
  importId: string,
  one: { kind: ImportKind; header: readonly string[]; ignored: readonly string[]; counts: Counts; removed: number },
): Promise<number> =>
  tx.run(sql`update warehouse.import set state = 'ready', file = null, kind = ${one.kind}, header = ${[...one.header]}::text[],
      ignored = ${[...one.ignored]}::text[], counts = ${json(one.counts)}, removed = ${one.removed}
    where import_id = ${importId} and state = 'reading'`);

export const importRefused = (
  tx: Executor,
  importId: string,
  fault: { code: string; params: Record<string, string | number> },
  now: string,
): Promise<number> =>
  tx.run(sql`update warehouse.import set state = 'refused', file = null, fault = ${fault.code}, fault_params = ${json(fault.params)},
      finished_at = ${now}::timestamptz where import_id = ${importId} and state = 'reading'`);

export const importConfirmed = (tx: Executor, importId: string): Promise<number> =>
  tx.run(sql`update warehouse.import set state = 'applying' where import_id = ${importId} and state = 'ready'`);

export async function importDiscarded(tx: Executor, importId: string, now: string): Promise<number> {
  const discarded = await tx.run(sql`update warehouse.import set state = 'discarded', finished_at = ${now}::timestamptz
    where import_id = ${importId} and state = 'ready'`);
  if (discarded > 0) await clearItems(tx, importId);
  return discarded;
}

/** Ends an import. Its counts are those of the final outcome. */
export const importDone = (tx: Executor, importId: string, counts: Counts, now: string): Promise<number> =>
  tx.run(sql`update warehouse.import set state = 'done', counts = ${json(counts)}, finished_at = ${now}::timestamptz
    where import_id = ${importId} and state = 'applying'`);

export async function countItems(tx: Executor, importId: string): Promise<Record<Fate, number> & { applied: number }> {
  const rows = await tx.rows<{ fate: Fate; count: number; applied: number }>(sql`select fate, count(*)::int as count,
      count(*) filter (where applied)::int as applied
    from warehouse.import_item where import_id = ${importId} group by fate`);
  const count = (fate: Fate): number => rows.find((row) => row.fate === fate)?.count ?? 0;
  return {
    new: count('new'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    applied: rows.reduce((sum, row) => sum + row.applied, 0),
  };
}

export interface ItemRow {
  item_no: number;
  name: string;
  title: string;
  fate: Fate;
  variants: number;
  archives: number;
  faults: RowFault[];
}

export const listItems = (
  tx: Executor,
  ask: { importId: string; fate?: Fate; after: number; size: number },
): Promise<ItemRow[]> =>
  tx.rows<ItemRow>(sql`select item_no, name, title, fate, variants, archives, faults from warehouse.import_item
    where import_id = ${ask.importId} and (${ask.fate ?? null}::text is null or fate = ${ask.fate ?? null}) and item_no > ${ask.after}
    order by item_no limit ${ask.size}`);

/** The refused rows of a file with their reasons, as they were in the file. */
export const refusedItems = (tx: Executor, importId: string): Promise<{ rows: FileRow[]; faults: RowFault[] }[]> =>
  tx.rows(
    sql`select rows, faults from warehouse.import_item where import_id = ${importId} and fate = 'refused' order by item_no`,
  );

/** The next entries to apply, locked. */
export const openItems = (
  tx: Executor,
  importId: string,
  most: number,
): Promise<{ item_no: number; draft: unknown }[]> =>
  tx.rows(sql`select item_no, draft from warehouse.import_item
    where import_id = ${importId} and fate in ('new', 'changed') and not applied order by item_no limit ${most} for update`);

/** Marks entries as applied. */
export const itemsApplied = (tx: Executor, importId: string, itemNos: readonly number[]): Promise<number> =>
  tx.run(sql`update warehouse.import_item set applied = true, draft = null, rows = '[]'
    where import_id = ${importId} and item_no = any(${[...itemNos]}::int[])`);

/** An entry that fitted when the file was read and no longer does. */
export const itemRefused = (
  tx: Executor,
  importId: string,
  itemNo: number,
  faults: readonly RowFault[],
): Promise<number> =>
  tx.run(sql`update warehouse.import_item set fate = 'refused', faults = ${json(faults)}
    where import_id = ${importId} and item_no = ${itemNo}`);

/** All rates of a file, those included that were there before. */
export const draftedRates = async (tx: Executor, importId: string): Promise<ShippingRate[]> =>
  (
    await tx.rows<{ draft: ShippingRate[] | null }>(
      sql`select draft from warehouse.import_item where import_id = ${importId} and fate <> 'refused' order by item_no`,
    )
  ).flatMap(({ draft }) => draft ?? []);
