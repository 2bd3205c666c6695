import sql from 'sql-template-tag';
import type { Executor, Scope, Sight } from './executor.ts';
import { tenantIds } from './scope.ts';

async function setTo(tx: Executor, scope: Scope & Sight): Promise<void> {
  // What is checked at the commit is checked now, as the tenant that wrote it: another would not see the rows.
  await tx.run(sql`set constraints all immediate`);
  await tx.run(sql`set constraints all deferred`);
  const { account, workplace, stores } = tenantIds(scope);
  const actor = scope.actor ? JSON.stringify(scope.actor) : '';
  await tx.run(sql`select set_config('app.account_id', ${account}, true), set_config('app.workplace_id', ${workplace}, true),
    set_config('app.store_ids', ${stores}, true), set_config('app.actor', ${actor}, true)`);
}

/**
 * Works as another tenant inside a transaction that is open, and goes back to `home`, the scope that it was opened with: for
 * the rare thing that concerns two tenants at once and must not be half done.
 */
export async function within<T>(
  tx: Executor,
  other: Scope & Sight,
  home: Scope & Sight,
  work: () => Promise<T>,
): Promise<T> {
  await setTo(tx, other);
  const result = await work();
  await setTo(tx, home);
  return result;
}
