import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from './server.ts';
import type { Emulator, WebhookOutcome, World } from './world.ts';

/** A busy machine is no failure. */
const WAIT = { timeout: 10_000 };

let dataDir: string;
let sandbox: RunningSandbox;
let world: World;
let made = 0;

const standIn: Emulator = {
  name: 'openai',
  prefix: '/thing',
  register(app, given) {
    world = given;
    app.post('/make', () => ({ made: ++made, visibleIn: given.visibleAt('openai') - Date.now() }));
  },
};

beforeEach(async () => {
  made = 0;
  dataDir = mkdtempSync(join(tmpdir(), 'quayside-sandbox-'));
  sandbox = await startSandbox({ dataDir, port: 0, standIns: [standIn] });
});
afterEach(async () => {
  await sandbox.close();
  rmSync(dataDir, { recursive: true });
});

const call = (path: string, body?: unknown, method = 'POST') =>
  fetch(sandbox.baseUrl + path, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
const fault = (kind: string, more: object = {}) =>
  call('/control/faults', { standIn: 'openai', kind, match: 'POST /thing/make', times: 1, ...more });
const make = () => call('/thing/make', {});

test('a status fault answers without running the handler, as often as it was told to', async () => {
  await fault('status-429', { times: 2, delayMs: 3000 });
  const limited = await make();
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '3']);
  expect((await make()).status).toBe(429);
  expect((await make()).status).toBe(200);
  expect(made).toBe(1);
});

test('time-outs before have no effect, after and resets have one', async () => {
  await fault('timeout-before', { delayMs: 50 });
  await expect(make()).rejects.toThrow();
  expect(made).toBe(0);
  await fault('timeout-after', { delayMs: 50 });
  await expect(make()).rejects.toThrow();
  expect(made).toBe(1);
  await fault('reset-after');
  await expect(make()).rejects.toThrow();
  expect(made).toBe(2);
  await fault('status-500-after');
  expect((await make()).status).toBe(500);
  expect(made).toBe(3);
});

test('a malformed answer is cut in half, a slow one comes whole', async () => {
  await fault('malformed');
  const text = await (await make()).text();
  expect(() => JSON.parse(text)).toThrow();
  await fault('slow', { delayMs: 120 });
  const started = Date.now();
  expect(await (await make()).json()).toMatchObject({ made: 2 });
  expect(Date.now() - started).toBeGreaterThanOrEqual(100);
});

test('a hide fault tells the handler when its effect may be seen', async () => {
  await fault('hide', { delayMs: 5000 });
  expect((await (await make()).json()).visibleIn).toBeGreaterThan(4000);
  expect((await (await make()).json()).visibleIn).toBeLessThan(1000);
});

test('a fault can look at the body, and its draws follow the seed', async () => {
  await fault('status-500', { matchBody: 'mutation pay' });
  expect((await call('/thing/make', { query: 'query look' })).status).toBe(200);
  expect((await call('/thing/make', { query: 'mutation pay' })).status).toBe(500);
  await call('/control/faults', undefined, 'DELETE');
  const run = async () => {
    await fault('status-503', { probability: 0.5, seed: 7, times: undefined });
    const statuses = [];
    for (let i = 0; i < 20; i += 1) statuses.push((await make()).status);
    await call('/control/faults', undefined, 'DELETE');
    return statuses;
  };
  const first = await run();
  expect(new Set(first)).toEqual(new Set([200, 503]));
  expect(await run()).toEqual(first);
});

test('bad control input is refused by name', async () => {
  expect((await fault('explode')).status).toBe(422);
  expect((await fault('status-500', { match: '(' })).status).toBe(422);
  expect((await call('/control/clock', { advanceMs: -1 })).status).toBe(422);
});

