import { ConnectorError, type OrderNotes } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import { type Again, isAgain } from '../../../db/effect-row.ts';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type {
  ClaimedWork,
  Effect,
  FinishedWork,
  LookupResult,
  Refusal,
  RunningEffect,
  Work,
} from '../../../jobs/effect/effect.ts';
import { type Patience, pauseMs } from '../../../jobs/effect/pauses.ts';
import { runEffect } from '../../../jobs/effect/runner.ts';
import { publish } from '../../../live/publish.ts';
import { type OpenStore, withStore } from '../../connections/index.ts';
import {
  addEvents,
  findOrders,
  lockOrders,
  type NewEvent,
  type OrderRow,
  setNotes,
  takeOrderJob,
} from '../../orders/index.ts';
import {
  type EditClaim,
  type EditEnd,
  editParts,
  endEdit,
  findOrderIds,
  ORDER_EDIT,
  pickOldest,
  rebaseNotes,
} from '../edit-repo.ts';
import { WRITE_EDIT_JOB } from '../jobs.ts';
import { changeTags, judgeEdit } from '../rules/judge-edit.ts';

/** `notes`: what the store has after a change that it has. */
type Outcome = EditEnd & { notes?: OrderNotes };

interface Writing extends Work<EditClaim, Outcome> {
  order: OrderRow;
}

const ORDER_GONE = { kind: 'failed', key: 'ORDER_EDIT_GONE', params: {} } as const satisfies Outcome;

async function takeUp(
  tx: Executor,
  { workplaceId }: WorkplaceScope,
  taken: readonly ClaimedWork<EditClaim>[],
): Promise<Writing[]> {
  const ids = taken.map(({ claim }) => claim.order_id);
  const orders = new Map((await findOrders(tx, workplaceId, ids)).map((order) => [order.order_id, order]));
  return taken.map((one) => {
    const order = orders.get(one.claim.order_id);
    if (!order) throw new Error('order of the change not found');
    return { ...one, order, stop: order.cancelled_by === 'deletion' ? ORDER_GONE : undefined };
  });
}

/** Missing permission of the whole store is a failure of this change alone: everything else in the store still works. */
async function permitted(name: string, call: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.kind !== 'auth' || error.code !== 'missing_scope') throw error;
    return { kind: 'failed', key: 'ORDER_EDIT_NOT_PERMITTED', params: { name } };
  }
}

async function ask(
  { claim, order }: Writing,
  { connector, ctx }: OpenStore,
  again: boolean,
): Promise<LookupResult<OrderNotes, Outcome>> {
  const now = await connector.readOrderNotes(ctx, order.external_order_id);
  if (!now) return { end: ORDER_GONE };
  const verdict = judgeEdit(claim, now, connector.capabilities.orderNotes.kind, again);
  if (verdict.kind !== 'write') return { end: { ...verdict, notes: now } };
  // A tag that is set twice is the same tag; a note that arrives late could replace a later one.
  return { seen: now, repeatable: claim.kind !== 'note' };
}

async function send({ claim, order }: Writing, { connector, ctx }: OpenStore, now: OrderNotes): Promise<Outcome> {
  const { kind, text } = claim;
  const externalOrderId = order.external_order_id;
  if (kind === 'note') {
    const { staffNote } = await connector.writeOrderNote(ctx, { externalOrderId, text });
    const isAdded = connector.capabilities.orderNotes.kind === 'add';
    const staffNotes = [...(now.staffNotes ?? []), ...(staffNote ? [staffNote] : [])];
    return { kind: 'done', notes: isAdded ? { ...now, staffNotes } : { ...now, note: text } };
  }
  if (!connector.changeOrderTag) throw new AppError('BAD_REQUEST', 'ORDER_TAGS_NOT_OFFERED');
  await connector.changeOrderTag(ctx, { externalOrderId, tag: text, kind: kind === 'add_tag' ? 'add' : 'remove' });
  return { kind: 'done', notes: { ...now, tags: changeTags(now.tags ?? [], kind, text) } };
}

