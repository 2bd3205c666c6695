import { quayside } from '@quayside/connector-quayside';
import { newId } from '@quayside/kernel';
import { startTestSandbox, type TestSandbox, until } from '@quayside/testing/contract/sandbox-control.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../testing/db/index.ts';
import { mug } from '../../testing/warehouse/warehouse-goods.ts';
import { warehouseOnAir } from '../../testing/warehouse/warehouse-on-air.ts';
import { packOrder } from './actions/pack-order.ts';
import { refuseLine } from './actions/refuse-line.ts';
import { shipParcel } from './actions/ship-order.ts';
import { stockWarehouse } from './index.ts';
import { PEOPLE } from './staff.ts';

const DAY = 24 * 3_600_000;
const db = await testDatabase();
const warehouse = await warehouseOnAir(db, 1);
afterAll(() => warehouse.close());

let sandbox: TestSandbox;
beforeAll(async () => {
  await stockWarehouse(db, [mug()]);
  sandbox = await startTestSandbox(['quayside']);
  await sandbox.tell({ 'quayside.target': warehouse.url, 'quayside.staff_key': warehouse.staffKey });
});
afterAll(() => sandbox.close());

const context = () => sandbox.context(`${sandbox.baseUrl}/quayside`, { key: warehouse.key });
const read = async (id: string) => {
  const order = await quayside.getOrder(context(), id);
  if (!order) throw new Error('the order is gone');
  return order;
};
const daysUntil = (what: string, id: string, test: (order: Awaited<ReturnType<typeof read>>) => boolean) =>
  until(what, async () => {
    await sandbox.advance(DAY);
    const order = await read(id);
    return test(order) && order;
  });

async function paid(): Promise<string> {
  const order = await quayside.createOrder(context(), {
    reference: newId(),
    orderName: '#1',
    address: { firstName: 'Ada', address1: '1 Mill Rd', city: 'Reno', countryCode: 'US' },
    shippingMethod: 'Quayside Standard',
    lines: ['T-1-R', 'T-1-B'].map((id) => ({
      ref: id,
      sourceProductId: 'T-1',
      sourceVariantId: id,
      sku: id,
      quantity: 1,
    })),
  });
  await quayside.payOrder(context(), {
    supplierOrderId: order.supplierOrderId,
    amount: order.total,
    paymentReference: 'p',
  });
  return order.supplierOrderId;
}

describe('the robot', () => {
  it('leaves packing to people when it is switched off, and still moves what they send', async () => {
    await sandbox.tell({ 'staff.auto': 'off' });
    const id = await paid();
    for (let day = 0; day < 6; day++) await sandbox.advance(DAY);
    expect((await read(id)).state).toBe('paid');
    await packOrder(warehouse.floor, PEOPLE, id);
    await shipParcel(warehouse.floor, PEOPLE, {
      orderId: id,
      carrier: 'UPS',
      trackingNumber: 'by hand',
      at: new Date().toISOString(),
    });
    const done = await daysUntil('the delivery', id, (order) => order.state === 'delivered');
    expect(done.parcels).toMatchObject([{ trackingNumber: 'by hand', carrier: 'UPS', state: 'delivered' }]);
    expect(done.parcels[0]?.events?.length).toBeGreaterThan(3);
  });

  it('sends the rest of an order after a person refused a line', async () => {
    await sandbox.tell({ 'staff.auto': 'off' });
    const id = await paid();
    await refuseLine(warehouse.floor, PEOPLE, { orderId: id, lineNo: 1, reason: 'broken' });
    await sandbox.tell({ 'staff.auto': 'on' });
    const done = await daysUntil('the delivery', id, (order) => order.state === 'delivered');
    expect(done.lines).toMatchObject([{ state: 'refused', reason: 'broken' }, { state: 'shipped' }]);
    expect(done.parcels.flatMap((parcel) => parcel.lines)).toEqual([{ sourceVariantId: 'T-1-B', quantity: 1 }]);
  });
});
