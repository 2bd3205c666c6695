import { MONITORING_DEFAULTS, type MonitoringSetting } from '@quayside/contracts';
import { type Executor, sql } from '../../db/index.ts';

/** How a workplace watches its products; what it never chose is as it is by default. */
export const readSetting = async (ex: Executor, workplaceId: string): Promise<MonitoringSetting> =>
  (await ex.first<MonitoringSetting>(sql`select watch_new, every_hours, cost_percent, tell_stock, tell_gone, cost_follows,
      stock_follows from monitoring_setting where workplace_id = ${workplaceId}`)) ?? { ...MONITORING_DEFAULTS };

export async function writeSetting(tx: Executor, workplaceId: string, setting: MonitoringSetting): Promise<void> {
  const { watch_new, every_hours, cost_percent, tell_stock, tell_gone, cost_follows, stock_follows } = setting;
  await tx.run(sql`insert into monitoring_setting (workplace_id, watch_new, every_hours, cost_percent, tell_stock, tell_gone,
      cost_follows, stock_follows)
    values (${workplaceId}, ${watch_new}, ${every_hours}, ${cost_percent}, ${tell_stock}, ${tell_gone}, ${cost_follows}, ${stock_follows})
    on conflict (workplace_id) do update set watch_new = excluded.watch_new, every_hours = excluded.every_hours,
      cost_percent = excluded.cost_percent, tell_stock = excluded.tell_stock, tell_gone = excluded.tell_gone,
      cost_follows = excluded.cost_follows, stock_follows = excluded.stock_follows, updated_at = excluded.updated_at`);
}
