import { newId } from '@quayside/kernel';
import { containing, type Executor, raw, type Sql, sql } from '../../db/index.ts';
import type { Suggested, SuggestionState } from './tables.ts';

const COLUMNS =
  raw(`suggestion_id, store_id, external_product_id, external_variant_id, product_id, mode, title, variant_title, sku,
  image_url, partner, confidence, reasons, state, automatic, decided_at`);

/** How long a worker has a run without saying so again. */
const HELD_SECONDS = 120;

/** Has variants compared again. 0: a run that hasn't started will do so anyway. */
export const wantRun = (tx: Executor, workplaceId: string): Promise<number> =>
  tx.run(sql`insert into mapping_suggestion_run as r (workplace_id, wanted_at) values (${workplaceId}, now())
    on conflict (workplace_id) do update set wanted_at = excluded.wanted_at
    where r.done_at >= r.wanted_at or r.started_at >= r.wanted_at`);

/** Whether variants of the workspace were ever compared. */
export const hasRun = async (ex: Executor, workplaceId: string): Promise<boolean> =>
  (await ex.first(sql`select 1 from mapping_suggestion_run where workplace_id = ${workplaceId}`)) !== undefined;

/** Whether the workspace has variants without a supplier that a newly imported product may fit. */
/** The rest of a `select` that finds a row where suggestions are open. */
export const suggestionsAreOpen = (workplaceId: string): Sql =>
  sql`from mapping_suggestion where workplace_id = ${workplaceId} and state = 'open'`;

export interface SuggestionRun {
  started_at: string;
  cursor: string | null;
}

/** Takes the run for one worker. undefined: another worker has it, or nothing is wanted. */
export async function claimRun(tx: Executor, workplaceId: string, holder: string): Promise<SuggestionRun | undefined> {
  const time = await tx.first<{ now: string }>(sql`select now() as now`);
  return tx.first<SuggestionRun>(sql`update mapping_suggestion_run set holder = ${holder},
      held_until = now() + make_interval(secs => ${HELD_SECONDS}), started_at = coalesce(started_at, ${time?.now ?? null}::timestamptz)
    where workplace_id = ${workplaceId} and (done_at is null or done_at < wanted_at) and (held_until is null or held_until < now())
    returning started_at, cursor`);
}

/** What is known of the run; for the screen. */
export const findRun = (
  ex: Executor,
  workplaceId: string,
): Promise<{ is_checking: boolean; checked_at: string | null } | undefined> =>
  ex.first(sql`select done_at is null or done_at < wanted_at as is_checking, done_at as checked_at from mapping_suggestion_run
    where workplace_id = ${workplaceId}`);

/** Locks a run that this worker still has. false: another worker has it by now. */
export const holdRun = async (tx: Executor, workplaceId: string, holder: string): Promise<boolean> =>
  (await tx.first(sql`select 1 from mapping_suggestion_run where workplace_id = ${workplaceId} and holder = ${holder}::uuid
    for update`)) !== undefined;

export const saveRun = (tx: Executor, workplaceId: string, cursor: string): Promise<number> =>
  tx.run(sql`update mapping_suggestion_run set cursor = ${cursor}, held_until = now() + make_interval(secs => ${HELD_SECONDS})
    where workplace_id = ${workplaceId}`);

export const releaseRun = (tx: Executor, workplaceId: string, holder: string): Promise<number> =>
  tx.run(sql`update mapping_suggestion_run set holder = null, held_until = null
    where workplace_id = ${workplaceId} and holder = ${holder}::uuid`);

/** Ends a run, and deletes open rows of variants that it didn't see. True: another one was asked for meanwhile. */
export async function endRun(tx: Executor, workplaceId: string, run: SuggestionRun): Promise<boolean> {
  await tx.run(sql`delete from mapping_suggestion where workplace_id = ${workplaceId} and state <> 'applied'
    and checked_at < ${run.started_at}::timestamptz`);
  const row = await tx.first<{ again: boolean }>(sql`update mapping_suggestion_run set cursor = null, started_at = null,
      holder = null, held_until = null, done_at = started_at where workplace_id = ${workplaceId}
    returning wanted_at > done_at as again`);
  return row?.again ?? false;
}

export type NewSuggestion = Omit<Suggested, 'suggestion_id' | 'state' | 'automatic' | 'decided_at'>;

/**
 * Writes what a run found. A decision stands until another variant is proposed: then the row is open again. An applied one whose
 * variant lost its supplier choice counts as decided against.
 */
