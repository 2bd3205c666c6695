import type { EnhancementKind, WriterFacts } from '@quayside/contracts';
import { isId } from '@quayside/kernel';
import { type Executor, json, raw, sql } from '../../db/index.ts';
import { publish } from '../../live/publish.ts';
import type { ProposedFields } from './rules/proposal.ts';
import type { EnhancementRow, ShownEnhancement } from './tables.ts';

/**
 * Stuck enhancements: a running worker updates its row whenever it starts or is told to wait, at most 15 minutes apart.
 * Queued ones may wait longer.
 */
const stuck = (of: string) => `(${of}state = 'writing' and ${of}updated_at < now() - interval '1 hour'
  or ${of}state = 'queued' and ${of}updated_at < now() - interval '1 day')`;
const STUCK = raw(stuck(''));
const columns = `enhancement_id, product_id, kind, state, style, tone, writer, fields, error_key, error_params, attempts, busy_since,
  process_id, asked_by, created_at, updated_at`;
const ROW = raw(`${columns}, ${stuck('')} as is_stuck`);
/** Of a row that is changed now: RETURNING may compare no times. */
const BEGUN = raw(`${columns}, false as is_stuck`);
const SHOWN =
  raw(`e.enhancement_id, e.product_id, e.kind, e.state, e.style, e.tone, e.writer, e.fields, e.error_key, e.error_params,
  e.attempts, e.busy_since, e.process_id, e.asked_by, e.created_at, e.updated_at, ${stuck('e.')} as is_stuck, p.title, p.description_html,
  p.seo_title, p.seo_description, p.images`);

export type NewEnhancement = Pick<
  EnhancementRow,
  'enhancement_id' | 'product_id' | 'kind' | 'style' | 'tone' | 'process_id' | 'asked_by'
>;

export async function insertEnhancements(
  tx: Executor,
  workplaceId: string,
  rows: readonly NewEnhancement[],
): Promise<void> {
  await tx.run(sql`insert into enhancement (workplace_id, enhancement_id, product_id, kind, state, style, tone, process_id, asked_by)
    select ${workplaceId}, r.enhancement_id, r.product_id, r.kind, 'queued', r.style, r.tone, r.process_id, r.asked_by
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(enhancement_id uuid, product_id uuid, kind text, style text, tone text,
      process_id uuid, asked_by uuid)
    returning 1`);
}

/** Products with a running enhancement of this kind, excluding stuck ones. */
export const atWorkOn = async (
  tx: Executor,
  workplaceId: string,
  productIds: readonly string[],
  kind: EnhancementKind,
): Promise<Set<string>> =>
  new Set(
    (
      await tx.rows<{ product_id: string }>(sql`select product_id from enhancement where workplace_id = ${workplaceId}
        and kind = ${kind} and product_id = any(${[...productIds]}::uuid[]) and state in ('queued', 'writing') and not ${STUCK}`)
    ).map((row) => row.product_id),
  );

/** Products whose title and description were enhanced, or will be. */
export const enhancedAmong = async (
  tx: Executor,
  workplaceId: string,
  productIds: readonly string[],
): Promise<Set<string>> =>
  new Set(
    (
      await tx.rows<{ product_id: string }>(sql`select distinct product_id from enhancement
        where workplace_id = ${workplaceId} and kind = 'content' and product_id = any(${[...productIds]}::uuid[])`)
    ).map((row) => row.product_id),
  );

/**
 * Deletes what a new proposal replaces: failures, stuck enhancements, and proposals without accepted fields. Returns
 * the tasks of stuck ones.
 */
export const deleteUnused = async (
  tx: Executor,
  workplaceId: string,
  productIds: readonly string[],
  kind: EnhancementKind,
): Promise<string[]> =>
  (
    await tx.rows<{ process_id: string; is_stuck: boolean }>(sql`delete from enhancement
      where workplace_id = ${workplaceId} and kind = ${kind} and product_id = any(${[...productIds]}::uuid[])
        and (state in ('proposed', 'failed') or ${STUCK})
        and not exists (select 1 from jsonb_each(fields) f where f.value->>'state' = 'accepted')
      returning process_id, state not in ('proposed', 'failed') as is_stuck`)
  ).flatMap((row) => (row.is_stuck ? [row.process_id] : []));

/** Deletes and returns all enhancements of some products. */
export const deleteEnhancementsOfProducts = (
  tx: Executor,
  workplaceId: string,
  productIds: readonly string[],
): Promise<Pick<EnhancementRow, 'process_id' | 'state'>[]> =>
  tx.rows(sql`delete from enhancement where workplace_id = ${workplaceId}
    and product_id = any(${[...productIds]}::uuid[]) returning process_id, state`);

