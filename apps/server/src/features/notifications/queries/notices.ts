import {
  NOTICE_AREAS,
  NOTICE_KINDS,
  NOTICE_RECENT_DAYS,
  type NotificationSettings,
  type notifications,
  refusalOf,
  type ServerSide,
} from '@quayside/contracts';
import { decodeCursor, encodeCursor } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { batchNotifications } from '../actions/batch-notifications.ts';
import { findHook, lastDeliveries } from '../hook-repo.ts';
import { bellWasOpened, countUnread, eventsWait, listNotices, marksOf, preferencesOf } from '../repo.ts';
import { badgeOf, isWanted, kindsBy, kindsFor } from '../rules/preferences.ts';
import { deliveryView, noticeView } from './view.ts';

type ListCall = ServerSide<typeof notifications.list>;

/** A person's notifications, with unread counts by category. */
export async function noticesFor(deps: Deps, who: Who, query: ListCall['query']): Promise<ListCall['data']> {
  const { workplaceId, account } = who;
  // Shows recent events even if the process that should have announced them died.
  const late = await deps.db.read(who.scope, (ex) => eventsWait(ex, workplaceId));
  if (late) await batchNotifications(deps, workplaceId);
  const opened = await deps.db.read(who.own, (ex) => bellWasOpened(ex, account.id));
  const after = decodeCursor(query.cursor);
  const skip = after || !query.page ? 0 : (query.page - 1) * query.page_size;
  return deps.db.read(who.scope, async (ex) => {
    const kinds = kindsBy(who, await preferencesOf(ex, workplaceId, account.id), 'app');
    const unread = await countUnread(ex, workplaceId, account.id, kinds);
    const since = query.recent
      ? new Date(deps.clock.millis() - NOTICE_RECENT_DAYS * 86_400_000).toISOString()
      : undefined;
    const rows = await listNotices(
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
    const counts = Object.fromEntries(NOTICE_AREAS.map((area) => [area, unread.get(area) ?? 0])) as Record<
      (typeof NOTICE_AREAS)[number],
      number
    >;
    const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
    return {
      total,
      ...counts,
      badge: badgeOf(total, opened),
      items: items.map((row) => noticeView(row, who.locale)),
      ...(rows.length > skip + query.page_size && last
        ? { next_cursor: encodeCursor({ at: last.at, id: last.notification_id }) }
        : {}),
    };
  });
}

/** Deliveries shown with the webhook. */
const LAST = 10;

export const settingsFor = (deps: Deps, who: Who): Promise<NotificationSettings> =>
  deps.db.read(who.scope, async (ex) => {
    const { workplaceId, account } = who;
    const chosen = await preferencesOf(ex, workplaceId, account.id);
    const marks = await marksOf(ex, workplaceId, account.id);
    const mayHook = refusalOf(who, 'notifications.webhook') === undefined;
    const hook = mayHook ? await findHook(ex, workplaceId) : undefined;
    return {
      maintenance_mode: marks?.maintenance_mode ?? false,
      email: account.email,
      sends_mail: deps.config.mail !== undefined,
      kinds: kindsFor(who).map((kind) => ({
        kind,
        area: NOTICE_KINDS[kind],
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
