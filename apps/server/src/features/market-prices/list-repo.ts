import type { StoreMarket } from '@quayside/connector-kit';
import type { MessageParams } from '@quayside/kernel';
import { type Executor, empty, json, raw, sql } from '../../db/index.ts';
import type { ChoiceRow } from './tables.ts';

const CHOICE = raw('store_id, price_list_id, name, by_rule, asked_at, read_at, fault, fault_params');

/** The kept markets of stores, or of one. */
export const findMarkets = async (
  ex: Executor,
  workplaceId: string,
  storeId?: string,
): Promise<Map<string, StoreMarket[]>> =>
  new Map(
    (
      await ex.rows<{ store_id: string; markets: StoreMarket[] }>(sql`select store_id, markets from market_list
        where workplace_id = ${workplaceId} and (${storeId === undefined} or store_id = ${storeId ?? null})`)
    ).map((one) => [one.store_id, one.markets]),
  );

/** Holds the lists of stores, so that their prices are written by one worker at a time. */
export const lockLists = (tx: Executor, workplaceId: string, storeIds: readonly string[]): Promise<unknown> =>
  tx.rows(sql`select store_id from market_list where workplace_id = ${workplaceId}
    and store_id = any(${[...storeIds]}::uuid[]) order by store_id for update`);

export const saveMarkets = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  markets: readonly StoreMarket[],
): Promise<number> =>
  tx.run(sql`insert into market_list (workplace_id, store_id, markets) values (${workplaceId}, ${storeId}, ${json(markets)})
    on conflict (workplace_id, store_id) do update set markets = excluded.markets`);

export const findChoices = (ex: Executor, workplaceId: string, storeIds?: readonly string[]): Promise<ChoiceRow[]> =>
  ex.rows<ChoiceRow>(sql`select ${CHOICE} from market_choice where workplace_id = ${workplaceId}
    and (${storeIds === undefined} or store_id = any(${[...(storeIds ?? [])]}::uuid[])) order by store_id, price_list_id`);

interface Reason {
  key: string;
  params: MessageParams;
}

type ListName = { storeId: string; priceListId: string };

export const saveChoice = (
  tx: Executor,
  workplaceId: string,
  { storeId, priceListId, name, byRule }: ListName & { name: string; byRule: boolean },
): Promise<number> =>
  tx.run(sql`insert into market_choice (workplace_id, store_id, price_list_id, name, by_rule)
    values (${workplaceId}, ${storeId}, ${priceListId}, ${name}, ${byRule})
    on conflict (workplace_id, store_id, price_list_id) do update set name = excluded.name, by_rule = excluded.by_rule,
      fault = null, fault_params = '{}'`);

/** Notes that a price list's prices are to be read. */
export const notePricesAsked = (
  tx: Executor,
  workplaceId: string,
  { storeId, priceListId, name }: ListName & { name: string },
): Promise<number> =>
  tx.run(sql`insert into market_choice (workplace_id, store_id, price_list_id, name, asked_at)
    values (${workplaceId}, ${storeId}, ${priceListId}, ${name}, now())
    on conflict (workplace_id, store_id, price_list_id) do update set asked_at = excluded.asked_at`);

/** Notes that prices were read, or why not. */
export const notePricesRead = (
  tx: Executor,
  workplaceId: string,
  { storeId, priceListId }: ListName,
  fault?: Reason,
): Promise<number> =>
  tx.run(sql`update market_choice set asked_at = null, fault = ${fault?.key ?? null},
      fault_params = ${json(fault?.params ?? {})} ${fault ? empty : sql`, read_at = now()`}
    where workplace_id = ${workplaceId} and store_id = ${storeId} and price_list_id = ${priceListId}`);

/** Notes why prices could not be written; undefined: they were. */
export const noteChoiceFault = (
  tx: Executor,
  workplaceId: string,
  { storeId, priceListId }: ListName,
  fault: Reason | undefined,
): Promise<number> =>
  tx.run(sql`update market_choice set fault = ${fault?.key ?? null}, fault_params = ${json(fault?.params ?? {})}
    where workplace_id = ${workplaceId} and store_id = ${storeId} and price_list_id = ${priceListId}`);
