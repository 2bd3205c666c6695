import type { ManualPurchaseInput, ManualSupplier, PLACE_ERROR_CODES } from '@quayside/contracts';
import { AppError, newId, nextState, notFoundField } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { personName, type Who } from '../../../http/who.ts';
import { connectorLabel } from '../../../installed/index.ts';
import { publish } from '../../../live/publish.ts';
import { applyParcels } from '../../fulfilment/index.ts';
import {
  addEvents,
  effectiveAddress,
  findLines,
  LINE_TRANSITIONS,
  type LineRow,
  lockOrder,
  type OrderRow,
  patchLines,
  toBuy,
} from '../../orders/index.ts';
import { findManual, insertManual, type ManualFacts, markShipped, updateManual } from '../manual-repo.ts';
import { findPurchase, insertPurchaseLines, linesOfPurchases, setStates } from '../repo.ts';
import type { PurchaseRow } from '../tables.ts';
import { settleOrders } from './settle-orders.ts';

type Cost = ManualPurchaseInput['items_cost'];

export interface ManualPurchase {
  source: ManualSupplier;
  order_no: string;
  line_item_ids?: readonly string[] | undefined;
  items_cost?: Cost;
  shipping_cost?: Cost;
  tracking?: ManualPurchaseInput['tracking'];
}

/** Costs given now, else those recorded before. */
function factsOf(input: Omit<ManualPurchase, 'source'>, before: PurchaseRow | undefined): ManualFacts {
  const { items_cost: items, shipping_cost: shipping } = input;
  const currency = (items ?? shipping)?.currency ?? before?.currency ?? 'USD';
  const kept = before?.currency === currency ? before : undefined;
  const itemsCost = items?.amount ?? kept?.items_cost ?? null;
  const shippingCost = shipping?.amount ?? kept?.shipping_cost ?? null;
  return {
    source_order_no: input.order_no,
    currency,
    items_cost: itemsCost,
    shipping_cost: shippingCost,
    total_cost: itemsCost === null || shippingCost === null ? null : itemsCost + shippingCost,
  };
}

/** Lines that a member may have bought: not at a supplier, not shipped by the store. */
const mayRecord = (line: LineRow): boolean =>
  nextState(LINE_TRANSITIONS, line.state, 'record') !== undefined && line.taken_over_by !== 'store' && toBuy(line) > 0;

function chooseLines(order: OrderRow, all: readonly LineRow[], wanted: readonly string[] | undefined): LineRow[] {
  if (wanted?.some((id) => !all.some((line) => line.line_id === id)))
    throw notFoundField('line_item_ids', 'LINE_NOT_FOUND');
  const lines = all.filter((line) => (wanted ? wanted.includes(line.line_id) : mayRecord(line)));
  const bar = lines.find((line) => !mayRecord(line));
  if (bar || lines.length === 0)
    throw new AppError('BAD_REQUEST', 'MANUAL_LINE_BOUGHT', { params: { title: bar?.title ?? order.name } });
  return lines;
}

/** Lines that a purchase gains: all of a new one's, and those that are named for a known one and not in it yet. */
async function linesToAdd(
  tx: Executor,
  workplaceId: string,
  order: OrderRow,
  known: PurchaseRow | undefined,
  wanted: readonly string[] | undefined,
): Promise<LineRow[]> {
  const inside = known ? await linesOfPurchases(tx, workplaceId, [known.supplier_order_id]) : [];
  const more = known ? (wanted ?? []).filter((id) => !inside.some((line) => line.line_id === id)) : wanted;
  if (known && more?.length === 0) return [];
  if (order.cancelled_at) throw new AppError('BAD_REQUEST', 'ORDER_CANCELLED');
  return chooseLines(order, await findLines(tx, workplaceId, [order.order_id]), more);
}

/**
 * Saves a parcel of a manual purchase as a supplier would report it. Returns whether it has one. `isFurther`: a new
 * number adds a parcel instead of correcting the first.
 */
async function addParcel(
  tx: Executor,
  deps: Pick<Deps, 'queue' | 'clock'>,
  who: Who,
  order: OrderRow,
  id: string,
  purchase: { supplier: PurchaseRow['supplier']; source_order_no: string; tracking: ManualPurchase['tracking'] },
  isFurther = false,
): Promise<boolean> {
  const { tracking } = purchase;
  if (!tracking) return false;
  const lines = await linesOfPurchases(tx, who.workplaceId, [id]);
  const bought = {
    supplier_order_id: id,
    supplier: purchase.supplier,
    source_order_no: purchase.source_order_no,
    shipping_method: null,
    lines,
  };
  const parcel = {
    parcelId: tracking.number,
    carrier: tracking.carrier,
    trackingNumber: tracking.number,
    ...(tracking.url ? { trackingUrl: tracking.url } : {}),
    lines: lines.map((line) => ({ sourceVariantId: line.source_variant_id, quantity: line.quantity })),
  };
  await applyParcels(tx, deps, who.scope, order, bought, [parcel], !isFurther);
  await markShipped(tx, who.workplaceId, id);
  return true;
}

