import { randomBytes } from 'node:crypto';
import { type ChannelOrder, type ChannelOrderLine, UnreadableOrderError } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import type { Executor, Scope, WorkplaceScope } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { withStore } from '../../connections/index.ts';
import type { OrderPorts } from '../ports.ts';
import {
  addTrackingEntry,
  findLines,
  insertOrder,
  lockOrderOfStore,
  putLines,
  putTerms,
  type StoreFacts,
  type StoreLine,
  updateOrder,
} from '../repo.ts';
import { saveRisks } from '../risk-repo.ts';
import { effectiveAddress, formatName, leadsElsewhere } from '../rules/address.ts';
import type { NewEvent } from '../rules/event.ts';
import { dropLine, getFulfillment, isNewer, takeLine } from '../rules/intake.ts';
import { toSearchTerms } from '../rules/search-terms.ts';
import { isContentError, NOT_SAVED } from '../rules/unreadable.ts';
import type { LineRow, OrderRow } from '../tables.ts';
import { deleteUnreadableOrder } from '../unreadable-order-repo.ts';
import { addEvents } from './add-events.ts';
import { freeStopped } from './free-stopped.ts';
import { matchLines } from './match-lines.ts';
import { recordUnreadableOrder, recordUnreadableOrders } from './record-unreadable.ts';
import { refreshOrders } from './refresh-order.ts';

interface Reading {
  order: ChannelOrder;
  /** When the store was asked, which determines the age of its response. */
  readAt: string;
  /** When its news happened, for an order of the past; absent: now. */
  at?: string;
}

export interface OrderStore {
  storeId: string;
  mode: Mode;
  /** The order is created in Quayside. */
  isManual?: true;
  /** A manual order of the workspace for itself. */
  isSample?: boolean;
}

/** An unguessable id of 26 characters: 130 random bits. */
const newTrackingId = (): string =>
  BigInt(`0x${randomBytes(17).toString('hex')}`)
    .toString(32)
    .slice(0, 26);

/** An order without customer data, for erased orders: the store may still return it. */
const withoutPerson = (order: ChannelOrder): ChannelOrder => {
  const { customerName: _name, customerEmail: _email, note: _note, shippingAddress, ...rest } = order;
  const countryCode = shippingAddress?.countryCode;
  return { ...rest, tags: [], staffNotes: [], shippingAddress: countryCode ? { countryCode } : {} };
};

/** An order refunded before anything shipped is archived, until the store reopens it, unless a member decided. */
function archivedAt(order: ChannelOrder, known: OrderRow | undefined): string | null {
  if (known?.archive_edit) return known.archived_at;
  const isOver = order.lines.every((line) => line.quantity - (line.refundedQuantity ?? 0) <= 0);
  if (order.financialStatus === 'refunded' && isOver) return known?.archived_at ?? order.updatedAt;
  return known?.financial_status === 'refunded' ? null : (known?.archived_at ?? null);
}

function factsOf({ order, readAt }: Reading, known: OrderRow | undefined): StoreFacts {
  const address = order.shippingAddress ?? {};
  const shown = effectiveAddress(address, known?.address_edit ?? null);
  return {
    name: order.name,
    placed_at: order.createdAt,
    store_updated_at: order.updatedAt,
    read_at: readAt,
    currency: order.currency,
    subtotal: order.subtotal.amount,
    shipping_total: order.shippingTotal.amount,
    tax_total: order.taxTotal.amount,
    tax_included: order.taxIncluded,
    fee_total: order.feeTotal.amount,
    discount_total: order.discountTotal.amount,
    total: order.total.amount,
    financial_status: order.financialStatus,
    fulfillment_status: getFulfillment(order),
    customer_name: formatName(shown) || (order.customerName ?? null),
    customer_email: shown.email ?? order.customerEmail ?? null,
    ship_country: shown.countryCode ?? null,
    address,
    shipping_method_title: order.shippingMethodTitle ?? null,
    payment_method: order.payment?.method ?? null,
    pays_on_delivery: order.payment?.onDelivery ?? false,
    note: order.note ?? null,
    tags: order.tags ?? known?.tags ?? [],
    staff_notes: order.staffNotes ?? known?.staff_notes ?? [],
    cancelled_at: order.cancelledAt ?? null,
    cancelled_by: order.cancelledAt ? 'channel' : null,
    archived_at: archivedAt(order, known),
  };
}

const lineFields = (line: ChannelOrderLine, position: number) => ({
  external_line_id: line.externalLineId,
  external_product_id: line.externalProductId ?? null,
  external_variant_id: line.externalVariantId ?? null,
  sku: line.sku ?? null,
  title: line.title,
  variant_title: line.variantTitle ?? null,
  image_url: line.imageUrl ?? null,
  quantity: line.quantity,
  fulfillable_quantity: line.fulfillableQuantity,
  refunded_quantity: line.refundedQuantity ?? 0,
  unit_price: line.unitPrice.amount,
  discount: line.discount.amount,
  requires_shipping: line.requiresShipping,
  position,
});

