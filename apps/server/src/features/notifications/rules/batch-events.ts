import { NOTIFICATION_KINDS, type NotificationKind } from '@quayside/contracts';
import type { MessageParams } from '@quayside/kernel';

/** A waiting event. */
export interface NotificationEventRow {
  event_id: string;
  kind: NotificationKind;
  store_id: string | null;
  is_sandbox: boolean;
  subject_id: string | null;
  subject_name: string | null;
  params: MessageParams;
  once_key: string | null;
  at: string;
}

export interface Subject {
  id: string;
  name: string;
}

/** A stored notification. */
export interface NotificationRow {
  notification_id: string;
  kind: NotificationKind;
  area: string;
  group_key: string;
  store_id: string | null;
  is_sandbox: boolean;
  count: number;
  subjects: Subject[];
  params: MessageParams;
  created_at: string;
  at: string;
}

/** Events within this time of the last one join a notification, so that bulk actions produce one. */
export const GAP_MS = 2 * 60_000;
/** Maximum time span of a notification, so that a steady stream is reported periodically. */
export const LONGEST_MS = 30 * 60_000;
/** Number of names kept. */
export const NAMES_MOST = 5;

/** Group key: same kind and store; one-time events stand alone. */
export const getGroupKey = (
  event: Pick<NotificationEventRow, 'kind' | 'store_id' | 'once_key' | 'is_sandbox'>,
): string =>
  event.once_key
    ? `${event.kind} once ${event.once_key}`
    : `${event.kind} ${event.store_id ?? ''} ${event.is_sandbox ? 'sandbox' : 'live'}`;

const isOpen = (row: Pick<NotificationRow, 'created_at' | 'at'>, at: string): boolean =>
  Date.parse(at) - Date.parse(row.at) <= GAP_MS && Date.parse(at) - Date.parse(row.created_at) <= LONGEST_MS;

function joined(row: NotificationRow, event: NotificationEventRow): NotificationRow {
  const { subject_id: id, subject_name: name } = event;
  const same = id !== null && row.subjects.some((one) => one.id === id);
  const others = row.subjects.filter((one) => one.id !== id);
  return {
    ...row,
    // The same thing again doesn't count twice.
    count: same ? row.count : row.count + 1,
    subjects: id ? [{ id, name: name ?? '' }, ...others].slice(0, NAMES_MOST) : row.subjects,
    params: event.params,
    at: event.at > row.at ? event.at : row.at,
  };
}

/**
 * Combines events into notifications, oldest first. `latest`: the newest stored notification of each group. Returns new
 * and changed ones; one-time events that were already reported are left out.
 */
export function batchEvents(
  events: readonly NotificationEventRow[],
  latest: readonly NotificationRow[],
  makeId: () => string,
): { added: NotificationRow[]; changed: NotificationRow[] } {
  const kept = new Map(latest.map((row) => [row.group_key, row]));
  const added = new Map<string, NotificationRow>();
  const changed = new Map<string, NotificationRow>();
  for (const event of events) {
    const group = getGroupKey(event);
    const before = kept.get(group);
    if (before && event.once_key) continue;
    const row =
      before && isOpen(before, event.at)
        ? joined(before, event)
        : {
            notification_id: makeId(),
            kind: event.kind,
            area: NOTIFICATION_KINDS[event.kind],
            group_key: group,
            store_id: event.store_id,
            is_sandbox: event.is_sandbox,
            count: 1,
            subjects: event.subject_id ? [{ id: event.subject_id, name: event.subject_name ?? '' }] : [],
            params: event.params,
            created_at: event.at,
            at: event.at,
          };
    kept.set(group, row);
    const isNew = row.notification_id !== before?.notification_id || added.has(row.notification_id);
    (isNew ? added : changed).set(row.notification_id, row);
  }
  return { added: [...added.values()], changed: [...changed.values()] };
}
