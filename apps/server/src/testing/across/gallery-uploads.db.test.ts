import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UPLOAD_PART } from '@quayside/contracts';
import sharp from 'sharp';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { cleanUp } from '../../features/files/actions/clean-up.ts';
import { finishUpload } from '../../features/files/index.ts';
import { addUpload } from '../../features/gallery/actions/add-image.ts';
import { type ApiAnswer, type Client, startTestApp } from '../app/test-app.ts';

const PATH = '/center/products/galleries/uploads';
const MB = 1024 * 1024;

const app = await startTestApp({ env: { QUAYSIDE_FILES_MB: '10' } });
const { deps } = app.running;
afterAll(() => app.stop());

/** A photo of 9 MB: three parts, as any PNG may be followed by other bytes. */
const png = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#2a7f62' } })
  .png()
  .toBuffer();
const photo = Buffer.concat([png, Buffer.alloc(9 * MB - png.length, 7)]);

let eve: Client;
beforeEach(async () => {
  eve = await app.signUp();
});

interface State {
  id: string;
  offset: number;
  part_bytes: number;
}
const scopeOf = ({ accountId, workplaceId }: Client) => ({ accountId, workplaceId });
const start = (bytes: number, who = eve) => who.call(`POST ${PATH}`, { body: { name: 'photo.png', bytes } });
async function send(id: string, offset: number, part: Uint8Array, { who = eve, sha256 = '' } = {}) {
  const query = `offset=${offset}${sha256 ? `&sha256=${sha256}` : ''}`;
  const response = await fetch(`${app.url}/api${PATH}/${id}/parts?${query}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${who.token}`, locale: 'en', 'content-type': 'application/octet-stream' },
    body: new Uint8Array(part),
  });
  return { http: response.status, ...((await response.json()) as Omit<ApiAnswer<State>, 'http'>) };
}
const partAt = (offset: number) => photo.subarray(offset, offset + UPLOAD_PART.most);
async function sendAll(id: string, from = 0): Promise<void> {
  for (let offset = from; offset < photo.length; offset += UPLOAD_PART.most)
    expect((await send(id, offset, partAt(offset))).http).toBe(200);
}
const state = (id: string, who = eve) => who.raw('GET', `${PATH}/${id}`);
const finish = (id: string, who = eve) =>
  who.call(`POST ${PATH}/{gallery_upload_id}/finish`, { params: { gallery_upload_id: id }, body: {} });
const blobs = (): number =>
  readdirSync(join(deps.config.dataDir, 'files', eve.workplaceId), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile(),
  ).length;

it('adds a photo sent in parts, once, and keeps nothing of the parts', async () => {
  const { id, offset } = (await start(photo.length)).data;
  expect(offset).toBe(0);
  const sha256 = createHash('sha256').update(partAt(0)).digest('hex');
  expect((await send(id, 0, partAt(0), { sha256 })).data.offset).toBe(UPLOAD_PART.most);
  expect((await finish(id)).data.error_code).toBe('UPLOAD_INCOMPLETE');
  // The response was lost, or the page was loaded again.
  expect(await send(id, 0, partAt(0))).toMatchObject({
    http: 422,
    code: 'UPLOAD_OFFSET',
    data: { offset: UPLOAD_PART.most },
  });
  expect((await state(id)).data).toMatchObject({ offset: UPLOAD_PART.most });
  await sendAll(id, UPLOAD_PART.most);
  const { image } = (await finish(id)).data;
  expect(image).toMatchObject({ id, name: 'photo.png', width: 90, height: 60 });
  expect((await finish(id)).data.image).toEqual(image);
  expect((await eve.call('GET /center/products/galleries/list')).data.total).toBe(1);
  await cleanUp(deps);
  expect(blobs()).toBe(1);
  expect((await state(id)).http).toBe(404);
});

it('refuses a damaged part and one of another size', async () => {
  const { id } = (await start(photo.length)).data;
  const sha256 = createHash('sha256').update(partAt(UPLOAD_PART.most)).digest('hex');
  expect((await send(id, 0, partAt(0), { sha256 })).code).toBe('UPLOAD_PART_DAMAGED');
  expect((await send(id, 0, photo.subarray(0, 100))).code).toBe('UPLOAD_PART_SIZE');
  expect((await send(id, 0, photo.subarray(0, UPLOAD_PART.most + 1))).code).toBe('FILE_TOO_LARGE');
  expect((await state(id)).data).toMatchObject({ offset: 0 });
});

