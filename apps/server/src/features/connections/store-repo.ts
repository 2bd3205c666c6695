import type { ChannelId, StockLocationState } from '@quayside/connector-kit';
import { type Executor, json, sql } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';
import type { Sealed } from '../../vault/vault.ts';
import type { Problem } from './rules/reachability.ts';

export interface Store {
  workplace_id: string;
  store_id: string;
  account_id: string;
  platform: ChannelId;
  platform_domain: string;
  base_url: string;
  mode: Mode;
  status: 'active' | 'needs_reconnect' | 'uninstalled';
  store_name: string;
  currency: string;
  country: string | null;
  time_zone: string | null;
  owner_name: string | null;
  owner_email: string | null;
  plan_name: string | null;
  is_default: boolean;
  /** Being transferred to another workspace of the account: waiting for running work, or in progress. */
  moving: 'waiting' | 'closing' | 'carrying' | null;
  scopes: string[];
  missing_scopes: string[];
  credentials: Sealed;
  webhook_secret: Sealed | null;
  orders_by: 'webhook' | 'polling';
  orders_by_reason: Problem | null;
  last_webhook_at: string | null;
  last_polled_at: string | null;
  last_error: Problem | null;
  order_cursor: unknown;
  metadata: {
    webhook_address?: string | null;
    /** When webhooks disabled by the store were last re-enabled. */
    webhooks_restored_at?: string;
    publications?: { at: string; items: { id: string; handle: string; name: string }[] };
  };
  /** Waiting for the owner's confirmation: orders arrive, nothing is sent. */
  suspended_at: string | null;
  keys_since: string;
  access_ends_at: string | null;
  /** Where stock is written; null: at the store's own default. */
  stock_location_id: string | null;
  stock_location_name: string | null;
  stock_location_state: StockLocationState;
  created_at: string;
}

/** The vault context of a store's credentials, which binds them to this row. */
export const storeContext = (storeId: string): string => `store:${storeId}`;
export const storeWebhookContext = (storeId: string): string => `store:${storeId}:webhook`;

export const findStore = (ex: Executor, workplaceId: string, storeId: string): Promise<Store | undefined> =>
  ex.first<Store>(sql`select * from store where workplace_id = ${workplaceId} and store_id = ${storeId}`);

export const lockStore = (tx: Executor, workplaceId: string, storeId: string): Promise<Store | undefined> =>
  tx.first<Store>(sql`select * from store where workplace_id = ${workplaceId} and store_id = ${storeId} for update`);

/** Locks a store against others that do so, such as the next manual order's number; orders keep arriving. */
export const lockStoreAlone = (tx: Executor, workplaceId: string, storeId: string): Promise<Store | undefined> =>
  tx.first<Store>(
    sql`select * from store where workplace_id = ${workplaceId} and store_id = ${storeId} for no key update`,
  );

/**
 * Locks stores against the start of a transfer until the transaction ends. Returns those that are here, and their
 * transfer state.
 */
export async function holdStores(
  tx: Executor,
  workplaceId: string,
  storeIds: readonly string[],
): Promise<Map<string, Pick<Store, 'moving' | 'platform_domain'>>> {
  const rows = await tx.rows<Pick<Store, 'store_id' | 'moving' | 'platform_domain'>>(
    sql`select store_id, moving, platform_domain from store where workplace_id = ${workplaceId}
      and store_id = any(${[...storeIds]}::uuid[]) order by store_id for key share`,
  );
  return new Map(rows.map((row) => [row.store_id, row]));
}

export const listStores = (ex: Executor, workplaceId: string, withUninstalled: boolean): Promise<Store[]> =>
  ex.rows<Store>(sql`select * from store where workplace_id = ${workplaceId}
    and (${withUninstalled} or status <> 'uninstalled') order by created_at, store_id`);

export const findStoreByDomain = (
  ex: Executor,
  workplaceId: string,
  platform: string,
  domain: string,
  mode: Mode,
): Promise<Store | undefined> =>
  ex.first<Store>(sql`select * from store where workplace_id = ${workplaceId} and platform = ${platform}
    and platform_domain = ${domain} and mode = ${mode} order by (status = 'active') desc, created_at desc limit 1`);

