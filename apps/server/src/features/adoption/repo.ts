import type { MessageParams } from '@quayside/kernel';
import { type Executor, json, raw, sql } from '../../db/index.ts';
import type { ADOPTION_TRANSITIONS } from './rules/states.ts';
import type { AdoptionRow, Choice, ChosenProduct, Skip } from './tables.ts';

const COLUMNS =
  raw(`adoption_id, store_id, state, cursor, keyword, jsonb_array_length(chosen) as chosen_count, seen, adopted, known,
  sold, skipped, error_key, error_params, created_at, finished_at`);
/** How a run can end. */
export type EndState = (typeof ADOPTION_TRANSITIONS)[keyof typeof ADOPTION_TRANSITIONS]['to'];

/** How long a worker has a run without saying so again; a killed one's run continues this much later. */
const HELD_SECONDS = 45;
/** Titles are shown in a list, and shops have no limit. */
const LONGEST_TITLE = 300;

/** Adds a run; returns the one that its store has already. */
export async function insertAdoption(
  tx: Executor,
  workplaceId: string,
  adoptionId: string,
  storeId: string,
  { chosen, keyword }: Choice,
): Promise<string | undefined> {
  const added = await tx.run(sql`insert into adoption (workplace_id, adoption_id, store_id, keyword, chosen)
    values (${workplaceId}, ${adoptionId}, ${storeId}, ${keyword}, ${chosen && json(chosen)}) on conflict (workplace_id, store_id) where state = 'running' do nothing`);
  if (added > 0) {
    // Only the last run of a store is shown.
    await tx.run(
      sql`delete from adoption where workplace_id = ${workplaceId} and store_id = ${storeId} and state <> 'running'`,
    );
    return undefined;
  }
  const there = await tx.first<{ adoption_id: string }>(sql`select adoption_id from adoption
    where workplace_id = ${workplaceId} and store_id = ${storeId} and state = 'running'`);
  if (!there) throw new Error('the run that a store has already was not found');
  return there.adoption_id;
}

/** Whether a run takes in the same products. */
export const isSameRun = async (
  ex: Executor,
  workplaceId: string,
  adoptionId: string,
  { chosen, keyword }: Choice,
): Promise<boolean> =>
  (await ex.first(sql`select 1 from adoption where workplace_id = ${workplaceId} and adoption_id = ${adoptionId}
    and keyword is not distinct from ${keyword}::text
    and chosen is not distinct from ${chosen && json(chosen)}::jsonb`)) !== undefined;

export const findAdoption = (ex: Executor, workplaceId: string, adoptionId: string): Promise<AdoptionRow | undefined> =>
  ex.first<AdoptionRow>(
    sql`select ${COLUMNS} from adoption where workplace_id = ${workplaceId} and adoption_id = ${adoptionId}`,
  );

/** The last run of each store. */
export const latestAdoptions = (ex: Executor, workplaceId: string): Promise<AdoptionRow[]> =>
  ex.rows<AdoptionRow>(sql`select distinct on (store_id) ${COLUMNS} from adoption where workplace_id = ${workplaceId}
    order by store_id, created_at desc`);

export type ClaimedAdoption = AdoptionRow & { chosen: ChosenProduct[] | null };

/** Takes a run for one worker, for a while. undefined: another worker has it, or it has ended. */
export const claimAdoption = (
  tx: Executor,
  workplaceId: string,
  adoptionId: string,
  holder: string,
): Promise<ClaimedAdoption | undefined> =>
  tx.first(sql`update adoption set holder = ${holder}, held_until = now() + make_interval(secs => ${HELD_SECONDS})
    where workplace_id = ${workplaceId} and adoption_id = ${adoptionId} and state = 'running'
      and (held_until is null or held_until < now())
    returning ${COLUMNS}, chosen`);

