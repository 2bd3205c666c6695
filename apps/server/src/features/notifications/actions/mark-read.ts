import { notFoundField } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { publish } from '../../../live/publish.ts';
import { filterVisible, markAllRead, markRead } from '../repo.ts';

/** Marks notifications as read. Throws NOTIFICATION_NOT_FOUND if one is not visible to the person. */
export async function markNotificationsRead(deps: Deps, who: Who, ids: readonly string[]): Promise<void> {
  const { workplaceId } = who;
  const wanted = [...new Set(ids)];
  await deps.db.tenant(who.scope, async (tx) => {
    const known = await filterVisible(tx, workplaceId, wanted);
    if (known.length < wanted.length) throw notFoundField('notification_ids', 'NOTIFICATION_NOT_FOUND');
    await markRead(tx, workplaceId, who.account.id, known);
    await publish(tx, workplaceId, 'notifications', known);
  });
}

/** Marks all notifications up to a moment as read. */
export async function markAllNotificationsRead(deps: Deps, who: Who, until: string): Promise<void> {
  await deps.db.tenant(who.scope, async (tx) => {
    await markAllRead(tx, who.workplaceId, who.account.id, until);
    await publish(tx, who.workplaceId, 'notifications');
  });
}
