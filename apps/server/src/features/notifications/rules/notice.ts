import { NOTICE_KINDS, type NoticeKind } from '@quayside/contracts';
import type { MessageParams } from '@quayside/kernel';

/** Something that happened, as it waits to be gathered. */
export interface NoticeEvent {
  event_id: string;
  kind: NoticeKind;
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

/** A notification as it is kept. */
export interface NoticeRow {
  notification_id: string;
  kind: NoticeKind;
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

/** What happens within this time of the last thing joins it, so that a bulk is told of once. */
export const GAP_MS = 2 * 60_000;
/** And no notification grows for longer than this: a steady stream is told of now and then. */
export const LONGEST_MS = 30 * 60_000;
/** Of so many things the names are kept. */
export const NAMES_MOST = 5;

/** What may be joined with what: the same kind in the same store; what is told one time stands alone. */
export const groupOf = (event: Pick<NoticeEvent, 'kind' | 'store_id' | 'once_key' | 'is_sandbox'>): string =>
  event.once_key
    ? `${event.kind} once ${event.once_key}`
    : `${event.kind} ${event.store_id ?? ''} ${event.is_sandbox ? 'sandbox' : 'live'}`;

const isOpen = (row: Pick<NoticeRow, 'created_at' | 'at'>, at: string): boolean =>
  Date.parse(at) - Date.parse(row.at) <= GAP_MS && Date.parse(at) - Date.parse(row.created_at) <= LONGEST_MS;

function joined(row: NoticeRow, event: NoticeEvent): NoticeRow {
  const { subject_id: id, subject_name: name } = event;
  const same = id !== null && row.subjects.some((one) => one.id === id);
  const others = row.subjects.filter((one) => one.id !== id);
  return {
    ...row,
    // The same thing again is no second one.
    count: same ? row.count : row.count + 1,
    subjects: id ? [{ id, name: name ?? '' }, ...others].slice(0, NAMES_MOST) : row.subjects,
    params: event.params,
    at: event.at > row.at ? event.at : row.at,
  };
}

/**
 * Makes notifications of events, oldest first. `latest`: the newest kept notification of each group. Answers what is to be
 * written, new and changed; an event that is told one time and was told is left out.
 */
export function gather(
  events: readonly NoticeEvent[],
  latest: readonly NoticeRow[],
  makeId: () => string,
): { added: NoticeRow[]; changed: NoticeRow[] } {
  const kept = new Map(latest.map((row) => [row.group_key, row]));
  const added = new Map<string, NoticeRow>();
  const changed = new Map<string, NoticeRow>();
  for (const event of events) {
    const group = groupOf(event);
    const before = kept.get(group);
    if (before && event.once_key) continue;
    const row =
      before && isOpen(before, event.at)
        ? joined(before, event)
        : {
            notification_id: makeId(),
            kind: event.kind,
            area: NOTICE_KINDS[event.kind],
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