type Facts = Pick<
  Store,
  | 'base_url'
  | 'store_name'
  | 'currency'
  | 'country'
  | 'time_zone'
  | 'owner_name'
  | 'owner_email'
  | 'plan_name'
  | 'scopes'
  | 'missing_scopes'
>;

export async function insertStore(
  tx: Executor,
  store: Facts &
    Pick<Store, 'workplace_id' | 'store_id' | 'account_id' | 'platform' | 'platform_domain' | 'mode'> & {
      credentials: Sealed;
      webhook_secret: Sealed;
      access_ends_at: string | null;
    },
): Promise<void> {
  await tx.run(sql`insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status,
      store_name, currency, country, time_zone, owner_name, owner_email, plan_name, scopes, missing_scopes, credentials, webhook_secret,
      orders_by_reason, access_ends_at)
    values (${store.workplace_id}, ${store.store_id}, ${store.account_id}, ${store.platform}, ${store.platform_domain},
      ${store.base_url}, ${store.mode}, 'active', ${store.store_name}, ${store.currency}, ${store.country}, ${store.time_zone},
      ${store.owner_name}, ${store.owner_email}, ${store.plan_name}, ${store.scopes}, ${store.missing_scopes},
      ${json(store.credentials)}, ${json(store.webhook_secret)}, ${json({ key: 'WEBHOOKS_BEING_SET_UP' })}, ${store.access_ends_at})`);
}

/** Marks the store as (re)connected with new facts and credentials, clearing problems. */
export async function refreshStore(
  tx: Executor,
  store: Facts & Pick<Store, 'workplace_id' | 'store_id' | 'credentials' | 'access_ends_at'>,
): Promise<void> {
  await tx.run(sql`update store set status = 'active', base_url = ${store.base_url}, store_name = ${store.store_name},
      currency = ${store.currency}, country = ${store.country}, time_zone = ${store.time_zone}, owner_name = ${store.owner_name},
      owner_email = ${store.owner_email}, plan_name = ${store.plan_name}, scopes = ${store.scopes},
      missing_scopes = ${store.missing_scopes}, credentials = ${json(store.credentials)}, keys_since = now(),
      access_ends_at = ${store.access_ends_at}, last_error = null, updated_at = now()
    where workplace_id = ${store.workplace_id} and store_id = ${store.store_id}`);
}

/** Chooses where a store's stock is written. null: at its own default. */
export const saveStockLocation = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  chosen: { id: string; name: string } | null,
): Promise<number> =>
  tx.run(sql`update store set stock_location_id = ${chosen?.id ?? null}, stock_location_name = ${chosen?.name ?? null},
      stock_location_state = 'active', updated_at = now()
    where workplace_id = ${workplaceId} and store_id = ${storeId}`);

/** Records what a store's chosen location was found to be. 0: it was known, or another is chosen by now. */
export const noteStockLocation = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  { id, state, name }: { id: string; state: StockLocationState; name?: string },
): Promise<number> =>
  tx.run(sql`update store set stock_location_state = ${state},
      stock_location_name = coalesce(${name ?? null}, stock_location_name), updated_at = now()
    where workplace_id = ${workplaceId} and store_id = ${storeId} and stock_location_id = ${id}
      and (stock_location_state <> ${state} or stock_location_name is distinct from coalesce(${name ?? null}, stock_location_name))`);

/** Ensures exactly one default among active stores: the chosen one, else the oldest. */
export async function settleDefault(tx: Executor, workplaceId: string, chosen?: string): Promise<void> {
  await tx.run(sql`update store set is_default = false where workplace_id = ${workplaceId} and is_default
    and (status = 'uninstalled' or (${chosen ?? null}::uuid is not null and store_id <> ${chosen ?? null}::uuid))`);
  await tx.run(sql`update store set is_default = true where workplace_id = ${workplaceId}
    and not exists (select 1 from store where workplace_id = ${workplaceId} and is_default)
    and store_id = (select store_id from store where workplace_id = ${workplaceId} and status <> 'uninstalled'
      order by (store_id = ${chosen ?? null}::uuid) desc nulls last, (status = 'active') desc, created_at, store_id limit 1)`);
}
