import type { Executor } from '../../../db/index.ts';
import type { Contact } from '../../../http/refusal.ts';
import { listMembers } from '../repo.ts';

/** The owner and the managers of every store, the owner first. A person without a name is known by email. */
export async function listContacts(ex: Executor, workplaceId: string): Promise<Contact[]> {
  const members = await listMembers(ex, workplaceId);
  return members.flatMap(({ name, email, role, store_ids: storeIds, suspended_at: suspendedAt }) =>
    (role === 'owner' || role === 'manager') && !storeIds && !suspendedAt ? [{ name: name || email, role }] : [],
  );
}