/** The lines to save, and whether the store changed one that is at a supplier. */
function mergeLines(
  order: ChannelOrder,
  known: readonly LineRow[],
  elsewhere: boolean,
): { lines: StoreLine[]; flagged: string[] } {
  const cancelled = order.cancelledAt !== undefined;
  const knownBy = new Map(known.map((line) => [line.external_line_id, line]));
  const flagged: string[] = [];
  // Ids that sort in line order.
  const kept = (before: LineRow | undefined, flag: string | undefined): string | null => {
    if (flag && before?.block_key !== flag) flagged.push(before?.title ?? '');
    return flag ?? before?.block_key ?? null;
  };
  const lines = order.lines.map((line, position): StoreLine => {
    const before = knownBy.get(line.externalLineId);
    const { state, taken_over_by, flag } = takeLine(line, before, cancelled, elsewhere);
    return {
      ...lineFields(line, position),
      line_id: before?.line_id ?? newId(),
      state,
      taken_over_by,
      block_key: state === 'blocked' || flag || before?.state === state ? kept(before, flag) : null,
    };
  });
  const told = new Set(order.lines.map((line) => line.externalLineId));
  const gone = known.filter((line) => !told.has(line.external_line_id));
  for (const before of gone) {
    const { state, taken_over_by, flag } = dropLine(before);
    lines.push({ ...before, state, taken_over_by, block_key: kept(before, flag), fulfillable_quantity: 0 });
  }
  return { lines, flagged };
}

function eventsOf(
  orderId: string,
  before: OrderRow | undefined,
  { at, order }: Reading,
  flagged: string[],
): NewEvent[] {
  const events: NewEvent[] = [];
  if (!before) events.push({ orderId, kind: 'received' });
  if (order.cancelledAt && !before?.cancelled_at) events.push({ orderId, kind: 'canceled', params: { by: 'channel' } });
  if (getFulfillment(order) === 'fulfilled' && before && before.fulfillment_status !== 'fulfilled')
    events.push({ orderId, kind: 'fulfilled' });
  for (const title of flagged) events.push({ orderId, kind: 'changed_at_store', params: { title } });
  return at === undefined ? events : events.map((event) => ({ ...event, at }));
}

/**
 * Inserts the order's row unless it exists. Of two concurrent reads of a new order, the second finds the first one's
 * row.
 */
async function holdOrder(
  tx: Executor,
  scope: WorkplaceScope,
  store: OrderStore,
  reading: Reading,
): Promise<{ row: OrderRow; isNew: boolean }> {
  const { workplaceId } = scope;
  const externalId = reading.order.externalOrderId;
  const found = await lockOrderOfStore(tx, workplaceId, store.storeId, externalId);
  if (found) return { row: found, isNew: false };
  const ids = { orderId: newId(), publicTrackingId: newTrackingId() };
  const isNew = await insertOrder(tx, workplaceId, {
    ...factsOf(reading, undefined),
    order_id: ids.orderId,
    store_id: store.storeId,
    mode: store.mode,
    is_manual: store.isManual ?? false,
    is_sample: store.isSample ?? false,
    external_order_id: externalId,
    public_tracking_id: ids.publicTrackingId,
  });
  if (isNew) await addTrackingEntry(tx, { ...ids, accountId: scope.accountId, workplaceId });
  const row = await lockOrderOfStore(tx, workplaceId, store.storeId, externalId);
  if (!row) throw new Error('inserted order not found');
  return { row, isNew };
}

/** Whether parcels still go to the same destination. */
function sameDestination(before: OrderRow, now: StoreFacts): boolean {
  const [old, next] = [before.address, now.address].map((one) => effectiveAddress(one, before.address_edit));
  return old?.countryCode === next?.countryCode && old?.postalCode === next?.postalCode;
}

/**
 * Saves a store's order exactly once, whatever the number and order of reads; an older state never overwrites a newer
 * one. Returns the order's id, or undefined for an outdated read.
 */
