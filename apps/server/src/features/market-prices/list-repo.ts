import type { StoreMarket } from '@quayside/connector-kit';
import type { MessageParams } from '@quayside/kernel';
import { type Executor, empty, json, raw, sql } from '../../db/index.ts';
import type { ChoiceRow, MarketListRow } from './tables.ts';

const COLUMNS = raw('store_id, asked_at, read_at, fault, fault_params, markets');
const CHOICE = raw('store_id, price_list_id, name, by_rule, asked_at, read_at, fault, fault_params');

interface Reason {
  key: string;
  params: MessageParams;
}

export const findLists = (ex: Executor, workplaceId: string): Promise<MarketListRow[]> =>
  ex.rows<MarketListRow>(sql`select ${COLUMNS} from market_list where workplace_id = ${workplaceId}`);

export const findList = (ex: Executor, workplaceId: string, storeId: string): Promise<MarketListRow | undefined> =>
  ex.first<MarketListRow>(
    sql`select ${COLUMNS} from market_list where workplace_id = ${workplaceId} and store_id = ${storeId}`,
  );

/** Holds the lists of stores, so that their prices are written by one worker at a time. */
export const lockLists = (tx: Executor, workplaceId: string, storeIds: readonly string[]): Promise<unknown> =>
  tx.rows(sql`select store_id from market_list where workplace_id = ${workplaceId}
    and store_id = any(${[...storeIds]}::uuid[]) order by store_id for update`);

/** Notes that a reading was asked for. */
export const noteAsked = (tx: Executor, workplaceId: string, storeId: string): Promise<number> =>
  tx.run(sql`insert into market_list (workplace_id, store_id, asked_at) values (${workplaceId}, ${storeId}, now())
    on conflict (workplace_id, store_id) do update set asked_at = excluded.asked_at`);

export const saveList = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  markets: readonly StoreMarket[],
): Promise<number> =>
  tx.run(sql`insert into market_list (workplace_id, store_id, read_at, markets)
    values (${workplaceId}, ${storeId}, now(), ${json(markets)})
    on conflict (workplace_id, store_id) do update set read_at = excluded.read_at, asked_at = null, fault = null,
      fault_params = '{}', markets = excluded.markets`);

export const noteFault = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  { key, params }: Reason,
): Promise<number> =>
  tx.run(sql`insert into market_list (workplace_id, store_id, fault, fault_params)
    values (${workplaceId}, ${storeId}, ${key}, ${json(params)})
    on conflict (workplace_id, store_id) do update set asked_at = null, fault = excluded.fault,
      fault_params = excluded.fault_params`);

export const findChoices = (ex: Executor, workplaceId: string, storeIds?: readonly string[]): Promise<ChoiceRow[]> =>
  ex.rows<ChoiceRow>(sql`select ${CHOICE} from market_choice where workplace_id = ${workplaceId}
    and (${storeIds === undefined} or store_id = any(${[...(storeIds ?? [])]}::uuid[])) order by store_id, price_list_id`);

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