it('takes each part of two tabs that send the same upload once', async () => {
  const { id } = (await start(photo.length)).data;
  const codes = (await Promise.all([send(id, 0, partAt(0)), send(id, 0, partAt(0))])).map(({ code }) => code);
  expect(codes.sort()).toEqual(['OK', 'UPLOAD_OFFSET']);
  await sendAll(id, UPLOAD_PART.most);
  const images = (await Promise.all([finish(id), finish(id)])).map(({ data }) => data.image?.id ?? data.error_code);
  expect(images).toContain(id);
  expect((await eve.call('GET /center/products/galleries/list')).data.total).toBe(1);
});

it('does not mix the parts of two uploads', async () => {
  const [one, other] = [(await start(5 * MB)).data, (await start(5 * MB)).data];
  await send(one.id, 0, partAt(0));
  expect((await state(other.id)).data).toMatchObject({ offset: 0 });
});

it('reserves the quota at the start, until the upload expires', async () => {
  const { id } = (await start(6 * MB)).data;
  expect(await start(6 * MB)).toMatchObject({ http: 422, code: 'FILE_SPACE_FULL' });
  await send(id, 0, partAt(0));
  // A part that has arrived counts once.
  expect((await start(4 * MB)).http).toBe(200);
  expect((await start(1 * MB)).code).toBe('FILE_SPACE_FULL');
  await app.db.tenant(scopeOf(eve), (tx) => tx.run(sql`update file_upload set expires_at = now()`));
  const later = new Date(Date.now() + 25 * 3_600_000).toISOString();
  await cleanUp({ ...deps, clock: { ...deps.clock, now: () => later } });
  expect(blobs()).toBe(0);
  expect((await send(id, UPLOAD_PART.most, photo.subarray(0, 2 * MB))).http).toBe(404);
  expect((await start(10 * MB)).http).toBe(200);
});

it('can be finished again after the server was killed in the middle', async () => {
  const { id } = (await start(photo.length)).data;
  await sendAll(id);
  // A kill leaves the claim behind: no code of the process runs any more.
  const killed = finishUpload(deps, scopeOf(eve), id, () => new Promise(() => undefined));
  void killed;
  await expect
    .poll(async () =>
      app.db.read(scopeOf(eve), (ex) =>
        ex.first(sql`select 1 as claimed from file_upload where upload_id = ${id} and claimed_until is not null`),
      ),
    )
    .toBeDefined();
  expect((await finish(id)).data.error_code).toBe('UPLOAD_BUSY');
  const later = new Date(Date.now() + 3 * 60_000).toISOString();
  const restarted = { ...deps, clock: { ...deps.clock, now: () => later } };
  expect(await addUpload(restarted, scopeOf(eve), id, false)).toMatchObject({ image_id: id, width: 90 });
});

it('can be finished again after an error of ours, not after a refusal of the file', async () => {
  const { id } = (await start(photo.length)).data;
  await sendAll(id);
  const broken = finishUpload(deps, scopeOf(eve), id, () => Promise.reject(new Error('disk full')));
  await expect(broken).rejects.toThrow('disk full');
  expect((await finish(id)).data.image?.id).toBe(id);
  const text = Buffer.from('just words');
  const wrong = (await start(text.length)).data;
  await send(wrong.id, 0, text);
  expect((await finish(wrong.id)).data).toMatchObject({ image: null, error_code: 'GALLERY_FILE_KIND' });
  expect((await finish(wrong.id)).http).toBe(404);
});

it('B272: refuses a photo that is above 2 MB as it would be stored', async () => {
  const noise = await sharp({
    create: {
      width: 2400,
      height: 2400,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 60 })
    .toBuffer();
  const { id } = (await start(noise.length)).data;
  for (let offset = 0; offset < noise.length; offset += UPLOAD_PART.most)
    await send(id, offset, noise.subarray(offset, offset + UPLOAD_PART.most));
  expect((await finish(id)).data.error_code).toBe('GALLERY_RESULT_TOO_LARGE');
});

it('shows and takes no upload of another workspace', async () => {
  const { id } = (await start(photo.length)).data;
  const mallory = await app.signUp();
  expect((await state(id, mallory)).http).toBe(404);
  expect((await send(id, 0, partAt(0), { who: mallory })).http).toBe(404);
  expect((await finish(id, mallory)).http).toBe(404);
});
