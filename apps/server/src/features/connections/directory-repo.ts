import type { ChannelId, SupplierId } from '@quayside/connector-kit';
import { type Executor, sql } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';

export interface StoreEntry {
  store_id: string;
  workplace_id: string;
  account_id: string;
  platform: string;
  platform_domain: string;
  mode: Mode;
  webhook_key: string;
  webhook_base: string | null;
  active: boolean;
  poll_seconds: number;
  next_poll_at: string;
}

export const findEntryByKey = (tx: Executor, platform: string, key: string): Promise<StoreEntry | undefined> =>
  tx.first<StoreEntry>(
    sql`select * from store_directory where webhook_key = ${key} and platform = ${platform} and active`,
  );

export const findEntryByDomain = (
  tx: Executor,
  platform: string,
  domain: string,
  mode: Mode,
): Promise<StoreEntry | undefined> =>
  tx.first<StoreEntry>(sql`select * from store_directory
    where platform = ${platform} and platform_domain = ${domain} and mode = ${mode} and active`);

export const findEntry = (tx: Executor, storeId: string): Promise<StoreEntry | undefined> =>
  tx.first<StoreEntry>(sql`select * from store_directory where store_id = ${storeId}`);

export async function putEntry(
  tx: Executor,
  entry: Pick<
    StoreEntry,
    'store_id' | 'workplace_id' | 'account_id' | 'platform' | 'platform_domain' | 'mode' | 'webhook_key'
  >,
): Promise<void> {
  await tx.run(sql`insert into store_directory (store_id, workplace_id, account_id, platform, platform_domain, mode, webhook_key)
    values (${entry.store_id}, ${entry.workplace_id}, ${entry.account_id}, ${entry.platform}, ${entry.platform_domain},
      ${entry.mode}, ${entry.webhook_key})
    on conflict (store_id) do update set active = true, webhook_base = null, next_poll_at = now(),
      platform_domain = excluded.platform_domain, webhook_key = excluded.webhook_key`);
}

/** Moves a store to another workspace of its account: webhooks and polls go there from now on. */
export async function moveEntry(tx: Executor, storeId: string, workplaceId: string): Promise<void> {
  await tx.run(
    sql`update store_directory set workplace_id = ${workplaceId}, next_poll_at = now() where store_id = ${storeId}`,
  );
}

export async function closeEntry(tx: Executor, storeId: string): Promise<void> {
  await tx.run(sql`update store_directory set active = false where store_id = ${storeId}`);
}

export async function setWebhookBase(
  tx: Executor,
  storeId: string,
  base: string | null,
  pollSeconds: number,
): Promise<void> {
  await tx.run(sql`update store_directory set webhook_base = ${base}, poll_seconds = ${pollSeconds},
    next_poll_at = least(next_poll_at, now() + make_interval(secs => ${pollSeconds})) where store_id = ${storeId}`);
}

interface Due {
  id: string;
  workplace_id: string;
  account_id: string;
}

/** Takes stores with due polls and schedules the next ones; no two processes take the same. */
export const takeDueStores = (tx: Executor, platforms: readonly ChannelId[], most: number): Promise<Due[]> =>
  tx.rows<Due>(sql`update store_directory set next_poll_at = now() + make_interval(secs => poll_seconds)
    where store_id in (select store_id from store_directory where active and next_poll_at <= now()
        and platform = any(${platforms}::text[])
      order by next_poll_at limit ${most} for update skip locked)
    returning store_id as id, workplace_id, account_id`);

export const takeDueSuppliers = (tx: Executor, suppliers: readonly SupplierId[], most: number): Promise<Due[]> =>
  tx.rows<Due>(sql`update supplier_directory set next_poll_at = now() + make_interval(secs => poll_seconds)
    where connection_id in (select connection_id from supplier_directory where active and next_poll_at <= now()
        and supplier = any(${suppliers}::text[])
      order by next_poll_at limit ${most} for update skip locked)
    returning connection_id as id, workplace_id, account_id`);

/** Sandbox stores with webhooks to a URL from before a restart. */
export const claimStoresWithOldUrl = (tx: Executor, base: string): Promise<Due[]> =>
  tx.rows<Due>(sql`update store_directory set webhook_base = ${base}
    where store_id in (select store_id from store_directory where active and mode = 'sandbox'
      and webhook_base is not null and webhook_base <> ${base} for update skip locked)
    returning store_id as id, workplace_id, account_id`);

/**
 * The same for a built-in supplier, which sends parcels to our last URL; in each mode, including connections from
 * before it sent webhooks.
 */
export const claimSuppliersWithOldUrl = (
  tx: Executor,
  supplier: SupplierId,
  mode: Mode,
  base: string,
  most: number,
): Promise<Due[]> =>
  tx.rows<Due>(sql`update supplier_directory set webhook_base = ${base}
    where connection_id in (select connection_id from supplier_directory where active and supplier = ${supplier}
      and mode = ${mode} and webhook_base is distinct from ${base} limit ${most} for update skip locked)
    returning connection_id as id, workplace_id, account_id`);

