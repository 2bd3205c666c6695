import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGuardedHttp } from '@quayside/connector-kit';
import { fakeChannel } from '@quayside/testing/fakes/fake-channel.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql, type WorkplaceScope } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld } from '../../testing/fakes/fake-deps.ts';
import { linkStore } from '../connections/index.ts';
import { readStorefront } from './actions/read-storefront.ts';
import { requestStorefront } from './actions/request-storefront.ts';
import { takePages } from './actions/take-pages.ts';
import { register } from './register.ts';
import { findDetectedApps, findStorefront } from './repo.ts';

const db = await testDatabase();
const woo = fakeChannel('woocommerce');
const world = await fakeWorld(db, { channels: [woo] });
const idle = {
  kind: { name: 'set-up-store', payload: { parse: (payload: unknown) => payload } },
  handle: async () => undefined,
};

/** A store's server, and a private one beside it that nobody may be led to. */
let server: Server;
let secret: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let stolen = 0;
const portOf = (one: Server) => (one.address() as AddressInfo).port;
beforeAll(async () => {
  server = createServer((request, response) => answer(request, response));
  secret = createServer((_request, response) => {
    stolen += 1;
    response
      .setHeader('content-type', 'text/html')
      .end('<title>Secrets</title><a href="https://facebook.com/secret">x</a>');
  });
  for (const one of [server, secret]) await new Promise<void>((done) => one.listen(0, '127.0.0.1', done));
});
const http = createGuardedHttp({ allowHosts: () => [`127.0.0.1:${portOf(server)}`] });
afterAll(async () => {
  await http.close();
  for (const one of [server, secret]) {
    one.closeAllConnections();
    await new Promise((done) => one.close(done));
  }
});

const page = (html: string) => (_request: IncomingMessage, response: ServerResponse) =>
  void response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
const SHOP = `<title>Harbour Goods</title><script>Shopify.theme = {"name":"Dawn","id":1,"theme_store_id":887}</script>
  <script src="https://static.klaviyo.com/onsite/js/klaviyo.js"></script><a href="https://instagram.com/harbour">I</a>`;

