import type { Executor } from '../../../db/index.ts';
import { notify } from '../../notifications/index.ts';
import { insertEvents } from '../event-repo.ts';
import type { NewEvent } from '../rules/event.ts';
import { toNotifications } from '../rules/notifications.ts';

/** Records order events and notifies the affected people, in the same transaction. */
export async function addEvents(tx: Executor, workplaceId: string, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await insertEvents(tx, workplaceId, events);
  await notify(tx, workplaceId, events.flatMap(toNotifications));
}
