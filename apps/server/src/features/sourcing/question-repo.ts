import type { SupplierId } from '@quayside/connector-kit';
import { type Executor, json, sql } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';

type Kind = 'search' | 'feed' | 'categories';
interface Question {
  source: SupplierId;
  mode: Mode;
  kind: Kind;
  question: string;
}

const same = (q: Question) =>
  sql`source = ${q.source} and mode = ${q.mode} and kind = ${q.kind} and question = ${q.question}`;

/** Records a running search at a source; false if it ran within `seconds`. */
export async function beginQuestion(tx: Executor, q: Question, seconds: number): Promise<boolean> {
  const begun = await tx.run(sql`insert into source_question as q (source, mode, kind, question)
    values (${q.source}, ${q.mode}, ${q.kind}, ${q.question})
    on conflict (source, mode, kind, question) do update set asked_at = now(), answered_at = null, error_key = null
      where q.asked_at < now() - make_interval(secs => ${seconds})`);
  return begun > 0;
}

export async function endQuestion(tx: Executor, q: Question): Promise<void> {
  await tx.run(sql`update source_question set answered_at = now(), error_key = null where ${same(q)}`);
}

/** State of a search at a source: running, or failed with a reason and being retried. */
export interface Asked {
  isAsked: boolean;
  error: string | null;
}

export async function readQuestion(ex: Executor, q: Question): Promise<Asked> {
  const row = await ex.first<{ fresh: boolean; error_key: string | null }>(sql`select error_key,
      asked_at > now() - interval '1 minute' as fresh from source_question where ${same(q)} and answered_at is null`);
  return { isAsked: row?.fresh === true && row.error_key === null, error: row?.error_key ?? null };
}

/** Records a failed search. Returns whether that is new, and whether retrying is worthwhile. */
export async function failQuestion(
  tx: Executor,
  q: Question,
  errorKey: string,
  seconds: number,
): Promise<{ isNews: boolean; goesOn: boolean }> {
  const news = await tx.run(sql`update source_question set error_key = ${errorKey}
    where ${same(q)} and answered_at is null and error_key is distinct from ${errorKey}`);
  const open = await tx.first(sql`select 1 from source_question where ${same(q)} and answered_at is null
    and asked_at > now() - make_interval(secs => ${seconds})`);
  return { isNews: news > 0, goesOn: open !== undefined };
}

/** Progress of a feed: start of the next run, and where this one continues. */
export interface Progress {
  since?: string;
  cursor?: string;
  startedAt?: string;
}

export const readProgress = async (ex: Executor, source: SupplierId, mode: Mode): Promise<Progress> =>
  (
    await ex.first<{ progress: Progress | null }>(
      sql`select progress from source_question where ${same({ source, mode, kind: 'feed', question: '' })}`,
    )
  )?.progress ?? {};

export async function writeProgress(tx: Executor, source: SupplierId, mode: Mode, progress: Progress): Promise<void> {
  await tx.run(sql`insert into source_question (source, mode, kind, question, progress)
    values (${source}, ${mode}, 'feed', '', ${json(progress)})
    on conflict (source, mode, kind, question) do update set progress = excluded.progress, asked_at = now()`);
}
