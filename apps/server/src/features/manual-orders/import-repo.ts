import type { ORDER_IMPORT_STATES, OrderItemFate } from '@quayside/contracts/manual-order-choices.ts';
import type { Encoding } from '../../csv/decode.ts';
import { type Executor, json, sql } from '../../db/index.ts';
import type { OrderFileRow, RowFault } from './csv-file/read-order.ts';
import type { OrderDraft } from './rules/draft.ts';

export type Counts = Partial<Record<OrderItemFate, number>>;

export interface ImportRow {
  import_id: string;
  store_id: string;
  file_name: string;
  state: (typeof ORDER_IMPORT_STATES)[number];
  fault: string | null;
  fault_params: Record<string, string | number>;
  encoding: Encoding | null;
  header: string[];
  ignored: string[];
  rows: number;
  counts: Counts;
  actor: string;
  created_at: string;
  finished_at: string | null;
}

const COLUMNS = sql`import_id, store_id, file_name, state, fault, fault_params, encoding, header, ignored, rows, counts, actor,
  created_at, finished_at`;
/** Imports of a workspace that are kept; older ones end with their rows. */
const KEPT = 20;

export async function insertImport(
  tx: Executor,
  workplaceId: string,
  one: { importId: string; storeId: string; fileName: string; file: Uint8Array; actor: string },
): Promise<void> {
  await tx.run(sql`insert into order_import (workplace_id, import_id, store_id, file_name, file, state, actor)
    values (${workplaceId}, ${one.importId}, ${one.storeId}, ${one.fileName}, ${Buffer.from(one.file)}, 'reading', ${one.actor})`);
  await tx.run(sql`delete from order_import where workplace_id = ${workplaceId} and state in ('done', 'refused', 'discarded', 'ready')
    and import_id in (select import_id from order_import where workplace_id = ${workplaceId}
      order by created_at desc, import_id desc offset ${KEPT})`);
}

export const findImport = (ex: Executor, workplaceId: string, importId: string): Promise<ImportRow | undefined> =>
  ex.first<ImportRow>(
    sql`select ${COLUMNS} from order_import where workplace_id = ${workplaceId} and import_id = ${importId}`,
  );

export const lockImport = (tx: Executor, workplaceId: string, importId: string): Promise<ImportRow | undefined> =>
  tx.first<ImportRow>(
    sql`select ${COLUMNS} from order_import where workplace_id = ${workplaceId} and import_id = ${importId} for update`,
  );

export const listImports = (ex: Executor, workplaceId: string): Promise<ImportRow[]> =>
  ex.rows<ImportRow>(sql`select ${COLUMNS} from order_import where workplace_id = ${workplaceId}
    order by created_at desc, import_id desc limit ${KEPT}`);

export const importFile = async (ex: Executor, workplaceId: string, importId: string): Promise<Buffer | undefined> =>
  (
    await ex.first<{ file: Buffer | null }>(sql`select file from order_import
      where workplace_id = ${workplaceId} and import_id = ${importId} and state = 'reading'`)
  )?.file ?? undefined;

/** Deletes what was read of a file. */
export async function clearRows(tx: Executor, workplaceId: string, importId: string): Promise<void> {
  await tx.run(sql`delete from order_import_item where workplace_id = ${workplaceId} and import_id = ${importId}`);
  await tx.run(sql`delete from order_import_row where workplace_id = ${workplaceId} and import_id = ${importId}`);
}

/** Stores rows and an item for each new order number among them. */
export async function insertRows(
  tx: Executor,
  workplaceId: string,
  importId: string,
  rows: readonly (OrderFileRow & { orderNumber: string })[],
): Promise<void> {
  const list = json(rows.map((row) => ({ row_no: row.row, order_number: row.orderNumber, cells: row.cells })));
  await tx.run(sql`insert into order_import_row (workplace_id, import_id, row_no, order_number, cells)
    select ${workplaceId}, ${importId}, row_no, order_number, cells
    from jsonb_to_recordset(${list}) as r (row_no integer, order_number text, cells jsonb)
    on conflict do nothing`);
  await tx.run(sql`insert into order_import_item (workplace_id, import_id, item_no, order_number)
    select ${workplaceId}, ${importId}, min(row_no), order_number
    from jsonb_to_recordset(${list}) as r (row_no integer, order_number text) group by order_number
    on conflict (workplace_id, import_id, order_number) do nothing`);
}

