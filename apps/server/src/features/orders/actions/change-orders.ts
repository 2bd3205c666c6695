import { AppError, type MessageParams, newId, notFound } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { personName, type Who } from '../../../http/who.ts';
import { publish } from '../../../live/publish.ts';
import {
  type ChangeKind,
  insertChange,
  setArchived,
  setArchiveEdit,
  setMarks,
  stillMarked,
  takeChange,
} from '../change-repo.ts';
import { lockOrders, movingOrders } from '../repo.ts';
import { canMove, getOrderState } from '../rules/order-states.ts';
import type { OrderRow } from '../tables.ts';
import { addEvents } from './add-events.ts';

interface Refusal {
  key: string;
  params?: MessageParams;
}

export interface ChangeResult {
  updated: number;
  /** Undoes the change; null: nothing changed. */
  changeId: string | null;
  failed: ReadonlyMap<string, Refusal>;
}

/** Locks orders, except those in a store that is being transferred and unknown ones, which are refused. */
async function holdOrders(
  tx: Executor,
  workplaceId: string,
  orderIds: readonly string[],
): Promise<{ orders: OrderRow[]; failed: Map<string, Refusal> }> {
  const failed = new Map<string, Refusal>();
  const moving = await movingOrders(tx, workplaceId, orderIds);
  for (const [id, name] of moving) failed.set(id, { key: 'STORE_MOVING', params: { name } });
  const orders = await lockOrders(
    tx,
    workplaceId,
    orderIds.filter((id) => !moving.has(id)),
  );
  const found = new Set(orders.map((order) => order.order_id));
  for (const id of orderIds) if (!found.has(id) && !failed.has(id)) failed.set(id, { key: 'OrderDetailNotFound' });
  return { orders, failed };
}

async function record(
  tx: Executor,
  workplaceId: string,
  kind: ChangeKind,
  value: string,
  changed: readonly { order_id: string; before: string }[],
): Promise<string | null> {
  if (changed.length === 0) return null;
  const changeId = newId();
  const byValue = Map.groupBy(changed, (one) => one.before);
  const before = Object.fromEntries([...byValue].map(([was, list]) => [was, list.map((one) => one.order_id)]));
  await insertChange(tx, workplaceId, changeId, { kind, value, before });
  return changeId;
}

/** Live events name at most this many orders; beyond, screens reload the list. */
const MOST_NAMED = 500;
const announce = (tx: Executor, workplaceId: string, ids: readonly string[]): Promise<void> =>
  publish(tx, workplaceId, 'orders', ids.length > MOST_NAMED ? [] : ids);

/** Marks orders with a color (rule B364). Unknown orders, and those of a store being transferred, are refused. */
export const markOrders = (
  deps: Pick<Deps, 'db'>,
  who: Who,
  orderIds: readonly string[],
  mark: OrderRow['mark'],
): Promise<ChangeResult> =>
  deps.db.tenant(who.scope, async (tx) => {
    const { orders, failed } = await holdOrders(tx, who.workplaceId, orderIds);
    const ids = orders.map((order) => order.order_id);
    const changed = await setMarks(tx, who.workplaceId, ids, mark);
    const changeId = await record(tx, who.workplaceId, 'mark', mark, changed);
    if (changeId)
      await announce(
        tx,
        who.workplaceId,
        changed.map((one) => one.order_id),
      );
    return { updated: changed.length, changeId, failed };
  });

/** The former value of `archive_edit` where no member had decided. */
const BY_STORE = 'none';

const NOT_REVERTED = { cancelled: 'ORDER_REVERT_CANCELED', deleted: 'ORDER_REVERT_DELETED' } as const;

async function move(
  tx: Executor,
  now: string,
  who: Who,
  orders: readonly OrderRow[],
  kind: 'archive' | 'revert',
): Promise<OrderRow[]> {
  const moved = orders.filter((order) => canMove(order, kind));
  if (moved.length === 0) return moved;
  const ids = moved.map((order) => order.order_id);
  await setArchived(tx, who.workplaceId, ids, kind === 'archive' ? now : null);
  const actor = personName(who.account);
  const event = kind === 'archive' ? 'archived' : 'reverted';
  await addEvents(
    tx,
    who.workplaceId,
    ids.map((orderId) => ({ orderId, kind: event, actor })),
  );
  await announce(tx, who.workplaceId, ids);
  await publish(tx, who.workplaceId, 'counts');
  return moved;
}

/**
 * Archives orders, or moves them back to their tab, in Quayside only. Orders that are already there don't count;
 * reverting a canceled or deleted order is refused.
 */
export const archiveOrders = (
  deps: Pick<Deps, 'clock' | 'db'>,
  who: Who,
  orderIds: readonly string[],
  kind: 'archive' | 'revert',
): Promise<ChangeResult> =>
  deps.db.tenant(who.scope, async (tx) => {
    const { orders, failed } = await holdOrders(tx, who.workplaceId, orderIds);
    const moved = await move(tx, deps.clock.now(), who, orders, kind);
    if (kind === 'revert')
      for (const order of orders) {
        const state = getOrderState(order);
        if (state === 'cancelled' || state === 'deleted') failed.set(order.order_id, { key: NOT_REVERTED[state] });
      }
    const before = moved.map((order) => ({ order_id: order.order_id, before: order.archive_edit ?? BY_STORE }));
    return {
      updated: moved.length,
      changeId: await record(tx, who.workplaceId, kind, kind === 'archive' ? 'archived' : 'open', before),
      failed,
    };
  });

/**
 * Undoes a change of many orders once. An order that was changed again keeps the later change. Throws
 * ORDER_CHANGE_NOT_FOUND for an unknown, old or undone change.
 */
export const undoChange = (
  deps: Pick<Deps, 'clock' | 'db'>,
  who: Who,
  changeId: string,
): Promise<{ restored: number; kept: number }> =>
  deps.db.tenant(who.scope, async (tx) => {
    const { workplaceId } = who;
    const change = await takeChange(tx, workplaceId, changeId);
    if (!change) throw notFound('ORDER_CHANGE_NOT_FOUND');
    const all = Object.values(change.before).flat();
    const { orders, failed } = await holdOrders(tx, workplaceId, all);
    const moving = [...failed.values()].find(({ key }) => key === 'STORE_MOVING');
    if (moving) throw new AppError('BAD_REQUEST', moving.key, { params: moving.params });
    let restored = 0;
    if (change.kind === 'mark') {
      for (const [mark, ids] of Object.entries(change.before)) {
        const still = await stillMarked(tx, workplaceId, ids, change.value);
        await setMarks(tx, workplaceId, still, mark as OrderRow['mark']);
        restored += still.length;
      }
      await announce(tx, workplaceId, all);
    } else {
      const back = change.kind === 'archive' ? 'revert' : 'archive';
      const moved = new Set((await move(tx, deps.clock.now(), who, orders, back)).map((order) => order.order_id));
      for (const [was, ids] of Object.entries(change.before)) {
        const edit = was === 'archived' || was === 'open' ? was : null;
        await setArchiveEdit(
          tx,
          workplaceId,
          ids.filter((id) => moved.has(id)),
          edit,
        );
      }
      restored = moved.size;
    }
    return { restored, kept: all.length - restored };
  });