/**
 * Records a purchase that a member made at a marketplace, in the caller's transaction, which holds the order. The same
 * marketplace and number again changes that purchase, and adds lines named for it. Throws MANUAL_LINE_BOUGHT,
 * LINE_NOT_FOUND, ORDER_CANCELLED.
 */
export async function recordManual(
  tx: Executor,
  deps: Pick<Deps, 'queue' | 'clock'>,
  who: Who,
  order: OrderRow,
  input: ManualPurchase,
): Promise<{ supplierOrderId: string; isNew: boolean; shipped: boolean }> {
  const { workplaceId } = who;
  const known = await findManual(tx, workplaceId, order.order_id, input.source, input.order_no);
  const facts = factsOf(input, known);
  const id = known?.supplier_order_id ?? newId();
  const added = await linesToAdd(tx, workplaceId, order, known, input.line_item_ids);
  const lines = added.map((line) => ({
    supplier_order_id: id,
    line_id: line.line_id,
    order_id: order.order_id,
    source_product_id: '',
    // The marketplace's variant is unknown; parcels of this purchase name its lines.
    source_variant_id: line.line_id,
    sku: line.sku ?? '',
    // A person buys what the store sold, however the marketplace packs it.
    quantity: toBuy(line),
    pieces_per_unit: 1,
    unit_cost: null,
  }));
  if (known) {
    await updateManual(tx, workplaceId, id, facts);
    await insertPurchaseLines(tx, workplaceId, lines);
  } else {
    const purchase = {
      ...facts,
      supplier_order_id: id,
      order_id: order.order_id,
      supplier: input.source as PurchaseRow['supplier'],
      mode: order.mode,
      reference: `M${id}`,
      address: effectiveAddress(order.address, order.address_edit),
      placement_id: newId(),
    };
    await insertManual(tx, workplaceId, purchase, lines);
    const params = { supplier: connectorLabel(input.source), number: input.order_no };
    await addEvents(tx, workplaceId, [
      { orderId: order.order_id, kind: 'created_to_supplier', params, actor: personName(who.account) },
    ]);
  }
  await patchLines(
    tx,
    workplaceId,
    added.map((line) => ({
      order_id: order.order_id,
      line_id: line.line_id,
      state: 'placed' as const,
      block: null,
      supplier_order_id: id,
      source_order_no: input.order_no,
    })),
  );
  const { order_no: number, tracking } = input;
  const bought = { supplier: input.source as PurchaseRow['supplier'], source_order_no: number, tracking };
  const shipped = await addParcel(tx, deps, who, order, id, bought, known !== undefined);
  await settleOrders(tx, deps, who.scope, [order]);
  await publish(tx, workplaceId, 'orders', [order.order_id]);
  return { supplierOrderId: id, isNew: !known, shipped };
}

async function manualOf(tx: Executor, who: Who, id: string): Promise<{ order: OrderRow; row: PurchaseRow }> {
  const found = await findPurchase(tx, who.workplaceId, id);
  const order = found && (await lockOrder(tx, who.workplaceId, found.order_id));
  const row = order && (await findPurchase(tx, who.workplaceId, id));
  if (!row) throw notFoundField('supplier_order_id', 'SUPPLIER_ORDER_NOT_FOUND');
  if (!row.manual)
    throw new AppError('BAD_REQUEST', 'SUPPLIER_ORDER_NOT_MANUAL', {
      params: { supplier: connectorLabel(row.supplier) },
    });
  if (row.state !== 'placed') throw new AppError('BAD_REQUEST', 'SUPPLIER_ORDER_FAILED_BEFORE');
  return { order, row };
}

/** Changes number, cost or tracking of a manual purchase. */
async function changeManual(
  tx: Executor,
  deps: Deps,
  who: Who,
  id: string,
  input: ManualPurchaseInput,
): Promise<boolean> {
  const { workplaceId } = who;
  const { order, row } = await manualOf(tx, who, id);
  if (order.order_id !== input.order_id) throw notFoundField('supplier_order_id', 'SUPPLIER_ORDER_NOT_FOUND');
  const other = await findManual(tx, workplaceId, order.order_id, row.supplier, input.order_no);
  if (other && other.supplier_order_id !== id)
    throw new AppError('UNPROCESSABLE_ENTITY', 'MANUAL_NUMBER_TAKEN', {
      fields: { order_no: ['MANUAL_NUMBER_TAKEN'] },
    });
  await updateManual(tx, workplaceId, id, factsOf(input, row));
  const lines = await linesOfPurchases(tx, workplaceId, [id]);
  await patchLines(
    tx,
    workplaceId,
    lines.map(({ order_id, line_id }) => ({ order_id, line_id, source_order_no: input.order_no })),
  );
  const { tracking } = input;
  const shipped = await addParcel(tx, deps, who, order, id, {
    supplier: row.supplier,
    source_order_no: input.order_no,
    tracking,
  });
  await settleOrders(tx, deps, who.scope, [order]);
  await publish(tx, workplaceId, 'orders', [order.order_id]);
  return shipped || row.shipped_at !== null;
}

