import type { BulkChanges } from '@quayside/contracts';
import type { MessageParams } from '@quayside/kernel';
import { type Executor, type Sql, sql } from '../../../db/index.ts';
import { findOverrides } from '../override-repo.ts';
import { countMatching } from '../push-batch-repo.ts';
import { findProducts, findVariants } from '../repo.ts';
import { applyChanges, type ChangeLine, changeLines } from '../rules/bulk-changes.ts';
import { keepsOwn } from '../rules/store-override.ts';

const MOST_EXAMPLES = 20;
/** Products that a preview of everything matching reads. */
const MOST_EXAMINED = 250;

/** What changes would do to products: nothing is written. */
export async function previewChanges(
  ex: Executor,
  workplaceId: string,
  productIds: readonly string[],
  changes: BulkChanges,
) {
  const ids = [...new Set(productIds)];
  const known = new Map((await findProducts(ex, workplaceId, ids)).map((one) => [one.product_id, one]));
  const variants = Map.groupBy(await findVariants(ex, workplaceId, ids), (one) => one.product_id);
  const failed = new Map<string, { key: string; params: MessageParams }>();
  const examples: (ChangeLine & { product_id: string; title: string; currency: string })[] = [];
  const overrides = Map.groupBy(await findOverrides(ex, workplaceId, ids), (one) => one.product_id);
  let changing = 0;
  let ownValues = 0;
  for (const id of ids) {
    const product = known.get(id);
    const own = variants.get(id) ?? [];
    const edited = product && applyChanges(product, own, changes);
    if (!edited) failed.set(id, { key: 'PRODUCT_NOT_FOUND', params: {} });
    else if ('key' in edited) failed.set(id, { key: edited.key, params: {} });
    else {
      const lines = changeLines({ product, variants: [...own] }, edited);
      if (lines.length > 0) changing += 1;
      if (keepsOwn(product, edited.product, overrides.get(id) ?? [])) ownValues += 1;
      const { title, currency } = product;
      examples.push(...lines.slice(0, 3).map((line) => ({ product_id: id, title, currency, ...line })));
    }
  }
  return {
    changing,
    unchanged: ids.length - failed.size - changing,
    own_values: ownValues,
    failed,
    examples: examples.slice(0, MOST_EXAMPLES),
  };
}

/** What changes would do to the newest products that match a condition on the row `p`, and how many match. */
export async function previewMatching(ex: Executor, workplaceId: string, matching: Sql, changes: BulkChanges) {
  const newest = await ex.rows<{ product_id: string }>(
    sql`select p.product_id from product p where ${matching} order by p.product_id desc limit ${MOST_EXAMINED}`,
  );
  const ids = newest.map((row) => row.product_id);
  return {
    matching: await countMatching(ex, matching),
    examined: ids.length,
    ...(await previewChanges(ex, workplaceId, ids, changes)),
  };
}
