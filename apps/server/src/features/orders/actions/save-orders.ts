import { randomBytes } from 'node:crypto';
import type { ChannelOrder } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { remapLinesJob } from '../jobs/orders.ts';
import type { OrderPorts } from '../ports.ts';
import {
  addTrackingEntries,
  findLines,
  insertOrders,
  lockOrdersOfStore,
  type NewOrder,
  putLines,
  putTerms,
  updateOrders,
} from '../repo.ts';
import { saveRisks } from '../risk-repo.ts';
import { effectiveAddress, leadsElsewhere } from '../rules/address.ts';
import { isNewer } from '../rules/intake.ts';
import { toSearchTerms } from '../rules/search-terms.ts';
import {
  eventsOf,
  factsOf,
  mergeLines,
  type Reading,
  type StoreFacts,
  type StoreLine,
  sameDestination,
  withoutPerson,
} from '../rules/store-facts.ts';
import type { LineRow, OrderRow } from '../tables.ts';
import { deleteUnreadableOrders } from '../unreadable-order-repo.ts';
import { addEvents } from './add-events.ts';
import { freeStopped } from './free-stopped.ts';
import { matchLines } from './match-lines.ts';
import { refreshOrders } from './refresh-order.ts';

export interface OrderStore {
  storeId: string;
  mode: Mode;
  /** The orders are created in Quayside. */
  isManual?: true;
  /** Manual orders of the workspace for itself. */
  isSample?: boolean;
  /** A manual order that replaces returned items. */
  isExchange?: boolean;
}

/** An unguessable id of 26 characters: 130 random bits. */
const newTrackingId = (): string =>
  BigInt(`0x${randomBytes(17).toString('hex')}`)
    .toString(32)
    .slice(0, 26);

interface Held {
  reading: Reading;
  row: OrderRow;
  isNew: boolean;
}

/** What a reading changes of an order. */
interface Change extends Held {
  order: ChannelOrder;
  facts: StoreFacts;
  lines: StoreLine[];
  flagged: string[];
}

/**
 * Locks the orders, and inserts those that don't exist. Of two concurrent reads of a new order, the second finds the
 * first one's row.
 */
async function holdOrders(
  tx: Executor,
  scope: WorkplaceScope,
  store: OrderStore,
  readings: ReadonlyMap<string, Reading>,
): Promise<Held[]> {
  const { workplaceId } = scope;
  const found = await lockOrdersOfStore(tx, workplaceId, store.storeId, [...readings.keys()]);
  const known = new Set(found.map((row) => row.external_order_id));
  // Sorted, so that concurrent reads of the same new orders wait for each other instead of deadlocking.
  const unknown = [...readings.keys()].filter((id) => !known.has(id)).sort();
  const rows = unknown.flatMap((id): NewOrder[] => {
    const reading = readings.get(id);
    if (!reading) return [];
    return [
      {
        ...factsOf(reading, undefined),
        order_id: newId(),
        store_id: store.storeId,
        mode: store.mode,
        is_manual: store.isManual ?? false,
        is_sample: store.isSample ?? false,
        is_exchange: store.isExchange ?? false,
        external_order_id: id,
        public_tracking_id: newTrackingId(),
      },
    ];
  });
  const inserted = await insertOrders(tx, workplaceId, rows);
  await addTrackingEntries(
    tx,
    scope,
    rows.filter((row) => inserted.has(row.order_id)),
  );
  const added = await lockOrdersOfStore(tx, workplaceId, store.storeId, unknown);
  if (added.length !== unknown.length) throw new Error('inserted order not found');
  return [...found, ...added].flatMap((row) => {
    const reading = readings.get(row.external_order_id);
    return reading ? [{ reading, row, isNew: inserted.has(row.order_id) }] : [];
  });
}

/** Whether a reading says something that is not known yet. */
function isNews({ isNew, reading, row }: Held): boolean {
  const kept = { updatedAt: row.store_updated_at, readAt: row.read_at, isDeleted: row.cancelled_by === 'deletion' };
  return isNew || isNewer({ updatedAt: reading.order.updatedAt, readAt: reading.readAt }, kept);
}

function changeOf(held: Held, known: readonly LineRow[]): Change {
  const { isNew, reading, row } = held;
  const order = row.erased_at ? withoutPerson(reading.order) : reading.order;
  const elsewhere =
    !isNew &&
    leadsElsewhere(
      effectiveAddress(row.address, row.address_edit),
      effectiveAddress(order.shippingAddress ?? {}, row.address_edit),
    );
  return {
    ...held,
    order,
    facts: factsOf({ ...reading, order }, row),
    ...mergeLines(row.order_id, order, known, elsewhere),
  };
}

async function putRisks(tx: Executor, workplaceId: string, storeId: string, changes: readonly Change[]): Promise<void> {
  const told = changes.filter(({ order }) => order.risk !== undefined || order.isDisputed !== undefined);
  for (const [readAt, ofTime] of Map.groupBy(told, ({ reading }) => reading.readAt))
    await saveRisks(
      tx,
      workplaceId,
      storeId,
      readAt,
      ofTime.map(({ order, row }) => ({
        order_id: row.order_id,
        risk: order.risk ?? null,
        is_disputed: order.isDisputed ?? false,
      })),
    );
}

