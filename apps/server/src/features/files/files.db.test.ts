import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { renderPicture } from '@quayside/catalogue';
import { REFUND_PHOTO_FILE, type StoredFile } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { type ApiAnswer, type Client, startTestApp } from '../../testing/app/test-app.ts';
import { useFiles } from './actions/attach-files.ts';
import { cleanUp } from './actions/clean-up.ts';
import { saveFile } from './actions/save-file.ts';

const app = await startTestApp({ env: { QUAYSIDE_FILES_MB: '10' } });
const { deps } = app.running;
const folder = join(deps.config.dataDir, 'files');
const drawn = join(deps.config.dataDir, 'drawn');
afterAll(() => app.stop());

let cup: Uint8Array;
let ada: Client;
beforeAll(async () => {
  cup = await renderPicture('mug_sage_sand_hero', { size: 320 }, drawn);
  ada = await app.signUp();
});
afterAll(() => rmSync(drawn, { recursive: true, force: true }));

async function upload(who: Client, bytes: Uint8Array, name = 'cup.webp'): Promise<ApiAnswer<StoredFile>> {
  const response = await fetch(`${app.url}/api/files/refund-photos?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, locale: 'en', 'content-type': 'image/webp' },
    body: new Uint8Array(bytes),
  });
  return { http: response.status, ...((await response.json()) as Omit<ApiAnswer<StoredFile>, 'http'>) };
}
const scopeOf = ({ accountId, workplaceId }: Client) => ({ accountId, workplaceId });
const read = (url: string) => fetch(`${app.url}${url}`);
const objects = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
const hours = (count: number) => ({ ...deps, clock: { ...deps.clock, now: () => later(count) } });
const later = (count: number): string => new Date(Date.now() + count * 3_600_000).toISOString();
const use = (who: Client, ids: string[]) =>
  app.db.tenant(scopeOf(who), (tx) =>
    useFiles(tx, who.workplaceId, { order_id: newId(), store_id: newId() }, ids, 'photos'),
  );

it('stores a photo and serves it to anyone with its link', async () => {
  const { http, data } = await upload(ada, cup, '../cup.exe');
  expect(http).toBe(200);
  expect(data).toMatchObject({ name: 'cup.webp', kind: 'webp', bytes: cup.length });
  const answer = await read(data.url);
  expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(cup))).toBe(true);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': `inline; filename="cup.webp"; filename*=UTF-8''cup.webp`,
  });
  const other = data.url.replace(/signature=(.)/, (_all, first) => `signature=${first === 'A' ? 'B' : 'A'}`);
  expect((await read(other)).status).toBe(404);
  expect((await read(data.url.replace(data.id, newId()))).status).toBe(404);
  expect((await read(`/api/files/stored/${data.id}`)).status).toBe(404);
});

it('refuses a photo that is no picture by its field, and one above 5 MB', async () => {
  const half = cup.subarray(0, cup.length / 2);
  for (const bytes of [Buffer.from('not a picture'), Buffer.from('%PDF-1.7'), half]) {
    const refused = await upload(ada, bytes);
    expect(refused).toMatchObject({ http: 422, code: 'PICTURE_UNREADABLE' });
    expect(Object.keys(refused.errors ?? {})).toEqual(['photos']);
  }
  expect(await upload(ada, new Uint8Array(REFUND_PHOTO_FILE.most + 1))).toMatchObject({
    http: 413,
    code: 'FILE_TOO_LARGE',
  });
});

it('stores equal bytes once per workspace, also when they come at the same time', async () => {
  const before = objects().length;
  const eve = await app.signUp();
  const answers = await Promise.all(Array.from({ length: 4 }, () => upload(eve, cup)));
  expect(new Set(answers.map((one) => one.data.id)).size).toBe(4);
  expect(objects()).toHaveLength(before + 1);
});

it('deletes what nothing used for a day, and keeps what is used or shares its bytes', async () => {
  const eve = await app.signUp();
  const start = objects().length;
  const [used, equal, other] = [
    await upload(eve, cup),
    await upload(eve, cup),
    await upload(eve, await renderPicture('teapot_navy_mist_podium', { size: 80 }, drawn)),
  ].map((one) => one.data);
  if (!used || !equal || !other) throw new Error('nothing uploaded');
  await use(eve, [used.id]);
  await cleanUp(hours(23));
  expect((await read(other.url)).status).toBe(200);
  await cleanUp(hours(25));
  expect((await read(used.url)).status).toBe(200);
  expect((await read(equal.url)).status).toBe(404);
  expect((await read(other.url)).status).toBe(404);
  const own = await app.db.read(scopeOf(eve), (ex) =>
    ex.rows<{ file_id: string }>(sql`select file_id from stored_file where workplace_id = ${eve.workplaceId}`),
  );
  expect(own.map((one) => one.file_id)).toEqual([used.id]);
  expect(objects().length).toBeLessThanOrEqual(start + 1);
  // What was deleted can't be used any more, and the same bytes can be stored again.
  await expect(use(eve, [other.id])).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  const again = await upload(eve, await renderPicture('teapot_navy_mist_podium', { size: 80 }, drawn));
  expect((await read(again.data.url)).status).toBe(200);
});

it('finishes a deletion that a crash cut short', async () => {
  const eve = await app.signUp();
  const { data } = await upload(eve, cup);
  await app.db.global((tx) =>
    tx.run(sql`update file_directory set deleting = true, delete_after = now() where file_id = ${data.id}`),
  );
  expect((await read(data.url)).status).toBe(404);
  await cleanUp(hours(0));
  const left = await app.db.global((tx) =>
    tx.rows(sql`select 1 from file_directory where file_id = ${data.id} or deleting`),
  );
  expect(left).toEqual([]);
});

it('uses no file of another workspace', async () => {
  const eve = await app.signUp();
  const { data } = await upload(ada, cup);
  await expect(use(eve, [data.id])).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
});

it('refuses more than the workspace may store, counting equal bytes once', async () => {
  const eve = await app.signUp();
  const csv = (letter: string) => Buffer.from(letter.repeat(5 * 1024 * 1024));
  const save = (letter: string) => saveFile(deps, scopeOf(eve), { name: 'a.csv', bytes: csv(letter), field: 'file' });
  await save('a');
  await save('a');
  await save('b');
  await save('b');
  await expect(save('c')).rejects.toMatchObject({ code: 'FILE_SPACE_FULL', fields: { file: ['FILE_SPACE_FULL'] } });
});
