import type { OrderNotesView } from '@quayside/contracts';
import { notFound } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { findStore, problemAnswer } from '../../connections/index.ts';
import { findOrder } from '../../orders/index.ts';
import { findPendingEdits } from '../edit-repo.ts';
import { OWN } from '../rules/capabilities.ts';

/** Notes and tags of an order, with the changes that its store doesn't have yet. Throws OrderDetailNotFound. */
export async function notesView(ex: Executor, deps: Deps, who: Who, orderId: string): Promise<OrderNotesView> {
  const order = await findOrder(ex, who.workplaceId, orderId);
  if (!order) throw notFound('OrderDetailNotFound');
  const store = order.is_manual ? undefined : await findStore(ex, who.workplaceId, order.store_id);
  const can = (store && deps.connectors.channels[store.platform]?.capabilities) ?? OWN;
  const edits = await findPendingEdits(ex, who.workplaceId, [orderId]);
  return {
    note: order.note,
    tags: order.tags,
    staff_notes: order.staff_notes.map(({ id, text, author, at }) => ({ id, text, author: author ?? null, at })),
    note_kind: can.orderNotes.kind,
    has_tags: can.orderTags !== undefined,
    edits: edits.map((edit) => ({
      edit_id: edit.edit_id,
      kind: edit.kind,
      text: edit.text,
      state: edit.state,
      problem: edit.error_key
        ? (problemAnswer(who.locale, { key: edit.error_key, params: edit.error_params ?? {} }) ?? null)
        : null,
      store_text: edit.store_text,
      actor: edit.actor,
      created_at: edit.created_at,
    })),
  };
}
