import { AI_IMAGES_RULE, isAiAction } from '@quayside/contracts';
import type { Actor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { type Imported, isInDemoMode, lockNewImports, sendImported } from '../../enhancer/index.ts';
import type { AfterImport } from '../../products/index.ts';
import type { Drawer } from '../drawers/drawer.ts';
import { optimizeImportedJob } from '../jobs/optimize-imported.ts';
import { enhancedAmong } from '../repo.ts';
import { chosenImages } from '../rules/chosen-images.ts';
import { findSetting, ruleIsOn } from '../setting-repo.ts';
import { addImages } from './start-images.ts';

/** Enqueues automatic improvement of imported products' images, if enabled. */
export const optimizeAfterImport: AfterImport = {
  wanted: ruleIsOn,
  run: (tx, deps, scope, productIds) => sendImported(tx, deps, optimizeImportedJob, scope, productIds),
};

/**
 * Starts improving images of imported products with the workspace's settings, on behalf of who enabled the rule. Skips deleted
 * products and those with any improved image; does nothing once the rule is off. Plan limits are checked for each image.
 */
export async function optimizeImported(
  deps: Deps,
  drawer: Drawer | undefined,
  scope: WorkplaceScope,
  imported: readonly Imported[],
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
    const wanted = (await lockNewImports(tx, workplaceId, imported, enhancedAmong)).flatMap(
      ({ product, processId }) => {
        const chosen = chosenImages(product, { mostImages: set.most_images }, new Set());
        return 'urls' in chosen ? [{ product, urls: chosen.urls, processId }] : [];
      },
    );
    await addImages(tx, deps, scope, wanted, { ...set, askedBy, model: drawer?.facts.model ?? null });
  });
}
