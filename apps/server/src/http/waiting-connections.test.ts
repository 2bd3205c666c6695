import { once } from 'node:events';
import { createServer, get, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { boundWaiting, proxyTest } from './waiting-connections.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
  for (const server of servers.splice(0)) server.close();
});

async function serve(most: { perAddress: number; inAll: number }, isProxy = (_address: string) => false) {
  const streams: ServerResponse[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/stream') {
      response.write('begun');
      streams.push(response);
      return;
    }
    request.resume().once('end', () => response.end('answered'));
  });
  servers.push(server);
  boundWaiting(server, isProxy, most);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, streams };
}

/** A connection that sends the given text and then stays idle. */
async function slow(port: number, text = '', localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const ask = (port: number): Promise<string> =>
  new Promise((done, fail) => {
    get({ port, host: '127.0.0.1', path: '/', agent: false }, (response) => {
      response.setEncoding('utf8').once('data', done);
    }).on('error', fail);
  });

const HALF_A_HEAD = 'POST / HTTP/1.1\r\nhost: x\r\n';
const HALF_A_BODY = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf';

describe.each([
  ['that say nothing', ''],
  ['that stop in their head', HALF_A_HEAD],
  ['that stop in their body', HALF_A_BODY],
])('connections %s', (_what, text) => {
  it('end the one that has waited longest, and not the work of others', async () => {
    const { port, streams } = await serve({ perAddress: 5, inAll: 100 });
    const stream = await slow(port, 'GET /stream HTTP/1.1\r\nhost: x\r\n\r\n');
    await once(stream, 'data');
    const waiting: Socket[] = [];
    for (let count = 0; count < 5; count += 1) waiting.push(await slow(port, text));
    const ended = waiting.slice(0, 3).map((socket) => once(socket, 'close'));
    for (let count = 0; count < 3; count += 1) waiting.push(await slow(port, text));
    await Promise.all(ended);
    expect(await ask(port)).toBe('answered');
    const heard = once(stream, 'data');
    streams[0]?.write('more');
    expect(String(await heard)).toContain('more');
    expect(waiting.at(-1)?.destroyed).toBe(false);
  });
});

it('are bounded in all, wherever they come from', async () => {
  const { port } = await serve({ perAddress: 3, inAll: 4 });
  const first = await slow(port, '', '127.0.0.2');
  const ended = once(first, 'close');
  for (const address of ['127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.6']) await slow(port, '', address);
  await ended;
  expect(await ask(port)).toBe('answered');
});

it('are not counted by address behind a proxy that is trusted', async () => {
  const { port } = await serve({ perAddress: 2, inAll: 10 }, proxyTest(['loopback']));
  const waiting = [await slow(port), await slow(port), await slow(port), await slow(port)];
  expect(await ask(port)).toBe('answered');
  expect(waiting.map((socket) => socket.destroyed)).toEqual([false, false, false, false]);
});

it.each([
  [['loopback'], '127.0.0.1', true],
  [['loopback'], '::1', true],
  [['loopback'], '::ffff:127.0.0.1', true],
  [['loopback'], '192.168.0.7', false],
  [['uniquelocal'], '192.168.0.7', true],
  [['10.1.2.3'], '10.1.2.3', true],
  [['10.1.2.0/24'], '::ffff:10.1.2.9', true],
  [['2001:db8::/32'], '2001:db8::7', true],
  [[], '127.0.0.1', false],
])('proxies %j and %s: %s', (proxies, address, expected) => expect(proxyTest(proxies)(address)).toBe(expected));
