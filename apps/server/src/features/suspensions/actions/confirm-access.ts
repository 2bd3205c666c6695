import type { SuspendedRef } from '@quayside/contracts';
import { notFoundField } from '@quayside/kernel';
import { within } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { getActor } from '../../../http/route.ts';
import { publishSessionChange } from '../../../http/session.ts';
import type { Who } from '../../../http/who.ts';
import { resumeJob } from '../jobs/suspensions.ts';
import { ownWorkplaces } from '../queries/suspended-access.ts';
import { clearSuspension, isSuspended } from '../repo.ts';

/**
 * Lets suspended things work again, all of them or none, and continues what waited for them. What works already stays as
 * it is. Throws WORKPLACE_NOT_YOURS or SUSPENDED_NOT_FOUND with the field named.
 */
export async function confirmAccess(
  deps: Deps,
  who: Who,
  items: readonly SuspendedRef[],
  call: { method: 'POST'; path: string },
): Promise<void> {
  const own = new Set(ownWorkplaces(who));
  const accountId = who.account.id;
  const home = { accountId, actor: getActor(who, call) };
  await deps.db.tenant(home, async (tx) => {
    for (const [n, { id, kind, workplace_id: workplaceId }] of items.entries()) {
      if (!own.has(workplaceId)) throw notFoundField(`items.${n}.workplace_id`, 'WORKPLACE_NOT_YOURS');
      const here = { ...home, workplaceId };
      const known = await within(tx, here, home, () => isSuspended(tx, workplaceId, kind, id));
      if (known === undefined) throw notFoundField(`items.${n}.id`, 'SUSPENDED_NOT_FOUND');
      // A member's row is written under that member's account (migrations/1030_workplaces.sql).
      const writer = kind === 'member' ? { ...here, accountId: id } : here;
      const cleared = await within(tx, writer, home, () => clearSuspension(tx, workplaceId, kind, id));
      if (!cleared) continue;
      await within(tx, here, home, async () => {
        if (kind === 'member') await publishSessionChange(tx, workplaceId);
        await deps.queue.send(tx, resumeJob, { accountId, workplaceId, kind, id });
      });
    }
  });
}
