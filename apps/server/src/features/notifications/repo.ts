import type { NotificationKind } from '@quayside/contracts';
import { type Executor, sql } from '../../db/index.ts';
import type { NotificationEventRow, NotificationRow } from './rules/batch-events.ts';
import type { Preference } from './rules/preferences.ts';

const COLUMNS = sql`n.notification_id, n.kind, n.area, n.group_key, n.store_id, n.is_sandbox, n.count, n.subjects, n.params, n.created_at, n.at`;

/** Takes waiting events, oldest first. The caller holds the workplace's lock (lockBatching). */
export const takeEvents = (tx: Executor, workplaceId: string, most: number): Promise<NotificationEventRow[]> =>
  tx.rows<NotificationEventRow>(sql`with taken as (
      delete from notification_event where workplace_id = ${workplaceId} and event_id = any(array(
        select event_id from notification_event where workplace_id = ${workplaceId} order by at, event_id limit ${most}))
      returning event_id, kind, store_id, is_sandbox, subject_id, subject_name, params, once_key, at)
    select * from taken order by at, event_id`);

export const hasWaitingEvents = async (ex: Executor, workplaceId: string): Promise<boolean> =>
  (await ex.first(sql`select 1 from notification_event where workplace_id = ${workplaceId} limit 1`)) !== undefined;