/** Records or changes a purchase at a marketplace (rule B405: the number has 1 to 64 characters). */
export const saveManualPurchase = (
  deps: Deps,
  who: Who,
  input: ManualPurchaseInput,
): Promise<{ supplierOrderId: string; shipped: boolean }> =>
  deps.db.tenant(who.scope, async (tx) => {
    const { supplier_order_id: id, source } = input;
    if (id) return { supplierOrderId: id, shipped: await changeManual(tx, deps, who, id, input) };
    const order = await lockOrder(tx, who.workplaceId, input.order_id);
    if (!order) throw notFoundField('order_id', 'OrderDetailNotFound');
    if (!source) throw notFoundField('source', 'MANUAL_SOURCE_NEEDED');
    return recordManual(tx, deps, who, order, { ...input, source });
  });

/**
 * Marks a manual purchase as failed: lines without a parcel can be bought again. Throws SUPPLIER_ORDER_NOT_MANUAL for
 * purchases whose state the supplier reports, and MANUAL_SHIPPED once everything shipped.
 */
export const failManualPurchase = (deps: Deps, who: Who, id: string): Promise<string[]> =>
  deps.db.tenant(who.scope, async (tx) => {
    const { workplaceId } = who;
    const { order, row } = await manualOf(tx, who, id);
    const lines = (await findLines(tx, workplaceId, [order.order_id])).filter((line) => line.supplier_order_id === id);
    const open = lines.filter((line) => line.state === 'placed');
    if (open.length === 0 && lines.length > 0) throw new AppError('BAD_REQUEST', 'MANUAL_SHIPPED');
    await setStates(tx, workplaceId, id, { state: 'cancelled' });
    await patchLines(
      tx,
      workplaceId,
      open.map((line) => ({
        order_id: line.order_id,
        line_id: line.line_id,
        state: nextState(LINE_TRANSITIONS, line.state, line.source ? 'free' : 'unrecord') ?? line.state,
        supplier_order_id: null,
        source_order_no: null,
      })),
    );
    const title = open.map((line) => line.title).join(', ');
    const params = {
      title,
      country: order.ship_country ?? '',
      reason: 'MANUAL_FAILED',
      supplier: connectorLabel(row.supplier),
    };
    await addEvents(tx, workplaceId, [
      { orderId: order.order_id, kind: 'create_failed', params, actor: personName(who.account) },
    ]);
    await settleOrders(tx, deps, who.scope, [order]);
    await publish(tx, workplaceId, 'orders', [order.order_id]);
    return open.map((line) => line.line_id);
  });

/** Records why lines couldn't be bought at a marketplace: they are blocked with the reason. */
export const reportPlaceError = (
  deps: Deps,
  who: Who,
  input: {
    order_id: string;
    line_item_ids?: readonly string[] | undefined;
    source: ManualSupplier;
    code: (typeof PLACE_ERROR_CODES)[number];
  },
): Promise<string[]> =>
  deps.db.tenant(who.scope, async (tx) => {
    const { workplaceId } = who;
    const order = await lockOrder(tx, workplaceId, input.order_id);
    if (!order) throw notFoundField('order_id', 'OrderDetailNotFound');
    const all = await findLines(tx, workplaceId, [order.order_id]);
    const wanted = input.line_item_ids;
    if (wanted?.some((id) => !all.some((line) => line.line_id === id)))
      throw notFoundField('line_item_ids', 'LINE_NOT_FOUND');
    const may = (line: LineRow) =>
      line.state === 'blocked' || nextState(LINE_TRANSITIONS, line.state, 'block') !== undefined;
    const lines = all.filter(
      (line) => (wanted?.includes(line.line_id) ?? true) && may(line) && line.supplier_order_id === null,
    );
    if (lines.length === 0) throw new AppError('BAD_REQUEST', 'MANUAL_LINE_BOUGHT', { params: { title: order.name } });
    const country = order.ship_country ?? '';
    await patchLines(
      tx,
      workplaceId,
      lines.map((line) => ({
        order_id: line.order_id,
        line_id: line.line_id,
        state: 'blocked' as const,
        block: { key: input.code, params: { title: line.title, country } },
      })),
    );
    const title = lines.map((line) => line.title).join(', ');
    const params = { title, country, reason: input.code, supplier: connectorLabel(input.source) };
    await addEvents(tx, workplaceId, [
      { orderId: order.order_id, kind: 'create_failed', params, actor: personName(who.account) },
    ]);
    await settleOrders(tx, deps, who.scope, [order]);
    await publish(tx, workplaceId, 'orders', [order.order_id]);
    return lines.map((line) => line.line_id);
  });
