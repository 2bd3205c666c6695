import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { GalleryImage } from '@quayside/contracts';
import { GALLERY_FILE, MOST_GALLERY_IMAGES } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { cleanUp } from '../../features/files/actions/clean-up.ts';
import { holdImages } from '../../features/gallery/index.ts';
import { type ApiAnswer, type Client, startTestApp } from '../app/test-app.ts';
import { TWO_COLORS_HEIC } from '../fakes/heic-sample.ts';

const PATH = '/center/products/galleries';

/** Serves what tests put there. */
const pages = new Map<string, { status?: number; body: Buffer | string }>();
const site = createServer((request, response) => {
  const page = pages.get(request.url ?? '');
  response.writeHead(page?.status ?? (page ? 200 : 404)).end(page?.body);
});
await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
afterAll(() => site.close());

const app = await startTestApp({ env: { QUAYSIDE_PRIVATE_HOSTS: new URL(siteUrl).host, QUAYSIDE_FILES_MB: '10' } });
const { deps } = app.running;
afterAll(() => app.stop());

interface Uploaded {
  image: GalleryImage | null;
  error_code: string | null;
  error: string | null;
}
async function send(who: Client, form: FormData): Promise<ApiAnswer<Uploaded>> {
  const response = await fetch(`${app.url}/api${PATH}/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, locale: 'en' },
    body: form,
  });
  return { http: response.status, ...((await response.json()) as Omit<ApiAnswer<Uploaded>, 'http'>) };
}
const upload = (who: Client, bytes: Uint8Array, name = 'cup.png', type = 'image/png') => {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], name, { type }));
  return send(who, form);
};
const link = (who: Client, url: string) => {
  const form = new FormData();
  form.set('link', url);
  return send(who, form);
};
const read = (path: string) => fetch(`${app.url}${path}`);
const scopeOf = ({ accountId, workplaceId }: Client) => ({ accountId, workplaceId });
const list = async (who: Client, query: { page?: number; page_size?: number } = {}) =>
  (await who.call(`GET ${PATH}/list`, { query })).data;
const remove = (who: Client, ids: string[]) => who.call(`DELETE ${PATH}`, { body: { image_ids: ids } });

const plain = (color: string, width = 40) =>
  sharp({ create: { width, height: 30, channels: 3, background: color } })
    .png()
    .toBuffer();
async function added(who: Client, bytes?: Uint8Array, name?: string): Promise<GalleryImage> {
  const { data } = await upload(who, bytes ?? (await plain('#2a7f62')), name);
  if (!data.image) throw new Error(`not added: ${data.error_code}`);
  return data.image;
}

/** Rows as if images had been added: their files are of no interest. */
const fill = (who: Client, count: number) =>
  app.db.tenant(scopeOf(who), (tx) =>
    tx.run(sql`insert into gallery_image (workplace_id, image_id, file_id, public_key, name, width, height, bytes, created_at)
      select ${who.workplaceId}, gen_random_uuid(), gen_random_uuid(), md5(n::text || ${who.workplaceId}), 'image ' || n, 1, 1, 1,
        now() - n * interval '1 minute' from generate_series(1, ${count}) n on conflict do nothing`),
  );

let ada: Client;
beforeAll(async () => {
  ada = await app.signUp();
});

it('C067: keeps an uploaded file as WebP and serves it to anyone who has its address', async () => {
  const { http, data } = await upload(ada, await plain('#2a7f62'), '../shots/cup.png', 'text/plain');
  expect([http, data.error_code]).toEqual([200, null]);
  expect(data.image).toMatchObject({ name: 'cup.png', width: 40, height: 30 });
  const url = data.image?.image_url ?? '';
  expect(url).toMatch(/^\/pictures\/gallery-[0-9a-f]{32}-2400\.webp$/);
  const answer = await read(url);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.length).toBe(data.image?.size);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const small = await read(url.replace('-2400', '-80'));
  expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width).toBe(40);
  for (const wrong of [url.replace(/-[0-9a-f]{32}/, `-${'0'.repeat(32)}`), url.replace('-2400', '-81')])
    expect((await read(wrong)).status).toBe(404);
});

it('C067: refuses what is no image, by its name, and keeps nothing of it', async () => {
  const eve = await app.signUp();
  const jpeg = await plain('#fff')
    .then((png) => sharp(png).jpeg().toBuffer())
    .then((whole) => whole.subarray(0, 200));
  for (const [code, bytes, name] of [
    ['GALLERY_FILE_EMPTY', Buffer.alloc(0), 'empty.png'],
    ['GALLERY_FILE_KIND', Buffer.from('<!doctype html><script>alert(1)</script>'), 'page.png'],
    ['GALLERY_FILE_KIND', Buffer.from('GIF89a'), 'a.gif'],
    ['GALLERY_FILE_BROKEN', jpeg, 'half.jpg'],
    ['GALLERY_HEIC_FAILED', TWO_COLORS_HEIC.subarray(0, 600), 'b.heic'],
    [
      'GALLERY_FILE_PIXELS',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="9000"/>'),
      'a.svg',
    ],
    ['GALLERY_FILE_TOO_LARGE', Buffer.alloc(GALLERY_FILE.most + 1), 'big.png'],
  ] as const) {
    const { http, data } = await upload(eve, bytes, name);
    expect([http, data.error_code, data.image], name).toEqual([200, code, null]);
    expect(data.error).toContain(name);
    // B271
    if (name === 'b.heic')
      expect(data.error).toBe('Failed to convert HEIC file: b.heic. Please try with a different image.');
  }
  expect(await list(eve)).toEqual({ images: [], total: 0 });
  const files = await app.db.read(scopeOf(eve), (ex) => ex.rows(sql`select 1 from stored_file`));
  expect(files).toEqual([]);
});

it('B265: takes a file of exactly 2 MB', async () => {
  const png = await plain('#123456');
  const padded = Buffer.concat([png, Buffer.alloc(GALLERY_FILE.most - png.length)]);
  expect((await upload(ada, padded)).data.error_code).toBeNull();
});

it('takes an SVG with a script as pixels, and a HEIC', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><script>alert(1)</script></svg>';
  const drawn = await added(ada, Buffer.from(svg), 'logo.svg');
  expect(drawn).toMatchObject({ name: 'logo.svg', width: 1200, height: 600 });
  const bytes = Buffer.from(await (await read(drawn.image_url)).arrayBuffer());
  expect([(await sharp(bytes).metadata()).format, bytes.includes('script')]).toEqual(['webp', false]);
  expect(await added(ada, TWO_COLORS_HEIC, 'photo.heic')).toMatchObject({ width: 96, height: 64 });
});

it('B284: adds the image behind a link, trimmed, and says why one can’t be had', async () => {
  const eve = await app.signUp();
  pages.set('/img/red%20cup.png?v=1', { body: await plain('#f00') });
  pages.set('/notes.txt', { body: 'just words' });
  pages.set('/busy', { status: 503, body: '' });
  pages.set('/big', { body: Buffer.alloc(GALLERY_FILE.most + 1) });
  expect((await link(eve, `  ${siteUrl}/img/red%20cup.png?v=1 `)).data.image?.name).toBe('red cup.png');
  for (const [url, code] of [
    [`${siteUrl}/notes.txt`, 'GALLERY_FILE_KIND'],
    [`${siteUrl}/gone.png`, 'PICTURE_NOT_FOUND'],
    [`${siteUrl}/busy`, 'PICTURE_NOT_ANSWERED'],
    [`${siteUrl}/big`, 'GALLERY_LINK_TOO_LARGE'],
    ['http://10.0.0.1/a.png', 'PICTURE_PRIVATE_ADDRESS'],
    ['file:///etc/passwd', 'GALLERY_LINK_INVALID'],
  ])
    expect((await link(eve, url ?? '')).data.error_code, url).toBe(code);
  expect((await list(eve)).total).toBe(1);
});

it('refuses a form without a file or link, and a body that is no form', async () => {
  expect(await send(ada, new FormData())).toMatchObject({ http: 400, code: 'GALLERY_NO_SOURCE' });
  const odd = new FormData();
  odd.set('file', 'not a file');
  expect((await send(ada, odd)).http).toBe(422);
  expect(await ada.raw('POST', `${PATH}/upload`, { link: 'https://a.test/x.png' })).toMatchObject({
    http: 400,
    code: 'FORM_EXPECTED',
  });
  expect(await upload(ada, new Uint8Array(GALLERY_FILE.most * 3))).toMatchObject({ http: 413, code: 'FILE_TOO_LARGE' });
});

it('B283: lists pages of 50, newest first, with the total', async () => {
  const eve = await app.signUp();
  await fill(eve, 60);
  const first = await list(eve);
  expect([first.images.length, first.total, first.images[0]?.name]).toEqual([50, 60, 'image 1']);
  const second = await list(eve, { page: 2 });
  expect([second.images.length, second.total]).toEqual([10, 60]);
});

it('B266: holds 250 images, also when two uploads come at the same time', async () => {
  const eve = await app.signUp();
  await fill(eve, MOST_GALLERY_IMAGES - 1);
  const codes = (await Promise.all(['#111', '#222', '#333'].map(async (color) => upload(eve, await plain(color))))).map(
    ({ data }) => data.error_code,
  );
  expect(codes.filter((code) => code === null)).toHaveLength(1);
  expect(codes.filter((code) => code === 'GALLERY_FULL')).toHaveLength(2);
  expect((await list(eve)).total).toBe(MOST_GALLERY_IMAGES);
});

it('counts images toward the file quota', async () => {
  const eve = await app.signUp();
  await app.db.tenant(scopeOf(eve), (tx) =>
    tx.run(sql`insert into stored_file (workplace_id, file_id, hash, kind, bytes, name)
      values (${eve.workplaceId}, ${newId()}, 'of another file', 'zip', ${10 * 1024 * 1024 - 50}, 'a.zip')`),
  );
  expect((await upload(eve, await plain('#fff'))).data).toMatchObject({ image: null, error_code: 'FILE_SPACE_FULL' });
  expect((await list(eve)).total).toBe(0);
});

it('shows, deletes and uses no image of another workspace', async () => {
  const eve = await app.signUp();
  const image = await added(ada);
  expect(await list(eve)).toEqual({ images: [], total: 0 });
  const { data } = await remove(eve, [image.id]);
  expect([data.deleted, data.failed[image.id]?.key]).toEqual([[], 'GALLERY_IMAGE_NOT_FOUND']);
  expect((await read(image.image_url)).status).toBe(200);
  const key = /gallery-([0-9a-f]{32})/.exec(image.image_url)?.[1] ?? '';
  const hold = (who: Client) => app.db.tenant(scopeOf(who), (tx) => holdImages(tx, who.workplaceId, [key]));
  expect(await hold(eve)).toEqual([key]);
  expect(await hold(ada)).toEqual([]);
});

it('deletes images with their bytes, and their addresses end', async () => {
  const eve = await app.signUp();
  const image = await added(eve, await plain('#abc'));
  expect((await read(image.image_url.replace('-2400', '-80'))).status).toBe(200);
  const { data } = await remove(eve, [image.id, newId()]);
  expect(data.deleted).toEqual([image.id]);
  expect((await read(image.image_url)).status).toBe(404);
  expect((await read(image.image_url.replace('-2400', '-80'))).status).toBe(404);
  await cleanUp(deps);
  const left = readdirSync(join(deps.config.dataDir, 'files', eve.workplaceId), {
    recursive: true,
    withFileTypes: true,
  });
  expect(left.filter((entry) => entry.isFile())).toEqual([]);
  const drawn = readdirSync(join(deps.config.dataDir, 'pictures', '80')).filter((name) => name.includes('gallery-'));
  expect(drawn.some((name) => image.image_url.includes(name.slice(0, 40)))).toBe(false);
});

it('keeps images that are in the library beyond a day', async () => {
  const image = await added(ada, await plain('#0cf'));
  const later = new Date(Date.now() + 72 * 3_600_000).toISOString();
  await cleanUp({ ...deps, clock: { ...deps.clock, now: () => later } });
  expect((await read(image.image_url)).status).toBe(200);
});
