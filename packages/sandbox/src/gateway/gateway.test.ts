import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSandbox, startSandbox } from '../core/server.ts';
import { quayside } from './index.ts';

let dataDir: string;
let sandbox: RunningSandbox;
let target: Server;
const seen: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[] = [];

/** A warehouse of one paid order that answers whatever it is asked. */
const ORDER = { id: 'o1', reference: 'r1', state: 'paid', paid_at: 'x', payments: [{ reference: 'p1' }], more: 1 };

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'quayside-gateway-'));
  sandbox = await startSandbox({ dataDir, port: 0, standIns: [quayside] });
  target = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const url = request.url ?? '';
      seen.push({ method: request.method ?? '', url, headers: request.headers, body });
      const answer = url.endsWith('/payments')
        ? { reference: 'p1' }
        : url.includes('?')
          ? { items: [ORDER], next_cursor: null }
          : ORDER;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((up) => target.listen(0, '127.0.0.1', up));
});
afterAll(async () => {
  target.closeAllConnections();
  target.close();
  await sandbox.close();
  rmSync(dataDir, { recursive: true });
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(sandbox.baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const get = (path: string) => fetch(sandbox.baseUrl + path);

describe('the gateway', () => {
  it('is closed until it is told where the warehouse is', async () => {
    expect((await get('/quayside/orders/o1')).status).toBe(503);
    const { port } = target.address() as AddressInfo;
    await post('/control/settings', { 'quayside.target': `http://127.0.0.1:${port}/warehouse/v1` });
    expect(await (await get('/quayside/orders/o1')).json()).toEqual(ORDER);
  });

  it('passes what the warehouse reads, to the byte, and nothing else', async () => {
    await post('/quayside/orders', { a: 'ü' }, { authorization: 'Bearer k', 'idempotency-key': 'i', cookie: 'c=1' });
    expect(seen.at(-1)).toMatchObject({ method: 'POST', url: '/warehouse/v1/orders', body: '{"a":"ü"}' });
    expect(seen.at(-1)?.headers).toMatchObject({ authorization: 'Bearer k', 'idempotency-key': 'i' });
    expect(seen.at(-1)?.headers).not.toHaveProperty('cookie');
  });

  it("does not lead to the staff's desk", async () => {
    const before = seen.length;
    expect((await get('/quayside/staff/orders?states=paid')).status).toBe(404);
    expect(seen.length).toBe(before);
  });

  it('shows a payment only when its time has come', async () => {
    const hide = { standIn: 'quayside', match: 'payments', kind: 'hide', delayMs: 400, times: 1 };
    await post('/control/faults', hide);
    await post('/quayside/orders/o1/payments', {});
    expect(await (await get('/quayside/orders/o1')).json()).toMatchObject({
      state: 'created',
      paid_at: null,
      payments: [],
      more: 1,
    });
    await expect.poll(async () => (await get('/quayside/orders/o1')).json()).toEqual(ORDER);
  });

  it('shows an order only when its time has come', async () => {
    await post('/control/faults', { standIn: 'quayside', match: 'orders$', kind: 'hide', delayMs: 400, times: 1 });
    await post('/quayside/orders', {});
    expect(await (await get('/quayside/orders?reference=r1')).json()).toMatchObject({ items: [] });
    expect((await get('/quayside/orders/o1')).status).toBe(404);
    await expect.poll(async () => (await get('/quayside/orders/o1')).status).toBe(200);
  });

  it('lets messages to customers go through itself, to the byte, and only to those who asked', async () => {
    const told: { headers: IncomingHttpHeaders; body: string }[] = [];
    const customer = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => {
        body += part;
      });
      request.on('end', () => {
        told.push({ headers: request.headers, body });
        response.writeHead(200).end();
      });
    });
    await new Promise<void>((up) => customer.listen(0, '127.0.0.1', up));
    try {
      const { port } = customer.address() as AddressInfo;
      await post('/quayside/webhooks', { account: 'a', address: `http://127.0.0.1:${port}/x`, secret: 's' });
      const { address, ...rest } = JSON.parse(seen.at(-1)?.body ?? '{}');
      expect(rest).toEqual({ account: 'a', secret: 's' });
      expect(address).toMatch(new RegExp(`^${sandbox.baseUrl}/quayside/hook/`));
      const message = '{"id": "m", "type":"order.changed"}';
      const headers = { 'content-type': 'application/json', 'quayside-signature': 'sig', cookie: 'c=1' };
      expect((await fetch(address, { method: 'POST', headers, body: message })).status).toBe(200);
      await expect.poll(() => told.length).toBe(1);
      expect(told[0]?.body).toBe(message);
      expect(told[0]?.headers).toMatchObject({ 'quayside-signature': 'sig' });
      expect(told[0]?.headers).not.toHaveProperty('cookie');
      expect((await fetch(`${sandbox.baseUrl}/quayside/hook/nobody`, { method: 'POST', body: message })).status).toBe(
        404,
      );
    } finally {
      customer.closeAllConnections();
      await new Promise((down) => customer.close(down));
    }
  });

  it('forgets keys and payments when it is told to, and keeps what came twice', async () => {
    const order = () => post('/quayside/orders', { a: 1 }, { 'idempotency-key': 'order-key' });
    const pay = () => post('/quayside/orders/o9/payments', {}, { 'idempotency-key': 'pay-key' });
    const keys = () => seen.slice(-2).map(({ headers }) => headers['idempotency-key']);
    const book = async () => (await get('/control/books/quayside')).json();
    await order();
    await order();
    await pay();
    await pay();
    expect(keys()).toEqual(['pay-key', 'pay-key']);
    expect(await book()).toEqual({ secondPayments: [] });

    await post('/control/settings', { forgetful: 'on' });
    await order();
    await order();
    expect(keys()).toEqual(['order-key', 'order-key~2']);
    await pay();
    await pay();
    expect(await book()).toEqual({ secondPayments: [{ orderId: 'o9', reference: 'pay-key' }] });
    await post('/control/settings', { forgetful: 'off' });
  });
});
