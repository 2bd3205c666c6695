import { type Executor, join, raw, sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { AfterImport } from '../ports.ts';

/** Runs what the workspace wants after an import, in its transaction. One statement finds out for all. */
export async function runAfterImport(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  scope: WorkplaceScope,
  productIds: readonly string[],
  steps: readonly AfterImport[],
): Promise<void> {
  const asked = steps.map(
    (one, at) => sql`(select ${raw(String(at))} as step ${one.wanted(scope.workplaceId)} limit 1)`,
  );
  const wanted = await tx.rows<{ step: number }>(sql`${join(asked, ' union all ')} order by step`);
  for (const { step } of wanted) await steps[step]?.run(tx, deps, scope, productIds);
}