/** One run per workplace at a time, in any process. */
export const lockBatching = (tx: Executor, workplaceId: string): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`notifications ${workplaceId}`}, 0))`);

/** Deletes a waiting event, and its group's notifications with their unsent deliveries. */
export async function deleteNotifications(
  tx: Executor,
  workplaceId: string,
  { kind, once, group }: { kind: NotificationKind; once: string; group: string },
): Promise<string[]> {
  await tx.run(
    sql`delete from notification_event where workplace_id = ${workplaceId} and kind = ${kind} and once_key = ${once}`,
  );
  const gone = await tx.rows<{ id: string }>(sql`delete from notification
    where workplace_id = ${workplaceId} and group_key = ${group} returning notification_id as id`);
  const ids = gone.map((one) => one.id);
  await tx.run(sql`delete from notification_delivery
    where workplace_id = ${workplaceId} and notification_id = any(${ids}::uuid[]) and state = 'waiting'`);
  await tx.run(sql`delete from notification_read
    where workplace_id = ${workplaceId} and notification_id = any(${ids}::uuid[])`);
  return ids;
}

/** The newest notification of each group. */
export const findLatestByGroup = (
  tx: Executor,
  workplaceId: string,
  groups: readonly string[],
): Promise<NotificationRow[]> =>
  tx.rows<NotificationRow>(sql`select n.* from unnest(${[...groups]}::text[]) g(group_key) cross join lateral (
      select ${COLUMNS} from notification n where n.workplace_id = ${workplaceId} and n.group_key = g.group_key
      order by n.created_at desc limit 1) n`);

export async function insertNotifications(
  tx: Executor,
  workplaceId: string,
  rows: readonly NotificationRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(sql`insert into notification (workplace_id, notification_id, kind, area, group_key, store_id, is_sandbox,
      count, subjects, params, created_at, at)
    select ${workplaceId}, r.notification_id, r.kind, r.area, r.group_key, r.store_id, r.is_sandbox, r.count, r.subjects,
      r.params, r.created_at, r.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(notification_id uuid, kind text, area text, group_key text,
      store_id uuid, is_sandbox boolean, count integer, subjects jsonb, params jsonb, created_at timestamptz, at timestamptz)
    returning 1`);
}

export async function updateNotifications(
  tx: Executor,
  workplaceId: string,
  rows: readonly NotificationRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(sql`update notification n set count = r.count, subjects = r.subjects, params = r.params, at = r.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(notification_id uuid, count integer, subjects jsonb,
      params jsonb, at timestamptz)
    where n.workplace_id = ${workplaceId} and n.notification_id = r.notification_id`);
}

export const findNotification = (ex: Executor, workplaceId: string, id: string): Promise<NotificationRow | undefined> =>
  ex.first<NotificationRow>(
    sql`select ${COLUMNS} from notification n where n.workplace_id = ${workplaceId} and n.notification_id = ${id}`,
  );

export const findPreferences = (ex: Executor, workplaceId: string, accountId: string): Promise<Preference[]> =>
  ex.rows<Preference>(sql`select kind, way, wanted from notification_preference
    where workplace_id = ${workplaceId} and account_id = ${accountId}`);

export interface MemberMarks {
  read_until: string | null;
  mailed_until: string | null;
  maintenance_mode: boolean;
}

export const findMarks = (ex: Executor, workplaceId: string, accountId: string): Promise<MemberMarks | undefined> =>
  ex.first<MemberMarks>(sql`select read_until, mailed_until, maintenance_mode from notification_member
    where workplace_id = ${workplaceId} and account_id = ${accountId}`);

export interface NotificationFilter {
  kinds: readonly NotificationKind[];
  area?: string | undefined;
  unread?: boolean | undefined;
  /** Only events since this time. */
  since?: string | undefined;
  after?: { at: string; id: string } | undefined;
}

/**
 * Notifications a member has not read, individually or up to a moment; anything before they joined counts as read, and
 * so does what they did themselves (`author`).
 * Aliases: `n` the notification, `b` the moment up to which everything is read.
 */
const READ_UNTIL = (workplaceId: string, accountId: string) =>
  sql`(select coalesce(
      (select read_until from notification_member where workplace_id = ${workplaceId} and account_id = ${accountId}),
      (select created_at from member where workplace_id = ${workplaceId} and account_id = ${accountId}), '-infinity') as read_until) b`;
const IS_READ = (workplaceId: string, accountId: string) =>
  sql`(n.at <= b.read_until or n.params ->> 'author' is not distinct from ${accountId}::text or exists (select 1 from notification_read r where r.workplace_id = ${workplaceId}
    and r.account_id = ${accountId} and r.notification_id = n.notification_id and r.read_at >= n.at))`;

/** A member's notifications, last updated first. */
export function listNotifications(
  ex: Executor,
  workplaceId: string,
  accountId: string,
  filter: NotificationFilter,
  most: number,
): Promise<(NotificationRow & { is_read: boolean })[]> {
  const { kinds, area = null, unread = false, since = null, after } = filter;
  return ex.rows(sql`select ${COLUMNS}, ${IS_READ(workplaceId, accountId)} as is_read
    from notification n cross join ${READ_UNTIL(workplaceId, accountId)}
    where n.workplace_id = ${workplaceId} and n.kind = any(${[...kinds]}::text[])
      and (${area}::text is null or n.area = ${area}) and (${since}::timestamptz is null or n.at > ${since}::timestamptz)
      and (not ${unread} or not ${IS_READ(workplaceId, accountId)})
      and (${after?.at ?? null}::timestamptz is null
        or (n.at, n.notification_id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by n.at desc, n.notification_id desc limit ${most}`);
}

/** Cap of the unread count: the badge says 99+ long before. */
const COUNT_MOST = 1_000;

export async function countUnread(
  ex: Executor,
  workplaceId: string,
  accountId: string,
  kinds: readonly NotificationKind[],
): Promise<Map<string, number>> {
  const rows = await ex.rows<{ area: string; n: number }>(sql`select area, count(*) as n from (
      select n.area from notification n cross join ${READ_UNTIL(workplaceId, accountId)}
      where n.workplace_id = ${workplaceId} and n.at > b.read_until and n.kind = any(${[...kinds]}::text[])
        and not ${IS_READ(workplaceId, accountId)}
      order by n.at desc limit ${COUNT_MOST}) u group by area`);
  return new Map(rows.map(({ area, n }) => [area, n]));
}

/** Ids among these that belong to the workplace and are visible to the caller. */
export const filterVisible = async (ex: Executor, workplaceId: string, ids: readonly string[]): Promise<string[]> =>
  (
    await ex.rows<{ notification_id: string }>(
      sql`select notification_id from notification where workplace_id = ${workplaceId} and notification_id = any(${[...ids]}::uuid[])`,
    )
  ).map((row) => row.notification_id);

export const markRead = (tx: Executor, workplaceId: string, accountId: string, ids: readonly string[]) =>
  tx.run(sql`insert into notification_read (workplace_id, account_id, notification_id, read_at)
    select ${workplaceId}, ${accountId}, n.notification_id, n.at from notification n
    where n.workplace_id = ${workplaceId} and n.notification_id = any(${[...ids]}::uuid[])
    on conflict (workplace_id, account_id, notification_id) do update set read_at = excluded.read_at`);

/** Marks everything up to a moment as read, capped at the present. */
export async function markAllRead(tx: Executor, workplaceId: string, accountId: string, until: string): Promise<void> {
  const moment = sql`least(${until}::timestamptz, db_clock())`;
  await tx.run(sql`insert into notification_member as m (workplace_id, account_id, read_until)
    values (${workplaceId}, ${accountId}, ${moment})
    on conflict (workplace_id, account_id) do update set read_until = greatest(m.read_until, excluded.read_until)`);
  await tx.run(sql`delete from notification_read where workplace_id = ${workplaceId} and account_id = ${accountId}
    and read_at <= ${moment}`);
}

export const setMaintenance = (tx: Executor, workplaceId: string, accountId: string, on: boolean) =>
  tx.run(sql`insert into notification_member as m (workplace_id, account_id, maintenance_mode) values (${workplaceId}, ${accountId}, ${on})
    on conflict (workplace_id, account_id) do update set maintenance_mode = excluded.maintenance_mode`);

export async function setPreferences(
  tx: Executor,
  workplaceId: string,
  accountId: string,
  chosen: readonly Preference[],
): Promise<void> {
  if (chosen.length === 0) return;
  // The last choice for a kind and channel counts.
  const last = [...new Map(chosen.map((one) => [`${one.kind} ${one.way}`, one])).values()];
  await tx.run(sql`insert into notification_preference (workplace_id, account_id, kind, way, wanted)
    select ${workplaceId}, ${accountId}, r.kind, r.way, r.wanted
    from jsonb_to_recordset(${JSON.stringify(last)}::jsonb) as r(kind text, way text, wanted boolean)
    on conflict (workplace_id, account_id, kind, way) do update set wanted = excluded.wanted`);
}

/** The person has opened the list once (rule B072), in any workspace. */
const MARKER = 'seen:settings-notification';
export const wasBellOpened = async (ex: Executor, accountId: string): Promise<boolean> =>
  (await ex.first(sql`select 1 from account_flag where account_id = ${accountId} and flag = ${MARKER}`)) !== undefined;
export const markBellOpened = (tx: Executor, accountId: string) =>
  tx.run(sql`insert into account_flag (account_id, flag) values (${accountId}, ${MARKER}) on conflict do nothing`);

/** Deletes at most `most` of each: old notifications, read marks and deliveries. Returns the largest number. */
export async function clearOld(tx: Executor, workplaceId: string, days: number, most: number): Promise<number> {
  const here = sql`workplace_id = ${workplaceId}`;
  const before = sql`now() - make_interval(days => ${days}::int)`;
  const notifications = await tx.run(sql`delete from notification where ${here} and notification_id in
    (select notification_id from notification where ${here} and at < ${before} order by at limit ${most})`);
  const marks = await tx.run(sql`delete from notification_read where ${here} and (account_id, notification_id) in
    (select account_id, notification_id from notification_read where ${here} and read_at < ${before} limit ${most})`);
  const deliveries = await tx.run(sql`delete from notification_delivery where ${here} and delivery_id in
    (select delivery_id from notification_delivery where ${here} and created_at < ${before} order by created_at limit ${most})`);
  return Math.max(notifications, marks, deliveries);
}

/** Workplaces with a connected store or supplier, where events occur, in pages. */
export const busyWorkplaces = {
  list(tx: Executor, after: string, last: string, limit: number) {
    const page = sql`where workplace_id > ${after} and workplace_id <= ${last} order by workplace_id limit ${limit}`;
    return tx.rows<{ workplace_id: string }>(sql`(select distinct workplace_id from store_directory ${page})
      union (select distinct workplace_id from supplier_directory ${page}) order by workplace_id limit ${limit}`);
  },
  idOf: (row: { workplace_id: string }) => row.workplace_id,
};
