import { encodeCursor, type PageCursor } from '@quayside/kernel';
import { type Executor, empty, json, sql } from '../../db/index.ts';
import type { Counts } from './erase-repo.ts';
import type { Subject } from './rules/subject.ts';

export interface Outcome {
  orders?: number;
  erased?: Counts;
  suppliers?: string[];
  waits_for?: string[];
  stopped?: 'store_connected' | 'store_moved' | 'cancelled';
}

export interface RequestRow {
  request_id: string;
  store_id: string | null;
  /** The id of the platform that asked, or `workspace`. */
  origin: string;
  kind: 'export' | 'erase' | 'erase_store' | 'retention';
  state: 'open' | 'waiting' | 'done' | 'stopped';
  label: string;
  subject: Partial<Subject>;
  external_key: string | null;
  asked_by: string;
  requested_at: string;
  due_at: string;
  done_at: string | null;
  outcome: Outcome;
}

const COLUMNS = sql`request_id, store_id, origin, kind, state, label, subject, external_key, asked_by, requested_at, due_at,
  done_at, outcome`;

/** Files a request; false when the same one was filed before. */
export const addRequest = async (
  tx: Executor,
  workplaceId: string,
  row: Omit<RequestRow, 'done_at' | 'outcome'>,
): Promise<boolean> =>
  (await tx.run(sql`insert into privacy_request (workplace_id, request_id, store_id, origin, kind, state, label, subject,
      external_key, asked_by, requested_at, due_at)
    values (${workplaceId}, ${row.request_id}, ${row.store_id}, ${row.origin}, ${row.kind}, ${row.state}, ${row.label},
      ${json(row.subject)}, ${row.external_key}, ${row.asked_by}, ${row.requested_at}, ${row.due_at})
    on conflict (workplace_id, external_key) where external_key is not null do nothing`)) > 0;

export const findRequest = (ex: Executor, workplaceId: string, id: string): Promise<RequestRow | undefined> =>
  ex.first<RequestRow>(
    sql`select ${COLUMNS} from privacy_request where workplace_id = ${workplaceId} and request_id = ${id}`,
  );

export const findByKey = (ex: Executor, workplaceId: string, key: string): Promise<RequestRow | undefined> =>
  ex.first<RequestRow>(
    sql`select ${COLUMNS} from privacy_request where workplace_id = ${workplaceId} and external_key = ${key}`,
  );

/** Erasures that are not done yet, the oldest first. */
export const openErasures = (ex: Executor, workplaceId: string): Promise<RequestRow[]> =>
  ex.rows<RequestRow>(sql`select ${COLUMNS} from privacy_request where workplace_id = ${workplaceId}
    and state in ('open', 'waiting') and kind in ('erase', 'erase_store') order by requested_at, request_id`);

/** Newest first, and one more than was asked for where there are more. */
export async function listRequests(ex: Executor, workplaceId: string, after: PageCursor | undefined, most: number) {
  const rows = await ex.rows<RequestRow & { store: string | null }>(sql`select ${COLUMNS},
      (select coalesce(nullif(s.store_name, ''), s.platform_domain) from store s
        where s.workplace_id = privacy_request.workplace_id and s.store_id = privacy_request.store_id) as store
    from privacy_request where workplace_id = ${workplaceId}
      ${after ? sql`and (requested_at, request_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : empty}
    order by requested_at desc, request_id desc limit ${most + 1}`);
  const last = rows[most - 1];
  const next = rows.length > most && last ? encodeCursor({ at: last.requested_at, id: last.request_id }) : undefined;
  return { rows: rows.slice(0, most), next };
}

/** The state of a request, which nobody changes until the end of the transaction. */
export const lockState = async (tx: Executor, workplaceId: string, id: string): Promise<string | undefined> =>
  (
    await tx.first<{ state: string }>(
      sql`select state from privacy_request where workplace_id = ${workplaceId} and request_id = ${id} for update`,
    )
  )?.state;

/** Adds what a batch erased. Called in the transaction of the batch, so that the sums are what was really done. */
export async function addOutcome(
  tx: Executor,
  workplaceId: string,
  id: string,
  more: { orders: number; erased: Counts; suppliers: readonly string[] },
): Promise<void> {
  const row = await tx.first<{ outcome: Outcome }>(sql`select outcome from privacy_request
    where workplace_id = ${workplaceId} and request_id = ${id} for update`);
  if (!row) return;
  const { orders = 0, erased = {}, suppliers = [] } = row.outcome;
  const sums = { ...erased };
  for (const [place, count] of Object.entries(more.erased)) sums[place] = (sums[place] ?? 0) + count;
  const outcome: Outcome = {
    ...row.outcome,
    orders: orders + more.orders,
    erased: sums,
    suppliers: [...new Set([...suppliers, ...more.suppliers])].sort(),
  };
  await tx.run(sql`update privacy_request set outcome = ${json(outcome)}
    where workplace_id = ${workplaceId} and request_id = ${id}`);
}

export const waitOn = (tx: Executor, workplaceId: string, id: string, names: readonly string[]): Promise<number> =>
  tx.run(sql`update privacy_request set state = 'waiting', outcome = outcome || ${json({ waits_for: names })}
    where workplace_id = ${workplaceId} and request_id = ${id} and state in ('open', 'waiting')`);

/** Ends a request and forgets whom it was about. */
export const closeRequest = (
  tx: Executor,
  workplaceId: string,
  id: string,
  end: { state: 'done' | 'stopped'; at: string; stopped?: Outcome['stopped'] },
): Promise<number> =>
  tx.run(sql`update privacy_request set state = ${end.state}, done_at = ${end.at}, subject = '{}',
      outcome = outcome || ${json({ waits_for: [], ...(end.stopped ? { stopped: end.stopped } : {}) })}
    where workplace_id = ${workplaceId} and request_id = ${id} and state in ('open', 'waiting')`);

export const retentionMonths = async (ex: Executor, workplaceId: string): Promise<number | null> =>
  (
    await ex.first<{ months: number | null }>(
      sql`select retention_months as months from privacy_setting where workplace_id = ${workplaceId}`,
    )
  )?.months ?? null;

export const saveMonths = (tx: Executor, workplaceId: string, months: number | null): Promise<number> =>
  tx.run(sql`insert into privacy_setting (workplace_id, retention_months) values (${workplaceId}, ${months})
    on conflict (workplace_id) do update set retention_months = excluded.retention_months`);

interface Turn {
  accountId: string;
  workplaceId: string;
}

/** The workplace is looked after daily from here on. */
export const createSlot = (tx: Executor, turn: Turn, at: string): Promise<number> =>
  tx.run(sql`insert into privacy_turn (workplace_id, account_id, due_at)
    values (${turn.workplaceId}, ${turn.accountId}, ${at}) on conflict (workplace_id) do nothing`);

export const finishSlot = (tx: Executor, workplaceId: string): Promise<number> =>
  tx.run(sql`delete from privacy_turn where workplace_id = ${workplaceId}`);

export const claimDueSlots = (tx: Executor, now: string, next: string, most: number): Promise<Turn[]> =>
  tx.rows<Turn>(sql`update privacy_turn set due_at = ${next}
    where workplace_id in (select workplace_id from privacy_turn where due_at <= ${now}
      order by due_at limit ${most} for update skip locked)
    returning account_id as "accountId", workplace_id as "workplaceId"`);
