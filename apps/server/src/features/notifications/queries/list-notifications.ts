import {
  getRefusal,
  NOTIFICATION_AREAS,
  NOTIFICATION_KINDS,
  NOTIFICATION_RECENT_DAYS,
  type NotificationSettings,
  type notifications,
  type ServerSide,
} from '@quayside/contracts';
import { decodeCursor, encodeCursor } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { batchNotifications } from '../actions/batch-notifications.ts';
import {
  countUnread,
  findMarks,
  findPreferences,
  hasWaitingEvents,
  listNotifications,
  wasBellOpened,
} from '../repo.ts';
import { getAllowedKinds, getBadge, getKindsForChannel, isWanted } from '../rules/preferences.ts';
import { findWebhook, lastDeliveries } from '../webhook-repo.ts';
import { deliveryView, notificationView } from './view.ts';

type ListCall = ServerSide<typeof notifications.list>;

/** A person's notifications, with unread counts by category. */
export async function getNotifications(deps: Deps, who: Who, query: ListCall['query']): Promise<ListCall['data']> {
  const { workplaceId, account } = who;
  // Shows recent events even if the process that should have announced them died.
  const late = await deps.db.read(who.scope, (ex) => hasWaitingEvents(ex, workplaceId));
  if (late) await batchNotifications(deps, workplaceId);
  const opened = await deps.db.read(who.own, (ex) => wasBellOpened(ex, account.id));
  const after = decodeCursor(query.cursor);
  const skip = after || !query.page ? 0 : (query.page - 1) * query.page_size;
  return deps.db.read(who.scope, async (ex) => {
    const kinds = getKindsForChannel(who, await findPreferences(ex, workplaceId, account.id), 'app');
    const unread = await countUnread(ex, workplaceId, account.id, kinds);
    const since = query.recent
      ? new Date(deps.clock.millis() - NOTIFICATION_RECENT_DAYS * 86_400_000).toISOString()
      : undefined;
    const rows = await listNotifications(
      ex,
      workplaceId,
      account.id,
      {
        kinds,
        area: query.area,
        unread: query.unread,
        since,
        ...(after ? { after } : {}),
      },
      skip + query.page_size + 1,
    );
    const items = rows.slice(skip, skip + query.page_size);
    const last = items.at(-1);
    const counts = Object.fromEntries(NOTIFICATION_AREAS.map((area) => [area, unread.get(area) ?? 0])) as Record<
      (typeof NOTIFICATION_AREAS)[number],
      number
    >;
    const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
    return {
      total,
      ...counts,
      badge: getBadge(total, opened),
      items: items.map((row) => notificationView(row, who.locale)),
      ...(rows.length > skip + query.page_size && last
        ? { next_cursor: encodeCursor({ at: last.at, id: last.notification_id }) }
        : {}),
    };
  });
}

/** Deliveries shown with the webhook. */
const LAST = 10;

export const getNotificationSettings = (deps: Deps, who: Who): Promise<NotificationSettings> =>
  deps.db.read(who.scope, async (ex) => {
    const { workplaceId, account } = who;
    const chosen = await findPreferences(ex, workplaceId, account.id);
    const marks = await findMarks(ex, workplaceId, account.id);
    const mayHook = getRefusal(who, 'notifications.webhook') === undefined;
    const hook = mayHook ? await findWebhook(ex, workplaceId) : undefined;
    return {
      maintenance_mode: marks?.maintenance_mode ?? false,
      email: account.email,
      sends_mail: deps.config.mail !== undefined,
      kinds: getAllowedKinds(who).map((kind) => ({
        kind,
        area: NOTIFICATION_KINDS[kind],
        app: isWanted(chosen, kind, 'app'),
        mail: isWanted(chosen, kind, 'mail'),
        webhook: hook?.kinds.includes(kind) ?? false,
      })),
      webhook: hook
        ? {
            url: hook.url,
            is_active: hook.is_active,
            secret_tail: hook.secret_tail,
            deliveries: (await lastDeliveries(ex, workplaceId, LAST)).map((row) => deliveryView(row, who.locale)),
          }
        : null,
      may_webhook: mayHook,
    };
  });
