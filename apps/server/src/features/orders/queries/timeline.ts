import type { TimelineEvent } from '@quayside/contracts';
import { TIMELINE_KINDS } from '@quayside/contracts';
import type { Executor } from '../../../db/index.ts';
import { say } from '../../../http/messages.ts';
import { listEvents } from '../event-repo.ts';
import { getMessageKey } from '../rules/message-keys.ts';
import { isGuardReason, STOPPED_BY_PERSON } from '../rules/notifications.ts';
import type { EventRow } from '../tables.ts';

const isKind = (kind: string): kind is TimelineEvent['kind'] => (TIMELINE_KINDS as readonly string[]).includes(kind);

/** Kinds of parcel events. */
export const SHIPMENT_KINDS = [
  'shipped',
  'delivered',
  'fulfilled',
  'report_failed',
  'report_held',
  'tracking_changed',
  'tracking_edited',
  'manually_fulfilled',
  'history_exported',
] as const;

function textKeyOf({ kind, params }: EventRow): string {
  if (kind === 'shopper_mail') return `TIMELINE_SHOPPER_MAIL_${String(params.state).toUpperCase()}`;
  if (kind === 'canceled' && params.by === 'deletion') return 'TIMELINE_DELETED_AT_STORE';
  if (kind === 'created_to_supplier' && params.orders) return 'TIMELINE_CREATED_TO_SUPPLIER_COMBINED';
  const reason = String(params.reason ?? '');
  return reason === STOPPED_BY_PERSON || isGuardReason(reason) ? 'TIMELINE_STOPPED' : `TIMELINE_${kind.toUpperCase()}`;
}

function viewOf(row: EventRow, locale: string): TimelineEvent[] {
  if (!isKind(row.kind)) return [];
  const { reason } = row.params;
  const params = {
    ...row.params,
    ...(row.kind === 'shopper_mail' ? { mail: say(locale, String(row.params.mail)) } : {}),
    ...(reason ? { reason: say(locale, getMessageKey(String(reason)), row.params) } : {}),
  };
  const text = say(locale, textKeyOf(row), params);
  return [{ id: row.event_id, kind: row.kind, text, params, actor: row.actor, at: row.at }];
}

/** Events of an order in the requested language, newest first. */
export async function findTimeline(
  ex: Executor,
  workplaceId: string,
  orderId: string,
  locale: string,
  kinds?: readonly string[],
): Promise<TimelineEvent[]> {
  return (await listEvents(ex, workplaceId, orderId, kinds)).flatMap((row) => viewOf(row, locale));
}
