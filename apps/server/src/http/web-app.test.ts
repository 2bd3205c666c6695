import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
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
  writeFileSync(join(dist, 'mark.svg'), '<svg/>');
  writeFileSync(join(dist, '.built-from'), 'a note');
  const server = fastify();
  await serveWebApp({ fastify: server } as unknown as HttpApp, dist, {
    frameOf: async () => undefined,
    pageFacts: () => ({}),
  });
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
  expect(await get('/mark.svg')).toEqual([200, 'image/svg+xml']);
  // Build metadata is not part of the app.
  expect(await get('/.built-from')).toEqual([200, 'text/html']);
  expect((await get('/..%2fpackage.json'))[0]).not.toBe(500);
  expect((await get('/api/gone'))[0]).toBe(404);
  await server.close();
});

it('sends a script as the build packed it to who takes that, and says so; as it is to others', async () => {
  mkdirSync(join(dist, 'assets'), { recursive: true });
  writeFileSync(join(dist, 'index.html'), '<html><head></head></html>');
  writeFileSync(join(dist, 'assets/app-1.js'), 'plain();');
  writeFileSync(join(dist, 'assets/app-1.js.br'), brotliCompressSync('plain();'));
  const server = fastify();
  await serveWebApp({ fastify: server } as unknown as HttpApp, dist, {
    frameOf: async () => undefined,
    pageFacts: () => ({}),
  });
  // Also compressed when built after the start.
  writeFileSync(join(dist, 'assets/new-2.js'), 'fresh();');
  writeFileSync(join(dist, 'assets/new-2.js.br'), brotliCompressSync('fresh();'));
  for (const [url, text] of [
    ['/assets/app-1.js', 'plain();'],
    ['/assets/new-2.js', 'fresh();'],
  ] as const) {
    const packed = await server.inject({ url, headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } });
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    expect(packed.headers['content-type']).toMatch(/^application\/javascript/);
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(text);
    const plain = await server.inject({ url, headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.payload).toBe(text);
    expect(plain.headers.vary).toBe('accept-encoding');
  }
  await server.close();
});
