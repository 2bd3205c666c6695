import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HttpRequest } from '@quayside/connector-kit';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../../../config.ts';
import { hasHiddenPictures, pictureReader } from './read-picture.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'quayside-pictures-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const asked: HttpRequest[] = [];
const deps = {
  config: readConfig({ QUAYSIDE_DATA: dataDir, QUAYSIDE_SANDBOX: 'off' }, [], dataDir),
  http: {
    async send(request: HttpRequest) {
      asked.push(request);
      const body = Buffer.from('a picture');
      return {
        status: request.url.includes('gone') ? 404 : 200,
        headers: { 'content-type': 'image/png' },
        body,
        text: '',
      };
    },
  },
};
const noLibrary = async () => undefined;
const read = pictureReader(deps, 'live', noLibrary);

it('leaves to the store what the store can fetch, and everything to those of the sandbox', async () => {
  expect(await read?.('https://cdn.example.com/a.jpg')).toBeUndefined();
  expect(pictureReader(deps, 'sandbox', noLibrary)).toBeUndefined();
});

it('draws our own pictures without asking the network', async () => {
  const picture = await read?.('http://127.0.0.1:4000/pictures/mug_sage_sand_hero-80.webp');
  expect(picture?.contentType).toBe('image/webp');
  expect(
    Buffer.from(picture?.bytes ?? [])
      .subarray(8, 12)
      .toString(),
  ).toBe('WEBP');
  expect(asked).toEqual([]);
  await expect(read?.('http://127.0.0.1:4000/pictures/no_such_thing-80.webp')).rejects.toMatchObject({
    code: 'picture_unreachable',
  });
});

it('fetches others by the guarded client, and says which one is not to be had', async () => {
  expect((await read?.('http://192.168.1.9/a.png'))?.contentType).toBe('image/png');
  await expect(read?.('http://192.168.1.9/gone.png')).rejects.toMatchObject({
    code: 'picture_unreachable',
    detail: expect.stringContaining('gone.png'),
  });
});

it('knows a listing whose pictures nobody outside can fetch', () => {
  const variant = { ref: 'v', sku: 's', optionValues: [], price: { amount: 1, currency: 'USD' } };
  expect(hasHiddenPictures({ images: [{ url: 'https://cdn.example.com/a.jpg' }], variants: [variant] })).toBe(false);
  expect(hasHiddenPictures({ images: [], variants: [{ ...variant, imageUrl: 'http://localhost:4000/a.webp' }] })).toBe(
    true,
  );
});