const termsOf = ({ facts, lines, row }: Change) => ({
  order_id: row.order_id,
  terms: toSearchTerms({
    name: facts.name,
    customerName: facts.customer_name,
    customerEmail: facts.customer_email,
    skus: lines.map((line) => line.sku),
    tags: facts.tags,
  }),
});

/** Frees and matches lines of the changed orders; returns their lines, and how many were matched, by order. */
async function supplyLines(
  tx: Executor,
  ports: Pick<OrderPorts, 'match'>,
  workplaceId: string,
  storeId: string,
  changes: readonly Change[],
): Promise<{ lines: LineRow[]; mapped: ReadonlyMap<string, number> }> {
  const read = () =>
    findLines(
      tx,
      workplaceId,
      changes.map((change) => change.row.order_id),
    );
  const lines = await read();
  const moved = new Set(
    changes.flatMap(({ facts, isNew, row }) => (isNew || sameDestination(row, facts) ? [] : [row.order_id])),
  );
  if (moved.size > 0)
    await freeStopped(
      tx,
      workplaceId,
      lines.filter((line) => moved.has(line.order_id)),
    );
  const sources = new Map(changes.map(({ reading, row }) => [row.order_id, reading.sources]));
  const mapped = await matchLines(
    tx,
    ports,
    workplaceId,
    storeId,
    lines,
    new Map(changes.map(({ facts, row }) => [row.order_id, facts.ship_country])),
    ({ order_id, position }) => sources.get(order_id)?.[position],
  );
  return { lines: moved.size > 0 || mapped.size > 0 ? await read() : lines, mapped };
}

const movesTab = ({ facts, isNew, row }: Change): boolean =>
  isNew ||
  row.fulfillment_status !== facts.fulfillment_status ||
  row.cancelled_at !== facts.cancelled_at ||
  row.archived_at !== facts.archived_at;

/**
 * Saves orders of one store exactly once, whatever the number and order of reads; an older state never overwrites a
 * newer one. Returns our ids by the store's ids, without those of outdated reads.
 */
export async function saveOrders(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  ports: Pick<OrderPorts, 'match' | 'onNewOrders'>,
  scope: WorkplaceScope,
  store: OrderStore,
  readings: readonly Reading[],
): Promise<ReadonlyMap<string, string>> {
  const { workplaceId } = scope;
  const { storeId } = store;
  const byId = new Map(readings.map((reading) => [reading.order.externalOrderId, reading]));
  const held = await holdOrders(tx, scope, store, byId);
  const read = [...byId].map(([externalOrderId, { readAt }]) => ({ externalOrderId, readAt }));
  if (await deleteUnreadableOrders(tx, workplaceId, storeId, read)) await publish(tx, workplaceId, 'stores', [storeId]);
  const news = held.filter(isNews);
  if (news.length === 0) return new Map();
  const old = news.flatMap(({ isNew, row }) => (isNew ? [] : [row.order_id]));
  const known = Map.groupBy(old.length > 0 ? await findLines(tx, workplaceId, old) : [], (line) => line.order_id);
  const changes = news.map((one) => changeOf(one, known.get(one.row.order_id) ?? []));
  const [fresh, changed] = [changes.filter((one) => one.isNew), changes.filter((one) => !one.isNew)];
  await updateOrders(
    tx,
    workplaceId,
    changed.map(({ facts, row }) => ({ ...facts, order_id: row.order_id })),
  );
  await putRisks(tx, workplaceId, storeId, changes);
  await putLines(
    tx,
    workplaceId,
    changes.flatMap((change) => change.lines),
  );
  await putTerms(tx, workplaceId, fresh.map(termsOf), true);
  await putTerms(tx, workplaceId, changed.map(termsOf));
  const { lines, mapped } = await supplyLines(tx, ports, workplaceId, storeId, changes);
  await deps.queue.sendMany(
    tx,
    remapLinesJob,
    changed
      .filter(({ facts, row }) => facts.ship_country !== row.ship_country)
      .map(({ row }) => ({ accountId: scope.accountId, workplaceId, storeId, orderId: row.order_id })),
  );
  const rows = changes.map(({ facts, row }) => ({ ...row, ...facts }));
  await refreshOrders(tx, deps, scope, rows, undefined, lines);
  if (fresh.length > 0)
    await ports.onNewOrders(
      tx,
      scope,
      fresh.map(({ row }) => row.order_id),
    );
  await addEvents(
    tx,
    workplaceId,
    changes.flatMap(({ flagged, isNew, order, reading, row }) => {
      const orderId = row.order_id;
      const count = mapped.get(orderId) ?? 0;
      return [
        ...eventsOf(orderId, isNew ? undefined : row, { ...reading, order }, flagged),
        ...(count > 0 && !isNew ? [{ orderId, kind: 'mapped' as const, params: { count } }] : []),
      ];
    }),
  );
  await publish(
    tx,
    workplaceId,
    'orders',
    rows.map((row) => row.order_id),
  );
  if (changes.some(movesTab)) await publish(tx, workplaceId, 'counts');
  return new Map(rows.map((row) => [row.external_order_id, row.order_id]));
}

/** The same for one order; undefined for an outdated read. */
export const saveOrder = async (
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  ports: Pick<OrderPorts, 'match' | 'onNewOrders'>,
  scope: WorkplaceScope,
  store: OrderStore,
  reading: Reading,
): Promise<string | undefined> =>
  (await saveOrders(tx, deps, ports, scope, store, [reading])).get(reading.order.externalOrderId);