/** Has a run for longer. false: another worker has it by now, or it has ended. */
export const extendHold = async (
  tx: Executor,
  workplaceId: string,
  adoptionId: string,
  holder: string,
): Promise<boolean> =>
  (await tx.run(sql`update adoption set held_until = now() + make_interval(secs => ${HELD_SECONDS})
    where workplace_id = ${workplaceId} and adoption_id = ${adoptionId} and holder = ${holder}::uuid and state = 'running'`)) >
  0;

export const releaseAdoption = (
  tx: Executor,
  workplaceId: string,
  adoptionId: string,
  holder: string,
): Promise<number> =>
  tx.run(sql`update adoption set holder = null, held_until = null
    where workplace_id = ${workplaceId} and adoption_id = ${adoptionId} and holder = ${holder}::uuid`);

/** Locks a run that this worker still has. false: another worker has it by now, or it has ended. */
export const holdAdoption = async (
  tx: Executor,
  workplaceId: string,
  adoptionId: string,
  holder: string,
): Promise<boolean> =>
  (await tx.first(sql`select 1 from adoption where workplace_id = ${workplaceId} and adoption_id = ${adoptionId}
    and holder = ${holder}::uuid and state = 'running' for update`)) !== undefined;

/** Saves what a page brought, and where the next one starts. */
export const savePage = (
  tx: Executor,
  workplaceId: string,
  adoptionId: string,
  page: { cursor: string | null; seen: number; adopted: number; known: number; sold: number; skipped: number },
): Promise<AdoptionRow | undefined> =>
  tx.first<AdoptionRow>(sql`update adoption set cursor = ${page.cursor}, seen = seen + ${page.seen}, adopted = adopted + ${page.adopted},
      known = known + ${page.known}, sold = sold + ${page.sold}, skipped = skipped + ${page.skipped}, failures = 0,
      held_until = now() + make_interval(secs => ${HELD_SECONDS})
    where workplace_id = ${workplaceId} and adoption_id = ${adoptionId} returning ${COLUMNS}`);

export const insertSkips = (
  tx: Executor,
  workplaceId: string,
  { adoption_id: adoptionId, store_id: storeId }: Pick<AdoptionRow, 'adoption_id' | 'store_id'>,
  skips: readonly Skip[],
): Promise<number> =>
  skips.length === 0
    ? Promise.resolve(0)
    : tx.run(sql`insert into adoption_skip (workplace_id, adoption_id, external_product_id, store_id, title, reason)
        select ${workplaceId}, ${adoptionId}, r.external_product_id, ${storeId}, left(r.title, ${LONGEST_TITLE}), r.reason
        from jsonb_to_recordset(${JSON.stringify(skips)}::jsonb) as r(external_product_id text, title text, reason text)
        on conflict do nothing`);

export const listSkips = (
  ex: Executor,
  workplaceId: string,
  adoptionId: string,
  page: { after: string; size: number },
): Promise<Skip[]> =>
  ex.rows<Skip>(sql`select external_product_id, title, reason from adoption_skip
    where workplace_id = ${workplaceId} and adoption_id = ${adoptionId} and external_product_id > ${page.after}
    order by external_product_id limit ${page.size}`);

/** Ends a run that is still going on. 0: it has ended already. */
export const endAdoption = (
  tx: Executor,
  workplaceId: string,
  adoptionId: string,
  end: {
    state: EndState;
    error?: { key: string; params: MessageParams } | undefined;
    now: string;
  },
): Promise<number> =>
  tx.run(sql`update adoption set state = ${end.state}, error_key = ${end.error?.key ?? null}, error_params = ${json(end.error?.params)},
      holder = null, held_until = null, finished_at = ${end.now}::timestamptz
    where workplace_id = ${workplaceId} and adoption_id = ${adoptionId} and state = 'running'`);

/** Counts a failure to read the store; returns how many there were in a row. */
export const noteFailure = async (tx: Executor, workplaceId: string, adoptionId: string): Promise<number> =>
  (
    await tx.first<{ failures: number }>(sql`update adoption set failures = failures + 1
      where workplace_id = ${workplaceId} and adoption_id = ${adoptionId} returning failures`)
  )?.failures ?? 0;
