import { ConnectorError } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { findSource } from '../source-repo.ts';
import { fetchSource, type SourceName, type SourceWithFacts } from './read-source.ts';
import { askSupplier } from './supplier-door.ts';

/** A product at its supplier with the relevant variants. */
export type WantedGoods = Pick<SourceName, 'sourceProductId' | 'shipTo'> & { sourceVariantIds: readonly string[] };

/** A variant at its supplier; amounts in the smallest unit of `currency`. */
export interface SeenVariant {
  cost?: number;
  currency?: string;
  stock?: number;
}

/** A checked product: its available variants by the supplier's ids. */
export interface SeenGoods {
  variants: ReadonlyMap<string, SeenVariant>;
  /** When the supplier reported it. */
  at: string;
}

/** Cache time of a check: other workplaces may track the same product. */
const BELIEVED_MS = 10 * 60_000;

/** Products per request, for suppliers that return many variants at once. */
export const goodsAtOnce = (deps: Deps, source: SourceName['source']): number =>
  deps.connectors.suppliers[source]?.capabilities.bulkStock ? 100 : 5;

const seenOf = (row: SourceWithFacts): SeenGoods => ({
  at: row.detail_seen_at ?? row.seen_at,
  variants: new Map(
    row.detail.variants.map(({ sourceVariantId, cost, stock }) => [
      sourceVariantId,
      { cost, currency: row.currency, ...(stock === undefined ? {} : { stock }) },
    ]),
  ),
});

/** Reads one product by its own page. undefined: temporarily unavailable. */
async function lookAtOne(deps: Deps, scope: Scope, name: SourceName): Promise<SeenGoods | undefined> {
  const kept = await deps.db.read(scope, (ex) => findSource(ex, name.source, name.mode, name.sourceProductId));
  const age = kept?.detail_seen_at ? deps.clock.millis() - Date.parse(kept.detail_seen_at) : Number.POSITIVE_INFINITY;
  try {
    const isFresh = kept?.detail && kept.detail_status === 'full' && age < BELIEVED_MS;
    const row = isFresh ? (kept as SourceWithFacts) : await fetchSource(deps, scope, name);
    return row.detail_status === 'full' ? seenOf(row) : undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'SOURCE_PRODUCT_NOT_FOUND') return { variants: new Map(), at: deps.clock.now() };
    // A refusal or unreadable response affects only this product; the others continue.
    const kind = error.cause instanceof ConnectorError ? error.cause.kind : undefined;
    if (kind === 'rejected' || kind === 'unexpected') return undefined;
    throw error;
  }
}

/**
 * Current supplier data by the supplier's product ids. Temporarily unavailable products are left out, discontinued ones
 * have no variants; throws like askSupplier if the supplier can't be asked at all.
 */
export async function readLiveStock(
  deps: Deps,
  scope: Scope,
  from: Pick<SourceName, 'source' | 'mode'>,
  wanted: readonly WantedGoods[],
): Promise<Map<string, SeenGoods>> {
  const seen = new Map<string, SeenGoods>();
  if (deps.connectors.suppliers[from.source]?.capabilities.bulkStock) {
    const ids = wanted.flatMap((one) => one.sourceVariantIds);
    const rows = await askSupplier(deps, scope, from.source, from.mode, ({ connector, ctx }) =>
      connector.getStock(ctx, ids),
    );
    const told = new Map(
      rows.map(({ sourceVariantId, stock, cost }) => [
        sourceVariantId,
        { ...(stock === undefined ? {} : { stock }), ...(cost ? { cost: cost.amount, currency: cost.currency } : {}) },
      ]),
    );
    const at = deps.clock.now();
    for (const { sourceProductId, sourceVariantIds } of wanted) {
      const variants = sourceVariantIds.flatMap((id) => {
        const one = told.get(id);
        return one ? [[id, one] as const] : [];
      });
      seen.set(sourceProductId, { variants: new Map(variants), at });
    }
    return seen;
  }
  for (const { sourceProductId, shipTo } of wanted) {
    const one = await lookAtOne(deps, scope, { ...from, sourceProductId, shipTo });
    if (one) seen.set(sourceProductId, one);
  }
  return seen;
}
