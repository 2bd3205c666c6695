import type { ProductExport, ProductImport, ProductImportItem } from '@quayside/contracts';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { say } from '../../../http/messages.ts';
import { findFiles, toFileView } from '../../files/index.ts';
import type { CellNote } from '../csv-file/draft.ts';
import type { ExportRow } from '../export-repo.ts';
import { countItems, type ImportRow, type ItemRow } from '../import-repo.ts';

export async function exportViews(
  { vault, clock }: Pick<Deps, 'vault' | 'clock'>,
  ex: Executor,
  workplaceId: string,
  rows: readonly ExportRow[],
  locale: string,
): Promise<ProductExport[]> {
  const ids = rows.flatMap((row) => row.file_id ?? []);
  const files = new Map((await findFiles(ex, workplaceId, ids)).map((file) => [file.file_id, file]));
  return rows.map((row) => {
    const file = row.file_id === null ? undefined : files.get(row.file_id);
    const view = file && toFileView(vault, file, clock.now());
    return {
      export_id: row.export_id,
      form: row.form,
      state: row.state,
      products: row.products,
      fault: row.fault === null ? null : say(locale, row.fault, row.fault_params),
      file: view ? { name: view.name, bytes: view.bytes, url: view.url } : null,
      created_at: row.created_at,
      finished_at: row.finished_at,
    };
  });
}

export async function importView(
  ex: Executor,
  workplaceId: string,
  row: ImportRow,
  locale: string,
): Promise<ProductImport> {
  const { fates, outcomes } = await countItems(ex, workplaceId, row.import_id);
  return {
    import_id: row.import_id,
    file_name: row.file_name,
    form: row.form,
    currency: row.currency,
    state: row.state,
    fault: row.fault === null ? null : say(locale, row.fault, row.fault_params),
    encoding: row.encoding,
    ignored: row.ignored,
    rows: row.rows,
    counts: { new: 0, known: 0, refused: 0, ...fates },
    outcomes: { created: 0, updated: 0, skipped: 0, failed: 0, ...outcomes },
    known_choice: row.known_choice,
    created_at: row.created_at,
    finished_at: row.finished_at,
  };
}

/** Notes shown of one product. */
const MOST_NOTES = 10;

export function itemView(row: ItemRow, locale: string): ProductImportItem {
  const notes = (list: readonly CellNote[]) =>
    list
      .slice(0, MOST_NOTES)
      .map(({ row: at, column, code, params }) => ({ row: at, column, text: say(locale, code, params) }));
  return {
    item_no: row.item_no,
    handle: row.handle,
    title: row.title,
    fate: row.fate,
    outcome: row.outcome,
    variants: row.variants,
    images: row.images,
    faults: notes(row.faults),
    warnings: notes(row.warnings),
    failure: row.error_key === null ? null : say(locale, row.error_key, row.error_params ?? {}),
    product_id: row.product_id,
  };
}