export const saveSuggestions = (
  tx: Executor,
  workplaceId: string,
  rows: readonly NewSuggestion[],
  checkedAt: string,
): Promise<Pick<Suggested, 'suggestion_id' | 'store_id' | 'external_variant_id' | 'state'>[]> =>
  rows.length === 0
    ? Promise.resolve([])
    : tx.rows(sql`insert into mapping_suggestion as s (workplace_id, suggestion_id, store_id, external_product_id, external_variant_id,
          product_id, mode, title, variant_title, sku, image_url, partner, confidence, reasons, checked_at)
        select ${workplaceId}, r.suggestion_id, r.store_id, r.external_product_id, r.external_variant_id, r.product_id, r.mode, r.title,
          r.variant_title, r.sku, r.image_url, nullif(r.partner, 'null'::jsonb), r.confidence,
          array(select jsonb_array_elements_text(r.reasons)), ${checkedAt}::timestamptz
        from jsonb_to_recordset(${JSON.stringify(rows.map((row) => ({ ...row, suggestion_id: newId() })))}::jsonb) as r(
          suggestion_id uuid, store_id uuid, external_product_id text, external_variant_id text, product_id uuid, mode text,
          title text, variant_title text, sku text, image_url text, partner jsonb, confidence integer, reasons jsonb)
        on conflict (workplace_id, store_id, external_variant_id) do update set
          external_product_id = excluded.external_product_id, product_id = excluded.product_id, mode = excluded.mode,
          title = excluded.title, variant_title = excluded.variant_title, sku = excluded.sku, image_url = excluded.image_url,
          partner = excluded.partner, confidence = excluded.confidence, reasons = excluded.reasons,
          checked_at = excluded.checked_at,
          automatic = false,
          state = case
            when s.state <> 'open' and s.partner -> 'source_variant_id' is not distinct from excluded.partner -> 'source_variant_id'
              and s.partner -> 'source_product_id' is not distinct from excluded.partner -> 'source_product_id'
            then 'refused' else 'open' end
        returning suggestion_id, store_id, external_variant_id, state`);

/** Lists: with a proposal, without one, applied, and decided against. */
export type SuggestionTab = 'proposed' | 'none' | 'applied' | 'refused';
const TABS = {
  proposed: sql`s.state = 'open' and s.partner is not null`,
  none: sql`s.state = 'open' and s.partner is null`,
  applied: sql`s.state = 'applied'`,
  refused: sql`s.state = 'refused'`,
} as const;

export interface SuggestionPage {
  tab: SuggestionTab;
  keyword?: string | undefined;
  store_id?: string | undefined;
  /** The last row of the page before. */
  after?: { confidence: number; id: string } | undefined;
  page?: number | undefined;
  page_size: number;
}

const matches = ({ keyword, store_id: storeId }: Pick<SuggestionPage, 'keyword' | 'store_id'>) => sql`
  ${storeId ? sql`and s.store_id = ${storeId}` : sql``}
  ${keyword ? sql`and (s.title ilike ${containing(keyword)} or s.sku ilike ${containing(keyword)})` : sql``}`;

/** Surest first. One extra row indicates another page. */
export const listSuggestions = (ex: Executor, workplaceId: string, page: SuggestionPage): Promise<Suggested[]> =>
  ex.rows<Suggested>(sql`select ${COLUMNS} from mapping_suggestion s
    where s.workplace_id = ${workplaceId} and ${TABS[page.tab]} ${matches(page)}
      ${page.after ? sql`and (s.confidence < ${page.after.confidence} or s.confidence = ${page.after.confidence} and s.suggestion_id > ${page.after.id}::uuid)` : sql``}
    order by s.confidence desc, s.suggestion_id limit ${page.page_size + 1}
    offset ${!page.after && page.page ? (page.page - 1) * page.page_size : 0}`);

export const countSuggestions = async (
  ex: Executor,
  workplaceId: string,
  of: Pick<SuggestionPage, 'keyword' | 'store_id'>,
): Promise<Record<SuggestionTab, number>> =>
  (await ex.first<Record<SuggestionTab, number>>(sql`select count(*) filter (where ${TABS.proposed})::int as proposed,
      count(*) filter (where ${TABS.none})::int as none, count(*) filter (where ${TABS.applied})::int as applied,
      count(*) filter (where ${TABS.refused})::int as refused
    from mapping_suggestion s where s.workplace_id = ${workplaceId} ${matches(of)}`)) ?? {
    proposed: 0,
    none: 0,
    applied: 0,
    refused: 0,
  };

/** Rows by id, locked in one order for all callers. */
export const lockSuggestions = (tx: Executor, workplaceId: string, ids: readonly string[]): Promise<Suggested[]> =>
  tx.rows<Suggested>(sql`select ${COLUMNS} from mapping_suggestion where workplace_id = ${workplaceId}
    and suggestion_id = any(${[...ids]}::uuid[]) order by suggestion_id for update`);

export const decideSuggestions = (
  tx: Executor,
  workplaceId: string,
  ids: readonly string[],
  decision: { state: SuggestionState; automatic?: boolean },
): Promise<number> =>
  tx.run(sql`update mapping_suggestion set state = ${decision.state}, automatic = ${decision.automatic ?? false}, decided_at = now()
    where workplace_id = ${workplaceId} and suggestion_id = any(${[...ids]}::uuid[])`);

/** Deletes the rows of variants that have a supplier choice now. */
export const dropSuggestions = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  externalVariantIds: readonly string[],
): Promise<number> =>
  externalVariantIds.length === 0
    ? Promise.resolve(0)
    : tx.run(sql`delete from mapping_suggestion where workplace_id = ${workplaceId} and store_id = ${storeId}
        and state <> 'applied' and external_variant_id = any(${[...externalVariantIds]}::text[])`);

/** From which confidence on suggestions are applied without asking; null: never. */
export const readMapFrom = async (ex: Executor, workplaceId: string): Promise<number | null> =>
  (
    await ex.first<{ map_from: number | null }>(
      sql`select map_from from mapping_setting where workplace_id = ${workplaceId}`,
    )
  )?.map_from ?? null;

export const writeMapFrom = (tx: Executor, workplaceId: string, mapFrom: number | null): Promise<number> =>
  tx.run(sql`insert into mapping_setting (workplace_id, map_from, updated_at) values (${workplaceId}, ${mapFrom}, now())
    on conflict (workplace_id) do update set map_from = excluded.map_from, updated_at = excluded.updated_at`);
