import type { Notification, NotificationDelivery } from '@quayside/contracts';
import type { MessageParams } from '@quayside/kernel';
import { isMessage, say } from '../../../http/messages.ts';
import type { NotificationRow } from '../rules/batch-events.ts';
import { getLink } from '../rules/links.ts';
import type { Delivery } from '../webhook-repo.ts';

const dayOf = (at: string, locale: string): string =>
  new Intl.DateTimeFormat(locale === 'ar' ? 'ar-u-nu-latn' : locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(at),
  );

/**
 * Isolates names and URLs in right-to-left sentences (Unicode isolates), or a following number would be drawn before
 * them.
 */
const inLine = (params: MessageParams, locale: string): MessageParams =>
  locale === 'ar'
    ? Object.fromEntries(
        Object.entries(params).map(([name, value]) => [
          name,
          typeof value === 'string' ? `\u2068${value}\u2069` : value,
        ]),
      )
    : params;

/** Text of a notification in a language. */
export function notificationText(row: Pick<NotificationRow, 'kind' | 'count' | 'params'>, locale: string): string {
  const one = `NOTICE_${row.kind.toUpperCase()}`;
  const many = `${one}_MANY`;
  const key = row.count > 1 && isMessage(many) ? many : one;
  const { date } = row.params;
  const isTime = typeof date === 'string' && !Number.isNaN(Date.parse(date));
  const params = isTime ? { ...row.params, date: dayOf(date, locale) } : row.params;
  return say(locale, key, { ...inLine(params, locale), count: row.count });
}

/** The reason for a single thing, if it has a text. */
function noticeDetail(row: Pick<NotificationRow, 'count' | 'params'>, locale: string): string | null {
  const reason = String(row.params.reason ?? '');
  return row.count === 1 && reason && isMessage(reason) ? say(locale, reason, inLine(row.params, locale)) : null;
}

export function notificationView(row: NotificationRow & { is_read: boolean }, locale: string): Notification {
  return {
    id: row.notification_id,
    kind: row.kind,
    area: row.area as Notification['area'],
    text: notificationText(row, locale),
    detail: noticeDetail(row, locale),
    count: row.count,
    names: row.subjects.map((one) => one.name).filter(Boolean),
    link: getLink(
      row.kind,
      row.subjects.map((one) => one.id),
      row.count,
    ),
    store_id: row.store_id,
    is_sandbox: row.is_sandbox,
    is_read: row.is_read,
    created_at: row.created_at,
    at: row.at,
  };
}

export const deliveryView = (row: Delivery, locale: string): NotificationDelivery => ({
  delivery_id: row.delivery_id,
  kind: row.kind,
  is_test: row.notification_id === null,
  state: row.state,
  attempts: row.attempts,
  http_status: row.http_status,
  error: row.error_key ? say(locale, row.error_key, row.error_params ?? {}) : null,
  created_at: row.created_at,
  sent_at: row.sent_at,
});