/** Maps a refusal. Stores that are disconnected for now or being transferred are retried later. */
function refuse({ key, params, error }: Refusal, { claim }: Writing): Outcome | Again {
  const later: Again = { kind: 'requested', afterMs: pauseMs(claim.pauses), before: claim };
  if (error === undefined) {
    if (key === 'STORE_NEEDS_RECONNECT') return { ...later, why: { key, params } };
    return key === 'STORE_MOVING' ? later : { kind: 'failed', key, params };
  }
  if (error === 'auth') return later;
  return error === 'not-found' ? ORDER_GONE : { kind: 'failed', key: 'ORDER_EDIT_REFUSED', params };
}

const DONE_EVENTS = { note: 'note_written', add_tag: 'tag_added', remove_tag: 'tag_removed' } as const;

function eventOf({ order_id: orderId, actor, kind, text }: EditClaim, end: Outcome): NewEvent {
  if (end.kind === 'done')
    return { orderId, kind: DONE_EVENTS[kind], ...(kind === 'note' ? {} : { params: { detail: text } }), actor };
  if (end.kind === 'conflict') return { orderId, kind: 'note_conflict', params: { reason: 'TIMELINE_NOTE_CONFLICT' } };
  return { orderId, kind: 'edit_failed', params: { ...end.params, reason: end.key } };
}

/** Saves what the store has now; a job reads the whole order, whose other changes this call can't know. */
async function saveNotes(tx: Executor, deps: Deps, here: WorkplaceScope, order: OrderRow, notes: OrderNotes) {
  if (order.erased_at) return;
  await setNotes(tx, here.workplaceId, {
    order_id: order.order_id,
    note: notes.note ?? null,
    tags: notes.tags ?? order.tags,
    staff_notes: notes.staffNotes ?? order.staff_notes,
  });
  const { store_id: storeId, external_order_id: externalOrderId } = order;
  await deps.queue.send(tx, takeOrderJob, { ...here, storeId, externalOrderId });
}

async function recordOne(
  tx: Executor,
  deps: Deps,
  here: WorkplaceScope,
  order: OrderRow,
  { work, end }: FinishedWork<Writing, Outcome>,
): Promise<boolean> {
  const { claim, token } = work;
  const { workplaceId } = here;
  if (!(await endEdit(tx, workplaceId, { id: claim.edit_id, token }, end))) return false;
  await publish(tx, workplaceId, 'orders', [order.order_id]);
  if (isAgain(end)) return false;
  if (end.notes) await saveNotes(tx, deps, here, order, end.notes);
  if (end.kind === 'done' && claim.kind === 'note')
    await rebaseNotes(tx, workplaceId, order.order_id, end.notes?.note ?? '');
  await addEvents(tx, workplaceId, [eventOf(claim, end)]);
  return true;
}

/** Writes notes and tags to their stores exactly once, one change at a time for each order. */
export function createEditing(deps: Deps, patience: Patience): RunningEffect {
  const editing: Effect<EditClaim, Outcome, Writing, OpenStore, OrderNotes> = {
    name: 'annotating',
    row: ORDER_EDIT,
    job: WRITE_EDIT_JOB,
    goesTo: ({ store_id: storeId }) => ({ storeId }),
    idOf: (claim) => claim.edit_id,
    // Neither platform has idempotency keys for these calls.
    keyLivesMs: 0,
    unasked: 'requested',
    fallback: 'ORDER_EDIT_REFUSED',
    // WooCommerce is asked for the notes and the order.
    severalRequests: true,
    async admit(tx, { workplaceId }, ids) {
      await lockOrders(tx, workplaceId, await findOrderIds(tx, workplaceId, ids));
      return pickOldest(tx, workplaceId, ids);
    },
    claimParts: editParts,
    claim: takeUp,
    open: (here, { order }, call) => withStore(deps, here, order.store_id, call),
    ask: (_here, work, open, again) => ask(work, open, again),
    send: (_here, work, open, { seen }) => permitted(open.store.platform_domain, () => send(work, open, seen)),
    refuse,
    async record(tx, here, ended) {
      const ids = ended.map(({ work }) => work.claim.order_id);
      const orders = new Map((await lockOrders(tx, here.workplaceId, ids)).map((order) => [order.order_id, order]));
      const done: boolean[] = [];
      for (const one of ended) {
        const order = orders.get(one.work.claim.order_id);
        done.push(order !== undefined && (await recordOne(tx, deps, here, order, one)));
      }
      return done;
    },
  };
  return runEffect(deps, editing, patience);
}
