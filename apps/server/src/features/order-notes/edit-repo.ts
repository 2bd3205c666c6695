import type { MessageParams } from '@quayside/kernel';
import {
  type Again,
  type Claimed,
  type ClaimParts,
  type EffectRow,
  isAgain,
  type Noted,
  releaseRow,
} from '../../db/effect-row.ts';
import { type Executor, json, sql } from '../../db/index.ts';
import {
  ORDER_EDIT_OPEN,
  ORDER_EDIT_STOPPED,
  ORDER_EDIT_TRANSITIONS,
  type OrderEditState,
} from '../../states/order-edit.ts';
import { isOneOf } from '../../states/sql.ts';
import type { Edit } from './rules/judge-edit.ts';

/** A row of order_edit. */
export interface EditRow extends Edit {
  edit_id: string;
  order_id: string;
  store_id: string;
  order_name: string;
  store_text: string | null;
  actor: string;
  state: OrderEditState;
  error_key: string | null;
  error_params: MessageParams | null;
  created_at: string;
}

const COLUMNS = sql`edit_id, order_id, store_id, order_name, kind, text, seen, known_notes, store_text, actor, state, error_key,
  error_params, created_at`;

/** Changes of notes and tags, in order_edit. */
export const ORDER_EDIT: EffectRow = {
  table: 'order_edit',
  key: 'edit_id',
  prefix: '',
  states: { waiting: 'waiting', sending: 'sending', unknown: 'unknown' },
  moves: ORDER_EDIT_TRANSITIONS,
  openedAt: sql`created_at`,
};

export type EditClaim = Claimed & Pick<EditRow, 'edit_id' | 'order_id' | 'store_id' | 'actor'> & Edit;

/** Changes from before a restore may be in the store already. */
export const editParts = (restoredAt: string | null): ClaimParts => ({
  columns: sql`p.edit_id, p.order_id, p.store_id, p.actor, p.kind, p.text, p.seen, p.known_notes, p.pauses`,
  asks: sql`coalesce(created_at < ${restoredAt}::timestamptz, false)`,
  notes: sql`false`,
});

export type NewEdit = Pick<
  EditRow,
  'edit_id' | 'order_id' | 'store_id' | 'order_name' | 'kind' | 'text' | 'seen' | 'known_notes' | 'actor'
>;

export const insertEdits = (tx: Executor, workplaceId: string, rows: readonly NewEdit[]): Promise<number> =>
  tx.run(sql`insert into order_edit (workplace_id, edit_id, order_id, store_id, order_name, kind, text, seen, known_notes, actor)
    select ${workplaceId}, n.edit_id, n.order_id, n.store_id, n.order_name, n.kind, n.text, n.seen, n.known_notes, n.actor
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(edit_id uuid, order_id uuid, store_id uuid, order_name text,
      kind text, text text, seen text, known_notes text[], actor text)
    on conflict do nothing`);

export const findEdit = (ex: Executor, workplaceId: string, editId: string): Promise<EditRow | undefined> =>
  ex.first<EditRow>(sql`select ${COLUMNS} from order_edit where workplace_id = ${workplaceId} and edit_id = ${editId}`);

/** Changes of some orders that the store does not have yet, oldest first. */
export const findPendingEdits = (ex: Executor, workplaceId: string, orderIds: readonly string[]): Promise<EditRow[]> =>
  ex.rows<EditRow>(sql`select ${COLUMNS} from order_edit
    where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[])
      and ${isOneOf('state', [...ORDER_EDIT_OPEN, ...ORDER_EDIT_STOPPED])}
    order by order_id, edit_id`);

/** The orders of some changes. */
export const findOrderIds = async (ex: Executor, workplaceId: string, editIds: readonly string[]): Promise<string[]> =>
  (
    await ex.rows<{ order_id: string }>(sql`select distinct order_id from order_edit
      where workplace_id = ${workplaceId} and edit_id = any(${editIds}::uuid[])`)
  ).map((row) => row.order_id);

/** Those of some changes that are the oldest open one of their order. The caller locks the orders. */
export const pickOldest = async (ex: Executor, workplaceId: string, editIds: readonly string[]): Promise<string[]> =>
  (
    await ex.rows<{ edit_id: string }>(sql`select e.edit_id from order_edit e
      where e.workplace_id = ${workplaceId} and e.edit_id = any(${editIds}::uuid[]) and ${isOneOf('e.state', ORDER_EDIT_OPEN)}
        and not exists (select 1 from order_edit o where o.workplace_id = ${workplaceId} and o.order_id = e.order_id
          and o.edit_id < e.edit_id and ${isOneOf('o.state', ORDER_EDIT_OPEN)})`)
  ).map((row) => row.edit_id);

export type EditEnd =
  | { kind: 'done' }
  | { kind: 'conflict'; storeText: string }
  | { kind: 'failed'; key: string; params: object };

/** Records an outcome and releases the change. false: another worker holds it and nothing was recorded. */
export async function endEdit(
  tx: Executor,
  workplaceId: string,
  { id, token }: Noted,
  end: EditEnd | Again,
): Promise<boolean> {
  if (isAgain(end)) {
    if (!(await releaseRow(tx, ORDER_EDIT, workplaceId, { id, token }, end))) return false;
    const why = end.kind === 'requested' ? end.why : undefined;
    await tx.run(sql`update order_edit set error_key = ${why?.key ?? null}, error_params = ${json(why?.params ?? null)}
      where workplace_id = ${workplaceId} and edit_id = ${id}`);
    return true;
  }
  const failed = end.kind === 'failed' ? end : undefined;
  return (
    (await tx.run(sql`update order_edit set state = ${end.kind}, error_key = ${failed?.key ?? null},
        error_params = ${json(failed?.params ?? null)}, store_text = ${end.kind === 'conflict' ? end.storeText : null},
        pauses = 0, claimed_by = null, claimed_until = null, updated_at = now()
      where workplace_id = ${workplaceId} and edit_id = ${id} and claimed_by = ${token}`)) > 0
  );
}

/** Later notes of an order are based on the one just written. */
export const rebaseNotes = (tx: Executor, workplaceId: string, orderId: string, seen: string): Promise<number> =>
  tx.run(sql`update order_edit set seen = ${seen} where workplace_id = ${workplaceId} and order_id = ${orderId}
    and kind = 'note' and ${isOneOf('state', ORDER_EDIT_OPEN)}`);

/** Opens a stopped change again. `seen`: the store's note that it replaces. */
export const reopenEdit = (
  tx: Executor,
  workplaceId: string,
  editId: string,
  { text, seen }: Pick<Edit, 'text' | 'seen'>,
): Promise<number> =>
  tx.run(sql`update order_edit set state = 'waiting', text = ${text}, seen = ${seen}, store_text = null, error_key = null,
      error_params = null, attempts = 0, sent_at = null, pauses = 0, next_attempt_at = now(), updated_at = now()
    where workplace_id = ${workplaceId} and edit_id = ${editId} and ${isOneOf('state', ORDER_EDIT_STOPPED)}`);

/** Erases the changes of some orders, whose texts may name the customer. */
export const eraseEdits = (tx: Executor, workplaceId: string, orderIds: readonly string[]): Promise<number> =>
  tx.run(sql`delete from order_edit where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[])`);

export const dropEdit = (tx: Executor, workplaceId: string, editId: string): Promise<number> =>
  tx.run(sql`update order_edit set state = 'dropped', updated_at = now()
    where workplace_id = ${workplaceId} and edit_id = ${editId} and ${isOneOf('state', ORDER_EDIT_STOPPED)}`);
