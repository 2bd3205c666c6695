import { setImmediate } from 'node:timers/promises';
import { MOST_ORDER_LINES, MOST_ORDER_ROWS } from '@quayside/contracts/manual-order-choices.ts';
import { decodeFile } from '../../../csv/decode.ts';
import { FileFault, type FileRow, readRecords } from '../../../csv/records.ts';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { findStore } from '../../connections/index.ts';
import { plainNumber, takenNumbers } from '../../orders/index.ts';
import { type Header, readHeader } from '../csv-file/columns.ts';
import { type OrderFileRow, readOrder } from '../csv-file/read-order.ts';
import {
  clearRows,
  countFates,
  findImport,
  type ImportRow,
  type ItemOutcome,
  importFile,
  importRead,
  importRefused,
  insertRows,
  rowsOf,
  saveHeader,
  saveOutcomes,
  unreadItems,
} from '../import-repo.ts';

const ROWS = 500;
const ORDERS = 200;
const LONGEST_CELL = 5_000;

/** Cells of a row by their columns. A number that is missing makes the row an order of its own, which is then refused. */
function rowOf({ number, cells }: FileRow, { at }: Header): OrderFileRow & { orderNumber: string } {
  const named = Object.fromEntries(
    [...at].flatMap(([field, index]) => {
      const cell = (cells[index] ?? '').trim().replaceAll('\0', '').slice(0, LONGEST_CELL);
      return cell === '' ? [] : [[field, cell]];
    }),
  );
  const orderNumber = plainNumber(String(named.number ?? '')).slice(0, 100);
  return { row: number, cells: named, orderNumber: orderNumber || `row ${number}` };
}

/** Stores a file's rows, a batch per transaction. Returns how many there are. */
async function storeRows(
  deps: Pick<Deps, 'db'>,
  here: WorkplaceScope,
  importId: string,
  file: Buffer,
): Promise<number> {
  const decoded = decodeFile(file);
  if (!decoded) throw new FileFault('ORDER_FILE_ENCODING');
  let header: Header | undefined;
  let count = 0;
  for await (const rows of readRecords(decoded.text, MOST_ORDER_ROWS)) {
    if (!header) {
      const names = (rows.shift()?.cells ?? []).map((name) => name.trim());
      const found = readHeader(names);
      if ('code' in found) throw new FileFault(found.code, found.params);
      header = found;
      const one = { encoding: decoded.encoding, header: names, ignored: found.ignored };
      await deps.db.tenant(here, (tx) => saveHeader(tx, here.workplaceId, importId, one));
    }
    const found = header;
    for (let at = 0; at < rows.length; at += ROWS) {
      const batch = rows.slice(at, at + ROWS).map((row) => rowOf(row, found));
      await deps.db.tenant(here, (tx) => insertRows(tx, here.workplaceId, importId, batch));
    }
    count += rows.length;
  }
  if (count === 0) throw new FileFault('IMPORT_EMPTY');
  return count;
}

/** Reads stored rows as orders, some orders per transaction; a retry continues with those without an outcome. */
async function readOrders(
  deps: Pick<Deps, 'db' | 'clock'>,
  here: WorkplaceScope,
  row: ImportRow,
  currency: string,
): Promise<void> {
  const { workplaceId } = here;
  const now = deps.clock.now();
  for (;;) {
    const isMore = await deps.db.tenant(here, async (tx) => {
      const items = await unreadItems(tx, workplaceId, row.import_id, ORDERS);
      if (items.length === 0) return false;
      const numbers = items.map((item) => item.order_number);
      // One line too many is enough to refuse an order.
      const rows = await rowsOf(tx, workplaceId, row.import_id, numbers, MOST_ORDER_LINES + 1);
      const taken = await takenNumbers(tx, workplaceId, row.store_id, numbers);
      const byNumber = Map.groupBy(rows, (one) => one.order_number);
      const outcomes = items.map((item): ItemOutcome => {
        const own = byNumber.get(item.order_number) ?? [];
        if (!own[0]?.cells.number) {
          const faults = [{ row: item.item_no, column: 'Order number', code: 'CELL_REQUIRED' }];
          return { item_no: item.item_no, fate: 'refused', lines: own.length, draft: null, faults };
        }
        const found = readOrder(own, { currency, now });
        const base = { item_no: item.item_no, lines: own.length };
        if ('faults' in found) return { ...base, fate: 'refused', draft: null, faults: found.faults };
        if (taken.has(item.order_number)) return { ...base, fate: 'known', draft: null, faults: [] };
        return { ...base, fate: 'new', draft: found.draft, faults: [] };
      });
      await saveOutcomes(tx, workplaceId, row.import_id, outcomes);
      return true;
    });
    if (!isMore) return;
    await setImmediate();
  }
}

/** Reads an uploaded file and stores the outcome of each of its orders for the preview. */
export async function readOrderFile(
  deps: Pick<Deps, 'db' | 'clock'>,
  here: WorkplaceScope,
  importId: string,
): Promise<void> {
  const { workplaceId } = here;
  const { row, file, store } = await deps.db.read(here, async (ex) => {
    const found = await findImport(ex, workplaceId, importId);
    return {
      row: found,
      file: await importFile(ex, workplaceId, importId),
      store: found && (await findStore(ex, workplaceId, found.store_id)),
    };
  });
  if (!row || !file || !store || row.state !== 'reading') return;
  try {
    await deps.db.tenant(here, (tx) => clearRows(tx, workplaceId, importId));
    const rows = await storeRows(deps, here, importId, file);
    await readOrders(deps, here, row, store.currency);
    await deps.db.tenant(here, async (tx) => {
      await importRead(tx, workplaceId, importId, { counts: await countFates(tx, workplaceId, importId), rows });
    });
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    await deps.db.tenant(here, async (tx) => {
      await clearRows(tx, workplaceId, importId);
      await importRefused(tx, workplaceId, importId, error, deps.clock.now());
    });
  }
}