let scope: WorkplaceScope;
let storeId: string;
let shops = 0;
const deps = { ...world.deps, http };
const { jobs: handlers } = register(deps);
beforeEach(async () => {
  scope = await world.person();
  shops += 1;
  woo.facts = { ...woo.facts, platformDomain: `f${shops}.example.com` };
  storeId = await linkStore(world.deps, scope, {
    platform: 'woocommerce',
    shop: `https://f${shops}.example.com`,
    credentials: { key: 'good' },
  });
  await db.tenant(scope, (tx) =>
    tx.run(sql`update store set base_url = ${`http://127.0.0.1:${portOf(server)}/shop`} where workplace_id = ${scope.workplaceId}
      and store_id = ${storeId}`),
  );
});
const last = { isLastTry: true, signal: new AbortController().signal };
const found = () => db.read(scope, (ex) => findStorefront(ex, scope.workplaceId, storeId));
const ask = () => requestStorefront(deps, scope, storeId);
const drain = () => world.jobs.drain([...handlers, idle as never]);

it('B173, B219 to B221: reads a store’s page by a job, and keeps what it tells', async () => {
  answer = page(SHOP);
  await ask();
  expect(await found()).toMatchObject({ state: 'reading', info: null });
  await drain();
  const row = await found();
  expect(row).toMatchObject({
    state: 'read',
    problem: null,
    info: { shopName: 'Harbour Goods', themeName: 'Dawn', instagram: { url: 'https://instagram.com/harbour' } },
  });
  expect(row?.info?.appUsed.map((app) => app.name)).toEqual(['Klaviyo']);
});

it('asks once, however often somebody looks meanwhile', async () => {
  answer = page(SHOP);
  await Promise.all([ask(), ask(), ask()]);
  const { rows } = await db.global(async (tx) => ({
    rows: await tx.rows(
      sql`select 1 from test_job where name = 'read-storefront' and payload->>'storeId' = ${storeId}`,
    ),
  }));
  expect(rows).toHaveLength(1);
  await drain();
});

it('keeps what was read before when the page is gone, and says why', async () => {
  answer = page(SHOP);
  await readAfterAsk();
  answer = (_request, response) => void response.writeHead(503).end('closed');
  await readAfterAsk();
  expect(await found()).toMatchObject({
    state: 'failed',
    problem: { key: 'STOREFRONT_CLOSED', params: { status: '503' } },
    info: { themeName: 'Dawn' },
  });
});

async function readAfterAsk(): Promise<void> {
  await ask();
  await readStorefront(deps, scope, storeId, last);
}

it('is led to no private address by a redirect', async () => {
  answer = (_request, response) =>
    void response.writeHead(302, { location: `http://127.0.0.1:${portOf(secret)}/` }).end();
  await readAfterAsk();
  expect(stolen).toBe(0);
  expect(await found()).toMatchObject({ state: 'failed', info: null, problem: { key: 'OUTSIDE_UNREACHABLE' } });
});

it('reads no page of a private address that was given as the store’s', async () => {
  await db.tenant(scope, (tx) =>
    tx.run(sql`update store set base_url = ${`http://127.0.0.1:${portOf(secret)}`} where workplace_id = ${scope.workplaceId}
      and store_id = ${storeId}`),
  );
  await readAfterAsk();
  expect(stolen).toBe(0);
  expect(await found()).toMatchObject({ state: 'failed', problem: { key: 'OUTSIDE_UNREACHABLE' } });
});

it('gives up a page without end', async () => {
  answer = (_request, response) => {
    response.setHeader('content-type', 'text/html');
    const more = (): void => {
      while (response.write('<p>'.repeat(20_000)));
      response.once('drain', more);
    };
    more();
  };
  await readAfterAsk();
  expect(await found()).toMatchObject({ state: 'failed', problem: { key: 'OUTSIDE_NOT_UNDERSTOOD' } });
});

it('B132: says so of what is no page', async () => {
  for (const body of ['', '{"a":1}', '\u0000\u0001']) {
    answer = page(body);
    await readAfterAsk();
    expect(await found(), JSON.stringify(body)).toMatchObject({ problem: { key: 'STOREFRONT_TELLS_NOTHING' } });
  }
  answer = (_request, response) => void response.setHeader('content-type', 'image/png').end(SHOP);
  await readAfterAsk();
  expect(await found()).toMatchObject({ problem: { key: 'STOREFRONT_TELLS_NOTHING' } });
});

it('B277: reads no marketplace', async () => {
  await db.tenant(scope, (tx) =>
    tx.run(
      sql`update store set base_url = 'https://www.ebay.com/str/x' where workplace_id = ${scope.workplaceId} and store_id = ${storeId}`,
    ),
  );
  await readAfterAsk();
  expect(await found()).toMatchObject({ state: 'failed', problem: { key: 'STOREFRONT_NOT_SCANNED' } });
});

it('tries again what did not arrive, and leaves a store alone that was disconnected', async () => {
  answer = (request) => void request.socket.destroy();
  await ask();
  await expect(readStorefront(deps, scope, storeId, { ...last, isLastTry: false })).rejects.toMatchObject({
    kind: 'temporary',
  });
  expect(await found()).toMatchObject({ state: 'reading' });
  await db.tenant(scope, (tx) =>
    tx.run(
      sql`update store set status = 'uninstalled' where workplace_id = ${scope.workplaceId} and store_id = ${storeId}`,
    ),
  );
  await readStorefront(deps, scope, storeId, last);
  await db.tenant(scope, (tx) => tx.run(sql`delete from storefront where workplace_id = ${scope.workplaceId}`));
  await ask();
  expect(await found()).toBeUndefined();
});

it('is another workspace’s own', async () => {
  answer = page(SHOP);
  await readAfterAsk();
  const stranger = await world.person();
  expect(await db.read(stranger, (ex) => findStorefront(ex, stranger.workplaceId, storeId))).toBeUndefined();
  await expect(requestStorefront(deps, stranger, storeId)).resolves.toBeUndefined();
});

it('reads the first product’s page as well, where more apps leave their marks', async () => {
  const asked: string[] = [];
  answer = (request, response) => {
    asked.push(request.url ?? '');
    const body = request.url?.startsWith('/product/')
      ? '<script src="https://loox.io/widget/loox.js"></script><title>Mug</title>'
      : `${SHOP}<a href="/cart">Cart</a><a href="/product/mug/">Mug</a><a href="/product/pot/">Pot</a>`;
    response.setHeader('content-type', 'text/html').end(body);
  };
  await readAfterAsk();
  expect(asked).toEqual(['/shop', '/product/mug/']);
  const row = await found();
  expect(row?.info?.shopName).toBe('Harbour Goods');
  expect(row?.info?.appUsed.map((app) => app.name)).toEqual(['Klaviyo', 'Loox']);
});

it('lets go of a product’s page that cannot be had', async () => {
  for (const failing of [
    (response: ServerResponse) => void response.writeHead(500).end(),
    (response: ServerResponse) => void response.destroy(),
    (response: ServerResponse) =>
      void response.writeHead(302, { location: `http://127.0.0.1:${portOf(secret)}/` }).end(),
  ]) {
    answer = (request, response) =>
      request.url?.startsWith('/product/')
        ? failing(response)
        : void response.setHeader('content-type', 'text/html').end(`${SHOP}<a href="/product/mug/">Mug</a>`);
    await readAfterAsk();
    expect(await found()).toMatchObject({ state: 'read', info: { themeName: 'Dawn' } });
  }
  expect(stolen).toBe(0);
});

const own = (path = '/') => `http://127.0.0.1:${portOf(server)}${path}`;

it('B009: keeps what pages tell that a browser read, where this server may not', async () => {
  answer = (_request, response) => void response.writeHead(403).end('robots');
  await readAfterAsk();
  expect(await found()).toMatchObject({ state: 'failed', info: null });
  const product = { address: own('/product/mug/'), html: '<script src="https://loox.io/widget/loox.js"></script>' };
  await takePages(deps, scope, storeId, { shop: { address: own(), html: SHOP }, product });
  const row = await found();
  expect(row).toMatchObject({ state: 'read', problem: null, info: { themeName: 'Dawn' } });
  expect(row?.info?.appUsed.map((app) => app.name)).toEqual(['Klaviyo', 'Loox']);
  // A page that tells nothing leaves what was known.
  await takePages(deps, scope, storeId, { shop: { address: own(), html: 'nothing' } });
  expect(await found()).toMatchObject({
    state: 'failed',
    problem: { key: 'STOREFRONT_TELLS_NOTHING' },
    info: { themeName: 'Dawn' },
  });
});

it('keeps them also of a store that was never read', async () => {
  await db.tenant(scope, (tx) => tx.run(sql`delete from storefront where workplace_id = ${scope.workplaceId}`));
  await takePages(deps, scope, storeId, { shop: { address: `https://www.f${shops}.example.com/`, html: SHOP } });
  expect(await found()).toMatchObject({ state: 'read', info: { themeName: 'Dawn' } });
});

it('takes pages of the store alone, or of where it was seen to lead', async () => {
  const shop = { address: own(), html: SHOP };
  const elsewhere = { address: 'https://harbour.example/', html: SHOP };
  await expect(takePages(deps, scope, storeId, { shop: elsewhere })).rejects.toMatchObject({
    code: 'STOREFRONT_OTHER_ADDRESS',
    fields: { 'shop.address': expect.anything() },
  });
  await expect(takePages(deps, scope, storeId, { shop, product: elsewhere })).rejects.toMatchObject({
    fields: { 'product.address': expect.anything() },
  });
  // The store's own address leads on to a domain that lets no server in.
  const domain = createServer((_request, response) => void response.writeHead(403).end());
  await new Promise<void>((done) => domain.listen(0, '127.0.0.1', done));
  const there = `127.0.0.1:${portOf(domain)}`;
  const led = createGuardedHttp({ allowHosts: () => [`127.0.0.1:${portOf(server)}`, there] });
  answer = (_request, response) => void response.writeHead(302, { location: `http://${there}/` }).end();
  try {
    await ask();
    await readStorefront({ ...deps, http: led }, scope, storeId, last);
  } finally {
    await led.close();
    await new Promise((done) => domain.close(done));
  }
  expect(await found()).toMatchObject({ state: 'failed', led_to: there });
  await takePages(deps, scope, storeId, { shop: { address: `http://${there}/`, html: SHOP } });
  expect(await found()).toMatchObject({ state: 'read' });
});

it('takes no pages for another workspace’s store, or for one that is disconnected', async () => {
  const stranger = await world.person();
  const pages = { shop: { address: own(), html: SHOP } };
  await expect(takePages(deps, stranger, storeId, pages)).rejects.toMatchObject({ code: 'STORE_NOT_FOUND' });
  await db.tenant(scope, (tx) =>
    tx.run(
      sql`update store set status = 'uninstalled' where workplace_id = ${scope.workplaceId} and store_id = ${storeId}`,
    ),
  );
  await expect(takePages(deps, scope, storeId, pages)).rejects.toMatchObject({ code: 'STORE_NOT_FOUND' });
});

it('names the apps that each store’s page showed, of this workspace alone', async () => {
  const detected = (of: WorkplaceScope) => db.read(of, (ex) => findDetectedApps(ex, of.workplaceId));
  answer = page(SHOP);
  expect(await detected(scope)).toEqual([]);
  await ask();
  expect(await detected(scope)).toEqual([]);
  await drain();
  expect(await detected(scope)).toEqual([{ store_id: storeId, apps: ['Klaviyo'] }]);
  expect(await detected(await world.person())).toEqual([]);
  answer = page('<title>Harbour Goods</title>');
  await db.tenant(scope, (tx) => tx.run(sql`update storefront set asked_at = now() - interval '1 hour'`));
  await ask();
  await drain();
  expect(await detected(scope)).toEqual([{ store_id: storeId, apps: [] }]);
});
