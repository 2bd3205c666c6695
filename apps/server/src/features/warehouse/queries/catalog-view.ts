import type { CatalogImport } from '@quayside/contracts';
import { toCsv } from '../../../csv/csv.ts';
import type { Db } from '../../../db/index.ts';
import type { Mode } from '../../../deps.ts';
import { say } from '../../../http/messages.ts';
import { pageOfOwn } from '../catalog-repo.ts';
import type { Counts, ImportRow } from '../import-repo.ts';
import { readRates } from '../rates-repo.ts';
import type { RowFault } from '../rules/catalog/drafts.ts';
import { PRODUCT_HEADER, productRows, RATE_HEADER, rateRow } from '../rules/catalog/write-csv.ts';

/** Characters of a downloaded catalog at most; a larger one says that it is cut off. */
const MOST_CHARACTERS = 30_000_000;
const PAGE = 200;

/** An import as screens show it. `counts`: of its entries now, where they are still moving. */
export function importView(
  row: ImportRow,
  locale: string,
  counts: Partial<Counts> & { applied?: number } = row.counts,
): CatalogImport {
  const { new: added = 0, changed = 0, unchanged = 0, refused = 0 } = counts;
  return {
    import_id: row.import_id,
    mode: row.mode,
    kind: row.kind,
    file_name: row.file_name,
    state: row.state,
    fault: row.fault === null ? null : say(locale, row.fault, row.fault_params),
    ignored: row.ignored,
    rows: row.counts.rows ?? 0,
    counts: { new: added, changed, unchanged, refused },
    applied: counts.applied ?? (row.state === 'done' ? added + changed : 0),
    removed: row.removed,
    created_at: row.created_at,
    finished_at: row.finished_at,
  };
}

/** Why a row is refused, in a sentence. */
export const faultText = (locale: string, { code, params }: RowFault): string => say(locale, code, params);

/** All products or rates of the operator as a file that can be imported again. */
export async function exportCatalog(
  db: Db,
  mode: Mode,
  kind: 'products' | 'rates',
): Promise<{ csv: string; truncated: boolean }> {
  if (kind === 'rates') {
    const rates = await db.global(readRates);
    return { csv: toCsv([RATE_HEADER, ...rates.map(rateRow)]), truncated: false };
  }
  let csv = toCsv([PRODUCT_HEADER]);
  for (let after = ''; ; ) {
    const page = await db.global((tx) => pageOfOwn(tx, mode, after, PAGE));
    csv += toCsv(page.flatMap(productRows));
    const last = page.at(-1);
    if (!last || page.length < PAGE) return { csv, truncated: false };
    if (csv.length > MOST_CHARACTERS) return { csv, truncated: true };
    after = last.handle;
  }
}
