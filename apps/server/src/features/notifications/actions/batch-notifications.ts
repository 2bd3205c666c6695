import { NOTIFICATION_KINDS, NOTIFICATION_MAIL_MINUTES } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import { type Executor, everyoneIn } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { deliverNotificationJob, mailNotificationsJob } from '../jobs/notification-jobs.ts';
import { findLatestByGroup, insertNotifications, lockBatching, takeEvents, updateNotifications } from '../repo.ts';
import { batchEvents, getGroupKey, type NotificationRow } from '../rules/batch-events.ts';
import { findWebhook, queueDeliveries } from '../webhook-repo.ts';

/** Events per transaction. */
const MOST_AT_ONCE = 2_000;
/** More ids than this are sent as "any". */
const MOST_IDS = 50;
/** Short delay of a delivery for closely following events: it contains the state at sending time. */
const DELIVERY_WAITS_SECONDS = 3;

async function deliver(
  deps: Pick<Deps, 'queue'>,
  tx: Executor,
  workplaceId: string,
  rows: readonly NotificationRow[],
): Promise<void> {
  const hook = await findWebhook(tx, workplaceId);
  if (!hook?.is_active) return;
  const wanted = rows.filter((row) => hook.kinds.includes(row.kind));
  if (wanted.length === 0) return;
  const ids = await queueDeliveries(
    tx,
    workplaceId,
    wanted.map(({ notification_id, kind }) => ({ notification_id, kind, delivery_id: newId() })),
  );
  const jobs = ids.map((deliveryId) => ({ workplaceId, deliveryId }));
  await deps.queue.sendMany(tx, deliverNotificationJob, jobs, { afterSeconds: DELIVERY_WAITS_SECONDS });
}

/**
 * Combines a workplace's events into notifications, with live events, emails and deliveries. Returns whether more are
 * waiting.
 */
export const batchNotifications = (deps: Pick<Deps, 'db' | 'queue'>, workplaceId: string): Promise<boolean> =>
  deps.db.tenant(everyoneIn(workplaceId), async (tx) => {
    await lockBatching(tx, workplaceId);
    const taken = await takeEvents(tx, workplaceId, MOST_AT_ONCE);
    // Kinds unknown to this version have no text.
    const events = taken.filter((event) => event.kind in NOTIFICATION_KINDS);
    if (events.length === 0) return taken.length === MOST_AT_ONCE;
    const latest = await findLatestByGroup(tx, workplaceId, [...new Set(events.map(getGroupKey))]);
    const { added, changed } = batchEvents(events, latest, newId);
    await insertNotifications(tx, workplaceId, added);
    await updateNotifications(tx, workplaceId, changed);
    const rows = [...added, ...changed];
    const ids = rows.map((row) => row.notification_id);
    await publish(tx, workplaceId, 'notifications', ids.length > MOST_IDS ? [] : ids);
    if (added.length > 0)
      await deps.queue.send(
        tx,
        mailNotificationsJob,
        { workplaceId },
        { afterSeconds: NOTIFICATION_MAIL_MINUTES * 60 },
      );
    await deliver(deps, tx, workplaceId, rows);
    return taken.length === MOST_AT_ONCE;
  });
