import type { SourceProduct, SourceProductSummary, SupplierId } from '@quayside/connector-kit';
import type { Deps, Mode } from '../../../deps.ts';
import { operatorSupplier } from '../../connections/index.ts';
import { readProgress, writeProgress } from '../question-repo.ts';
import { idsByPath } from '../rules/category-tree.ts';
import { listCategories, removeSources, replaceCategories, upsertSources } from '../source-repo.ts';
import { sourceRow, zoneFigures } from '../source-row.ts';
import { replaceZones, saveFigures } from '../zone-repo.ts';

const PAGE = 200;
const BATCH = 500;
/** Overlap with the previous run, for clock differences and concurrent changes. */
const OVERLAP_MS = 60_000;

/** Category ids of a source by name path. */
export async function categoryIds(deps: Deps, source: SupplierId): Promise<Map<string, string>> {
  const rows = await deps.db.global(listCategories);
  return idsByPath(rows.filter((row) => row.source === source));
}

/** Saves a supplier's products. */
export async function saveProducts(
  deps: Deps,
  source: SupplierId,
  mode: Mode,
  products: readonly (SourceProduct | SourceProductSummary)[],
  categories?: ReadonlyMap<string, string>,
): Promise<void> {
  const known = categories ?? (await categoryIds(deps, source));
  const input = { source, mode, now: deps.clock.now(), ownUrl: deps.config.ownUrl, categories: known };
  for (let at = 0; at < products.length; at += BATCH) {
    const batch = products.slice(at, at + BATCH);
    const rows = batch.map((product) => sourceRow(product, input));
    const ids = rows.map((row) => row.source_product_id);
    const told = batch.filter((product) => product.zonePrices !== undefined);
    const toldIds = told.map((product) => product.sourceProductId);
    await deps.db.global(async (tx) => {
      await upsertSources(tx, rows);
      await saveFigures(tx, source, mode, ids, toldIds, told.flatMap(zoneFigures), input.now);
    });
  }
}

/**
 * Reads a catalog's changes since the last run, page by page, resuming after a kill. Returns the number of products.
 */
export async function syncCatalogue(deps: Deps, source: SupplierId, mode: Mode, signal?: AbortSignal): Promise<number> {
  const open = operatorSupplier(deps, source, mode);
  const feed = open?.connector.feed?.bind(open.connector);
  if (!open || !feed) return 0;
  const listed = await open.connector.categories(open.ctx);
  await deps.db.global((tx) => replaceCategories(tx, source, listed));
  const categories = await categoryIds(deps, source);
  const zones = await open.connector.priceZones?.(open.ctx);
  const before = await deps.db.global(async (tx) => {
    const changed = zones !== undefined && (await replaceZones(tx, source, mode, zones, deps.clock.now()));
    // Products read before have no figures of a new zone yet.
    if (changed) await writeProgress(tx, source, mode, {});
    return readProgress(tx, source, mode);
  });
  const startedAt = before.cursor ? before.startedAt : deps.clock.now();
  let { cursor } = before;
  let read = 0;
  let waiting: SourceProduct[] = [];
  const { since } = before;
  do {
    const page = await feed(open.ctx, { ...(since ? { since } : {}), ...(cursor ? { cursor } : {}), size: PAGE });
    waiting.push(...page.items);
    const { removed = [] } = page;
    if (removed.length > 0) await deps.db.global((tx) => removeSources(tx, source, mode, removed));
    read += page.items.length;
    cursor = page.nextCursor;
    if (waiting.length < BATCH && cursor) continue;
    await saveProducts(deps, source, mode, waiting, categories);
    waiting = [];
    if (cursor) {
      const reached = { since, cursor, startedAt };
      await deps.db.global((tx) => writeProgress(tx, source, mode, reached));
    }
  } while (cursor && !signal?.aborted);
  if (!cursor) {
    const next = new Date(Date.parse(startedAt ?? deps.clock.now()) - OVERLAP_MS).toISOString();
    await deps.db.global((tx) => writeProgress(tx, source, mode, { since: next }));
  }
  return read;
}

/** Syncs every catalog that may be stored completely, in every available mode. */
export async function syncCatalogues(deps: Deps, signal?: AbortSignal): Promise<void> {
  for (const connector of Object.values(deps.connectors.suppliers)) {
    if (!connector.capabilities.feed) continue;
    for (const mode of ['live', 'sandbox'] as const) {
      if (!deps.connectors.baseUrl(connector.id, mode)) continue;
      const read = await syncCatalogue(deps, connector.id, mode, signal);
      if (read > 0) deps.log.info({ source: connector.id, mode, read }, 'catalogue read');
    }
  }
}
