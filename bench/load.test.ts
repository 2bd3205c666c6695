import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { compare, load } from './load.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server that answers every request by this status, or every second one where there are two. */
async function target(...statuses: number[]) {
  let n = 0;
  const server = createServer((_request, response) => {
    response.statusCode = statuses[n++ % statuses.length] ?? 200;
    response.end('{}');
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: () => `http://127.0.0.1:${port}/` };
}

const BRIEF = { seconds: 0.05, warmUp: 0, concurrent: 2 };

it('takes no time from a server that answers errors, however quickly', async () => {
  expect(await load(await target(200), BRIEF)).toMatchObject({ failed: 0, p95: expect.any(Number) });
  const { p50, p95, failed } = await load(await target(200, 500), BRIEF);
  expect(failed).toBeGreaterThan(0);
  expect([p50, p95]).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
});

it('compares nothing with a round that had errors', () => {
  const round = (floor: number, measured: number, failed = 0) => ({
    floor: { p50: floor, p95: floor, perSecond: 1, failed: 0, bytes: 2 },
    measured: { p50: measured, p95: measured, perSecond: 1, failed, bytes: 2 },
  });
  expect(compare([round(10, 11), round(10, 12), round(10, 30)])).toMatchObject({ ratio: 1.2, measured: { p95: 11 } });
  expect(compare([round(10, 11), round(10, 1, 1), round(10, 12)]).ratio).toBe(Number.POSITIVE_INFINITY);
});
