import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import type { HttpApp } from './route.ts';
import { serveWebApp } from './web-app.ts';

const dist = mkdtempSync(join(tmpdir(), 'quayside-dist-'));
afterEach(() => rmSync(dist, { recursive: true, force: true }));

it('answers a script that is not there with 404, never with the page, and finds those of a newer build', async () => {
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'index.html'), '<html><head></head></html>');
  writeFileSync(join(dist, 'assets/old-1.js'), 'old();');
  const server = fastify();
  await serveWebApp({ fastify: server } as unknown as HttpApp, dist, async () => undefined);
  writeFileSync(join(dist, 'assets/new-2.js'), 'fresh();');
  const get = async (url: string) => {
    const { statusCode, headers } = await server.inject({ url });
    return [statusCode, String(headers['content-type']).split(';')[0]];
  };
  expect(await get('/assets/old-1.js')).toEqual([200, 'application/javascript']);
  expect(await get('/assets/new-2.js')).toEqual([200, 'application/javascript']);
  expect((await get('/assets/gone-3.js'))[0]).toBe(404);
  expect((await get('/assets/..%2f..%2fpackage.json'))[0]).not.toBe(200);
  expect(await get('/app/orders')).toEqual([200, 'text/html']);
  await server.close();
});
