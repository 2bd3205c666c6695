import type { BulkChanges } from '@quayside/contracts';
import { isId, type MessageParams } from '@quayside/kernel';
import { type Executor, empty, type Sql, sql } from '../../../db/index.ts';
import { findOverrides } from '../override-repo.ts';
import { countMatching } from '../push-batch-repo.ts';
import { findProducts, findVariants } from '../repo.ts';
import { applyChanges, type ChangeLine, changeLines } from '../rules/bulk-changes.ts';
import { keepsOwn } from '../rules/store-override.ts';

const MOST_EXAMPLES = 20;
const MOST_FAILED = 20;
/** Products that a preview of everything matching reads at once, and in one page. */
const AT_ONCE = 250;
const PAGE = 2_000;

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

/**
 * What changes would do to a page of the products that match a condition on the row `p`, newest first after `cursor`, and how many
 * match. Examples are of the first page.
 */
export async function previewMatching(
  ex: Executor,
  workplaceId: string,
  matching: Sql,
  changes: BulkChanges,
  cursor?: string,
) {
  const from = cursor && isId(cursor) ? cursor : undefined;
  const page = { changing: 0, unchanged: 0, own_values: 0, failing: 0, examined: 0 };
  const failed = new Map<string, { key: string; params: MessageParams }>();
  const examples: Awaited<ReturnType<typeof previewChanges>>['examples'] = [];
  let last = from;
  let isEnd = false;
  while (!isEnd && page.examined < PAGE) {
    const after = last ? sql`and p.product_id < ${last}::uuid` : empty;
    const rows = await ex.rows<{ product_id: string }>(
      sql`select p.product_id from product p where ${matching} ${after} order by p.product_id desc limit ${AT_ONCE}`,
    );
    const ids = rows.map((row) => row.product_id);
    const part = await previewChanges(ex, workplaceId, ids, changes);
    page.changing += part.changing;
    page.unchanged += part.unchanged;
    page.own_values += part.own_values;
    page.failing += part.failed.size;
    page.examined += ids.length;
    for (const [id, why] of part.failed) if (failed.size < MOST_FAILED) failed.set(id, why);
    if (!from && examples.length < MOST_EXAMPLES) examples.push(...part.examples);
    last = ids.at(-1) ?? last;
    isEnd = ids.length < AT_ONCE;
  }
  return {
    matching: await countMatching(ex, matching),
    ...page,
    failed,
    examples: examples.slice(0, MOST_EXAMPLES),
    next: isEnd ? null : (last ?? null),
  };
}
