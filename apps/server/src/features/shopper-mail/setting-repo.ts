import { randomBytes } from 'node:crypto';
import type { ShopperMailKind, ShopperMailSetting } from '@quayside/contracts';
import { SHOPPER_MAIL_KINDS } from '@quayside/contracts';
import { type Executor, json, sql } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Sealed } from '../../vault/vault.ts';

interface SettingRow {
  shipped_since: string | null;
  out_for_delivery_since: string | null;
  delivered_since: string | null;
  problem_since: string | null;
  sender_name: string | null;
  reply_to: string | null;
  language: string;
}

export interface HeldSetting extends Omit<ShopperMailSetting, 'kinds'> {
  /** Since when each kind is on; null: off. */
  since: Record<ShopperMailKind, string | null>;
  is_own: boolean;
}

const COLUMNS = sql`shipped_since, out_for_delivery_since, delivered_since, problem_since, sender_name, reply_to, language`;

const OFF: SettingRow = {
  shipped_since: null,
  out_for_delivery_since: null,
  delivered_since: null,
  problem_since: null,
  sender_name: null,
  reply_to: null,
  language: 'en',
};

const toSetting = (row: SettingRow, isOwn: boolean): HeldSetting => ({
  since: Object.fromEntries(SHOPPER_MAIL_KINDS.map((kind) => [kind, row[`${kind}_since`]])) as HeldSetting['since'],
  sender_name: row.sender_name,
  reply_to: row.reply_to,
  language: row.language as HeldSetting['language'],
  is_own: isOwn,
});

/** The setting that counts for a store, or the workspace's. */
export async function findSetting(
  ex: Executor,
  workplaceId: string,
  storeId: string | undefined,
): Promise<HeldSetting> {
  const own = storeId
    ? await ex.first<SettingRow>(sql`select ${COLUMNS} from shopper_mail_store
        where workplace_id = ${workplaceId} and store_id = ${storeId} and is_own`)
    : undefined;
  if (own) return toSetting(own, true);
  const shared = await ex.first<SettingRow>(
    sql`select ${COLUMNS} from shopper_mail_setting where workplace_id = ${workplaceId}`,
  );
  return toSetting(shared ?? OFF, false);
}

const keyContext = (storeId: string): string => `shopper-mail-key:${storeId}`;

export { keyContext as shopperKeyContext };

async function makeStoreRow(tx: Executor, { vault }: Pick<Deps, 'vault'>, workplaceId: string, storeId: string) {
  const key = vault.seal(randomBytes(32).toString('base64'), keyContext(storeId));
  await tx.run(sql`insert into shopper_mail_store (workplace_id, store_id, hash_key)
    values (${workplaceId}, ${storeId}, ${json(key)}) on conflict do nothing`);
}

/** The key that addresses of a store's shoppers are hashed with, made with the first email. */
export async function settleHashKey(
  tx: Executor,
  deps: Pick<Deps, 'vault'>,
  workplaceId: string,
  storeId: string,
): Promise<string> {
  const find = () =>
    tx.first<{ hash_key: Sealed }>(
      sql`select hash_key from shopper_mail_store where workplace_id = ${workplaceId} and store_id = ${storeId}`,
    );
  let row = await find();
  if (!row) {
    await makeStoreRow(tx, deps, workplaceId, storeId);
    row = await find();
  }
  if (!row) throw new Error('key of the store not found');
  return deps.vault.open<string>(row.hash_key, keyContext(storeId));
}

/** Saves a setting; a kind that stays on keeps its time. null: the store uses the workspace's again. */
export async function saveSetting(
  tx: Executor,
  deps: Pick<Deps, 'vault' | 'clock'>,
  workplaceId: string,
  storeId: string | undefined,
  setting: ShopperMailSetting | null,
): Promise<void> {
  const before = await findSetting(tx, workplaceId, storeId);
  const now = deps.clock.now();
  const [shipped, coming, delivered, problem] = SHOPPER_MAIL_KINDS.map((kind) =>
    setting?.kinds[kind] ? (before.since[kind] ?? now) : null,
  );
  if (storeId === undefined) {
    if (!setting) return;
    await tx.run(sql`insert into shopper_mail_setting (workplace_id, ${COLUMNS})
      values (${workplaceId}, ${shipped}, ${coming}, ${delivered}, ${problem}, ${setting.sender_name}, ${setting.reply_to}, ${setting.language})
      on conflict (workplace_id) do update set shipped_since = excluded.shipped_since,
        out_for_delivery_since = excluded.out_for_delivery_since, delivered_since = excluded.delivered_since,
        problem_since = excluded.problem_since, sender_name = excluded.sender_name, reply_to = excluded.reply_to,
        language = excluded.language`);
    return;
  }
  await makeStoreRow(tx, deps, workplaceId, storeId);
  await tx.run(sql`update shopper_mail_store set is_own = ${setting !== null}, shipped_since = ${shipped},
      out_for_delivery_since = ${coming}, delivered_since = ${delivered}, problem_since = ${problem},
      sender_name = ${setting?.sender_name ?? null}, reply_to = ${setting?.reply_to ?? null},
      language = ${setting?.language ?? null}
    where workplace_id = ${workplaceId} and store_id = ${storeId}`);
}

export const isUnsubscribed = async (
  ex: Executor,
  workplaceId: string,
  storeId: string,
  hash: string,
): Promise<boolean> =>
  (await ex.first(sql`select 1 from shopper_unsubscribe
    where workplace_id = ${workplaceId} and store_id = ${storeId} and address_hash = ${hash}`)) !== undefined;

export const setUnsubscribed = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  hash: string,
  isOff: boolean,
): Promise<number> =>
  isOff
    ? tx.run(sql`insert into shopper_unsubscribe (workplace_id, store_id, address_hash)
        values (${workplaceId}, ${storeId}, ${hash}) on conflict do nothing`)
    : tx.run(sql`delete from shopper_unsubscribe
        where workplace_id = ${workplaceId} and store_id = ${storeId} and address_hash = ${hash}`);
