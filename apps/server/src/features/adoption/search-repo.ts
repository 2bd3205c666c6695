import type { CatalogItem } from '@quayside/connector-kit';
import type { MessageParams } from '@quayside/kernel';
import { type Executor, json, raw, sql } from '../../db/index.ts';
import { ADOPTION_SEARCH_TRANSITIONS } from './rules/states.ts';
import type { ChosenProduct, FoundRow, SearchRow } from './tables.ts';

const COLUMNS = raw(`search_id, store_id, keyword, state, cursor, is_whole, wanted, found, known, failures, error_key,
  error_params`);

/** How long a worker has a search without saying so again. */
const HELD_SECONDS = 60;
/** Searches are of use while a person has their screen open. */
const KEPT_HOURS = 24;
/** Searches of a store that are kept. */
const MOST_PER_STORE = 20;
/** Texts are shown in a list, and shops have no limit. */
const LONGEST = 300;

/** Adds a search, and deletes old ones. */
export async function insertSearch(
  tx: Executor,
  workplaceId: string,
  search: { search_id: string; store_id: string; keyword: string; wanted: number },
): Promise<void> {
  await tx.run(sql`delete from adoption_search s where s.workplace_id = ${workplaceId}
    and (s.created_at < now() - make_interval(hours => ${KEPT_HOURS})
      or s.store_id = ${search.store_id} and s.search_id in (select o.search_id from adoption_search o
        where o.workplace_id = ${workplaceId} and o.store_id = ${search.store_id}
        order by o.created_at desc offset ${MOST_PER_STORE - 1}))`);
  await tx.run(sql`insert into adoption_search (workplace_id, search_id, store_id, keyword, wanted)
    values (${workplaceId}, ${search.search_id}, ${search.store_id}, ${search.keyword}, ${search.wanted})`);
}

export const findSearch = (ex: Executor, workplaceId: string, searchId: string): Promise<SearchRow | undefined> =>
  ex.first<SearchRow>(
    sql`select ${COLUMNS} from adoption_search where workplace_id = ${workplaceId} and search_id = ${searchId}`,
  );

/** Has a search read until it has found this many, if there is more. 0: it reads already, or the store has no more. */
export const wantMore = (tx: Executor, workplaceId: string, searchId: string, wanted: number): Promise<number> =>
  tx.run(sql`update adoption_search set state = ${ADOPTION_SEARCH_TRANSITIONS.read.to}, wanted = ${wanted}, failures = 0, error_key = null, error_params = null
    where workplace_id = ${workplaceId} and search_id = ${searchId} and state <> 'reading' and not is_whole`);

/** Takes a search for one worker. undefined: another worker has it, or it has read enough. */
export const claimSearch = (
  tx: Executor,
  workplaceId: string,
  searchId: string,
  holder: string,
): Promise<SearchRow | undefined> =>
  tx.first<SearchRow>(sql`update adoption_search
    set holder = ${holder}, held_until = now() + make_interval(secs => ${HELD_SECONDS})
    where workplace_id = ${workplaceId} and search_id = ${searchId} and state = 'reading'
      and (held_until is null or held_until < now())
    returning ${COLUMNS}`);

export const releaseSearch = (tx: Executor, workplaceId: string, searchId: string, holder: string): Promise<number> =>
  tx.run(sql`update adoption_search set holder = null, held_until = null
    where workplace_id = ${workplaceId} and search_id = ${searchId} and holder = ${holder}::uuid`);

/** Locks a search that this worker still has. false: another worker has it by now. */
export const holdSearch = async (
  tx: Executor,
  workplaceId: string,
  searchId: string,
  holder: string,
): Promise<boolean> =>
  (await tx.first(sql`select 1 from adoption_search where workplace_id = ${workplaceId} and search_id = ${searchId}
    and holder = ${holder}::uuid and state = 'reading' for update`)) !== undefined;

/** Saves a page of a search, and where the next one starts. It is ready once it has what was asked for. */
export async function saveFound(
  tx: Executor,
  workplaceId: string,
  row: SearchRow,
  page: { items: readonly CatalogItem[]; known: number; cursor: string | null; isWhole: boolean },
): Promise<SearchRow | undefined> {
  const rows = page.items.map((one, at) => ({
    id: one.externalProductId,
    position: row.found + at,
    ref: one.ref,
    title: one.title,
    sku: one.sku,
    image: one.imageUrl,
    variants: one.variants,
    status: one.status,
    refusal: one.refusal,
  }));
  const added =
    rows.length === 0
      ? 0
      : await tx.run(sql`insert into adoption_found (workplace_id, search_id, store_id, external_product_id, position, ref, title, sku,
            image_url, variants, status, refusal)
          select ${workplaceId}, ${row.search_id}, ${row.store_id}, r.id, r.position, r.ref, left(r.title, ${LONGEST}),
            left(r.sku, ${LONGEST}), r.image, r.variants, r.status, r.refusal
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id text, position integer, ref text, title text, sku text,
            image text, variants integer, status text, refusal text)
          on conflict do nothing`);
  return tx.first<SearchRow>(sql`update adoption_search set cursor = ${page.cursor}, is_whole = ${page.isWhole},
      found = found + ${added}, known = known + ${page.known}, failures = 0,
      state = case when ${page.isWhole} or found + ${added} >= wanted then 'ready' else 'reading' end,
      held_until = now() + make_interval(secs => ${HELD_SECONDS})
    where workplace_id = ${workplaceId} and search_id = ${row.search_id} returning ${COLUMNS}`);
}

/** Counts a failure to read the store; returns how many there were in a row. */
export const noteSearchFailure = async (tx: Executor, workplaceId: string, searchId: string): Promise<number> =>
  (
    await tx.first<{ failures: number }>(sql`update adoption_search set failures = failures + 1
      where workplace_id = ${workplaceId} and search_id = ${searchId} returning failures`)
  )?.failures ?? 0;

export const failSearch = (
  tx: Executor,
  workplaceId: string,
  searchId: string,
  holder: string,
  error: { key: string; params?: MessageParams },
): Promise<number> =>
  tx.run(sql`update adoption_search set state = ${ADOPTION_SEARCH_TRANSITIONS.fail.to}, error_key = ${error.key}, error_params = ${json(error.params)},
      holder = null, held_until = null
    where workplace_id = ${workplaceId} and search_id = ${searchId} and holder = ${holder}::uuid and state = 'reading'`);

/** What a search has found, in the store's order. */
export const listFound = (ex: Executor, workplaceId: string, searchId: string, most: number): Promise<FoundRow[]> =>
  ex.rows<FoundRow>(sql`select external_product_id, ref, title, sku, image_url, variants, status, refusal from adoption_found
    where workplace_id = ${workplaceId} and search_id = ${searchId} order by position, external_product_id limit ${most}`);

/** Those of some products that a search found and that can be taken in. */
export const chosenProducts = (
  ex: Executor,
  workplaceId: string,
  searchId: string,
  ids: readonly string[],
): Promise<ChosenProduct[]> =>
  ex.rows<ChosenProduct>(sql`select external_product_id as id, title from adoption_found
    where workplace_id = ${workplaceId} and search_id = ${searchId} and refusal is null
      and external_product_id = any(${[...ids]}::text[]) order by position, external_product_id`);
