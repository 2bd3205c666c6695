import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { startBalancer } from './balancer.ts';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

async function serve(name: string): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer((_request, response) => response.end(name));
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => new Promise((done) => server.close(() => done())),
  };
}

/** A connection of its own for each request. */
const ask = async (port: number): Promise<string> =>
  (await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } })).text();

test('connections go to each process in turn, and past one that is down', async () => {
  const [one, two] = [await serve('one'), await serve('two')];
  const balancer = await startBalancer([one.port, two.port]);
  const next = balancer.nextRequest(10_000);
  expect([await ask(balancer.port), await ask(balancer.port), await ask(balancer.port)]).toEqual(['one', 'two', 'one']);
  expect(await next).toBe(one.port);
  await two.stop();
  expect([await ask(balancer.port), await ask(balancer.port)]).toEqual(['one', 'one']);
  expect(await balancer.nextRequest(1)).toBeUndefined();
  balancer.close();
});
