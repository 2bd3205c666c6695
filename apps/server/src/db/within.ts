import sql from 'sql-template-tag';
import type { Executor, Scope, StoreScope } from './executor.ts';
import { tenantIds } from './scope.ts';

async function setTo(tx: Executor, scope: Scope & StoreScope): Promise<void> {
  // Deferred constraints are checked now, as the tenant that wrote the rows: another would not see them.
  await tx.run(sql`set constraints all immediate`);
  await tx.run(sql`set constraints all deferred`);
  const { account, workplace, stores } = tenantIds(scope);
  const actor = scope.actor ? JSON.stringify(scope.actor) : '';
  await tx.run(sql`select set_config('app.account_id', ${account}, true), set_config('app.workplace_id', ${workplace}, true),
    set_config('app.store_ids', ${stores}, true), set_config('app.actor', ${actor}, true)`);
}

/**
 * Runs part of an open transaction as another tenant and returns to `home`, its original scope. For rare operations
 * that must change two tenants atomically.
 */
export async function within<T>(
  tx: Executor,
  other: Scope & StoreScope,
  home: Scope & StoreScope,
  work: () => Promise<T>,
): Promise<T> {
  await setTo(tx, other);
  const result = await work();
  await setTo(tx, home);
  return result;
}