export interface UnreadItem {
  item_no: number;
  order_number: string;
}

/** The next items without an outcome. */
export const unreadItems = (ex: Executor, workplaceId: string, importId: string, most: number): Promise<UnreadItem[]> =>
  ex.rows<UnreadItem>(sql`select item_no, order_number from order_import_item
    where workplace_id = ${workplaceId} and import_id = ${importId} and fate is null order by item_no limit ${most}`);

/** The rows of some orders of a file, at most `most` of each. */
export const rowsOf = (
  ex: Executor,
  workplaceId: string,
  importId: string,
  numbers: readonly string[],
  most: number,
): Promise<(OrderFileRow & { order_number: string })[]> =>
  ex.rows(sql`select row_no as row, order_number, cells from (
      select row_no, order_number, cells, row_number() over (partition by order_number order by row_no) as place
      from order_import_row where workplace_id = ${workplaceId} and import_id = ${importId}
        and order_number = any(${[...numbers]}::text[])) r
    where place <= ${most} order by row_no`);

export interface ItemOutcome {
  item_no: number;
  fate: OrderItemFate;
  lines: number;
  draft: OrderDraft | null;
  faults: readonly RowFault[];
}

export async function saveOutcomes(
  tx: Executor,
  workplaceId: string,
  importId: string,
  items: readonly ItemOutcome[],
): Promise<void> {
  await tx.run(sql`update order_import_item i set fate = n.fate, lines = n.lines, draft = nullif(n.draft, 'null'::jsonb), faults = n.faults
    from jsonb_to_recordset(${json(items)}) as n (item_no integer, fate text, lines integer, draft jsonb, faults jsonb)
    where i.workplace_id = ${workplaceId} and i.import_id = ${importId} and i.item_no = n.item_no`);
}

export const countFates = async (ex: Executor, workplaceId: string, importId: string): Promise<Counts> =>
  Object.fromEntries(
    (
      await ex.rows<{
        fate: OrderItemFate;
        count: number;
      }>(sql`select fate, count(*)::int as count from order_import_item
        where workplace_id = ${workplaceId} and import_id = ${importId} and fate is not null group by fate`)
    ).map(({ fate, count }) => [fate, count]),
  );

export const countCreated = async (ex: Executor, workplaceId: string, importId: string): Promise<number> =>
  (
    await ex.first<{ count: number }>(sql`select count(*)::int as count from order_import_item
      where workplace_id = ${workplaceId} and import_id = ${importId} and fate = 'new' and order_id is not null`)
  )?.count ?? 0;

/** Marks a file as read: it can be confirmed now, and its bytes are deleted. */
export const importRead = (
  tx: Executor,
  workplaceId: string,
  importId: string,
  one: { counts: Counts; rows: number },
): Promise<number> =>
  tx.run(sql`update order_import set state = 'ready', file = null, counts = ${json(one.counts)}, rows = ${one.rows}
    where workplace_id = ${workplaceId} and import_id = ${importId} and state = 'reading'`);

export const saveHeader = (
  tx: Executor,
  workplaceId: string,
  importId: string,
  one: { encoding: Encoding; header: readonly string[]; ignored: readonly string[] },
): Promise<number> =>
  tx.run(sql`update order_import set encoding = ${one.encoding}, header = ${[...one.header]}::text[],
      ignored = ${[...one.ignored]}::text[]
    where workplace_id = ${workplaceId} and import_id = ${importId} and state = 'reading'`);

export const importRefused = (
  tx: Executor,
  workplaceId: string,
  importId: string,
  fault: { code: string; params: Record<string, string | number> },
  now: string,
): Promise<number> =>
  tx.run(sql`update order_import set state = 'refused', file = null, fault = ${fault.code}, fault_params = ${json(fault.params)},
      finished_at = ${now}::timestamptz
    where workplace_id = ${workplaceId} and import_id = ${importId} and state = 'reading'`);

