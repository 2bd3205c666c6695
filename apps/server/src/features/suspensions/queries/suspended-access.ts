import type { SuspendedAccess } from '@quayside/contracts';
import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { addedBy, listSuspended } from '../repo.ts';

/** The workplaces that a person owns. */
export const ownWorkplaces = (who: Pick<Who, 'memberships'>): string[] =>
  who.memberships.filter((one) => one.role === 'owner').map((one) => one.workplaceId);

/** Everything that is suspended in the workplaces of its owner. */
export async function suspendedAccess(
  deps: Deps,
  who: Pick<Who, 'account' | 'memberships'>,
): Promise<SuspendedAccess[]> {
  const items: SuspendedAccess[] = [];
  for (const workplaceId of ownWorkplaces(who)) {
    const scope = { accountId: who.account.id, workplaceId };
    await deps.db.read(scope, async (ex) => {
      const rows = await listSuspended(ex, workplaceId);
      if (rows.length === 0) return;
      const workplace = await ex.first<{ name: string }>(
        sql`select name from workplace where workplace_id = ${workplaceId} and deleted_at is null`,
      );
      if (!workplace) return;
      const names = await addedBy(ex, workplaceId);
      for (const row of rows)
        items.push({
          ...row,
          workplace_id: workplaceId,
          workspace: workplace.name,
          added_by: names.get(`${row.kind}:${row.id}`) || null,
        });
    });
  }
  return items;
}

/** How much is left to review. Where nothing is, the account is no longer reminded of it. */
export async function countLeft(deps: Deps, who: Pick<Who, 'account' | 'memberships'>): Promise<number> {
  const { length } = await suspendedAccess(deps, who);
  if (length === 0)
    await deps.db.global((tx) =>
      tx.run(sql`update account set review_since = null
        where account_id = ${who.account.id} and review_since is not null`),
    );
  return length;
}
