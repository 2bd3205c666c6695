import { createHash } from 'node:crypto';
import type { ShippingOption } from '@quayside/connector-kit';
import type { MessageParams } from '@quayside/kernel';
import { type Executor, json, sql } from '../../db/index.ts';

/** A quote request: lines and one destination. */
export interface QuoteRequest {
  countryCode: string;
  postalCode?: string;
  lines: { sourceProductId: string; sourceVariantId: string; quantity: number }[];
}

export interface QuoteRow {
  connection_id: string;
  question: string;
  ask: QuoteRequest;
  state: 'asking' | 'known' | 'failed';
  options: ShippingOption[] | null;
  /** By variant: stock and cost (minor units), if reported. */
  stock: Record<string, { stock?: number; cost?: number; currency?: string }> | null;
  error_key: string | null;
  error_params: MessageParams | null;
  order_ids: string[];
  known_at: string | null;
  /** Received within the last ten minutes. */
  fresh: boolean;
  /** Requested within the last minute, so the response is pending. */
  asked_lately: boolean;
}

/** Hash of a request, because requests can exceed the size of an index entry. */
export const questionKey = (question: string): string => createHash('sha256').update(question).digest('hex');

/** Whether what a supplier last said is worth asking again. A request without a response is repeated after a minute. */
export const isStale = ({
  state,
  fresh,
  asked_lately: isAsked,
}: Pick<QuoteRow, 'state' | 'fresh' | 'asked_lately'>): boolean => (state === 'known' ? !fresh : !isAsked);

const COLUMNS = sql`connection_id, question, ask, state, options, stock, error_key, error_params, order_ids, known_at,
  coalesce(known_at > now() - interval '10 minutes', false) as fresh, asked_at > now() - interval '1 minute' as asked_lately`;

export const findQuotes = (
  ex: Executor,
  workplaceId: string,
  connectionIds: readonly string[],
  keys: readonly string[],
): Promise<QuoteRow[]> =>
  ex.rows<QuoteRow>(sql`select ${COLUMNS} from supplier_quote
    where workplace_id = ${workplaceId} and connection_id = any(${connectionIds}::uuid[]) and question = any(${keys}::text[])`);

export const findQuote = (
  ex: Executor,
  workplaceId: string,
  connectionId: string,
  key: string,
): Promise<QuoteRow | undefined> =>
  ex.first<QuoteRow>(sql`select ${COLUMNS} from supplier_quote
    where workplace_id = ${workplaceId} and connection_id = ${connectionId} and question = ${key}`);

/** A quote request for some orders, by the key of its lines and destination. */
export interface NewQuestion {
  connectionId: string;
  key: string;
  ask: QuoteRequest;
  orderIds: readonly string[];
}

/**
 * Records quote requests, each key once. An earlier quote stays visible meanwhile. Rows are locked in the order of their
 * keys, so that requests for the same quotes wait for each other instead of deadlocking.
 */
export async function putQuestions(
  tx: Executor,
  workplaceId: string,
  questions: readonly NewQuestion[],
): Promise<void> {
  const rows = questions.map(({ connectionId, key, ask, orderIds }) => ({
    connection_id: connectionId,
    question: key,
    ask,
    order_ids: orderIds,
  }));
  await tx.run(sql`insert into supplier_quote as q (workplace_id, connection_id, question, ask, state, order_ids, asked_at)
    select ${workplaceId}::uuid, r.connection_id, r.question, r.ask, 'asking', array(select jsonb_array_elements_text(r.order_ids)::uuid limit 200), now()
    from jsonb_to_recordset(${json(rows)}) as r(connection_id uuid, question text, ask jsonb, order_ids jsonb)
    order by r.connection_id, r.question
    on conflict (workplace_id, connection_id, question) do update set asked_at = excluded.asked_at,
      state = case when q.state = 'known' then 'known' else 'asking' end,
      order_ids = merged_ids(q.order_ids, excluded.order_ids, 200)`);
}

export async function saveAnswer(
  tx: Executor,
  workplaceId: string,
  connectionId: string,
  key: string,
  answer:
    | { options: readonly ShippingOption[]; stock: NonNullable<QuoteRow['stock']> }
    | { error: { key: string; params?: object } },
): Promise<void> {
  const good = 'options' in answer;
  await tx.run(sql`update supplier_quote set state = ${good ? 'known' : 'failed'}, options = ${json(good ? answer.options : null)},
      stock = ${json(good ? answer.stock : null)}, error_key = ${good ? null : answer.error.key},
      error_params = ${json(good ? null : answer.error.params)}, known_at = now(), order_ids = '{}'
    where workplace_id = ${workplaceId} and connection_id = ${connectionId} and question = ${key}`);
}

/**
 * Records that the supplier doesn't respond, informs waiting screens, and keeps retrying. false: already known; a later
 * response replaces it.
 */
export const noteUnanswered = async (
  tx: Executor,
  workplaceId: string,
  connectionId: string,
  key: string,
  error: { key: string; params?: object },
): Promise<boolean> =>
  (
    await tx.first<{ was: string }>(sql`with old as (select state from supplier_quote
      where workplace_id = ${workplaceId} and connection_id = ${connectionId} and question = ${key} for no key update)
    update supplier_quote q set state = 'failed', error_key = ${error.key}, error_params = ${json(error.params ?? null)},
      asked_at = now(), known_at = now() from old
    where q.workplace_id = ${workplaceId} and q.connection_id = ${connectionId} and q.question = ${key}
    returning old.state as was`)
  )?.was !== 'failed';

/** Leaves quotes that are being requested again to the next time, so that it never waits for another transaction. */
export async function dropOldQuotes(tx: Executor, workplaceId: string): Promise<void> {
  await tx.run(sql`delete from supplier_quote where workplace_id = ${workplaceId} and (connection_id, question) in (
      select o.connection_id, o.question from supplier_quote o
      where o.workplace_id = ${workplaceId} and o.asked_at < now() - interval '1 day' for update skip locked)`);
}
