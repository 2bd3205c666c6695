import { AppError, invalidField, type MessageParams, newId, notFound } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { personName, type Who } from '../../../http/who.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { publish } from '../../../live/publish.ts';
import { listStores, storeMovingError } from '../../connections/index.ts';
import { addEvents, lockOrders, movingOrders, type OrderRow, setNotes } from '../../orders/index.ts';
import { findPendingEdits, insertEdits, type NewEdit } from '../edit-repo.ts';
import { writeEditJob } from '../jobs.ts';
import { type NoteCapabilities, OWN } from '../rules/capabilities.ts';
import { changeTags, hasTag } from '../rules/judge-edit.ts';

export interface Refused {
  key: string;
  params?: MessageParams;
}

/** Live events name at most this many orders; beyond, screens reload the list. */
const MOST_NAMED = 500;
const announce = (tx: Executor, workplaceId: string, ids: readonly string[]): Promise<void> =>
  publish(tx, workplaceId, 'orders', ids.length > MOST_NAMED ? [] : ids);

/** Writes the changes and their jobs in the caller's transaction. */
async function enqueue(tx: Executor, deps: Deps, { scope, workplaceId }: Who, edits: readonly NewEdit[]) {
  if (edits.length === 0) return;
  await insertEdits(tx, workplaceId, edits);
  await markOpenWork(tx, scope);
  const { accountId } = scope;
  await deps.queue.sendMany(
    tx,
    writeEditJob,
    edits.map((edit) => ({ accountId, workplaceId, editId: edit.edit_id, storeId: edit.store_id })),
  );
}

const newEdit = (order: OrderRow, who: Who, edit: Pick<NewEdit, 'kind' | 'text'> & { seen?: string }): NewEdit => ({
  edit_id: newId(),
  order_id: order.order_id,
  store_id: order.store_id,
  order_name: order.name,
  seen: '',
  known_notes: order.staff_notes.map((one) => one.id),
  actor: personName(who.account),
  ...edit,
});

/** What each of these orders' stores can do. */
async function capabilitiesOf(
  tx: Executor,
  deps: Deps,
  workplaceId: string,
): Promise<(order: OrderRow) => NoteCapabilities> {
  const stores = new Map((await listStores(tx, workplaceId, true)).map((store) => [store.store_id, store.platform]));
  return (order) => {
    const platform = order.is_manual ? undefined : stores.get(order.store_id);
    return platform === undefined ? OWN : (deps.connectors.channels[platform]?.capabilities ?? OWN);
  };
}

/** Locks an order that may be changed. Throws OrderDetailNotFound, STORE_MOVING and ORDER_ERASED. */
async function hold(tx: Executor, workplaceId: string, orderId: string): Promise<OrderRow> {
  const moving = (await movingOrders(tx, workplaceId, [orderId])).get(orderId);
  if (moving !== undefined) throw storeMovingError(moving);
  const [order] = await lockOrders(tx, workplaceId, [orderId]);
  if (!order) throw notFound('OrderDetailNotFound');
  if (order.erased_at) throw new AppError('BAD_REQUEST', 'ORDER_ERASED_NOTES');
  return order;
}

/** Writes an order's note, or adds one, as its store's platform keeps notes. Throws by field. */
export async function writeNote(deps: Deps, who: Who, orderId: string, text: string, seen: string): Promise<void> {
  const { workplaceId } = who;
  await deps.db.tenant(who.scope, async (tx) => {
    const order = await hold(tx, workplaceId, orderId);
    const { orderNotes } = (await capabilitiesOf(tx, deps, workplaceId))(order);
    if (text.length > orderNotes.longest)
      throw invalidField('note', 'ORDER_NOTE_TOO_LONG', { most: orderNotes.longest });
    if (orderNotes.kind === 'add' && text === '') throw invalidField('note', 'ORDER_NOTE_EMPTY');
    if (order.is_manual) {
      await setNotes(tx, workplaceId, { ...order, note: text || null });
      await addEvents(tx, workplaceId, [{ orderId, kind: 'note_written', actor: personName(who.account) }]);
    } else await enqueue(tx, deps, who, [newEdit(order, who, { kind: 'note', text, seen })]);
    await announce(tx, workplaceId, [orderId]);
  });
}

/** Tags of an order once its pending changes are in the store. */
function tagsAfter(order: OrderRow, pending: readonly NewEdit[]): string[] {
  let tags = order.tags;
  for (const { kind, text } of pending) if (kind !== 'note') tags = changeTags(tags, kind, text);
  return tags;
}

function refusalOf(order: OrderRow, can: NoteCapabilities, tags: readonly string[], isAdded: boolean) {
  if (order.erased_at) return { key: 'ORDER_ERASED_NOTES' };
  if (!can.orderTags) return { key: 'ORDER_TAGS_NOT_OFFERED' };
  if (isAdded && tags.length >= can.orderTags.most)
    return { key: 'ORDER_TAGS_TOO_MANY', params: { most: can.orderTags.most } };
  return undefined;
}

/**
 * Adds a tag to orders or removes it. Orders that already are as wanted don't count; unknown ones, those in a store
 * that is being transferred and those whose platform has no tags are refused.
 */
export const tagOrders = (
  deps: Deps,
  who: Who,
  orderIds: readonly string[],
  kind: 'add' | 'remove',
  tag: string,
): Promise<{ updated: number; failed: Map<string, Refused> }> =>
  deps.db.tenant(who.scope, async (tx) => {
    const { workplaceId } = who;
    const ids = [...new Set(orderIds)];
    const failed = new Map<string, Refused>();
    for (const [id, name] of await movingOrders(tx, workplaceId, ids))
      failed.set(id, { key: 'STORE_MOVING', params: { name } });
    const orders = await lockOrders(
      tx,
      workplaceId,
      ids.filter((id) => !failed.has(id)),
    );
    const found = new Set(orders.map((order) => order.order_id));
    for (const id of ids) if (!found.has(id) && !failed.has(id)) failed.set(id, { key: 'OrderDetailNotFound' });
    const canOf = await capabilitiesOf(tx, deps, workplaceId);
    const pending = Map.groupBy(await findPendingEdits(tx, workplaceId, [...found]), (edit) => edit.order_id);
    const editKind = kind === 'add' ? 'add_tag' : 'remove_tag';
    const edits: NewEdit[] = [];
    const own: OrderRow[] = [];
    for (const order of orders) {
      const open = (pending.get(order.order_id) ?? []).filter((edit) => edit.state !== 'failed');
      const tags = tagsAfter(order, open);
      const refusal = refusalOf(order, canOf(order), tags, kind === 'add');
      if (refusal) failed.set(order.order_id, refusal);
      else if (hasTag(tags, tag) === (kind === 'add')) continue;
      else if (order.is_manual) own.push(order);
      else edits.push(newEdit(order, who, { kind: editKind, text: tag }));
    }
    for (const order of own) await setNotes(tx, workplaceId, { ...order, tags: changeTags(order.tags, editKind, tag) });
    await addEvents(
      tx,
      workplaceId,
      own.map((order) => ({
        orderId: order.order_id,
        kind: kind === 'add' ? 'tag_added' : 'tag_removed',
        params: { detail: tag },
        actor: personName(who.account),
      })),
    );
    await enqueue(tx, deps, who, edits);
    const changed = [...edits, ...own].map((one) => one.order_id);
    if (changed.length > 0) await announce(tx, workplaceId, changed);
    return { updated: changed.length, failed };
  });
