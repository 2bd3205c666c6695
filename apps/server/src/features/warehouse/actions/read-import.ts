import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { AppError, newId } from '@quayside/kernel';
import type { FileRow } from '../../../csv/records.ts';
import { FileFault } from '../../../csv/records.ts';
import type { Executor } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { cleanHtml } from '../../sourcing/index.ts';
import { parseCsv } from '../catalog/parse-csv.ts';
import { findStock, ownProducts, skuOwners } from '../catalog-repo.ts';
import {
  type Counts,
  clearItems,
  findImport,
  type Item,
  importFile,
  importRead,
  importRefused,
  insertItems,
} from '../import-repo.ts';
import { readRates } from '../rates-repo.ts';
import { type Header, readHeader } from '../rules/catalog/columns.ts';
import type { Entry, ProductDraft, RowFault, ShippingRate, StockDraft } from '../rules/catalog/drafts.ts';
import { mergeProduct } from '../rules/catalog/merge.ts';
import { readProducts, refuseRepeatedSkus } from '../rules/catalog/read-products.ts';
import { rateKey, readRates as readRateRows } from '../rules/catalog/read-rates.ts';
import { readStock } from '../rules/catalog/read-stock.ts';
import { confirmImport } from './apply-import.ts';

const BATCH = 200;

/** The outcome of an entry, before it has its number. */
type Planned = Omit<Item, 'itemNo' | 'name' | 'title' | 'rows'>;

const refused = (faults: readonly RowFault[], variants: number): Planned => ({
  fate: 'refused',
  variants,
  archives: 0,
  draft: null,
  faults,
});

/** A description may be plain text: its lines become paragraphs. What could run or load is taken out. */
export function describe(text: string): string {
  if (/<[a-z][^>]*>/i.test(text)) return cleanHtml(text);
  const escaped = text.replace(/[&<>]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[char] ?? char);
  return escaped
    .split(/\r?\n\s*\r?\n|\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => `<p>${line}</p>`)
    .join('');
}

const cleaned = (draft: ProductDraft): ProductDraft =>
  draft.descriptionHtml === undefined ? draft : { ...draft, descriptionHtml: describe(draft.descriptionHtml) };

async function planProducts(tx: Executor, mode: Mode, entries: readonly Entry<ProductDraft>[]): Promise<Planned[]> {
  const drafts = entries.flatMap(({ draft }) => draft ?? []);
  const kept = await ownProducts(
    tx,
    mode,
    drafts.map(({ handle }) => handle),
  );
  const owners = await skuOwners(
    tx,
    mode,
    drafts.flatMap(({ variants }) => variants.map(({ sku }) => sku)),
  );
  return entries.map((entry) => {
    if (!entry.draft) return refused(entry.faults, entry.rows.length);
    const draft = cleaned(entry.draft);
    const merged = mergeProduct(draft, { product: kept.get(draft.handle), skuOwners: owners }, newId);
    const variants = draft.variants.length;
    if ('faults' in merged) return refused(merged.faults, variants);
    return { fate: merged.fate, variants, archives: merged.archives, draft, faults: [] };
  });
}

async function planStock(tx: Executor, mode: Mode, entries: readonly Entry<StockDraft>[]): Promise<Planned[]> {
  const skus = entries.flatMap(({ draft }) => draft?.sku ?? []);
  const known = new Map((await findStock(tx, mode, skus)).map((row) => [row.sku, row]));
  return entries.map(({ draft, faults }) => {
    if (!draft) return refused(faults, 1);
    const row = known.get(draft.sku);
    if (!row) return refused([{ row: draft.row, column: 'SKU', code: 'SKU_UNKNOWN', params: { sku: draft.sku } }], 1);
    const isSame = (draft.stock ?? row.stock) === row.stock && (draft.cost ?? row.cost) === row.cost;
    return { fate: isSame ? 'unchanged' : 'changed', variants: 1, archives: 0, draft, faults: [] };
  });
}

async function planRates(tx: Executor, _mode: Mode, entries: readonly Entry<ShippingRate[]>[]): Promise<Planned[]> {
  const known = new Map((await readRates(tx)).map((rate) => [rateKey(rate), rate]));
  return entries.map(({ draft, faults }) => {
    if (!draft) return refused(faults, 1);
    const before = draft.map((rate) => known.get(rateKey(rate)));
    const isSame = draft.every((rate, at) => isDeepStrictEqual(rate, before[at]));
    const fate = isSame ? 'unchanged' : before.every((one) => one === undefined) ? 'new' : 'changed';
    return { fate, variants: draft.length, archives: 0, draft, faults: [] };
  });
}

