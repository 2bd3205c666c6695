import type { MessageParams } from '@quayside/kernel';
import { type Executor, json, sql } from '../../db/index.ts';
import { publish } from '../../live/publish.ts';

export type ProcessKind =
  | 'import'
  | 'push'
  | 'placement'
  | 'payment'
  | 'sync'
  | 'catalogue'
  | 'enhance'
  | 'duplicate'
  | 'split'
  | 'optimize_image'
  | 'adopt';
export type ProcessStatus = 'processing' | 'success' | 'error';

export interface NewProcess {
  process_id: string;
  kind: ProcessKind;
  subject_id: string;
  title: string;
  image_url: string | null;
  channel: string | null;
  store_id: string | null;
  total: number;
}

export interface ProcessRow extends NewProcess {
  status: ProcessStatus;
  done: number;
  error_key: string | null;
  error_params: MessageParams | null;
  result: Record<string, unknown> | null;
  started_at: string;
  updated_at: string;
}

/** Makes long work visible, in the transaction that begins it. */
export async function addProcesses(tx: Executor, workplaceId: string, rows: readonly NewProcess[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(sql`insert into process (workplace_id, process_id, kind, subject_id, title, image_url, channel, store_id, status, total)
    select ${workplaceId}, r.process_id, r.kind, r.subject_id, r.title, r.image_url, r.channel, r.store_id, 'processing', r.total
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(process_id uuid, kind text, subject_id text, title text,
      image_url text, channel text, store_id uuid, total integer)
    returning 1`);
  await publish(
    tx,
    workplaceId,
    'processes',
    rows.slice(0, 100).map((row) => row.process_id),
  );
}

/** How far long work is; screens are told when that is news. */
export async function setProcess(
  tx: Executor,
  workplaceId: string,
  processId: string,
  change: {
    status: ProcessStatus;
    done: number;
    error?: { key: string; params?: MessageParams };
    result?: Record<string, unknown>;
  },
): Promise<void> {
  const changed = await tx.run(sql`update process set status = ${change.status}, done = ${change.done},
      error_key = ${change.error?.key ?? null}, error_params = ${json(change.error?.params)},
      result = coalesce(${json(change.result)}, result), updated_at = now()
    where workplace_id = ${workplaceId} and process_id = ${processId}
      and (status, done, error_key) is distinct from (${change.status}, ${change.done}, ${change.error?.key ?? null})`);
  if (changed > 0) await publish(tx, workplaceId, 'processes', [processId]);
}

/** Work that runs, and work whose end nobody has put away yet; newest first. */
export const listProcesses = (ex: Executor, workplaceId: string): Promise<ProcessRow[]> =>
  ex.rows<ProcessRow>(sql`select process_id, kind, subject_id, title, image_url, channel, store_id, status, done, total,
      error_key, error_params, result, started_at, updated_at
    from process where workplace_id = ${workplaceId} and seen_at is null order by process_id desc limit 500`);

/** One entry, dismissed or not. */
export const findProcess = (ex: Executor, workplaceId: string, processId: string): Promise<ProcessRow | undefined> =>
  ex.first<ProcessRow>(sql`select process_id, kind, subject_id, title, image_url, channel, store_id, status, done, total,
      error_key, error_params, result, started_at, updated_at
    from process where workplace_id = ${workplaceId} and process_id = ${processId}`);

/** Which of these are the workplace's. */
export const knownProcesses = async (ex: Executor, workplaceId: string, ids: readonly string[]): Promise<string[]> =>
  (
    await ex.rows<{ process_id: string }>(
      sql`select process_id from process where workplace_id = ${workplaceId} and process_id = any(${[...ids]}::uuid[])`,
    )
  ).map((row) => row.process_id);

/** Puts ended work away, and with each entry the older ones about the same thing; what still runs stays. */
export async function seeProcesses(tx: Executor, workplaceId: string, processIds: readonly string[]): Promise<void> {
  const seen = await tx.run(sql`update process p set seen_at = now() from process chosen
    where chosen.workplace_id = ${workplaceId} and chosen.process_id = any(${[...processIds]}::uuid[])
      and p.workplace_id = ${workplaceId} and p.kind = chosen.kind and p.subject_id = chosen.subject_id
      and p.channel is not distinct from chosen.channel and p.store_id is not distinct from chosen.store_id
      and p.seen_at is null and p.status <> 'processing'`);
  if (seen > 0) await publish(tx, workplaceId, 'processes', processIds);
}

/**
 * Adds pieces to long work that is counted by its pieces; the first one begins it. In the transaction that writes the
 * pieces themselves, so that neither is there without the other.
 */
export async function growProcess(
  tx: Executor,
  workplaceId: string,
  process: Pick<NewProcess, 'process_id' | 'kind' | 'title'> & Partial<Pick<NewProcess, 'store_id'>>,
  by: number,
): Promise<void> {
  const { process_id: id, kind, title, store_id: store = null } = process;
  await tx.run(sql`insert into process as p (workplace_id, process_id, kind, subject_id, title, store_id, status, done, total)
    values (${workplaceId}, ${id}, ${kind}, ${id}, ${title}, ${store}, 'processing', 0, ${by})
    on conflict (workplace_id, process_id) do update set total = p.total + excluded.total, status = 'processing', updated_at = excluded.updated_at`);
  await publish(tx, workplaceId, 'processes', [id]);
}

/** How many pieces of counted work have ended, well and badly. Counting again is always right; only news are told. */
export async function countProcess(
  tx: Executor,
  workplaceId: string,
  processId: string,
  ended: { good: number; bad: number },
  errorKey: string,
): Promise<void> {
  const { good, bad } = ended;
  const result = json({ good, bad });
  const changed = await tx.run(sql`update process set done = ${good + bad}, result = ${result}, updated_at = now(),
      status = case when ${good + bad}::integer < total then 'processing' when ${bad}::integer > 0 then 'error' else 'success' end,
      error_key = case when ${bad}::integer > 0 then ${errorKey}::text end,
      error_params = case when ${bad}::integer > 0 then ${json({ count: bad })} end
    where workplace_id = ${workplaceId} and process_id = ${processId}
      and (done <> ${good + bad} or result is distinct from ${result} or (status = 'processing' and ${good + bad}::integer >= total))`);
  if (changed > 0) await publish(tx, workplaceId, 'processes', [processId]);
}

/**
 * Adds what ended, and what came on top, to counted work. Not idempotent: in the transaction that ends the pieces. Takes
 * the entry's row lock; lock what else is needed first.
 */
export async function advanceProcess(
  tx: Executor,
  workplaceId: string,
  processId: string,
  { good, bad, more = 0 }: { good: number; bad: number; more?: number },
  errorKey: string,
): Promise<void> {
  if (good === 0 && bad === 0 && more === 0) return;
  const before = await tx.first<Pick<ProcessRow, 'done' | 'total' | 'error_key' | 'error_params' | 'result'>>(
    sql`select done, total, error_key, error_params, result from process
      where workplace_id = ${workplaceId} and process_id = ${processId} for update`,
  );
  if (!before) return;
  const ended = { good: good + Number(before.result?.good ?? 0), bad: bad + Number(before.result?.bad ?? 0) };
  const done = before.done + good + bad;
  const total = before.total + more;
  const status: ProcessStatus = done < total ? 'processing' : ended.bad > 0 ? 'error' : 'success';
  const error = ended.bad > 0 ? { ...before.error_params, count: ended.bad } : undefined;
  await tx.run(sql`update process set done = ${done}, total = ${total}, status = ${status}, result = ${json(ended)},
      error_key = ${error ? (before.error_key ?? errorKey) : null}, error_params = ${json(error)}, updated_at = now()
    where workplace_id = ${workplaceId} and process_id = ${processId}`);
  await publish(tx, workplaceId, 'processes', [processId]);
}

/** Names why counted work stopped early. */
export const setProcessError = (
  tx: Executor,
  workplaceId: string,
  processId: string,
  error: { key: string; params: MessageParams },
): Promise<number> =>
  tx.run(sql`update process set error_key = ${error.key}, error_params = ${json(error.params)}
    where workplace_id = ${workplaceId} and process_id = ${processId}`);

/** Work of these kinds that is not told to have ended. */
export const openProcesses = (
  ex: Executor,
  workplaceId: string,
  kinds: readonly ProcessKind[],
): Promise<{ process_id: string; kind: ProcessKind }[]> =>
  ex.rows<{ process_id: string; kind: ProcessKind }>(sql`select process_id, kind from process
    where workplace_id = ${workplaceId} and status = 'processing' and kind = any(${kinds}::text[]) and seen_at is null limit 200`);
