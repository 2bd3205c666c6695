import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BareHttpApp, bareHttpApp } from '../testing/fakes/http-app.ts';

let app: BareHttpApp;
beforeAll(async () => {
  app = await bareHttpApp();
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.fastify.close());

const port = (): number => (app.fastify.server.address() as AddressInfo).port;

/** Requests a path exactly as written. */
const get = (path: string, method = 'GET'): Promise<{ http: number | undefined; body: string }> =>
  new Promise((done, fail) => {
    const asking = request({ host: '127.0.0.1', port: port(), path, method, headers: { locale: 'de' } }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => (body += text));
      response.on('end', () => done({ http: response.statusCode, body }));
    });
    asking.on('error', fail).end();
  });

it.each([
  ['a parameter that is too long', `/api/center/products/${'secret-'.repeat(60)}`],
  ['a parameter that is not URL-encoded', '/api/center/products/%E0%A4%A'],
  ['a path that is not URL-encoded', '/%c0%af%'],
  ['an unknown path', '/api/secret-path'],
])('%s is answered in our envelope, and not repeated', async (_what, path) => {
  const { http, body } = await get(path);
  expect(http).toBe(404);
  expect(JSON.parse(body)).toEqual({
    status: 202,
    code: 'CALL_NOT_FOUND',
    message: 'Diesen Aufruf gibt es nicht.',
    data: null,
    request_id: expect.stringMatching(/^[\w-]{36}$/),
  });
});

/** Sends bytes that Node's HTTP parser refuses. */
const send = (bytes: string): Promise<string> =>
  new Promise((done, fail) => {
    const socket = connect(port(), '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.on('data', (data) => (answer += String(data)));
    socket.on('close', () => done(answer)).on('error', fail);
  });

it.each([
  ['what is not HTTP', 'secret nonsense\r\n\r\n', 400, 'REQUEST_MALFORMED'],
  [
    'a head that is too large',
    `GET /secret HTTP/1.1\r\nhost: x\r\nx: ${'secret'.repeat(5_000)}\r\n\r\n`,
    431,
    'HEADERS_TOO_LARGE',
  ],
])('%s too', async (_what, bytes, http, code) => {
  const answer = await send(bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${http} `));
  expect(answer).not.toContain('secret');
  expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ code, data: null, status: 201 });
});

it('of connections that say nothing, one address keeps the newest 200', async () => {
  const open = async (): Promise<Socket> => {
    const socket = connect(port(), '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  const first = await open();
  const ended = once(first, 'close');
  const others: Socket[] = [];
  for (let count = 0; count < 200; count += 1) others.push(await open());
  await ended;
  expect((await get('/api/unknown')).http).toBe(404);
  for (const socket of others) socket.destroy();
});

it('a request has 15 seconds for its head and 60 for all of it', () => {
  const { headersTimeout, requestTimeout } = app.fastify.server;
  expect([headersTimeout, requestTimeout]).toEqual([15_000, 60_000]);
});
