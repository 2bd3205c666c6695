import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { sendImported } from '../imported.ts';
import { enhanceImportedJob } from '../jobs/enhance-imported.ts';
import { findSetting } from '../setting-repo.ts';

/** Enqueues automatic enhancement of imported products, if enabled, in the import's transaction. */
export async function wantEnhancements(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  scope: WorkplaceScope,
  productIds: readonly string[],
): Promise<void> {
  if (!(await findSetting(tx, scope.workplaceId)).is_enable) return;
  await sendImported(tx, deps, enhanceImportedJob, scope, productIds);
}
