import sql from 'sql-template-tag';
import type { Executor, Scope, StoreScope } from './executor.ts';
import { setActor, setAs, tenantIds } from './scope.ts';

async function setTo(tx: Executor, scope: Scope & StoreScope): Promise<void> {
  // Deferred constraints are checked now, as the tenant that wrote the rows: another would not see them.
  await tx.run(sql`set constraints all immediate`);
  await tx.run(sql`set constraints all deferred`);
  // Citus carries these statements to its workers, and no set_config().
  await tx.raw(`${setAs(tenantIds(scope))}; ${setActor(scope.actor)}`);
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
