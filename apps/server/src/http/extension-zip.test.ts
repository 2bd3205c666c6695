import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXTENSION_ZIP, extensionId } from './extension-id.ts';
import { manifestFor, serveExtension } from './extension-zip.ts';
import { getLinks } from './links.ts';
import type { HttpApp } from './route.ts';

const dist = mkdtempSync(join(tmpdir(), 'quayside-extension-'));
beforeAll(() => {
  mkdirSync(join(dist, 'icons'));
  writeFileSync(
    join(dist, 'manifest.json'),
    JSON.stringify({ name: 'x', version: '0', host_permissions: ['https://*.a/*'] }),
  );
  writeFileSync(join(dist, 'icons/16.png'), Buffer.from([1, 2, 3]));
  writeFileSync(join(dist, '.built-from'), 'print');
});
afterAll(() => rmSync(dist, { recursive: true }));

/** The id that a browser derives from a manifest's key. */
const idOf = (key: unknown): string =>
  [
    ...createHash('sha256')
      .update(Buffer.from(String(key), 'base64'))
      .digest('hex')
      .slice(0, 32),
  ]
    .map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)))
    .join('');

const links = {
  help: undefined,
  community: undefined,
  partners: undefined,
  researcher: undefined,
  apps: undefined,
  extensionChrome: undefined,
  extensionEdge: undefined,
  chat: undefined,
};

it('hands out the extension of this installation, with the id that the app is told', async () => {
  const fastify = Fastify();
  const ownUrl = 'https://quayside.example.com';
  serveExtension({ fastify } as unknown as HttpApp, dist, () => ownUrl, '0.4.0');
  const answer = await fastify.inject({ url: EXTENSION_ZIP });
  expect(answer.headers['content-type']).toBe('application/zip');
  const files = unzipSync(answer.rawPayload);
  expect(Object.keys(files).sort()).toEqual(['icons/16.png', 'manifest.json']);
  expect([...(files['icons/16.png'] ?? [])]).toEqual([1, 2, 3]);
  const manifest = JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array())) as Record<string, unknown>;
  expect(manifest).toMatchObject({
    version: '0.4.0',
    host_permissions: [`${ownUrl}/*`, 'https://*.a/*'],
    externally_connectable: { matches: [`${ownUrl}/*`] },
  });
  expect(getLinks({ links, ownUrl }).extension_own).toEqual({
    id: idOf(manifest.key),
    address: `${ownUrl}/extension.zip`,
  });
  expect((await fastify.inject({ url: EXTENSION_ZIP })).rawPayload.equals(answer.rawPayload)).toBe(true);
  await fastify.close();
});

it('gives every origin an id of its own, and one origin always the same', () => {
  const id = extensionId('http://127.0.0.1:4000');
  expect(id).toMatch(/^[a-p]{32}$/);
  expect(extensionId('http://127.0.0.1:4000/')).toBe(id);
  expect(extensionId('http://127.0.0.1:4001')).not.toBe(id);
  // A fixed value: installed extensions depend on it.
  expect(extensionId('https://quayside.example.com')).toBe('iphfphjjpbglicpahoeclecnnjmeigfo');
});

it('listens to both names of a machine of one’s own, with its port, and to one name of any other', () => {
  const matches = (address: string) =>
    manifestFor({ host_permissions: [] }, address, '1').externally_connectable as { matches: string[] };
  expect(matches('http://127.0.0.1:4000').matches).toEqual(['http://127.0.0.1:4000/*', 'http://localhost:4000/*']);
  expect(matches('https://a.example.com').matches).toEqual(['https://a.example.com/*']);
});
