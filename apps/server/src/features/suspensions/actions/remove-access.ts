import type { SuspendedRef } from '@quayside/contracts';
import { invalidField, notFoundField } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import { getActor } from '../../../http/route.ts';
import type { Who } from '../../../http/who.ts';
import { removeSupplier, uninstallStore } from '../../connections/index.ts';
import { removeWebhook } from '../../notifications/index.ts';
import { removeMember } from '../../team/index.ts';
import { ownWorkplaces } from '../queries/suspended-access.ts';
import { isSuspended } from '../repo.ts';

/**
 * Removes one suspended thing, as the page of its feature would. Throws WORKPLACE_NOT_YOURS, SUSPENDED_NOT_FOUND, or
 * NOT_SUSPENDED for what was confirmed meanwhile.
 */
export async function removeAccess(
  deps: Deps,
  who: Who,
  { id, kind, workplace_id: workplaceId }: SuspendedRef,
  call: { method: 'POST'; path: string },
): Promise<void> {
  if (!ownWorkplaces(who).includes(workplaceId)) throw notFoundField('workplace_id', 'WORKPLACE_NOT_YOURS');
  const scope = { accountId: who.account.id, workplaceId, actor: getActor(who, call) };
  const known = await deps.db.read(scope, (ex) => isSuspended(ex, workplaceId, kind, id));
  if (known === undefined) throw notFoundField('id', 'SUSPENDED_NOT_FOUND');
  if (!known) throw invalidField('id', 'NOT_SUSPENDED');
  if (kind === 'store') return uninstallStore(deps, scope, id);
  if (kind === 'supplier') return removeSupplier(deps, scope, id);
  if (kind === 'webhook') return removeWebhook(deps, scope);
  return removeMember(deps, { ...who, scope, workplaceId, role: 'owner' }, id);
}
