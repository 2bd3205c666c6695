import { AI_WRITING_RULE } from '@quayside/contracts';
import type { Actor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { type Imported, lockNewImports } from '../imported.ts';
import { enhancedAmong } from '../repo.ts';
import { findSetting } from '../setting-repo.ts';
import { addEnhancements, isInDemoMode } from './start-enhancement.ts';

/**
 * Starts enhancements of imported products with the workspace's settings, on behalf of who enabled the rule. Skips
 * deleted and already enhanced products; does nothing once the rule is off. Plan limits are checked when each is
 * written.
 */
export async function enhanceImported(deps: Deps, scope: WorkplaceScope, imported: readonly Imported[]): Promise<void> {
  const { accountId, workplaceId } = scope;
  const rule = await deps.db.read(scope, (ex) => findSetting(ex, workplaceId));
  if (!rule.is_enable || !rule.turned_on_by) return;
  const askedBy = rule.turned_on_by;
  const actor: Actor = {
    kind: 'rule',
    id: AI_WRITING_RULE,
    name: rule.turned_on_name ?? '',
    action: 'enhance-imported',
  };
  await deps.db.tenant({ ...scope, actor }, async (tx) => {
    const setting = await findSetting(tx, workplaceId);
    if (!setting.is_enable || (await isInDemoMode(tx, accountId))) return;
    const wanted = await lockNewImports(tx, workplaceId, imported, enhancedAmong);
    await addEnhancements(tx, deps, scope, wanted, {
      kind: 'content',
      style: setting.style,
      tone: setting.tone,
      askedBy,
    });
  });
}