export async function saveOrder(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  ports: Pick<OrderPorts, 'match' | 'onNewOrder'>,
  scope: WorkplaceScope,
  store: OrderStore,
  reading: Reading,
): Promise<string | undefined> {
  const { workplaceId } = scope;
  const { readAt } = reading;
  const { row, isNew } = await holdOrder(tx, scope, store, reading);
  if (await deleteUnreadableOrder(tx, workplaceId, store.storeId, reading.order.externalOrderId, readAt))
    await publish(tx, workplaceId, 'stores', [store.storeId]);
  const order = row.erased_at ? withoutPerson(reading.order) : reading.order;
  const kept = {
    updatedAt: row.store_updated_at,
    readAt: row.read_at,
    isDeleted: row.cancelled_by === 'deletion',
  };
  if (!isNew && !isNewer({ updatedAt: order.updatedAt, readAt }, kept)) return undefined;
  const orderId = row.order_id;
  const known = isNew ? [] : await findLines(tx, workplaceId, [orderId]);
  const facts = factsOf({ order, readAt }, row);
  if (!isNew) await updateOrder(tx, workplaceId, orderId, facts);
  const elsewhere =
    !isNew &&
    leadsElsewhere(
      effectiveAddress(row.address, row.address_edit),
      effectiveAddress(order.shippingAddress ?? {}, row.address_edit),
    );
  if (order.risk !== undefined || order.isDisputed !== undefined)
    await saveRisks(tx, workplaceId, store.storeId, readAt, [
      { order_id: orderId, risk: order.risk ?? null, is_disputed: order.isDisputed ?? false },
    ]);
  const { lines, flagged } = mergeLines(order, known, elsewhere);
  await putLines(tx, workplaceId, orderId, lines);
  await putTerms(
    tx,
    workplaceId,
    orderId,
    toSearchTerms({
      name: facts.name,
      customerName: facts.customer_name,
      customerEmail: facts.customer_email,
      skus: lines.map((line) => line.sku),
      tags: facts.tags,
    }),
  );
  if (!isNew && !sameDestination(row, facts))
    await freeStopped(tx, workplaceId, await findLines(tx, workplaceId, [orderId]));
  const mapped = await matchLines(tx, ports, workplaceId, row);
  await refreshOrders(tx, deps, scope, [{ ...row, ...facts }]);
  if (isNew) await ports.onNewOrder(tx, scope, orderId);
  await addEvents(tx, workplaceId, [
    ...eventsOf(orderId, isNew ? undefined : row, { ...reading, order }, flagged),
    ...(mapped > 0 && !isNew ? [{ orderId, kind: 'mapped' as const, params: { count: mapped } }] : []),
  ]);
  await publish(tx, workplaceId, 'orders', [orderId]);
  const tabMoved =
    isNew ||
    row.fulfillment_status !== facts.fulfillment_status ||
    row.cancelled_at !== facts.cancelled_at ||
    row.archived_at !== facts.archived_at;
  if (tabMoved) await publish(tx, workplaceId, 'counts');
  return orderId;
}

/** Saves an order, or sets it aside if its own content is invalid. Returns what saveOrder returns. */
export async function saveOrRecordUnreadable(
  deps: Deps,
  ports: Pick<OrderPorts, 'match' | 'onNewOrder'>,
  scope: WorkplaceScope,
  store: OrderStore,
  reading: Reading,
): Promise<string | undefined> {
  try {
    return await deps.db.tenant(scope, (tx) => saveOrder(tx, deps, ports, scope, store, reading));
  } catch (error) {
    if (!isContentError(error)) throw error;
    deps.log.warn(
      { storeId: store.storeId, order: reading.order.externalOrderId, err: error },
      'an order was set aside',
    );
    await recordUnreadableOrder(deps, scope, store.storeId, reading.order, NOT_SAVED, reading.readAt);
    return undefined;
  }
}

export function needWorkplace(scope: Scope): WorkplaceScope {
  if (!scope.workplaceId) throw new Error('scope has no workplace id');
  return { ...scope, workplaceId: scope.workplaceId };
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
    const wasAside = await deleteUnreadableOrder(tx, workplaceId, store.storeId, externalOrderId, readAt);
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
    await updateOrder(tx, workplaceId, row.order_id, closed);
    await putLines(tx, workplaceId, row.order_id, lines);
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

/**
 * Reads one order from its store and saves it; a webhook is only a hint. Throws for an unknown order that the store
 * doesn't return, because it may appear later.
 */
export async function takeOrder(
  deps: Deps,
  ports: Pick<OrderPorts, 'match' | 'onNewOrder'>,
  scope: Scope,
  storeId: string,
  externalOrderId: string,
): Promise<void> {
  const here = needWorkplace(scope);
  await withStore(deps, here, storeId, async ({ store, connector, ctx }) => {
    const readAt = deps.clock.now();
    const order = await readOrRecordUnreadable(deps, here, storeId, readAt, () =>
      connector.getOrder(ctx, externalOrderId),
    );
    if (order === 'set aside') return;
    const place = { storeId, mode: store.mode };
    if (order) {
      await saveOrRecordUnreadable(deps, ports, here, place, { order, readAt });
    } else if (!(await keepDeletion(deps, here, place, externalOrderId, readAt))) {
      throw new Error(`order ${externalOrderId} not found in the store (yet)`);
    }
  });
}
