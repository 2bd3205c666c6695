import { json, type Scope, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import type { Problem } from '../rules/reachability.ts';

/** Keeps what is wrong with a store where its owner sees it; with `needsPerson` nothing is tried until he reconnects it. */
export async function noteStoreError(
  deps: Deps,
  scope: Scope,
  storeId: string,
  problem: Problem & { needsPerson?: boolean },
): Promise<void> {
  const { key, params } = problem;
  await deps.db.tenant(scope, async (tx) => {
    const changed = await tx.run(sql`update store set last_error = ${json({ key, params })},
        status = case when ${problem.needsPerson ?? false} and status = 'active' then 'needs_reconnect' else status end, updated_at = now()
      where workplace_id = ${scope.workplaceId} and store_id = ${storeId} and status <> 'uninstalled'
        and (last_error is distinct from ${json({ key, params })} or (${problem.needsPerson ?? false} and status = 'active'))`);
    if (changed > 0 && scope.workplaceId) await publish(tx, scope.workplaceId, 'stores', [storeId]);
  });
}

export async function clearStoreError(deps: Deps, scope: Scope, storeId: string): Promise<void> {
  await deps.db.tenant(scope, async (tx) => {
    const changed = await tx.run(sql`update store set last_error = null, updated_at = now()
      where workplace_id = ${scope.workplaceId} and store_id = ${storeId} and status = 'active' and last_error is not null`);
    if (changed > 0 && scope.workplaceId) await publish(tx, scope.workplaceId, 'stores', [storeId]);
  });
}

/** The same for a supplier's connection. `problem` undefined: all is well again. */
export async function noteSupplierError(
  deps: Deps,
  scope: Scope,
  connectionId: string,
  problem: (Problem & { needsPerson?: boolean }) | undefined,
): Promise<void> {
  const told = problem ? json({ key: problem.key, params: problem.params }) : sql`null::jsonb`;
  await deps.db.tenant(scope, async (tx) => {
    const changed = await tx.run(sql`update supplier_connection set last_error = ${told},
        status = case when ${problem?.needsPerson ?? false} and status = 'active' then 'needs_reconnect' else status end
      where workplace_id = ${scope.workplaceId} and connection_id = ${connectionId} and status <> 'removed'
        and last_error is distinct from ${told}`);
    if (changed > 0 && scope.workplaceId) await publish(tx, scope.workplaceId, 'suppliers', [connectionId]);
  });
}
