import { type Executor, empty, json, sql } from '../../db/index.ts';
import type { Problem } from '../connections/index.ts';
import type { ShopInfo } from './rules/shop-info.ts';

export interface StorefrontRow {
  state: 'reading' | 'read' | 'failed';
  asked_at: string;
  read_at: string | null;
  info: ShopInfo | null;
  problem: Problem | null;
  /** The host that answered, where the store's own led on to it. */
  led_to: string | null;
}

export const findStorefront = (
  ex: Executor,
  workplaceId: string,
  storeId: string,
): Promise<StorefrontRow | undefined> =>
  ex.first<StorefrontRow>(sql`select state, asked_at, read_at, info, problem, led_to from storefront
    where workplace_id = ${workplaceId} and store_id = ${storeId}`);

/** Returns the names of the apps that each store's page showed, for stores that were read at least once. */
export const findDetectedApps = (ex: Executor, workplaceId: string): Promise<{ store_id: string; apps: string[] }[]> =>
  ex.rows<{ store_id: string; apps: string[] }>(sql`select store_id,
      array(select app ->> 'name' from jsonb_array_elements(info -> 'appUsed') app) as apps
    from storefront where workplace_id = ${workplaceId} and info is not null order by store_id`);

/** Notes that a page is to be read; false where somebody asked a moment ago and it is still being read. */
export async function beginReading(tx: Executor, workplaceId: string, storeId: string): Promise<boolean> {
  const rows =
    await tx.run(sql`insert into storefront (workplace_id, store_id, state) values (${workplaceId}, ${storeId}, 'reading')
    on conflict (workplace_id, store_id) do update set state = 'reading', asked_at = excluded.asked_at
    where storefront.state <> 'reading' or storefront.asked_at < seconds_after(excluded.asked_at, -300)`);
  return rows > 0;
}

/** What reading a store's page came to. */
export type Reading = ({ info: ShopInfo; problem?: undefined } | { info?: undefined; problem: Problem }) & {
  /** Absent: nobody answered, or not by way of the store's own address. */
  ledTo?: string;
};

/** Keeps what pages told that a browser read, whether or not they were ever asked for here. */
export async function saveReading(tx: Executor, workplaceId: string, storeId: string, reading: Reading): Promise<void> {
  await tx.run(sql`insert into storefront (workplace_id, store_id, state) values (${workplaceId}, ${storeId}, 'reading')
    on conflict (workplace_id, store_id) do nothing`);
  await keepReading(tx, workplaceId, storeId, reading);
}

/** Keeps what a page told, or why it told nothing; what was read before stays until there is something newer. */
export const keepReading = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  { info, problem, ledTo }: Reading,
): Promise<number> =>
  tx.run(sql`update storefront set led_to = coalesce(${ledTo ?? null}, led_to), state = ${info ? 'read' : 'failed'}, problem = ${json(problem ?? null)}${info === undefined ? empty : sql`, info = ${json(info)}, read_at = now()`}
    where workplace_id = ${workplaceId} and store_id = ${storeId}`);
