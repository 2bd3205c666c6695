import type { Executor } from '../../../db/index.ts';
import { notify } from '../../notifications/index.ts';
import { insertEvents } from '../event-repo.ts';
import type { NewEvent } from '../rules/event.ts';
import { noticesOf } from '../rules/notices.ts';

/** Records what happened to orders and notifies the people it concerns, in the transaction in which it happens. */
export async function addEvents(tx: Executor, workplaceId: string, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await insertEvents(tx, workplaceId, events);
  await notify(tx, workplaceId, events.flatMap(noticesOf));
}
