import { AppError } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { listStores } from '../../connections/index.ts';
import { findUnmappedLines, isOrderLine } from '../../orders/index.ts';
import {
  type Copied,
  type CopyPorts,
  duplicateProduct,
  findCopied,
  findProduct,
  type PlannedProduct,
  previewSplit,
  type SplitRequest,
  splitProduct,
} from '../../products/index.ts';
import { recommendAll } from '../queries/recommend-unmapped.ts';

type Split = Pick<SplitRequest, 'option' | 'groups'>;

/** The imported product that a sold one probably is. Throws UNMAPPED_GONE, UNMAPPED_NOTHING_TO_COPY. */
async function findRecommended(ex: Executor, workplaceId: string, lineId: string): Promise<string> {
  const sold = await findUnmappedLines(ex, workplaceId, [lineId]);
  if (sold.length === 0)
    throw new AppError((await isOrderLine(ex, workplaceId, lineId)) ? 'BAD_REQUEST' : 'NOT_FOUND', 'UNMAPPED_GONE');
  const stores = new Map((await listStores(ex, workplaceId, false)).map((store) => [store.store_id, store]));
  const [best] = await recommendAll(ex, workplaceId, sold, stores);
  if (!best) throw new AppError('BAD_REQUEST', 'UNMAPPED_NOTHING_TO_COPY');
  return best.candidate.product_id;
}

/** Copies the imported product that a sold one probably is. The same key for the same line returns the same copy. */
export async function duplicateUnmapped(
  deps: Deps,
  ports: CopyPorts,
  scope: WorkplaceScope,
  { lineId, key, locale }: { lineId: string; key: string; locale: string },
): Promise<Copied> {
  const { workplaceId } = scope;
  // A copy may be what is recommended next, so a request's first try is looked for before.
  const same = await deps.db.read(scope, (ex) => findCopied(ex, workplaceId, 'duplicate', lineId, key));
  if (same) return same;
  const productId = await deps.db.read(scope, (ex) => findRecommended(ex, workplaceId, lineId));
  return duplicateProduct(deps, ports, scope, { productId, subject: lineId, key, locale });
}

/** The product is only guessed, so its variants stay, whether a store has it or not. */
const STAYS = { move: false } as const;

/** As duplicateUnmapped, in groups of variants. */
export async function splitUnmapped(
  deps: Deps,
  ports: CopyPorts,
  scope: WorkplaceScope,
  { lineId, key, ...split }: Split & { lineId: string; key: string },
): Promise<Copied> {
  const { workplaceId } = scope;
  const same = await deps.db.read(scope, (ex) => findCopied(ex, workplaceId, 'split', lineId, key));
  if (same) return same;
  const productId = await deps.db.read(scope, (ex) => findRecommended(ex, workplaceId, lineId));
  return splitProduct(deps, ports, scope, { ...split, ...STAYS, productId, subject: lineId, key });
}

/** What splitUnmapped would result in. Changes nothing. */
export async function previewUnmapped(
  ex: Executor,
  workplaceId: string,
  { lineId, ...split }: Split & { lineId: string },
): Promise<PlannedProduct[]> {
  const productId = await findRecommended(ex, workplaceId, lineId);
  const product = await findProduct(ex, workplaceId, productId);
  return previewSplit(ex, workplaceId, product, { ...split, ...STAYS, productId });
}