/** Newest first, without deleted products. One extra row indicates another page. */
export const listEnhancements = (
  ex: Executor,
  workplaceId: string,
  ask: { cursor?: string | undefined; page_size: number },
): Promise<ShownEnhancement[]> =>
  ex.rows<ShownEnhancement>(sql`select ${SHOWN} from enhancement e
    join product p on p.workplace_id = ${workplaceId} and p.product_id = e.product_id and p.deleted_at is null
    where e.workplace_id = ${workplaceId}
      and (${ask.cursor && isId(ask.cursor) ? ask.cursor : null}::uuid is null or e.enhancement_id < ${ask.cursor && isId(ask.cursor) ? ask.cursor : null}::uuid)
    order by e.enhancement_id desc limit ${ask.page_size + 1}`);

export const shownEnhancements = (
  ex: Executor,
  workplaceId: string,
  ids: readonly string[],
): Promise<ShownEnhancement[]> =>
  ex.rows<ShownEnhancement>(sql`select ${SHOWN} from enhancement e
    join product p on p.workplace_id = ${workplaceId} and p.product_id = e.product_id and p.deleted_at is null
    where e.workplace_id = ${workplaceId} and e.enhancement_id = any(${[...ids]}::uuid[]) order by e.enhancement_id desc`);

export const findEnhancements = (
  ex: Executor,
  workplaceId: string,
  ids: readonly string[],
): Promise<EnhancementRow[]> =>
  ex.rows<EnhancementRow>(sql`select ${ROW} from enhancement where workplace_id = ${workplaceId}
    and enhancement_id = any(${[...ids]}::uuid[]) order by enhancement_id`);

/** Locked in id order; their products are locked before. */
export const lockEnhancements = (
  tx: Executor,
  workplaceId: string,
  ids: readonly string[],
): Promise<EnhancementRow[]> =>
  tx.rows<EnhancementRow>(sql`select ${ROW} from enhancement where workplace_id = ${workplaceId}
    and enhancement_id = any(${[...ids]}::uuid[]) order by enhancement_id for update`);

const told = (tx: Executor, workplaceId: string, productIds: readonly string[]) =>
  publish(tx, workplaceId, 'products', productIds.slice(0, 100));

/** Starts or resumes writing; undefined when finished or dismissed. */
export async function beginWriting(
  tx: Executor,
  workplaceId: string,
  id: string,
  writer: WriterFacts,
): Promise<EnhancementRow | undefined> {
  const row =
    await tx.first<EnhancementRow>(sql`update enhancement set state = 'writing', writer = ${json(writer)}, updated_at = now()
    where workplace_id = ${workplaceId} and enhancement_id = ${id} and state in ('queued', 'writing') returning ${BEGUN}`);
  if (row) await told(tx, workplaceId, [row.product_id]);
  return row;
}

/** Saves the proposal; false if it exists already, or the enhancement is gone. */
export async function propose(
  tx: Executor,
  workplaceId: string,
  row: EnhancementRow,
  fields: ProposedFields,
): Promise<boolean> {
  const changed =
    await tx.run(sql`update enhancement set state = 'proposed', fields = ${json(fields)}, error_key = null,
      error_params = null, updated_at = now()
    where workplace_id = ${workplaceId} and enhancement_id = ${row.enhancement_id} and state = 'writing'`);
  if (changed > 0) await told(tx, workplaceId, [row.product_id]);
  return changed > 0;
}

/** Records a failed attempt, which is retried or final. */
export async function noteFailure(
  tx: Executor,
  workplaceId: string,
  row: EnhancementRow,
  change: { failed: boolean; attempts: number; busySince: string | null; key: string; params: object },
): Promise<boolean> {
  const changed =
    await tx.run(sql`update enhancement set state = ${change.failed ? 'failed' : 'writing'}, attempts = ${change.attempts},
      busy_since = ${change.busySince}, error_key = ${change.key}, error_params = ${json(change.params)}, updated_at = now()
    where workplace_id = ${workplaceId} and enhancement_id = ${row.enhancement_id} and state in ('queued', 'writing')`);
  if (changed > 0) await told(tx, workplaceId, [row.product_id]);
  return changed > 0;
}

export async function saveFields(tx: Executor, workplaceId: string, id: string, fields: ProposedFields): Promise<void> {
  await tx.run(sql`update enhancement set fields = ${json(fields)}, updated_at = now()
    where workplace_id = ${workplaceId} and enhancement_id = ${id}`);
}

export async function deleteEnhancements(
  tx: Executor,
  workplaceId: string,
  rows: readonly EnhancementRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(sql`delete from enhancement where workplace_id = ${workplaceId}
    and enhancement_id = any(${rows.map((row) => row.enhancement_id)}::uuid[])`);
  await told(
    tx,
    workplaceId,
    rows.map((row) => row.product_id),
  );
}
