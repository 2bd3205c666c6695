import { DEFAULT_RETURN_DAYS, DEFAULT_SEND_BACK_DAYS, type ReturnSetting } from '@quayside/contracts';
import { type Executor, sql } from '../../db/index.ts';

const COLUMNS = sql`window_days, send_back_days, keep_below, keep_currency, restocking_percent, instructions`;

const DEFAULTS: ReturnSetting = {
  window_days: DEFAULT_RETURN_DAYS,
  send_back_days: DEFAULT_SEND_BACK_DAYS,
  keep_below: null,
  keep_currency: null,
  restocking_percent: 0,
  instructions: '',
};

/** The setting that counts for a store, or the workspace's. */
export async function findSetting(
  ex: Executor,
  workplaceId: string,
  storeId: string | undefined,
): Promise<{ setting: ReturnSetting; is_own: boolean }> {
  const own = storeId
    ? await ex.first<ReturnSetting>(sql`select ${COLUMNS} from return_store_setting
        where workplace_id = ${workplaceId} and store_id = ${storeId}`)
    : undefined;
  if (own) return { setting: own, is_own: true };
  const shared = await ex.first<ReturnSetting>(
    sql`select ${COLUMNS} from return_setting where workplace_id = ${workplaceId}`,
  );
  return { setting: shared ?? DEFAULTS, is_own: false };
}

const UPDATES = sql`window_days = excluded.window_days, send_back_days = excluded.send_back_days, keep_below = excluded.keep_below,
  keep_currency = excluded.keep_currency, restocking_percent = excluded.restocking_percent, instructions = excluded.instructions`;

/** Saves a setting. null: the store uses the workspace's again, or the workspace the defaults. */
export async function saveSetting(
  tx: Executor,
  workplaceId: string,
  storeId: string | undefined,
  setting: ReturnSetting | null,
): Promise<void> {
  const own = setting ?? DEFAULTS;
  const values = sql`${own.window_days}, ${own.send_back_days}, ${own.keep_below}, ${own.keep_currency}, ${own.restocking_percent},
    ${own.instructions}`;
  if (storeId === undefined)
    await tx.run(sql`insert into return_setting (workplace_id, ${COLUMNS}) values (${workplaceId}, ${values})
      on conflict (workplace_id) do update set ${UPDATES}`);
  else if (setting === null)
    await tx.run(sql`delete from return_store_setting where workplace_id = ${workplaceId} and store_id = ${storeId}`);
  else
    await tx.run(sql`insert into return_store_setting (workplace_id, store_id, ${COLUMNS})
      values (${workplaceId}, ${storeId}, ${values})
      on conflict (workplace_id, store_id) do update set ${UPDATES}`);
}
