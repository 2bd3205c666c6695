import { ConnectorError } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { findSourcesByIds } from '../source-repo.ts';
import { readLiveStock, type WantedGoods } from './look-at-goods.ts';
import { fetchSource, type SourceName, type SourceWithFacts } from './read-source.ts';

/** Facts seen since then are current enough to compare with; tracking and imports renew them. */
const CURRENT_MS = 20 * 3_600_000;

/**
 * Supplier products with all their variants, by the supplier's id; undefined: discontinued. Suppliers that report many
 * variants at once are asked which ones are there, and for the products of the others. Of other suppliers, stored facts of
 * the last hours are used. Products that can't be read now are left out. Throws like askSupplier if the supplier can't be
 * asked at all.
 */
export async function readCatalogFacts(
  deps: Deps,
  scope: Scope,
  from: Pick<SourceName, 'source' | 'mode'>,
  wanted: readonly WantedGoods[],
): Promise<Map<string, SourceWithFacts | undefined>> {
  const ids = wanted.map((one) => one.sourceProductId);
  const stored = await deps.db.read(scope, (ex) => findSourcesByIds(ex, from.source, from.mode, ids));
  const known = new Map(stored.flatMap((row) => (isWhole(row) ? [[row.source_product_id, row] as const] : [])));
  const isCurrent = (row: SourceWithFacts): boolean =>
    deps.clock.millis() - Date.parse(row.detail_seen_at ?? row.seen_at) < CURRENT_MS;
  const hasAll = ({ sourceProductId, sourceVariantIds }: WantedGoods): boolean => {
    const own = new Set(known.get(sourceProductId)?.detail.variants.map((one) => one.sourceVariantId));
    return sourceVariantIds.every((id) => own.has(id));
  };
  const isBulk = deps.connectors.suppliers[from.source]?.capabilities.bulkStock && wanted.length > 0;
  const seen = isBulk ? await readLiveStock(deps, scope, from, wanted) : undefined;
  const isThere = ({ sourceProductId, sourceVariantIds }: WantedGoods, row: SourceWithFacts): boolean =>
    seen ? sourceVariantIds.every((id) => seen.get(sourceProductId)?.variants.has(id)) : isCurrent(row);
  const found = new Map<string, SourceWithFacts | undefined>();
  const unsure: WantedGoods[] = [];
  for (const one of wanted) {
    const row = known.get(one.sourceProductId);
    if (row && isThere(one, row) && hasAll(one)) found.set(one.sourceProductId, row);
    else unsure.push(one);
  }
  for (const { sourceProductId, shipTo } of unsure)
    try {
      const row = await fetchSource(deps, scope, { ...from, sourceProductId, shipTo });
      if (row.detail_status === 'full') found.set(sourceProductId, row);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const kind = error.cause instanceof ConnectorError ? error.cause.kind : undefined;
      if (error.code === 'SOURCE_PRODUCT_NOT_FOUND') found.set(sourceProductId, undefined);
      // A refusal or unreadable response affects only this product.
      else if (kind !== 'rejected' && kind !== 'unexpected') throw error;
    }
  return found;
}

const isWhole = (row: { detail: unknown; detail_status: string }): row is SourceWithFacts =>
  row.detail !== null && row.detail_status === 'full';