export const importConfirmed = (tx: Executor, workplaceId: string, importId: string): Promise<number> =>
  tx.run(sql`update order_import set state = 'applying'
    where workplace_id = ${workplaceId} and import_id = ${importId} and state = 'ready'`);

export async function importDiscarded(
  tx: Executor,
  workplaceId: string,
  importId: string,
  now: string,
): Promise<number> {
  const discarded = await tx.run(sql`update order_import set state = 'discarded', finished_at = ${now}::timestamptz
    where workplace_id = ${workplaceId} and import_id = ${importId} and state = 'ready'`);
  if (discarded > 0) await clearRows(tx, workplaceId, importId);
  return discarded;
}

export const importDone = (
  tx: Executor,
  workplaceId: string,
  importId: string,
  counts: Counts,
  now: string,
): Promise<number> =>
  tx.run(sql`update order_import set state = 'done', counts = ${json(counts)}, finished_at = ${now}::timestamptz
    where workplace_id = ${workplaceId} and import_id = ${importId} and state = 'applying'`);

/** The next orders to create. */
export const openItems = (
  tx: Executor,
  workplaceId: string,
  importId: string,
  most: number,
): Promise<{ item_no: number; order_number: string; draft: OrderDraft }[]> =>
  tx.rows(sql`select item_no, order_number, draft from order_import_item
    where workplace_id = ${workplaceId} and import_id = ${importId} and fate = 'new' and order_id is null
    order by item_no limit ${most} for update`);

/** Records created orders, and deletes their personal data from the import. `order_id` null: the number is taken by now. */
export async function itemsCreated(
  tx: Executor,
  workplaceId: string,
  importId: string,
  items: readonly { item_no: number; order_number: string; order_id: string | null }[],
): Promise<void> {
  await tx.run(sql`update order_import_item i set order_id = n.order_id, draft = null,
      fate = case when n.order_id is null then 'known' else 'new' end
    from jsonb_to_recordset(${json(items)}) as n (item_no integer, order_id uuid)
    where i.workplace_id = ${workplaceId} and i.import_id = ${importId} and i.item_no = n.item_no`);
  await tx.run(sql`delete from order_import_row where workplace_id = ${workplaceId} and import_id = ${importId}
    and order_number = any(${items.map((item) => item.order_number)}::text[])`);
}

export interface ItemRow {
  item_no: number;
  order_number: string;
  fate: OrderItemFate;
  lines: number;
  draft: OrderDraft | null;
  faults: RowFault[];
  order_id: string | null;
}

export const listItems = (
  ex: Executor,
  workplaceId: string,
  importId: string,
  ask: { fate?: OrderItemFate; after: number; size: number },
): Promise<ItemRow[]> =>
  ex.rows<ItemRow>(sql`select item_no, order_number, fate, lines, draft, faults, order_id from order_import_item
    where workplace_id = ${workplaceId} and import_id = ${importId} and fate is not null
      and (${ask.fate ?? null}::text is null or fate = ${ask.fate ?? null}) and item_no > ${ask.after}
    order by item_no limit ${ask.size}`);

/** Rows of refused orders with the faults of their order. */
export const refusedRows = (
  ex: Executor,
  workplaceId: string,
  importId: string,
  most: number,
): Promise<(OrderFileRow & { faults: RowFault[] })[]> =>
  ex.rows(sql`select r.row_no as row, r.cells, i.faults from order_import_item i
    join order_import_row r on r.workplace_id = ${workplaceId} and r.import_id = i.import_id and r.order_number = i.order_number
    where i.workplace_id = ${workplaceId} and i.import_id = ${importId} and i.fate = 'refused' order by r.row_no limit ${most}`);

/** Deletes an import with its rows. */
export const deleteImport = (tx: Executor, workplaceId: string, importId: string): Promise<number> =>
  tx.run(sql`delete from order_import where workplace_id = ${workplaceId} and import_id = ${importId}`);
