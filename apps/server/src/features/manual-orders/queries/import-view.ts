import type { OrderImport, OrderImportItem } from '@quayside/contracts';
import { MOST_ORDER_ROWS } from '@quayside/contracts/manual-order-choices.ts';
import { money } from '@quayside/kernel';
import { toCsv } from '../../../csv/csv.ts';
import type { Executor } from '../../../db/index.ts';
import { say } from '../../../http/messages.ts';
import { COLUMNS, FIELDS } from '../csv-file/columns.ts';
import type { RowFault } from '../csv-file/read-order.ts';
import { countCreated, type ImportRow, type ItemRow, refusedRows } from '../import-repo.ts';
import { totalsOf } from '../rules/draft.ts';

export async function importView(
  ex: Executor,
  workplaceId: string,
  row: ImportRow,
  locale: string,
): Promise<OrderImport> {
  const isStarted = row.state === 'applying' || row.state === 'done';
  return {
    import_id: row.import_id,
    store_id: row.store_id,
    file_name: row.file_name,
    state: row.state,
    fault: row.fault === null ? null : say(locale, row.fault, row.fault_params),
    encoding: row.encoding,
    ignored: row.ignored,
    rows: row.rows,
    counts: { new: 0, known: 0, refused: 0, ...row.counts },
    created: isStarted ? await countCreated(ex, workplaceId, row.import_id) : 0,
    created_at: row.created_at,
    finished_at: row.finished_at,
  };
}

const faultText = (locale: string, { code, params }: RowFault): string => say(locale, code, params);

/** Faults shown of one order; all are in the file of refused rows. */
const MOST_FAULTS = 10;

export function itemView(row: ItemRow, locale: string): OrderImportItem {
  const { draft } = row;
  const totals = draft && totalsOf(draft);
  return {
    item_no: row.item_no,
    order_number: draft?.number ?? row.order_number,
    fate: row.fate,
    lines: row.lines,
    customer: draft ? [draft.address.firstName, draft.address.lastName].filter(Boolean).join(' ') : '',
    country_code: draft?.address.countryCode ?? null,
    total: draft && totals && typeof totals !== 'string' ? money(totals.total, draft.currency) : null,
    faults: row.faults
      .slice(0, MOST_FAULTS)
      .map((fault) => ({ row: fault.row, column: fault.column, text: faultText(locale, fault) })),
    order_id: row.order_id,
  };
}

/** The rows of refused orders in the template's columns, each with what is wrong with it. */
export async function refusedCsv(ex: Executor, workplaceId: string, importId: string, locale: string): Promise<string> {
  const rows = await refusedRows(ex, workplaceId, importId, MOST_ORDER_ROWS);
  return toCsv([
    [...FIELDS.map((field) => COLUMNS[field]), say(locale, 'IMPORT_REASON_COLUMN')],
    ...rows.map(({ row, cells, faults }) => [
      ...FIELDS.map((field) => cells[field] ?? ''),
      faults
        .filter((fault) => fault.row === row)
        .map((fault) => `${fault.column}: ${faultText(locale, fault)}`)
        .join(' '),
    ]),
  ]);
}
