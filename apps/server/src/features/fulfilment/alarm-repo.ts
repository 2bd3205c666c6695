import { ALARM_KINDS, type AlarmKind } from '@quayside/contracts';
import type { MessageParams } from '@quayside/kernel';
import { type Executor, empty, json, type Sql, sql } from '../../db/index.ts';
import { ALARM_TRANSITIONS, type AlarmState } from './rules/alarm-states.ts';

export interface AlarmRow {
  alarm_id: string;
  kind: AlarmKind;
  state: AlarmState;
  order_id: string;
  store_id: string;
  /** The parcel or supplier order. */
  subject_id: string;
  shipment_id: string | null;
  params: MessageParams;
  opened_at: string;
}

const columns = sql`alarm_id, kind, state, order_id, store_id, subject_id, shipment_id, params, opened_at`;

/** Alarms of some subjects that are not closed. */
export const activeAlarmsOf = (ex: Executor, workplaceId: string, subjectIds: readonly string[]): Promise<AlarmRow[]> =>
  ex.rows<AlarmRow>(sql`select ${columns} from shipment_alarm
    where workplace_id = ${workplaceId} and subject_id = any(${subjectIds}::uuid[]) and state <> 'closed'`);

/** A page of alarms that are not closed, by id. */
export const activeAlarms = (ex: Executor, workplaceId: string, after: string, most: number): Promise<AlarmRow[]> =>
  ex.rows<AlarmRow>(sql`select ${columns} from shipment_alarm
    where workplace_id = ${workplaceId} and alarm_id > ${after}::uuid and state <> 'closed'
    order by alarm_id limit ${most}`);

/** Opens alarms and returns those that were not open before. */
export const openAlarms = (
  tx: Executor,
  workplaceId: string,
  rows: readonly Omit<AlarmRow, 'state' | 'opened_at'>[],
): Promise<AlarmRow[]> =>
  tx.rows<AlarmRow>(sql`insert into shipment_alarm (workplace_id, alarm_id, kind, state, order_id, store_id, subject_id, shipment_id, params)
    select ${workplaceId}, n.alarm_id, n.kind, 'open', n.order_id, n.store_id, n.subject_id, n.shipment_id, n.params
    from jsonb_to_recordset(${json(rows)}) as n(alarm_id uuid, kind text, order_id uuid, store_id uuid, subject_id uuid,
      shipment_id uuid, params jsonb)
    on conflict (workplace_id, subject_id, kind) where state <> 'closed' do nothing
    returning ${columns}`);

export const closeAlarms = (tx: Executor, workplaceId: string, ids: readonly string[]): Promise<number> =>
  tx.run(sql`update shipment_alarm set state = 'closed', closed_at = now()
    where workplace_id = ${workplaceId} and alarm_id = any(${ids}::uuid[])
      and state = any(${ALARM_TRANSITIONS.close.from}::text[])`);

export const dismissAlarm = (tx: Executor, workplaceId: string, alarmId: string): Promise<AlarmRow | undefined> =>
  tx.first<AlarmRow>(sql`update shipment_alarm set state = 'dismissed'
    where workplace_id = ${workplaceId} and alarm_id = ${alarmId}
      and state = any(${ALARM_TRANSITIONS.dismiss.from}::text[]) returning ${columns}`);

export interface AlarmFilter {
  store_id?: string;
  kind?: AlarmKind;
  alarm_id?: string;
}

const matching = ({ store_id: storeId, kind, alarm_id: alarmId }: AlarmFilter) =>
  sql`${storeId ? sql` and store_id = ${storeId}` : empty}${kind ? sql` and kind = ${kind}` : empty}${alarmId ? sql` and alarm_id = ${alarmId}` : empty}`;

/** A page of open alarms, newest first. */
export const listOpenAlarms = (
  ex: Executor,
  workplaceId: string,
  filter: AlarmFilter,
  page: { before?: string; most: number },
): Promise<AlarmRow[]> =>
  ex.rows<AlarmRow>(sql`select ${columns} from shipment_alarm
    where workplace_id = ${workplaceId} and state = 'open'${matching(filter)}
      ${page.before ? sql`and alarm_id < ${page.before}::uuid` : empty}
    order by alarm_id desc limit ${page.most}`);

/** SQL: a parcel (alias s) has an open alarm; of one kind, if given. */
export const hasOpenAlarm = (workplaceId: string, kind: AlarmKind | undefined): Sql =>
  sql`exists (select 1 from shipment_alarm a where a.workplace_id = ${workplaceId} and a.subject_id = s.shipment_id
    and a.state = 'open'${kind ? sql` and a.kind = ${kind}` : empty})`;

/** Open alarms by kind, each counted up to `most`. */
export async function countOpenAlarms(
  ex: Executor,
  workplaceId: string,
  filter: AlarmFilter,
  most: number,
): Promise<Map<AlarmKind, number>> {
  const kinds = filter.kind ? [filter.kind] : ALARM_KINDS;
  const rows = await ex.rows<{ kind: AlarmKind; count: number }>(sql`select k.kind, (select count(*)::int from (
      select 1 from shipment_alarm where workplace_id = ${workplaceId} and state = 'open' and kind = k.kind${matching(filter)}
      limit ${most}) a) as count from unnest(${kinds}::text[]) as k(kind)`);
  return new Map(rows.map((row) => [row.kind, row.count]));
}
