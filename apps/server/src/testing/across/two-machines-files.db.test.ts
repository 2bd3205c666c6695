import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { UPLOAD_PART } from '@quayside/contracts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { StartRefused } from '../../db/embedded/index.ts';
import { sql } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import { cleanUp } from '../../features/files/actions/clean-up.ts';
import { moveIntoStore } from '../../features/files/actions/move-into-store.ts';
import { addPart, readFile as readStored, saveFile, startUpload } from '../../features/files/index.ts';
import { addUpload } from '../../features/gallery/actions/add-image.ts';
import { createFolderStore } from '../../files/folder-store.ts';
import { createS3Store } from '../../files/s3-store.ts';
import { importedKey, savePicture } from '../../pictures/imported-picture.ts';
import { type Running, start } from '../../start.ts';
import { type Client, startTestApp } from '../app/test-app.ts';
import { startSwift } from '../s3/swift.ts';

/** Two machines that share nothing but the database and a bucket of a real S3-compatible server. */
const root = join(import.meta.dirname, '../../../../..');
const swift = await startSwift();
const one = await startTestApp({ env: swift.env });
const otherData = mkdtempSync(join(tmpdir(), 'quayside-other-'));
const configOf = (env: Record<string, string>) =>
  readConfig(
    {
      PORT: '0',
      DATABASE_URL: one.db.ownerUrl,
      QUAYSIDE_APP_DATABASE_URL: one.db.appUrl,
      QUAYSIDE_DATA: otherData,
      QUAYSIDE_SANDBOX: 'off',
      QUAYSIDE_RATES_URL: 'off',
      QUAYSIDE_LOG: 'error',
      APP_SECRET: 'a secret that only tests have, 32+ long',
      ...swift.env,
      ...env,
    },
    [],
    root,
  );
const other: Running = await start(configOf({}), { root, drainMs: 0 });
afterAll(async () => {
  await other.stop();
  await one.stop();
  await swift.stop();
  rmSync(otherData, { recursive: true, force: true });
});

const bucket = createS3Store(one.running.deps.http, swift.s3);
const here: Deps = one.running.deps;
const there: Deps = other.deps;
const signal = new AbortController().signal;
const scopeOf = ({ accountId, workplaceId }: Client) => ({ accountId, workplaceId });
const picture = (color: string, width = 40) =>
  sharp({ create: { width, height: 30, channels: 3, background: color } })
    .png()
    .toBuffer();
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

let ada: Client;
beforeAll(async () => {
  ada = await one.signUp();
});

it('an export, feed or document that one machine writes is served by the other, and deleted for both', async () => {
  const csv = Buffer.from('sku,price\nA-1,12.50\n');
  const saved = await saveFile(here, scopeOf(ada), { name: 'products.csv', bytes: csv, field: 'file' });
  expect((await readStored(there, saved.file_id))?.bytes).toEqual(csv);
  const later = new Date(Date.now() + 25 * 3_600_000).toISOString();
  expect(await cleanUp({ ...there, clock: { ...there.clock, now: () => later } })).toBeGreaterThan(0);
  expect(await readStored(here, saved.file_id)).toBeUndefined();
});

it('parts of an upload may go to either machine, drawn sizes are drawn once, and deleted for both', async () => {
  const png = await picture('#2a7f62', 90);
  const photo = Buffer.concat([png, Buffer.alloc(2 * UPLOAD_PART.most + 5 - png.length, 7)]);
  const { upload_id: id } = await startUpload(here, scopeOf(ada), {
    name: 'photo.png',
    bytes: photo.length,
    field: 'bytes',
  });
  const machines = [here, there, here];
  for (const [at, deps] of machines.entries()) {
    const offset = at * UPLOAD_PART.most;
    await addPart(deps, scopeOf(ada), id, { offset, bytes: photo.subarray(offset, offset + UPLOAD_PART.most) });
  }
  const { public_key: key, image_id: imageId } = await addUpload(there, scopeOf(ada), id, false);
  const small = `/pictures/gallery-${key}-80.webp`;
  expect((await fetch(`${one.url}${small}`)).status).toBe(200);
  const drawn = `drawn/80/gallery-${key}.webp`;
  const kept = await bucket.get(drawn);
  const answer = await fetch(`${other.url}${small}`);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(kept);
  for (const deps of [here, there]) expect(filesIn(join(deps.config.dataDir, 'pictures'))).toEqual([]);

  await ada.call('DELETE /center/products/galleries', { body: { image_ids: [imageId] } });
  expect((await fetch(`${other.url}${small}`)).status).toBe(404);
  expect(await bucket.get(drawn)).toBeUndefined();
  // A request that read the picture before the deletion keeps its drawing after it.
  await bucket.put(drawn, Buffer.from('late'));
  await cleanUp(here);
  expect(await bucket.get(drawn)).toBeUndefined();
});

