import { AppError } from '@quayside/kernel';
import { type StoreScope, sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publishSessionChange } from '../../../http/session.ts';
import type { Membership } from '../../../http/who.ts';
import { refuseWhileTransferring } from '../../transfers/index.ts';
import { countOpenWork } from '../queries/workspaces.ts';

/** What other features do when a workspace ends, inside its transaction. */
export type OnWorkspaceEnd = (deps: Deps, scope: WorkplaceScope & StoreScope) => Promise<unknown>;

/**
 * Deletes a workspace of one's own. Throws WORKPLACE_IS_LAST for the account's only one, WORKPLACE_HAS_OPEN_ORDERS while
 * orders are open, and STORE_MOVING while a store is on its way into it or out of it. `disconnect` takes its stores down first; a store that is half disconnected when that fails
 * stays disconnected, and the workspace stays.
 */
export async function deleteWorkspace(
  deps: Deps,
  scope: WorkplaceScope & StoreScope,
  memberships: readonly Membership[],
  disconnect: OnWorkspaceEnd,
): Promise<void> {
  const { accountId, workplaceId } = scope;
  const own = memberships.filter((one) => one.ownerId === accountId && one.role === 'owner');
  if (own.length < 2) throw new AppError('BAD_REQUEST', 'WORKPLACE_IS_LAST');
  const refuseOpen = (open: number) => {
    if (open > 0) throw new AppError('BAD_REQUEST', 'WORKPLACE_HAS_OPEN_ORDERS', { params: { count: open } });
  };
  await deps.db.read(scope, (ex) => refuseWhileTransferring(ex, scope));
  refuseOpen(await deps.db.read(scope, (ex) => countOpenWork(ex, workplaceId)));
  await disconnect(deps, scope);
  const members = await deps.db.read(scope, (ex) =>
    ex.rows<{ account_id: string }>(
      sql`select account_id from member where workplace_id = ${workplaceId} and account_id <> ${accountId}`,
    ),
  );
  for (const { account_id: member } of members) await takeOut(deps, { ...scope, accountId: member });
  await deps.db.tenant(scope, async (tx) => {
    // Two deletions at once must not leave the account without a workspace: the second waits here for the first.
    await tx.run(sql`select 1 from account where account_id = ${accountId} for no key update`);
    const rows = await tx.rows<{ workplace_id: string }>(
      sql`select workplace_id from member where account_id = ${accountId} and owner_id is null`,
    );
    if (!rows.some((row) => row.workplace_id !== workplaceId)) throw new AppError('BAD_REQUEST', 'WORKPLACE_IS_LAST');
    await refuseWhileTransferring(tx, scope);
    refuseOpen(await countOpenWork(tx, workplaceId));
    await tx.run(sql`update workplace set deleted_at = now() where workplace_id = ${workplaceId}`);
    await publishSessionChange(tx, workplaceId);
    await tx.run(sql`delete from member where account_id = ${accountId} and workplace_id = ${workplaceId}`);
  });
}

async function takeOut(deps: Deps, scope: WorkplaceScope & StoreScope): Promise<void> {
  await deps.db.tenant(scope, async (tx) => {
    await publishSessionChange(tx, scope.workplaceId);
    await tx.run(sql`delete from member where account_id = ${scope.accountId} and workplace_id = ${scope.workplaceId}`);
  });
}
