import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGuardedHttp, type HttpClient } from '@quayside/connector-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { type Swift, startSwift } from '../testing/s3/swift.ts';
import type { BlobStore } from './blob.ts';
import { checkBucket, getBlobStore, withEarlierFolder } from './blob-store.ts';
import { createFolderStore } from './folder-store.ts';
import { createS3Store } from './s3-store.ts';

/** What every store does, on the two that there are. S3 is a real server: OpenStack Swift, which verifies signatures. */
const folder = mkdtempSync(join(tmpdir(), 'quayside-stores-'));
let swift: Swift;
let through: { port: number; server: Server; fault: 'none' | 'silent' | 'cut' };
const http = createGuardedHttp({ allowHosts: () => [new URL(swift.s3.bucketUrl).host, `127.0.0.1:${through.port}`] });

/** A way to the server that can be cut, or go silent. */
async function openWay(target: string): Promise<typeof through> {
  const way = { port: 0, fault: 'none' as const, server: createServer() } as typeof through;
  way.server.on('connection', (socket) => {
    socket.on('error', () => undefined);
    if (way.fault === 'cut') return void socket.destroy();
    if (way.fault === 'silent') return void socket.resume();
    const onward = connect(Number(new URL(target).port), '127.0.0.1');
    onward.on('error', () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((done) => way.server.listen(0, '127.0.0.1', done));
  way.port = (way.server.address() as { port: number }).port;
  return way;
}

beforeAll(async () => {
  swift = await startSwift();
  through = await openWay(swift.s3.bucketUrl);
}, 150_000);
afterAll(async () => {
  await http.close();
  through?.server.close();
  await swift?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const s3 = () => createS3Store(http, swift.s3);
/** A store behind that way, with connections of its own: one from before a fault would still lead to the server. */
async function disturbed<T>(
  fault: (typeof through)['fault'],
  work: (http: HttpClient, s3: Swift['s3']) => Promise<T>,
): Promise<T | unknown> {
  const own = createGuardedHttp({ allowHosts: () => [`127.0.0.1:${through.port}`] });
  through.fault = fault;
  const bucketUrl = swift.s3.bucketUrl.replace(/:\d+/, `:${through.port}`);
  const result = await work(own, { ...swift.s3, bucketUrl }).catch((error: unknown) => error);
  through.fault = 'none';
  await own.close();
  return result;
}
const WORKSPACE = '0198f2a4-0000-7000-8000-000000000001';
let made = 0;
const newKey = (): string => {
  made += 1;
  return `${WORKSPACE}/ab/${'ab'.repeat(32)}-${String(made).padStart(8, '0')}`;
};
const STORES: [string, () => BlobStore][] = [
  ['a folder', () => createFolderStore(join(folder, 'files'))],
  ['an S3-compatible server', () => s3()],
  [
    'a bucket beside the folder of the time before it',
    () => withEarlierFolder(s3(), createFolderStore(join(folder, 'earlier'))),
  ],
];

describe.each(STORES)('%s', (_name, open) => {
  it('returns what was stored, byte by byte', async () => {
    const key = newKey();
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, at) => at));
    await open().put(key, bytes);
    expect(await open().get(key)).toEqual(bytes);
  });

  it('takes keys of each kind that we use, and empty objects', async () => {
    for (const key of [
      newKey(),
      `imported/0a/imported-${'0a'.repeat(20)}.webp`,
      `80/gallery-${'0b'.repeat(16)}.webp`,
    ]) {
      await open().put(key, Buffer.alloc(0));
      expect(await open().get(key)).toEqual(Buffer.alloc(0));
    }
  });

  it('has no object that was never stored, or that was deleted, and deletes twice', async () => {
    const key = newKey();
    expect(await open().get(key)).toBeUndefined();
    await open().remove(key);
    await open().put(key, Buffer.from('here'));
    await open().remove(key);
    await open().remove(key);
    expect(await open().get(key)).toBeUndefined();
  });

  it('shows one of the objects that are stored under a key at the same time, whole', async () => {
    const key = newKey();
    const written = ['a', 'b', 'c', 'd'].map((letter) => Buffer.alloc(300_000, letter));
    const seen: (Buffer | undefined)[] = [];
    await Promise.all([
      ...written.map((bytes) => open().put(key, bytes)),
      ...Array.from({ length: 4 }, async () => void seen.push(await open().get(key))),
    ]);
    const isWhole = (bytes: Buffer | undefined) => bytes === undefined || written.some((one) => one.equals(bytes));
    expect(isWhole(await open().get(key))).toBe(true);
    expect(await open().get(key)).toBeDefined();
    expect(seen.every(isWhole)).toBe(true);
  });

  it('keeps neighbors apart while one is deleted', async () => {
    const keys = Array.from({ length: 12 }, newKey);
    await Promise.all(keys.map((key) => open().put(key, Buffer.from(key))));
    await Promise.all(keys.slice(0, 6).map((key) => open().remove(key)));
    const left = await Promise.all(keys.map((key) => open().get(key)));
    expect(left.map((bytes) => bytes?.toString())).toEqual([...Array(6).fill(undefined), ...keys.slice(6)]);
  });

  it('takes the largest object that we write', async () => {
    const key = newKey();
    // Evidence archives and exports; parts of uploads are a few megabytes.
    const bytes = Buffer.alloc(64 * 1024 * 1024, 'quayside');
    await open().put(key, bytes);
    expect((await open().get(key))?.equals(bytes)).toBe(true);
    await open().remove(key);
  });
});

describe('a folder', () => {
  it('leaves no half of an object, and takes no key that leads out of it', async () => {
    const store = createFolderStore(join(folder, 'whole'));
    await store.put(newKey(), Buffer.from('x'));
    for (const key of ['../out', 'a/../../out', '/etc/passwd', 'a//b', 'a/b.c.d', ''])
      await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('invalid file key');
    const names = readdirSync(join(folder, 'whole'), { recursive: true, withFileTypes: true });
    expect(names.filter((entry) => entry.isFile())).toHaveLength(1);
  });
});

describe('an S3-compatible server', () => {
  it.each([
    ['a wrong secret', { secret: 'another secret' }, /403 to PUT: SignatureDoesNotMatch/],
    ['an unknown key', { keyId: 'someone:else' }, /403 to PUT: /],
    ['another region', { region: 'us-west-2' }, /400 to PUT: AuthorizationHeaderMalformed/],
  ])('refuses %s, and says so', async (_what, change, message) => {
    const store = createS3Store(http, { ...swift.s3, ...change });
    const key = newKey();
    await expect(store.put(key, Buffer.from('x'))).rejects.toThrow(message);
    await expect(store.put(key, Buffer.from('x'))).rejects.toMatchObject({ name: 'FileStorageError', isRefusal: true });
    expect(await s3().get(key)).toBeUndefined();
  });

  it('a bucket that does not exist is no missing object', async () => {
    const store = createS3Store(http, { ...swift.s3, bucketUrl: `${swift.s3.bucketUrl}-2` });
    for (const work of [
      () => store.put(newKey(), Buffer.from('x')),
      () => store.get(newKey()),
      () => store.remove(newKey()),
    ])
      await expect(work()).rejects.toThrow(/returned 404 to (PUT|GET|DELETE): NoSuchBucket/);
  });

  it('refuses bytes that changed on their way', async () => {
    const changing: typeof http = {
      ...http,
      send: (request) => http.send(request.body ? { ...request, body: Buffer.from('changed') } : request),
    };
    const key = newKey();
    await expect(createS3Store(changing, swift.s3).put(key, Buffer.from('as it was'))).rejects.toThrow(
      /returned 4\d\d to PUT/,
    );
    expect(await s3().get(key)).toBeUndefined();
  });

  it('a server that is down fails in the end, and nothing is stored', async () => {
    const key = newKey();
    const put = (text: string) => (own: HttpClient, to: Swift['s3']) =>
      createS3Store(own, to).put(key, Buffer.from(text));
    expect(await disturbed('cut', put('x'))).toMatchObject({ name: 'FileStorageError', isRefusal: false });
    expect(await s3().get(key)).toBeUndefined();
    expect(await disturbed('none', put('again'))).toBeUndefined();
    expect((await s3().get(key))?.toString()).toBe('again');
  });

  it('a server that does not answer ends in time', async () => {
    const began = performance.now();
    const failed = await disturbed('silent', (own, to) =>
      createS3Store(own, to, { timeoutMs: 300, tries: 2 }).get(newKey()),
    );
    expect(failed).toMatchObject({ name: 'FileStorageError', isRefusal: false });
    expect(String(failed)).toContain('did not answer in time');
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe('settings', () => {
  const depsOf = (env: Record<string, string>) => ({
    http,
    config: readConfig({ ...swift.env, ...env, QUAYSIDE_DATA: join(folder, 'data') }, [], folder),
  });

  it('are checked against the bucket, which is empty afterwards', async () => {
    expect(await checkBucket(depsOf({}))).toBeUndefined();
    expect(await checkBucket(depsOf({ S3_BUCKET_URL: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' }))).toBe(
      undefined,
    );
    expect(await checkBucket(depsOf({ S3_SECRET_ACCESS_KEY: 'another' }))).toMatchObject({
      isRefusal: true,
      reason: expect.stringContaining('SignatureDoesNotMatch'),
    });
    expect(await checkBucket(depsOf({ S3_BUCKET_URL: `${swift.s3.bucketUrl}-2` }))).toMatchObject({ isRefusal: true });
    const down = await disturbed('cut', (own, { bucketUrl }) =>
      checkBucket({ ...depsOf({ S3_BUCKET_URL: bucketUrl }), http: own }),
    );
    expect(down).toMatchObject({ isRefusal: false });
  });

  it('a bucket that is set later still finds what is in the folder', async () => {
    const key = newKey();
    const before = getBlobStore(depsOf({ S3_BUCKET_URL: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' }));
    await before.put(key, Buffer.from('from before'));
    const store = getBlobStore(depsOf({}));
    expect((await store.get(key))?.toString()).toBe('from before');
    await store.remove(key);
    expect([await store.get(key), await before.get(key)]).toEqual([undefined, undefined]);
  });
});
