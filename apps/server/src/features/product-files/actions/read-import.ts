import { setImmediate } from 'node:timers/promises';
import { MOST_PRODUCT_ROWS } from '@quayside/contracts/product-file-choices.ts';
import { decodeFile } from '../../../csv/decode.ts';
import { FileFault, type FileRow, readRecords } from '../../../csv/records.ts';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { findFileMatches, findVariants } from '../../products/index.ts';
import { cleanHtml, getStoredPicture } from '../../sourcing/index.ts';
import type { CellNote, FileCells, ReadProduct } from '../csv-file/draft.ts';
import { checkNewIn, type FileHeader, notedColumns, readProducts, recognize } from '../csv-file/recognize.ts';
import {
  clearItems,
  findImport,
  type ImportRow,
  importFile,
  importRead,
  importRefused,
  insertItems,
  type NewItem,
  saveHeader,
} from '../import-repo.ts';
import { findKnown, unknownVariants } from '../rules/known-product.ts';

/** Products per transaction. */
const BATCH = 100;
const LONGEST_CELL = 110_000;
/** Notes kept of one product. */
const MOST_NOTES = 50;

function cellsOf({ number, cells }: FileRow, { at }: FileHeader): FileCells<string> {
  const named = Object.fromEntries(
    [...at].flatMap(([field, index]) => {
      const cell = (cells[index] ?? '').trim().replaceAll('\0', '').slice(0, LONGEST_CELL);
      return cell === '' ? [] : [[field, cell]];
    }),
  );
  return { row: number, cells: named };
}

async function readRows(file: Buffer): Promise<{
  header: FileHeader;
  encoding: NonNullable<ReturnType<typeof decodeFile>>['encoding'];
  rows: FileCells<string>[];
}> {
  const decoded = decodeFile(file);
  if (!decoded) throw new FileFault('ORDER_FILE_ENCODING');
  let header: FileHeader | undefined;
  const rows: FileCells<string>[] = [];
  for await (const batch of readRecords(decoded.text, MOST_PRODUCT_ROWS)) {
    if (!header) {
      const found = recognize((batch.shift()?.cells ?? []).map((name) => name.trim()));
      if ('code' in found) throw new FileFault(found.code, found.params);
      header = found;
    }
    for (const one of batch) rows.push(cellsOf(one, header));
  }
  if (!header || rows.length === 0) throw new FileFault('IMPORT_EMPTY');
  return { header, encoding: decoded.encoding, rows };
}

/** What an import would make of products of a file, compared with those that are there. */
async function judge(
  ex: Executor,
  workplaceId: string,
  { mode }: Pick<ImportRow, 'mode'>,
  { form }: FileHeader,
  read: readonly ReadProduct[],
): Promise<NewItem[]> {
  const columns = notedColumns(form);
  const matches = await findFileMatches(ex, workplaceId, mode, {
    handles: read.map(({ product }) => product.handle),
    skus: read.flatMap(({ product }) => product.variants.map(({ sku }) => sku).filter((sku) => sku !== '')),
  });
  const known = read.map(({ product }) => findKnown(product, matches));
  const ids = new Set(known.flatMap((id) => (id === undefined || id === 'several' ? [] : [id])));
  const variants = Map.groupBy(await findVariants(ex, workplaceId, [...ids]), (variant) => variant.product_id);
  return read.map(({ product, faults, warnings }, at): NewItem => {
    const there = known[at];
    const notes = (): { faults: CellNote[]; warnings: CellNote[] } => {
      if (there === undefined) return checkNewIn(form, product);
      if (there === 'several')
        return { faults: [{ row: product.row, column: columns.sku, code: 'CSV_SKU_SEVERAL' }], warnings: [] };
      return { faults: unknownVariants(product, variants.get(there) ?? [], columns), warnings: [] };
    };
    const more = faults.length > 0 ? { faults: [], warnings: [] } : notes();
    const all = [...faults, ...more.faults];
    const isRefused = all.length > 0;
    return {
      item_no: product.row,
      handle: product.handle,
      title: product.title,
      fate: isRefused ? 'refused' : there === undefined ? 'new' : 'known',
      variants: product.variants.length,
      images: product.images.length,
      draft: isRefused ? null : { ...product, descriptionHtml: cleanHtml(product.descriptionHtml) },
      faults: all.slice(0, MOST_NOTES),
      // A product with errors is not imported: its errors come first.
      warnings: isRefused ? [] : [...warnings, ...more.warnings].slice(0, MOST_NOTES),
      product_id: there === undefined || there === 'several' ? null : there,
    };
  });
}

/** Reads an uploaded file and stores for the preview what an import makes of each of its products. A retry starts again. */
export async function readProductFile(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  here: WorkplaceScope,
  importId: string,
): Promise<void> {
  const { workplaceId } = here;
  const { row, file } = await deps.db.read(here, async (ex) => ({
    row: await findImport(ex, workplaceId, importId),
    file: await importFile(ex, workplaceId, importId),
  }));
  if (!row || !file || row.state !== 'reading') return;
  try {
    const { header, encoding, rows } = await readRows(file);
    await deps.db.tenant(here, async (tx) => {
      await clearItems(tx, workplaceId, importId);
      await saveHeader(tx, workplaceId, importId, { form: header.form, encoding, ignored: header.ignored });
    });
    const picture = (url: string) => getStoredPicture(url, deps.config.ownUrl);
    const read = readProducts(header, rows, { currency: row.currency, picture });
    for (let at = 0; at < read.length; at += BATCH) {
      await deps.db.tenant(here, async (tx) => {
        const items = await judge(tx, workplaceId, row, header, read.slice(at, at + BATCH));
        await insertItems(tx, workplaceId, importId, items);
      });
      await setImmediate();
    }
    await deps.db.tenant(here, (tx) => importRead(tx, workplaceId, importId, rows.length));
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    await deps.db.tenant(here, async (tx) => {
      await clearItems(tx, workplaceId, importId);
      await importRefused(tx, workplaceId, importId, error, deps.clock.now());
    });
  }
}
