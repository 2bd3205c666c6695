import {
  type ChannelConnector,
  type ChannelOrder,
  type ConnectorContext,
  UnreadableOrderError,
} from '@quayside/connector-kit';
import { getWorkplace, type Scope, type WorkplaceScope } from '../../../db/index.ts';
import { retryDeadlock } from '../../../db/retry-deadlock.ts';
import type { Deps } from '../../../deps.ts';
import { createBatcher } from '../../../jobs/batcher.ts';
import { publish } from '../../../live/publish.ts';
import { withStore } from '../../connections/index.ts';
import type { OrderPorts } from '../ports.ts';
import { findLines, lockOrderOfStore, putLines, updateOrders } from '../repo.ts';
import { dropLine } from '../rules/intake.ts';
import type { Reading, StoreLine } from '../rules/store-facts.ts';
import { isContentError, NOT_SAVED } from '../rules/unreadable.ts';
import type { LineRow, OrderRow } from '../tables.ts';
import { deleteUnreadableOrders } from '../unreadable-order-repo.ts';
import { addEvents } from './add-events.ts';
import { recordUnreadableOrder, recordUnreadableOrders } from './record-unreadable.ts';
import { refreshOrders } from './refresh-order.ts';
import { type OrderStore, saveOrders } from './save-orders.ts';

type SavePorts = Pick<OrderPorts, 'match' | 'onNewOrders'>;

/** Orders saved in one transaction, which locks them until its end. */
const SAVED_AT_ONCE = 50;
/** Simultaneous calls to a store for orders that are read one by one. */
const READ_AT_ONCE = 6;

async function saveOrRecord(
  deps: Deps,
  ports: SavePorts,
  scope: WorkplaceScope,
  store: OrderStore,
  readings: readonly Reading[],
): Promise<void> {
  try {
    await retryDeadlock(() => deps.db.tenant(scope, (tx) => saveOrders(tx, deps, ports, scope, store, readings)));
  } catch (error) {
    if (!isContentError(error)) throw error;
    const [first, ...others] = readings;
    if (!first) return;
    if (others.length > 0) {
      // The content of one must not keep out the others.
      for (const reading of readings) await saveOrRecord(deps, ports, scope, store, [reading]);
      return;
    }
    const { order, readAt } = first;
    deps.log.warn({ storeId: store.storeId, order: order.externalOrderId, err: error }, 'an order was set aside');
    await recordUnreadableOrder(deps, scope, store.storeId, order, NOT_SAVED, readAt);
  }
}

/** Saves orders, or sets aside those whose own content is invalid. */
export async function saveOrRecordUnreadable(
  deps: Deps,
  ports: SavePorts,
  scope: WorkplaceScope,
  store: OrderStore,
  readings: readonly Reading[],
): Promise<void> {
  for (let at = 0; at < readings.length; at += SAVED_AT_ONCE)
    await saveOrRecord(deps, ports, scope, store, readings.slice(at, at + SAVED_AT_ONCE));
}

/** Closes an order deleted in its store, unless a later read exists. false: unknown order. */
async function keepDeletion(
  deps: Deps,
  scope: WorkplaceScope,
  store: OrderStore,
  externalOrderId: string,
  readAt: string,
): Promise<boolean> {
  const { workplaceId } = scope;
  return deps.db.tenant(scope, async (tx) => {
    const wasAside = await deleteUnreadableOrders(tx, workplaceId, store.storeId, [{ externalOrderId, readAt }]);
    if (wasAside) await publish(tx, workplaceId, 'stores', [store.storeId]);
    const row = await lockOrderOfStore(tx, workplaceId, store.storeId, externalOrderId);
    if (!row) return wasAside;
    if (row.cancelled_by === 'deletion' || Date.parse(row.read_at) > Date.parse(readAt)) return true;
    const closed: OrderRow = {
      ...row,
      read_at: readAt,
      cancelled_at: row.cancelled_at ?? readAt,
      cancelled_by: 'deletion',
    };
    const known = await findLines(tx, workplaceId, [row.order_id]);
    const lines = known.map((line): StoreLine => ({ ...line, ...deletedLine(line) }));
    await updateOrders(tx, workplaceId, [closed]);
    await putLines(tx, workplaceId, lines);
    await refreshOrders(tx, deps, scope, [closed]);
    if (!row.cancelled_at) {
      const params = { by: 'deletion' };
      await addEvents(tx, workplaceId, [{ orderId: row.order_id, kind: 'canceled', params }]);
    }
    await publish(tx, workplaceId, 'orders', [row.order_id]);
    await publish(tx, workplaceId, 'counts');
    return true;
  });
}

