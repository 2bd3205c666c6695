import { AI_IMAGES_RULE, isAiAction } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import type { Actor, Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { isInDemoMode } from '../../enhancer/index.ts';
import { knownProcesses } from '../../processes/index.ts';
import { lockProducts } from '../../products/index.ts';
import type { Drawer } from '../drawers/drawer.ts';
import { IMPORTED_AT_ONCE, optimizeImportedJob } from '../jobs/optimize-imported.ts';
import { enhancedAmong } from '../repo.ts';
import { chosenImages } from '../rules/chosen-images.ts';
import { findSetting } from '../setting-repo.ts';
import { addImages } from './start-images.ts';

/** Enqueues automatic improvement of imported products' images, if enabled, in the import's transaction. */
export async function wantImages(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  { accountId, workplaceId }: WorkplaceScope,
  productIds: readonly string[],
): Promise<void> {
  if (!(await findSetting(tx, workplaceId)).is_enable) return;
  const products = productIds.map((productId) => ({ productId, processId: newId() }));
  const batches = Array.from({ length: Math.ceil(products.length / IMPORTED_AT_ONCE) }, (_none, at) =>
    products.slice(at * IMPORTED_AT_ONCE, (at + 1) * IMPORTED_AT_ONCE),
  );
  await deps.queue.sendMany(
    tx,
    optimizeImportedJob,
    batches.map((batch) => ({ accountId, workplaceId, products: batch })),
  );
}

/**
 * Starts improving images of imported products with the workspace's settings, on behalf of who enabled the rule. Skips deleted
 * products and those with any improved image; does nothing once the rule is off. Plan limits are checked for each image.
 */
export async function optimizeImported(
  deps: Deps,
  drawer: Drawer | undefined,
  scope: WorkplaceScope,
  imported: readonly { productId: string; processId: string }[],
): Promise<void> {
  const { accountId, workplaceId } = scope;
  const rule = await deps.db.read(scope, (ex) => findSetting(ex, workplaceId));
  if (!rule.is_enable || !rule.turned_on_by || (isAiAction(rule.action) && !drawer)) return;
  const actor: Actor = {
    kind: 'rule',
    id: AI_IMAGES_RULE,
    name: rule.turned_on_name ?? '',
    action: 'optimize-imported-images',
  };
  const askedBy = rule.turned_on_by;
  await deps.db.tenant({ ...scope, actor }, async (tx) => {
    const set = await findSetting(tx, workplaceId);
    if (!set.is_enable || (await isInDemoMode(tx, accountId))) return;
    const ids = imported.map((one) => one.productId);
    const products = new Map((await lockProducts(tx, workplaceId, ids)).map((one) => [one.product_id, one]));
    const enhanced = await enhancedAmong(tx, workplaceId, ids);
    const begun = new Set(
      await knownProcesses(
        tx,
        workplaceId,
        imported.map((one) => one.processId),
      ),
    );
    const wanted = imported.flatMap(({ productId, processId }) => {
      const product = products.get(productId);
      if (!product || enhanced.has(productId) || begun.has(processId)) return [];
      const chosen = chosenImages(product, { mostImages: set.most_images }, new Set());
      return 'urls' in chosen ? [{ product, urls: chosen.urls, processId }] : [];
    });
    await addImages(tx, deps, scope, wanted, { ...set, askedBy, model: drawer?.facts.model ?? null });
  });
}
