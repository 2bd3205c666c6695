import type { WarehouseOrder } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startTestApp } from '../../testing/app/test-app.ts';
import { mug } from '../../testing/warehouse/warehouse-goods.ts';
import { ensureInstallation, stockWarehouse, WAREHOUSE_PREFIX } from './index.ts';

const OPERATOR = 'packer@example.com';
const KEY = 'a customer key of this test alone';
const app = await startTestApp({ env: { QUAYSIDE_OPERATORS: OPERATOR } });
afterAll(() => app.stop());

let packer: Client;
let owner: Client;
beforeAll(async () => {
  packer = await app.signUp(OPERATOR);
  owner = await app.signUp();
  await stockWarehouse(app.db, [mug()]);
  await ensureInstallation(app.db, { name: 'Shop', mode: 'sandbox', role: 'client', key: KEY.replaceAll(' ', '-') });
});

async function customer(path: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(app.url + WAREHOUSE_PREFIX + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY.replaceAll(' ', '-')}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as { id: string; total: { amount: number; currency: string } };
}

/** A paid order as a customer makes it: two red mugs and a blue one. */
async function paidOrder(): Promise<string> {
  const made = await customer(
    '/orders',
    {
      order_name: '#7',
      address: { first_name: 'Ada', address1: '1 Mill Rd', city: 'Reno', country_code: 'US' },
      shipping_service: 'standard',
      lines: [
        { ref: 'a', variant_id: 'T-1-R', quantity: 2 },
        { ref: 'b', variant_id: 'T-1-B', quantity: 1 },
      ],
    },
    { 'idempotency-key': newId() },
  );
  await customer(`/orders/${made.id}/payments`, { reference: 'p', amount: made.total });
  return made.id;
}

const orderCall = async (key: 'pack' | 'parcels', order_id: string, body: object): Promise<WarehouseOrder> =>
  (await packer.raw('POST', `/operator/warehouse/orders/${order_id}/${key}`, body)).data as WarehouseOrder;

describe("the staff's page", () => {
  it('is for operators', async () => {
    expect(await owner.call('GET /operator/warehouse/orders')).toMatchObject({ http: 403, code: 'OPERATORS_ONLY' });
    expect(await packer.call('GET /operator/warehouse/orders')).toMatchObject({ http: 200 });
  });

  it('leads an order from paid to delivered, one line refused on the way', async () => {
    const order_id = await paidOrder();
    const list = await packer.call('GET /operator/warehouse/orders', { query: { state: 'paid' } });
    const waiting = list.data.items.find((order) => order.order_id === order_id);
    expect(waiting).toMatchObject({
      number: expect.stringMatching(/^QW-\d+$/),
      actions: ['pack', 'ship', 'refuse_line'],
    });
    expect(waiting?.address).toMatchObject({ first_name: 'Ada', country_code: 'US', phone: null });
    expect(list.data.counts.paid).toBeGreaterThan(0);

    expect(await orderCall('pack', order_id, {})).toMatchObject({
      state: 'processing',
      actions: ['ship', 'refuse_line'],
    });
    const refused = await packer.call('POST /operator/warehouse/orders/{order_id}/lines/{line_no}/refuse', {
      params: { order_id, line_no: 2 },
      body: { reason: 'the glaze is cracked' },
    });
    expect(refused.data.lines[1]).toMatchObject({ state: 'refused', reason: 'the glaze is cracked' });

    const first = await orderCall('parcels', order_id, {
      carrier: 'UPS',
      tracking_number: '1Z1',
      lines: [{ line_no: 1, quantity: 1 }],
    });
    expect(first).toMatchObject({ state: 'processing', actions: ['ship'] });
    const shipped = await orderCall('parcels', order_id, { carrier: 'UPS', tracking_number: '1Z2' });
    expect(shipped).toMatchObject({ state: 'shipped', actions: [] });
    for (const { parcel_id } of shipped.parcels)
      await packer.call('POST /operator/warehouse/parcels/{parcel_id}/events', {
        params: { parcel_id },
        body: { state: 'delivered', description: 'Delivered' },
      });
    const done = await packer.call('GET /operator/warehouse/orders/{order_id}', { params: { order_id } });
    expect(done.data.state).toBe('delivered');
  });

  it('says what is not possible, and names the field at fault', async () => {
    const order_id = await paidOrder();
    const ship = (body: object) => packer.raw('POST', `/operator/warehouse/orders/${order_id}/parcels`, body);
    expect(await ship({ carrier: 'UPS' })).toMatchObject({
      status: 204,
      errors: { tracking_number: [expect.any(String)] },
    });
    expect(await ship({ carrier: 'UPS', tracking_number: 'n', box: 1 })).toMatchObject({
      status: 204,
      errors: { box: [expect.any(String)] },
    });
    const tooMany = { carrier: 'UPS', tracking_number: 'n', lines: [{ line_no: 1, quantity: 9 }] };
    expect(await ship(tooMany)).toMatchObject({ status: 201, code: 'WAREHOUSE_WRONG_STATE' });
    const nowhere = await packer.call('GET /operator/warehouse/orders/{order_id}', { params: { order_id: newId() } });
    expect(nowhere).toMatchObject({ status: 202, code: 'WAREHOUSE_NOT_FOUND' });
  });

  it('makes keys that are shown once, and ends them', async () => {
    const made = await packer.call('POST /operator/warehouse/installations', {
      body: { name: 'New shop', mode: 'live', role: 'client' },
    });
    const ask = () =>
      fetch(`${app.url}${WAREHOUSE_PREFIX}/account`, { headers: { authorization: `Bearer ${made.data.key}` } });
    expect((await ask()).status).toBe(200);
    const { data } = await packer.call('GET /operator/warehouse/installations');
    expect(JSON.stringify(data)).not.toContain(made.data.key);
    const { installation_id } = made.data;
    await packer.call('POST /operator/warehouse/installations/{installation_id}/revoke', {
      params: { installation_id },
      body: {},
    });
    const after = await packer.call('GET /operator/warehouse/installations');
    const ended = after.data.items.find((one) => one.installation_id === installation_id);
    expect(ended?.revoked_at).toEqual(expect.any(String));
  });
});
