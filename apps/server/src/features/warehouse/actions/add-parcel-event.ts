import { insertEvent, type ParcelEvent, parcelById } from '../parcel-repo.ts';
import { WarehouseRefusal } from '../refusal.ts';
import { orderForStaff, type Staff } from '../staff.ts';
import { type Floor, notifyCustomer } from './notify-customer.ts';
import { finishShipping } from './ship-order.ts';

/** Something happened to a parcel on its way. The same moment and state again is the same event. */
export const addParcelEvent = (
  { db, queue }: Floor,
  staff: Staff,
  parcelId: string,
  event: ParcelEvent,
): Promise<void> =>
  db.global(async (tx) => {
    const parcel = await parcelById(tx, parcelId);
    if (!parcel) throw new WarehouseRefusal('not_found', 'Parcel not found.');
    const order = await orderForStaff(tx, staff, parcel.order_id);
    // A carrier's words may name the shopper and the neighbour.
    const { at, state } = event;
    await insertEvent(tx, parcelId, order.erased_at ? { at, state, description: '' } : event);
    await finishShipping(tx, parcel.order_id);
    await notifyCustomer(tx, queue, parcel.order_id);
  });