const deletedLine = (line: LineRow): Pick<LineRow, 'state' | 'taken_over_by' | 'block_key'> => {
  const { state, taken_over_by, flag } = dropLine(line);
  return { state, taken_over_by, block_key: flag ?? line.block_key };
};

/** Reads an order from a store; an unreadable one is set aside. */
export async function readOrRecordUnreadable(
  deps: Deps,
  scope: WorkplaceScope,
  storeId: string,
  readAt: string,
  read: () => Promise<ChannelOrder | undefined>,
): Promise<ChannelOrder | undefined | 'set aside'> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnreadableOrderError)) throw error;
    await recordUnreadableOrders(deps, scope, storeId, [error.unread], readAt);
    return 'set aside';
  }
}

interface OrderReader {
  deps: Deps;
  here: WorkplaceScope;
  storeId: string;
  connector: ChannelConnector;
  ctx: ConnectorContext;
  readAt: string;
}

/** Reads orders in few calls where the platform can. Returns what it found, without the unreadable ones it set aside. */
async function readTogether(
  { deps, here, storeId, connector, ctx, readAt }: OrderReader,
  ids: readonly string[],
): Promise<{ orders: ChannelOrder[]; aside: ReadonlySet<string> }> {
  if (!connector.readOrders || ids.length < 2) return { orders: [], aside: new Set() };
  const { items, unread = [] } = await connector.readOrders(ctx, ids);
  await recordUnreadableOrders(deps, here, storeId, unread, readAt);
  return { orders: items, aside: new Set(unread.map((one) => one.externalOrderId)) };
}

/** Reads orders from their store and saves them. Returns which of them the store doesn't return. */
async function takeOrders(
  deps: Deps,
  ports: SavePorts,
  here: WorkplaceScope,
  storeId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return withStore(deps, here, storeId, async ({ store, connector, ctx }) => {
    const readAt = deps.clock.now();
    const place = { storeId, mode: store.mode };
    const reader = { deps, here, storeId, connector, ctx, readAt };
    const { orders, aside } = await readTogether(reader, ids);
    const read = [...orders];
    const found = new Set([...aside, ...orders.map((order) => order.externalOrderId)]);
    const missing: string[] = [];
    const alone = ids.filter((id) => !found.has(id));
    for (let at = 0; at < alone.length; at += READ_AT_ONCE)
      await Promise.all(
        alone.slice(at, at + READ_AT_ONCE).map(async (id) => {
          const order = await readOrRecordUnreadable(deps, here, storeId, readAt, () => connector.getOrder(ctx, id));
          if (order === undefined) missing.push(id);
          else if (order !== 'set aside') read.push(order);
        }),
      );
    await saveOrRecordUnreadable(
      deps,
      ports,
      here,
      place,
      read.map((order) => ({ order, readAt })),
    );
    const unknown = new Set<string>();
    for (const id of missing) if (!(await keepDeletion(deps, here, place, id, readAt))) unknown.add(id);
    return unknown;
  });
}

/** Reads one order from its store and saves it. */
export type TakeOrder = (scope: Scope, storeId: string, externalOrderId: string) => Promise<void>;

/**
 * Reads orders from their stores and saves them, those of a store that are reported at the same time together; a webhook
 * is only a hint. Throws for an unknown order that the store doesn't return, because it may appear later.
 */
export function createOrderIntake(deps: Deps, ports: SavePorts): TakeOrder {
  interface Store {
    here: WorkplaceScope;
    storeId: string;
  }
  const take = createBatcher(
    ({ here, storeId }: Store) => `${here.workplaceId} ${storeId}`,
    async ({ here, storeId }: Store, ids: readonly string[]): Promise<boolean[]> => {
      const unknown = await takeOrders(deps, ports, here, storeId, [...new Set(ids)]);
      return ids.map((id) => !unknown.has(id));
    },
  );
  return async (scope, storeId, externalOrderId) => {
    const { accountId, workplaceId } = getWorkplace(scope);
    if (!(await take({ here: { accountId, workplaceId }, storeId }, externalOrderId)))
      throw new Error(`order ${externalOrderId} not found in the store (yet)`);
  };
}