/** Reads entries a turn at a time, so that a long file leaves room for others. */
async function collect<D>(entries: Iterable<Entry<D>>): Promise<Entry<D>[]> {
  const all: Entry<D>[] = [];
  for (const entry of entries) {
    all.push(entry);
    if (all.length % BATCH === 0) await setImmediate();
  }
  return all;
}

/** Counts the current rates that are missing from a file, which importing it would remove. */
async function removedRates(tx: Executor, entries: readonly Entry<ShippingRate[]>[]): Promise<number> {
  const said = new Set(entries.flatMap(({ draft }) => (draft ?? []).map(rateKey)));
  return (await readRates(tx)).filter((rate) => !said.has(rateKey(rate))).length;
}

/**
 * Reads an uploaded file and stores the outcome of each entry for the preview. A file that can't be read is rejected with the
 * reason; a file uploaded with `apply` is imported right away.
 */
export async function readImport(deps: Deps, importId: string): Promise<void> {
  const row = await deps.db.global((tx) => findImport(tx, importId));
  // An earlier try was cut short between reading and confirming.
  if (row?.state === 'ready' && row.apply) await confirmRead(deps, importId);
  const file = row?.state === 'reading' ? await deps.db.global((tx) => importFile(tx, importId)) : undefined;
  if (!row || !file) return;
  try {
    await readFile(deps, importId, row.mode, file);
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    await deps.db.global(async (tx) => {
      await clearItems(tx, importId);
      await importRefused(tx, importId, error, deps.clock.now());
    });
    return;
  }
  if (row.apply) await confirmRead(deps, importId);
}

async function confirmRead(deps: Pick<Deps, 'db' | 'queue'>, importId: string): Promise<void> {
  await confirmImport(deps, importId).catch((error: unknown) => {
    // A list of rates with a rejected row waits for a person.
    if (!(error instanceof AppError)) throw error;
  });
}

async function readFile(deps: Deps, importId: string, mode: Mode, file: Buffer): Promise<void> {
  const { names, rows } = await parseCsv(file);
  const header = readHeader(names);
  if ('code' in header) throw new FileFault(header.code, header.params);
  await deps.db.global((tx) => clearItems(tx, importId));
  const { counts, removed } = await writeItems(deps, importId, mode, header, rows);
  await deps.db.global((tx) =>
    importRead(tx, importId, { kind: header.kind, header: names, ignored: header.ignored, counts, removed }),
  );
}

async function writeItems(
  deps: Deps,
  importId: string,
  mode: Mode,
  header: Header,
  rows: readonly FileRow[],
): Promise<{ counts: Counts; removed: number }> {
  const counts: Counts = { new: 0, changed: 0, unchanged: 0, refused: 0, rows: rows.length };
  async function write<D>(
    entries: readonly Entry<D>[],
    plan: (tx: Executor, mode: Mode, batch: readonly Entry<D>[]) => Promise<Planned[]>,
  ): Promise<void> {
    for (let at = 0; at < entries.length; at += BATCH) {
      const batch = entries.slice(at, at + BATCH);
      await deps.db.global(async (tx) => {
        const planned = await plan(tx, mode, batch);
        const items = planned.map((one, index): Item => {
          const { name = '', title = '', rows: own = [] } = batch[index] ?? {};
          counts[one.fate] += 1;
          const isOver = one.fate === 'unchanged' && header.kind !== 'rates';
          return {
            ...one,
            draft: isOver ? null : one.draft,
            itemNo: at + index,
            name: name.slice(0, 300),
            title: title.slice(0, 300),
            rows: isOver ? [] : own,
          };
        });
        await insertItems(tx, importId, items);
      });
    }
  }
  if (header.kind === 'products') {
    const all = await collect(readProducts(header, rows));
    await write(
      refuseRepeatedSkus(all, ({ variants }) => variants),
      planProducts,
    );
  } else if (header.kind === 'stock') {
    const all = await collect(readStock(header, rows));
    await write(
      refuseRepeatedSkus(all, (draft) => [draft]),
      planStock,
    );
  } else {
    const all = await collect(readRateRows(header, rows));
    await write(all, planRates);
    return { counts, removed: await deps.db.global((tx) => removedRates(tx, all)) };
  }
  return { counts, removed: 0 };
}
