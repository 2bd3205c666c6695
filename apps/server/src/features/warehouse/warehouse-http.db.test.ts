import { newId } from '@quayside/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { mug } from '../../testing/warehouse/warehouse-goods.ts';
import { warehouseOnAir } from '../../testing/warehouse/warehouse-on-air.ts';
import { makeInstallation, stockWarehouse } from './index.ts';

const db = await testDatabase();
const warehouse = await warehouseOnAir(db, 5);
afterAll(() => warehouse.close());
beforeAll(() => stockWarehouse(db, [mug()]));

interface Answer {
  status: number;
  body: Record<string, unknown> & { code?: string; message?: string; items?: Record<string, unknown>[] };
}

async function ask(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(warehouse.url + path, {
    method,
    headers: {
      authorization: `Bearer ${warehouse.key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

const order = (change: object = {}) => ({
  order_name: '#1',
  address: { first_name: 'Ada', address1: '1 Mill Rd', city: 'Reno', country_code: 'US' },
  shipping_service: 'standard',
  lines: [{ ref: 'a', variant_id: 'T-1-R', quantity: 1 }],
  ...change,
});
const place = (body: unknown = order(), reference: string = newId()) =>
  ask('POST', '/orders', body, { 'idempotency-key': reference });
const orders = async (): Promise<number> =>
  (await db.global((tx) => tx.rows(sql`select 1 from warehouse.purchase`))).length;

describe("the warehouse's interface", () => {
  it('opens to a key of the right role only', async () => {
    for (const authorization of ['', 'Bearer short', `Bearer ${'x'.repeat(40)}`, `Bearer ${warehouse.staffKey}`])
      expect(await ask('GET', '/account', undefined, { authorization })).toMatchObject({
        status: 401,
        body: { code: 'unauthorized' },
      });
    expect((await ask('GET', '/staff/orders?states=paid')).status).toBe(401);
    expect((await ask('GET', '/account')).body).toEqual({ name: 'Test trader', mode: 'sandbox' });
  });

  it.each([
    ['an unknown field', order({ gift: true }), /gift/],
    ['an unknown field within', order({ address: { ...order().address, planet: 'Mars' } }), /planet/],
    ['a wrong type', order({ order_name: 7 }), /order_name/],
    ['no lines', order({ lines: [] }), /lines/],
    ['half a piece', order({ lines: [{ ref: 'a', variant_id: 'T-1-R', quantity: 0.5 }] }), /quantity/],
    ['too many pieces', order({ lines: [{ ref: 'a', variant_id: 'T-1-R', quantity: 10_001 }] }), /quantity/],
    ['no JSON', '{"lines":', /JSON/i],
  ])('refuses %s and leaves nothing behind', async (_what, body, words) => {
    const before = await orders();
    expect(await place(body)).toMatchObject({
      status: 422,
      body: { code: 'invalid_input', message: expect.stringMatching(words) },
    });
    expect(await orders()).toBe(before);
  });

  it('erases the shoppers of a customer’s own orders, and says which are still to be sent', async () => {
    const [unpaid, paid] = [newId(), newId()];
    await place(order(), unpaid);
    const { body } = await place(order(), paid);
    await ask('POST', `/orders/${body.id}/payments`, { reference: 'p', amount: body.total });
    const { key } = await makeInstallation(db, { name: 'Other', mode: 'sandbox', role: 'client' });
    const references = [unpaid, paid, 'unknown-reference'];
    const erase = (headers = {}) => ask('POST', '/erasures', { references }, headers);
    const names = async () =>
      (
        await db.global((tx) =>
          tx.rows<{ reference: string }>(sql`select reference from warehouse.purchase
            where reference = any(${references}::text[]) and address ->> 'firstName' = 'Ada'`),
        )
      ).map((row) => row.reference);
    expect(await erase({ authorization: `Bearer ${key}` })).toEqual({ status: 200, body: { under_way: [] } });
    expect(await names()).toEqual(expect.arrayContaining([unpaid, paid]));
    for (const _twice of [1, 2]) expect(await erase()).toEqual({ status: 200, body: { under_way: [paid] } });
    expect(await names()).toEqual([paid]);
    // A reference is never used for a second order, although what it was asked for is forgotten.
    expect((await place(order(), unpaid)).body.code).toBe('already_exists');
    expect((await ask('POST', '/erasures', { references: [] })).body.code).toBe('invalid_input');
  });

  it('refuses an order without a reference', async () => {
    expect((await place(order(), 'short')).body.code).toBe('invalid_input');
    expect((await ask('POST', '/orders', order())).body.code).toBe('invalid_input');
  });

  it('names what an address lacks', async () => {
    const answer = await place(order({ address: { country_code: 'US' } }));
    expect(answer).toMatchObject({ status: 422, body: { code: 'error_save_all_address' } });
    expect(answer.body.message).toMatch(/name, address, city/);
  });

  it('says no to amounts that are not exact, and to unknown orders', async () => {
    const { body } = await place();
    const pay = (id: unknown, amount: unknown) =>
      ask('POST', `/orders/${id}/payments`, { reference: 'p', amount: { amount, currency: 'USD' } });
    expect((await pay(body.id, 1)).body.code).toBe('amount_mismatch');
    expect((await pay(body.id, 1.5)).body.code).toBe('invalid_input');
    expect((await pay(newId(), 100)).body.code).toBe('not_found');
    expect((await pay('not-an-id', 100)).body.code).toBe('not_found');
  });

  it('answers the same order for the same reference, and another customer nothing', async () => {
    const reference = newId();
    const [first, second] = [await place(order(), reference), await place(order(), reference)];
    expect(second.body.id).toBe(first.body.id);
    const { key } = await makeInstallation(db, { name: 'Stranger', mode: 'sandbox', role: 'client' });
    const authorization = `Bearer ${key}`;
    expect((await ask('GET', `/orders/${first.body.id}`, undefined, { authorization })).status).toBe(404);
    expect((await ask('GET', `/orders?reference=${reference}`, undefined, { authorization })).body.items).toEqual([]);
  });

  it('gives the whole catalogue page by page, and then only what changed', async () => {
    const seen: unknown[] = [];
    let cursor: unknown;
    do {
      const { body } = await ask('GET', `/products?size=2${cursor ? `&cursor=${cursor}` : ''}`);
      seen.push(...(body.items ?? []).map((item) => item.id));
      cursor = body.next_cursor;
    } while (cursor);
    expect(seen).toHaveLength(6);
    expect(new Set(seen).size).toBe(6);
    const since = new Date().toISOString();
    await stockWarehouse(db, [mug({ title: 'Better Mug' })]);
    const { body } = await ask('GET', `/products?since=${since}`);
    expect(body.items?.map((item) => item.title)).toEqual(['Better Mug']);
  });

  it('shows its own pictures by address', async () => {
    const { body } = await ask('GET', '/products/T-1');
    expect(body.images).toEqual([
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/pictures\/mug_red_sand_hero-800\.webp$/),
    ]);
  });

  it('refuses a cursor that is none', async () => {
    expect((await ask('GET', '/products?cursor=xyz')).body.code).toBe('invalid_input');
    expect((await ask('GET', '/orders?cursor=xyz')).body.code).toBe('invalid_input');
    for (const near of ['2026|018f0000-0000-7000-8000-00000000dead', `2026-01-01T00:00:00.000Z|${'-'.repeat(36)}`]) {
      const cursor = Buffer.from(near).toString('base64url');
      expect((await ask('GET', `/orders?cursor=${cursor}`)).body.code, near).toBe('invalid_input');
    }
    const noDay = Buffer.from('2026-02-31T00:00:00.000Z|a').toString('base64url');
    expect((await ask('GET', `/products?cursor=${noDay}`)).body.code).toBe('invalid_input');
    expect((await ask('GET', '/products?colour=red')).body.code).toBe('invalid_input');
  });
});