it('pictures of the operator’s own products are served by every machine', async () => {
  const key = await savePicture(here, await picture('#b5442a'));
  const answer = await fetch(`${other.url}/pictures/${key}-320.webp`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(await bucket.get(`drawn/320/${key}.webp`)).toBeDefined();
  expect((await fetch(`${other.url}/pictures/imported-${'0'.repeat(40)}-320.webp`)).status).toBe(404);
  expect((await fetch(`${other.url}/pictures/no_such_thing_here-320.webp`)).status).toBe(404);
});

it('what the data folder of a version before has is found at once, and moved for all machines', async () => {
  const { dataDir } = there.config;
  const pictures = await Promise.all(['#111', '#222', '#333'].map((color) => picture(color)));
  // As an earlier version wrote them: the keys of files of this installation, in folders of this machine.
  const keys: string[] = [];
  for (const bytes of pictures) {
    const key = await savePicture({ ...there, config: { ...there.config, s3: undefined } }, bytes);
    const from = join(dataDir, 'files', importedKey(key));
    const to = join(dataDir, 'imported-pictures', importedKey(key).slice('imported/'.length));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, await readFile(from));
    rmSync(from);
    keys.push(key);
  }
  const folder = { ...there, config: { ...there.config, s3: undefined } };
  const csv = Buffer.from('written,before\n');
  const saved = await saveFile(folder, scopeOf(ada), { name: 'old.csv', bytes: csv, field: 'file' });
  const gone = await saveFile(folder, scopeOf(ada), { name: 'gone.csv', bytes: Buffer.from('gone'), field: 'file' });
  const unknown = `${ada.workplaceId}/ab/${'ab'.repeat(32)}-00000000`;
  await createFolderStore(join(dataDir, 'files')).put(unknown, Buffer.from('of another database'));

  expect((await readStored(there, saved.file_id))?.bytes).toEqual(csv);
  expect(await readStored(here, saved.file_id)).toBeUndefined();
  expect((await fetch(`${other.url}/pictures/${keys[0]}-80.webp`)).status).toBe(200);
  expect((await fetch(`${one.url}/pictures/${keys[1]}-80.webp`)).status).toBe(404);

  // Cut off at the first one, as by a stop; then by two processes on one folder.
  const stopping = new AbortController();
  stopping.abort();
  expect(await moveIntoStore(there, stopping.signal)).toBe(0);
  const moved = await Promise.all([moveIntoStore(there, signal), moveIntoStore(there, signal)]);
  expect(Math.max(...moved)).toBeGreaterThanOrEqual(3);
  expect(await moveIntoStore(there, signal)).toBe(0);

  expect((await readStored(here, saved.file_id))?.bytes).toEqual(csv);
  expect((await readStored(here, gone.file_id))?.bytes.toString()).toBe('gone');
  for (const key of keys) expect((await fetch(`${one.url}/pictures/${key}-80.webp`)).status).toBe(200);
  expect(filesIn(join(dataDir, 'imported-pictures'))).toEqual([]);
  expect(filesIn(join(dataDir, 'files'))).toEqual([`${'ab'.repeat(32)}-00000000`]);
  expect(await bucket.get(unknown)).toBeUndefined();
});

it('leaves nothing of a file in the bucket that is deleted while it is moved', async () => {
  const folder = { ...there, config: { ...there.config, s3: undefined } };
  const saved = await saveFile(folder, scopeOf(ada), {
    name: 'a.csv',
    bytes: Buffer.from('in between'),
    field: 'file',
  });
  const key = await here.db.global((tx) =>
    tx.first<{ blob_key: string }>(sql`select blob_key from file_directory where file_id = ${saved.file_id}`),
  );
  const path = join(there.config.dataDir, 'files', key?.blob_key ?? '');
  expect(existsSync(path)).toBe(true);
  const later = new Date(Date.now() + 25 * 3_600_000).toISOString();
  // The clean-up has run on the machine that does not have the folder, right before the object arrives in the bucket.
  const put = there.http.send.bind(there.http);
  let isDeleted = false;
  const racing: Deps = {
    ...there,
    http: {
      async send(request) {
        if (request.method === 'PUT' && !isDeleted) {
          isDeleted = true;
          await cleanUp({ ...here, clock: { ...here.clock, now: () => later } });
        }
        return put(request);
      },
    },
  };
  await moveIntoStore(racing, signal);
  expect(isDeleted).toBe(true);
  expect(await bucket.get(key?.blob_key ?? '')).toBeUndefined();
  expect(existsSync(path)).toBe(false);
});

it('does not start with a key that the bucket refuses, and says what to check', async () => {
  const refused = await start(configOf({ S3_SECRET_ACCESS_KEY: 'another' }), { root, drainMs: 0 }).catch(
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(StartRefused);
  expect(String(refused)).toMatch(/S3_BUCKET_URL can't be used \(.*SignatureDoesNotMatch\)/);
});

it('says that files are not there for a while when the storage is down, and starts all the same', async () => {
  const key = await savePicture(here, await picture('#e0a030'));
  const saved = await saveFile(here, scopeOf(ada), { name: 'b.csv', bytes: Buffer.from('b,c\n'), field: 'file' });
  await swift.stop();
  const answer = await fetch(`${other.url}/pictures/${key}-80.webp`);
  expect(answer.status).toBe(503);
  expect(Object.fromEntries(answer.headers)).toMatchObject({ 'retry-after': '30', 'cache-control': 'no-store' });
  expect(await answer.json()).toMatchObject({ code: 'FILE_STORAGE_UNAVAILABLE' });
  await expect(readStored(here, saved.file_id)).rejects.toMatchObject({ name: 'FileStorageError' });
  const third = await start(configOf({}), { root, drainMs: 0 });
  expect((await fetch(`${third.url}/readyz`)).status).toBe(200);
  await third.stop();
});
