import { ConnectorError } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { findSource } from '../source-repo.ts';
import { fetchSource, type SourceName, type SourceWithFacts } from './read-source.ts';
import { askSupplier } from './supplier-door.ts';

/** Goods that somebody wants to know of: a product at its supplier, with those of its variants that count. */
export type WantedGoods = Pick<SourceName, 'sourceProductId' | 'shipTo'> & { sourceVariantIds: readonly string[] };

/** What a supplier says of a variant; amounts in the smallest unit of `currency`. */
export interface SeenVariant {
  cost?: number;
  currency?: string;
  stock?: number;
}

/** What was seen of one product: its variants that are there, by the supplier's ids. */
export interface SeenGoods {
  variants: ReadonlyMap<string, SeenVariant>;
  /** When the supplier said it. */
  at: string;
}

/** What was asked of a supplier within this time is believed: another workplace may watch the same product. */
const BELIEVED_MS = 10 * 60_000;

/** Products that one question should be about: a supplier that tells of many variants at once is asked of many. */
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

/** One product by its own page. undefined: the supplier cannot tell just now. */
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
    // What he refuses or tells in a way that is not understood is of this product; the others go on.
    const kind = error.cause instanceof ConnectorError ? error.cause.kind : undefined;
    if (kind === 'rejected' || kind === 'unexpected') return undefined;
    throw error;
  }
}

/**
 * What a supplier says of goods now, by the supplier's product ids. A product that he cannot tell of just now is left out; one
 * that he does not know any more has no variants. Throws as askSupplier when he cannot be asked at all.
 */
export async function lookAtGoods(
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
