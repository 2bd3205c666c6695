import { CATALOG_FILE } from '@quayside/contracts';
import type { Deps } from '../../../deps.ts';
import { addParcelEvent } from '../actions/add-parcel-event.ts';
import { packOrder } from '../actions/pack-order.ts';
import { refuseLine } from '../actions/refuse-line.ts';
import { shipParcel } from '../actions/ship-order.ts';
import { uploadImport } from '../actions/upload-import.ts';
import { findImport } from '../import-repo.ts';
import type { Installation } from '../installation-repo.ts';
import { importView } from '../queries/catalog-view.ts';
import { staffOrder, staffOrders } from '../queries/order-view.ts';
import { WarehouseRefusal } from '../refusal.ts';
import type { Staff } from '../staff.ts';
import { type door, read } from './door.ts';
import * as schemas from './schemas.ts';
import { orderShape } from './shapes.ts';

const staffOf = (customer: Installation): Staff => ({ modes: [customer.mode] });

/** The staff's work over keys of the role `staff`, e.g. by the sandbox's robot. People use the calls at /api. */
export function addStaffRoutes(call: ReturnType<typeof door>, deps: Deps): void {
  const now = (): string => deps.clock.now();
  const shown = async (staff: Staff, orderId: string): Promise<object> => {
    const order = await deps.db.global((tx) => staffOrder(tx, staff, orderId));
    if (!order) throw new WarehouseRefusal('not_found', 'Order not found.');
    return orderShape(order);
  };

  call(
    'POST',
    '/imports',
    async ({ customer, query, body }) => {
      const { file_name: fileName } = read(schemas.importQuery, query);
      if (!Buffer.isBuffer(body))
        throw new WarehouseRefusal('invalid_input', 'Send the file as the body, as text/csv.');
      const id = await uploadImport(deps, { mode: customer.mode, fileName, file: body, apply: true });
      return { id };
    },
    CATALOG_FILE.most,
  );

  call('GET', '/imports/:id', async ({ customer, params }) => {
    const row = await deps.db.global((tx) => findImport(tx, read(schemas.id, params.id)));
    if (row?.mode !== customer.mode) throw new WarehouseRefusal('not_found', 'There is no such import.');
    const { import_id: id, ...view } = importView(row, 'en');
    return { id, ...view };
  });

  call('GET', '/orders', async ({ customer, query }) => {
    const { states, cursor, size } = read(schemas.staffQuery, query);
    const ask = { staff: staffOf(customer), states, afterId: cursor, size };
    const rows = await deps.db.global((tx) => staffOrders(tx, ask));
    return { items: rows.map(orderShape), next_cursor: rows.length === size ? (rows.at(-1)?.order_id ?? null) : null };
  });

  call('POST', '/orders/:id/pack', async ({ customer, params, body }) => {
    read(schemas.nothing, body);
    const orderId = read(schemas.id, params.id);
    await packOrder(deps, staffOf(customer), orderId);
    return shown(staffOf(customer), orderId);
  });

  call('POST', '/orders/:id/parcels', async ({ customer, params, body }) => {
    const parcel = read(schemas.parcelBody, body);
    const orderId = read(schemas.id, params.id);
    await shipParcel(deps, staffOf(customer), {
      orderId,
      carrier: parcel.carrier,
      trackingNumber: parcel.tracking_number,
      trackingUrl: parcel.tracking_url,
      at: parcel.at ?? now(),
      lines: parcel.lines?.map((line) => ({ lineNo: line.line_no, quantity: line.quantity })),
    });
    return shown(staffOf(customer), orderId);
  });

  call('POST', '/orders/:id/lines/:line/refuse', async ({ customer, params, body }) => {
    const { reason } = read(schemas.refuseBody, body);
    const orderId = read(schemas.id, params.id);
    await refuseLine(deps, staffOf(customer), { orderId, lineNo: Number(params.line), reason });
    return shown(staffOf(customer), orderId);
  });

  call('POST', '/parcels/:id/events', async ({ customer, params, body }) => {
    const event = read(schemas.eventBody, body);
    await addParcelEvent(deps, staffOf(customer), read(schemas.id, params.id), { ...event, at: event.at ?? now() });
    return { done: true };
  });
}
