import { json, type Scope, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { notify } from '../../notifications/index.ts';
import type { Problem } from '../rules/reachability.ts';

/** Records a store's problem for its owner; with `needsPerson` nothing is tried until the store is reconnected. */
export async function noteStoreError(
  deps: Deps,
  scope: Scope,
  storeId: string,
  problem: Problem & { needsPerson?: boolean },
): Promise<void> {
  const { key, params } = problem;
  await deps.db.tenant(scope, async (tx) => {
    const waits = problem.needsPerson
      ? await tx.run(sql`update store set status = 'needs_reconnect'
          where workplace_id = ${scope.workplaceId} and store_id = ${storeId} and status = 'active'`)
      : 0;
    const changed = await tx.run(sql`update store set last_error = ${json({ key, params })},
        updated_at = now()
      where workplace_id = ${scope.workplaceId} and store_id = ${storeId} and status <> 'uninstalled'
        and last_error is distinct from ${json({ key, params })}`);
    if (!scope.workplaceId) return;
    if (changed + waits > 0) await publish(tx, scope.workplaceId, 'stores', [storeId]);
    if (waits > 0)
      await notify(tx, scope.workplaceId, [{ kind: 'store_reconnect', storeId, params: { ...params, reason: key } }]);
  });
}

export async function clearStoreError(deps: Deps, scope: Scope, storeId: string): Promise<void> {
  await deps.db.tenant(scope, async (tx) => {
    const changed = await tx.run(sql`update store set last_error = null, updated_at = now()
      where workplace_id = ${scope.workplaceId} and store_id = ${storeId} and status = 'active' and last_error is not null`);
    if (changed > 0 && scope.workplaceId) await publish(tx, scope.workplaceId, 'stores', [storeId]);
  });
}

/** The same for a supplier connection. `problem` undefined: resolved. */
export async function noteSupplierError(
  deps: Deps,
  scope: Scope,
  connectionId: string,
  problem: (Problem & { needsPerson?: boolean }) | undefined,
): Promise<void> {
  const told = problem ? json({ key: problem.key, params: problem.params }) : sql`null::jsonb`;
  await deps.db.tenant(scope, async (tx) => {
    const waits = problem?.needsPerson
      ? await tx.first<{ label: string; mode: string }>(sql`update supplier_connection set status = 'needs_reconnect'
          where workplace_id = ${scope.workplaceId} and connection_id = ${connectionId} and status = 'active'
          returning label, mode`)
      : undefined;
    const changed = await tx.run(sql`update supplier_connection set last_error = ${told}
      where workplace_id = ${scope.workplaceId} and connection_id = ${connectionId} and status <> 'removed'
        and last_error is distinct from ${told}`);
    if (!scope.workplaceId) return;
    if (changed > 0 || waits) await publish(tx, scope.workplaceId, 'suppliers', [connectionId]);
    if (waits && problem)
      await notify(tx, scope.workplaceId, [
        {
          kind: 'supplier_reconnect',
          subject: { id: connectionId, name: waits.label },
          isSandbox: waits.mode === 'sandbox',
          params: { ...problem.params, name: waits.label, reason: problem.key },
        },
      ]);
  });
}
