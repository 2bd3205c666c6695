import { AppError, newId, nextState } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import {
  findStock,
  lockCatalog,
  lockVariants,
  ownProducts,
  putOwnProducts,
  putStock,
  skuOwners,
} from '../catalog-repo.ts';
import {
  countItems,
  draftedRates,
  findImport,
  type ImportRow,
  importConfirmed,
  importDone,
  itemRefused,
  itemsApplied,
  lockImport,
  openItems,
} from '../import-repo.ts';
import { applyImportJob, fetchPicturesJob } from '../jobs.ts';
import { wantPictures } from '../picture-repo.ts';
import { replaceRates } from '../rates-repo.ts';
import type { ProductDraft, StockDraft } from '../rules/catalog/drafts.ts';
import { mergeProduct, type OwnProduct } from '../rules/catalog/merge.ts';
import { IMPORT_TRANSITIONS } from '../rules/import-states.ts';

const BATCH = 50;

/** Starts importing a file after its preview. Throws when the file is not ready. */
export async function confirmImport(deps: Pick<Deps, 'db' | 'queue'>, importId: string): Promise<void> {
  await deps.db.global(async (tx) => {
    const row = await lockImport(tx, importId);
    if (!row) throw new AppError('NOT_FOUND', 'IMPORT_NOT_FOUND');
    if (!nextState(IMPORT_TRANSITIONS, row.state, 'confirm')) throw new AppError('BAD_REQUEST', 'IMPORT_NOT_READY');
    // The file replaces the whole list, so a rejected row would delete its rate.
    if (row.kind === 'rates' && (row.counts.refused ?? 0) > 0) throw new AppError('BAD_REQUEST', 'RATES_NEED_ALL_ROWS');
    await importConfirmed(tx, importId);
    await deps.queue.send(tx, applyImportJob, { importId });
  });
}

/**
 * Applies the entries of a confirmed import, a batch per transaction: each product is written as a whole or not at all, and a retry
 * continues where the previous attempt stopped. Returns whether the import is done.
 */
export async function applyImport(
  deps: Pick<Deps, 'db' | 'queue' | 'clock'>,
  importId: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const row = await deps.db.global((tx) => findImport(tx, importId));
  if (row?.state !== 'applying') return row?.state === 'done';
  while (!signal?.aborted) {
    const isMore = await deps.db.global(async (tx) => {
      await lockCatalog(tx);
      if (row.kind === 'rates') return applyRates(tx, importId);
      const items = await openItems(tx, importId, BATCH);
      if (items.length === 0) return false;
      if (row.kind === 'stock') await applyStock(tx, deps, row, items as { item_no: number; draft: StockDraft }[]);
      else await applyProducts(tx, deps, row, items as { item_no: number; draft: ProductDraft }[]);
      return true;
    });
    if (isMore) continue;
    await deps.db.global(async (tx) => {
      const { applied: _, ...counts } = await countItems(tx, importId);
      await importDone(tx, importId, { ...counts, rows: row.counts.rows ?? 0 }, deps.clock.now());
      if (row.kind === 'products') await deps.queue.send(tx, fetchPicturesJob, {});
    });
    return true;
  }
  return false;
}

async function applyProducts(
  tx: Executor,
  deps: Pick<Deps, 'clock'>,
  { import_id: importId, mode }: ImportRow,
  items: readonly { item_no: number; draft: ProductDraft }[],
): Promise<void> {
  const handles = items.map(({ draft }) => draft.handle);
  const ids = [...(await ownProducts(tx, mode, handles)).values()].map(({ productId }) => productId);
  await lockVariants(tx, ids);
  // Read again under the lock: orders may have taken pieces, and another import may have come first.
  const kept = await ownProducts(tx, mode, handles);
  const owners = await skuOwners(
    tx,
    mode,
    items.flatMap(({ draft }) => draft.variants.map(({ sku }) => sku)),
  );
  const put: OwnProduct[] = [];
  for (const { item_no: itemNo, draft } of items) {
    const merged = mergeProduct(draft, { product: kept.get(draft.handle), skuOwners: owners }, newId);
    if ('faults' in merged) {
      await itemRefused(tx, importId, itemNo, merged.faults);
      continue;
    }
    put.push(merged.product);
  }
  const now = deps.clock.now();
  await putOwnProducts(tx, mode, put, now);
  await wantPictures(tx, picturesOf(put), now);
  await itemsApplied(
    tx,
    importId,
    items.map(({ item_no }) => item_no),
  );
}

const picturesOf = (products: readonly OwnProduct[]): string[] =>
  products.flatMap(({ images, variants }) => [...images, ...variants.flatMap(({ image }) => image ?? [])]);

async function applyStock(
  tx: Executor,
  deps: Pick<Deps, 'clock'>,
  { import_id: importId, mode }: { import_id: string; mode: Mode },
  items: readonly { item_no: number; draft: StockDraft }[],
): Promise<void> {
  await findStock(
    tx,
    mode,
    items.map(({ draft }) => draft.sku),
    true,
  );
  await putStock(
    tx,
    mode,
    items.map(({ draft }) => draft),
    deps.clock.now(),
  );
  await itemsApplied(
    tx,
    importId,
    items.map(({ item_no }) => item_no),
  );
}

/** Replaces the whole list of rates. Idempotent. */
async function applyRates(tx: Executor, importId: string): Promise<boolean> {
  await replaceRates(tx, await draftedRates(tx, importId));
  return false;
}
