import { newId, nextState } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import { findLines, lockOrder, setState, touchOrder } from '../order-repo.ts';
import { findParcels, insertEvent, insertParcel, parcelOfNumber, sentLines } from '../parcel-repo.ts';
import { WarehouseRefusal } from '../refusal.ts';
import { ORDER_TRANSITIONS, remaining } from '../rules/order-states.ts';
import { orderForStaff, type Staff } from '../staff.ts';
import { type Floor, notifyCustomer } from './notify-customer.ts';

export interface ShipParcel {
  orderId: string;
  carrier: string;
  trackingNumber: string;
  trackingUrl?: string;
  /** When it left, ISO-8601 UTC. */
  at: string;
  /** undefined: everything that is still in the house. */
  lines?: { lineNo: number; quantity: number }[];
}

function chosenLines(
  open: readonly { line_no: number; quantity: number }[],
  wanted: ShipParcel['lines'],
): { line_no: number; quantity: number }[] {
  if (!wanted) return [...open];
  return wanted.map(({ lineNo, quantity }) => {
    const left = open.find((line) => line.line_no === lineNo)?.quantity ?? 0;
    if (quantity > left)
      throw new WarehouseRefusal('wrong_state', `Only ${left} items of line ${lineNo} are left to ship.`);
    return { line_no: lineNo, quantity };
  });
}

/** Moves an order on when its last piece has left, and again when its last parcel has arrived. Holds the order's lock. */
export async function finishShipping(tx: Executor, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (!order) return;
  const parcels = await findParcels(tx, orderId);
  const open = remaining(await findLines(tx, orderId), await sentLines(tx, orderId));
  const hasArrived = parcels.length > 0 && parcels.every((parcel) => parcel.state === 'delivered');
  const shipped =
    open.length === 0 && parcels.length > 0 ? nextState(ORDER_TRANSITIONS, order.state, 'ship') : undefined;
  if (shipped) await setState(tx, orderId, shipped);
  const delivered = hasArrived ? nextState(ORDER_TRANSITIONS, shipped ?? order.state, 'deliver') : undefined;
  if (delivered) await setState(tx, orderId, delivered);
  if (!shipped && !delivered) await touchOrder(tx, orderId);
}

/** A parcel leaves with its label. The tracking number names it: shipping it again answers the parcel that is there. */
export const shipParcel = ({ db, queue }: Floor, staff: Staff, input: ShipParcel): Promise<string> =>
  db.global(async (tx) => {
    const order = await orderForStaff(tx, staff, input.orderId);
    const existing = await parcelOfNumber(tx, input.orderId, input.trackingNumber);
    if (existing) return existing.parcel_id;
    if (order.state !== 'paid' && order.state !== 'processing')
      throw new WarehouseRefusal('wrong_state', `An order in state ${order.state} can't be shipped.`);
    const open = remaining(await findLines(tx, input.orderId), await sentLines(tx, input.orderId));
    const lines = chosenLines(open, input.lines);
    if (lines.length === 0) throw new WarehouseRefusal('wrong_state', 'All items of this order have shipped.');
    const parcelId = newId();
    const trackingUrl = order.erased_at ? undefined : input.trackingUrl;
    await insertParcel(tx, { ...input, trackingUrl, parcelId, lines });
    await insertEvent(tx, parcelId, {
      at: input.at,
      state: 'info_received',
      description: 'Packed in the Quayside warehouse, label created',
    });
    if (order.state === 'paid') await setState(tx, input.orderId, 'processing');
    await finishShipping(tx, input.orderId);
    await notifyCustomer(tx, queue, input.orderId);
    return parcelId;
  });