/**
 * Stores of a platform to check: those without webhooks that could have them (`base`), those with an outdated URL, and
 * one in `parts` of the rest.
 */
export const storesToCheck = (
  tx: Executor,
  ask: { platform: string; mode: Mode; base: string | null; part: number; parts: number },
): Promise<Due[]> =>
  tx.rows<Due>(sql`select store_id as id, workplace_id, account_id from store_directory
    where active and platform = ${ask.platform} and mode = ${ask.mode}
      and (webhook_base is distinct from ${ask.base}::text
        or (webhook_base is not null and mod(abs(hashtext(store_id::text)::bigint), ${ask.parts}) = ${ask.part}))`);

/**
 * Marks the stores of a platform with webhooks, or with the possibility (`base`), for a check. Stores with an outdated
 * URL are polled frequently until then.
 */
export const markWebhooksDue = (
  tx: Executor,
  ask: { platform: string; mode: Mode; base: string | null; quick: number },
): Promise<number> =>
  tx.run(sql`update store_directory set webhooks_due_at = coalesce(webhooks_due_at, now()),
      poll_seconds = case when webhook_base is distinct from ${ask.base}::text then ${ask.quick} else poll_seconds end
    where active and platform = ${ask.platform} and mode = ${ask.mode}
      and (webhook_base is not null or ${ask.base}::text is not null)`);

/** Marks a store with apparently disabled webhooks for a check; it is polled frequently until then. */
export const markStoreWebhooksDue = (tx: Executor, storeId: string, quick: number): Promise<number> =>
  tx.run(sql`update store_directory set webhooks_due_at = coalesce(webhooks_due_at, now()), poll_seconds = ${quick},
      next_poll_at = least(next_poll_at, now() + make_interval(secs => ${quick}))
    where active and store_id = ${storeId} and webhook_base is not null`);

/** Takes stores waiting for a webhook check, longest waiting first; no two processes take the same. */
export const takeWebhooksDue = (tx: Executor, platforms: readonly ChannelId[], most: number): Promise<Due[]> =>
  tx.rows<Due>(sql`update store_directory set webhooks_due_at = null
    where store_id in (select store_id from store_directory where active and webhooks_due_at <= now()
        and platform = any(${platforms}::text[])
      order by webhooks_due_at limit ${most} for update skip locked)
    returning store_id as id, workplace_id, account_id`);

/** One in `parts` of all connected stores. */
export const storesOfPart = (
  tx: Executor,
  ask: { platforms: readonly ChannelId[]; part: number; parts: number },
): Promise<Due[]> =>
  tx.rows<Due>(sql`select store_id as id, workplace_id, account_id from store_directory
    where active and platform = any(${ask.platforms}::text[]) and mod(abs(hashtext(store_id::text)::bigint), ${ask.parts}) = ${ask.part}`);

/** One in `parts` of the supplier connections with webhooks. */
export const suppliersToCheck = (
  tx: Executor,
  ask: { suppliers: readonly SupplierId[]; part: number; parts: number },
): Promise<Due[]> =>
  tx.rows<Due>(sql`select connection_id as id, workplace_id, account_id from supplier_directory
    where active and webhook_base is not null and supplier = any(${ask.suppliers}::text[])
      and mod(abs(hashtext(connection_id::text)::bigint), ${ask.parts}) = ${ask.part}`);

/** An active supplier connection, found without a workspace. */
export interface SupplierEntry {
  workplace_id: string;
  account_id: string;
  connection_id: string;
}

/** All active supplier connections of the installation. */
export const activeSuppliers = (tx: Executor): Promise<SupplierEntry[]> =>
  tx.rows<SupplierEntry>(sql`select workplace_id, account_id, connection_id from supplier_directory where active`);

/** An owner with a store or supplier connection, past ones included. */
export interface ConnectionOwner {
  workplace_id: string;
  account_id: string;
}

/** A page of the workspaces that have or had a store or supplier, by id. */
export const ownersAfter = (tx: Executor, after: string, last: string, limit: number): Promise<ConnectionOwner[]> => {
  const page = sql`where workplace_id > ${after} and workplace_id <= ${last} order by workplace_id limit ${limit}`;
  return tx.rows<ConnectionOwner>(sql`(select distinct workplace_id, account_id from store_directory ${page})
    union (select distinct workplace_id, account_id from supplier_directory ${page})
    order by workplace_id limit ${limit}`);
};

/** Ids of all workspaces that have or had a supplier connection. */
export const workplacesWithSuppliers = async (tx: Executor): Promise<string[]> =>
  (await tx.rows<{ workplace_id: string }>(sql`select distinct workplace_id from supplier_directory`)).map(
    (row) => row.workplace_id,
  );
