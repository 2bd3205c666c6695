import type { Executor, StoreScope, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Drawer } from '../drawers/drawer.ts';
import { findSetting, saveDefaults, saveStatus } from '../setting-repo.ts';
import type { ImageDefaults } from '../tables.ts';
import { checkOrder } from './start-images.ts';

/** Saves a workspace's image settings. Throws IMAGE_PROMPT_MISSING, and IMAGE_AI_NOT_SET_UP while the rule is on. */
export const saveSetting = (
  deps: Deps,
  drawer: Drawer | undefined,
  scope: WorkplaceScope & StoreScope,
  set: ImageDefaults,
): Promise<void> =>
  deps.db.tenant(scope, async (tx) => {
    const { is_enable } = await findSetting(tx, scope.workplaceId);
    if (is_enable || set.action === 'edit') checkOrder(set, drawer);
    await saveDefaults(tx, scope.workplaceId, set);
  });

/** Turns automatic improvement on in someone's name, or off. Throws what keeps it from working. */
export async function turnRule(
  tx: Executor,
  drawer: Drawer | undefined,
  workplaceId: string,
  by: { accountId: string; name: string } | undefined,
  /** Named in a refusal. */
  field = 'is_enable',
): Promise<void> {
  if (by) checkOrder(await findSetting(tx, workplaceId), drawer, field);
  await saveStatus(tx, workplaceId, by);
}
