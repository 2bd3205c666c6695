import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { findTrackedProducts, makeProductsDue } from '../tracked-product-repo.ts';
import { type Refusals, requestChecks } from './track-products.ts';

/** What was looked at within this time is not looked at again because somebody asks for it: suppliers count questions. */
const LOOKED_JUST_NOW_SECONDS = 60;

/** Has watched products looked at now. Answers those that are, and names those that are not watched. */
export async function checkNow(
  deps: Deps,
  scope: WorkplaceScope,
  productIds: readonly string[],
): Promise<{ asked: string[]; failed: Refusals }> {
  const { workplaceId } = scope;
  const ids = [...new Set(productIds)];
  return deps.db.tenant(scope, async (tx) => {
    const watched = new Set((await findTrackedProducts(tx, workplaceId, ids)).map((row) => row.product_id));
    const rows = await makeProductsDue(tx, workplaceId, ids, LOOKED_JUST_NOW_SECONDS);
    await requestChecks(tx, deps, workplaceId, rows);
    const failed: Refusals = new Map(ids.filter((id) => !watched.has(id)).map((id) => [id, 'PRODUCT_NOT_WATCHED']));
    return { asked: rows.map((row) => row.product_id), failed };
  });
}