test('the clock jumps, runs faster and is kept over a restart', async () => {
  await call('/control/clock', { advanceMs: 86_400_000, speed: 3600 });
  expect(world.clock.millis()).toBeGreaterThan(Date.now() + 86_000_000);
  await sandbox.close();
  sandbox = await startSandbox({ dataDir, port: 0, standIns: [standIn] });
  expect(world.clock.speed()).toBe(3600);
  expect(world.clock.millis()).toBeGreaterThan(Date.now() + 86_000_000);
});

test('webhooks are tried again until taken, and tell how it went', async () => {
  const seen: string[] = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      seen.push(body);
      response.statusCode = seen.length === 1 ? 500 : 204;
      response.end();
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const address = receiver.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/in`;
  const outcomes: WebhookOutcome[] = [];
  world.webhooks.onOutcome('openai', (outcome) => outcomes.push(outcome));
  try {
    world.webhooks.send({ standIn: 'openai', url, headers: {}, body: 'one', tag: 'sub-1' });
    await expect.poll(() => outcomes.length, WAIT).toBe(2);
    expect(outcomes).toMatchObject([
      { delivered: false, status: 500, final: false, tag: 'sub-1' },
      { delivered: true, status: 204, final: true, attempt: 2 },
    ]);
    await fault('webhook-duplicate', { match: 'WEBHOOK' });
    await fault('webhook-drop', { match: 'WEBHOOK', matchBody: 'three' });
    world.webhooks.send({ standIn: 'openai', url, headers: {}, body: 'two' });
    world.webhooks.send({ standIn: 'openai', url, headers: {}, body: 'three' });
    await expect.poll(() => seen, WAIT).toEqual(['one', 'one', 'two', 'two']);
    const listed = await (await call('/control/webhooks?state=dropped', undefined, 'GET')).json();
    expect(listed.webhooks).toMatchObject([{ body: 'three', fault: 'webhook-drop' }]);
  } finally {
    receiver.close();
  }
});

test('a held request is let go before its effect, after it, or never', async () => {
  const held = async () => (await (await call('/control/holds', undefined, 'GET')).json()).holds;
  const letGo = (id: number, way: string) => call(`/control/holds/${id}`, { way });
  await fault('hold-before');
  const first = make();
  await expect.poll(held).toMatchObject([{ standIn: 'openai', when: 'before', text: 'POST /thing/make', gone: false }]);
  expect(made).toBe(0);
  expect((await letGo(1, 'go')).status).toBe(204);
  expect((await first).status).toBe(200);
  await fault('hold-after');
  const second = make();
  await expect.poll(held).toMatchObject([{ when: 'after' }]);
  expect(made).toBe(2);
  await letGo(2, 'drop');
  await expect(second).rejects.toThrow();
  await fault('hold-before');
  const third = fetch(`${sandbox.baseUrl}/thing/make`, { method: 'POST', signal: AbortSignal.timeout(300) });
  await expect(third).rejects.toThrow();
  await expect.poll(held).toMatchObject([{ when: 'before', gone: true }]);
  await letGo(3, 'drop');
  expect(await held()).toEqual([]);
  expect(made).toBe(2);
  expect((await letGo(3, 'go')).status).toBe(404);
});

test('of several processes that offer their address, the one in use stays until it no longer responds', async () => {
  const listen = async () => {
    const server = createServer((_request, answer) => answer.end('{}'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return { server, url: `http://127.0.0.1:${(server.address() as { port: number }).port}` };
  };
  const [one, other] = [await listen(), await listen()];
  const offer = (url: string) =>
    call('/control/offer', { 'quayside.app_url': url, 'quayside.target': `${url}/warehouse/v1` });
  for (const { url } of [one, other, one, other]) await offer(url);
  expect(world.setting('quayside.target')).toBe(`${one.url}/warehouse/v1`);
  one.server.closeAllConnections();
  await new Promise((done) => one.server.close(done));
  await offer(other.url);
  expect(world.setting('quayside.target')).toBe(`${other.url}/warehouse/v1`);
  other.server.closeAllConnections();
  other.server.close();
});
