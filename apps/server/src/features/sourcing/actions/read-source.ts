import type { SupplierId } from '@quayside/connector-kit';
import { AppError, notFound } from '@quayside/kernel';
import type { Scope } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { refreshSourceJob } from '../jobs/sourcing.ts';
import { findSource, type Source } from '../source-repo.ts';
import type { SourceFacts } from '../source-row.ts';
import { askSupplier } from './supplier-door.ts';
import { saveProducts } from './sync-catalogue.ts';

/** Older data is shown while it is refreshed. */
const FRESH_MS = 30 * 60_000;
/** For products with loading variants; screens ask again after 45 s. Source: rule B242. */
const PARTIAL_MS = 40_000;

export type SourceWithFacts = Source & { detail: SourceFacts; detail_status: 'partial' | 'full' };

export interface SourceName {
  source: SupplierId;
  mode: Mode;
  sourceProductId: string;
  shipTo: string;
}

const hasFacts = (row: Source | undefined): row is SourceWithFacts =>
  row?.detail != null && row.detail_status !== 'none';

/**
 * Reads a product from its supplier and saves it. Throws SOURCE_PRODUCT_NOT_FOUND, or why the supplier can't be asked.
 */
export async function fetchSource(deps: Deps, scope: Scope, name: SourceName): Promise<SourceWithFacts> {
  const product = await askSupplier(deps, scope, name.source, name.mode, ({ connector, ctx }) =>
    connector.getProduct(ctx, name.sourceProductId, name.shipTo),
  ).catch((error: unknown) => {
    const cause = error instanceof AppError ? (error.cause as { kind?: string } | undefined) : undefined;
    if (cause?.kind === 'not-found') return undefined;
    throw error;
  });
  if (!product) throw notFound('SOURCE_PRODUCT_NOT_FOUND');
  await saveProducts(deps, name.source, name.mode, [product]);
  const row = await deps.db.read(scope, (ex) => findSource(ex, name.source, name.mode, product.sourceProductId));
  if (!hasFacts(row)) throw notFound('SOURCE_PRODUCT_NOT_FOUND');
  return row;
}

/**
 * A product with its facts: saved data if fresh, else from the supplier. Stale data is returned immediately and
 * refreshed by a job, which updates open screens.
 */
export async function readSource(deps: Deps, scope: Scope, name: SourceName): Promise<SourceWithFacts> {
  const row = await deps.db.read(scope, (ex) => findSource(ex, name.source, name.mode, name.sourceProductId));
  if (!hasFacts(row)) return fetchSource(deps, scope, name);
  const age = deps.clock.millis() - Date.parse(row.detail_seen_at ?? row.seen_at);
  if (row.detail_status === 'partial' && age > PARTIAL_MS) return fetchSource(deps, scope, name);
  if (row.detail_status === 'full' && age > FRESH_MS && scope.workplaceId) {
    const { accountId, workplaceId } = scope;
    await deps.db.tenant(scope, (tx) => deps.queue.send(tx, refreshSourceJob, { accountId, workplaceId, ...name }));
  }
  return row;
}

/** The job's part: skipped if refreshed meanwhile. */
export async function refreshSource(deps: Deps, scope: Scope, name: SourceName): Promise<void> {
  const row = await deps.db.read(scope, (ex) => findSource(ex, name.source, name.mode, name.sourceProductId));
  if (row?.detail_seen_at && deps.clock.millis() - Date.parse(row.detail_seen_at) < FRESH_MS) return;
  await fetchSource(deps, scope, name);
  await deps.db.tenant(scope, (tx) => publish(tx, scope.workplaceId ?? '', 'sources', [name.sourceProductId]));
}
