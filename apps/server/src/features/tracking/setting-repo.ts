import { ALARM_DAYS, type AlarmDays } from '@quayside/contracts';
import { type Executor, sql } from '../../db/index.ts';

export const findAlarmDays = async (ex: Executor, workplaceId: string): Promise<AlarmDays> =>
  (await ex.first<AlarmDays>(sql`select no_number_days as no_number, no_scan_days as no_scan, no_movement_days as no_movement,
      pickup_days as pickup, claim_days as claim from tracking_setting where workplace_id = ${workplaceId}`)) ?? {
    ...ALARM_DAYS,
  };

export const saveAlarmDays = (tx: Executor, workplaceId: string, days: AlarmDays): Promise<number> =>
  tx.run(sql`insert into tracking_setting (workplace_id, no_number_days, no_scan_days, no_movement_days, pickup_days, claim_days)
    values (${workplaceId}, ${days.no_number}, ${days.no_scan}, ${days.no_movement}, ${days.pickup}, ${days.claim})
    on conflict (workplace_id) do update set no_number_days = excluded.no_number_days, no_scan_days = excluded.no_scan_days,
      no_movement_days = excluded.no_movement_days, pickup_days = excluded.pickup_days, claim_days = excluded.claim_days`);
