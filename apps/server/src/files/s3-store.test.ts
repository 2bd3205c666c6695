import { createHash, createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGuardedHttp } from '@quayside/connector-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createS3Store } from './s3-store.ts';

const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const KEY_ID = 'AKIDEXAMPLE';
const hex = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Verifies Signature Version 4 as AWS documents it, written independently of the library that signs. */
function isSigned(method: string, url: string, headers: Record<string, string>, body: Buffer): boolean {
  const match = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
    headers.authorization ?? '',
  );
  const [keyId, day = '', region = '', service = ''] = match?.[1]?.split('/') ?? [];
  const names = match?.[2]?.split(';') ?? [];
  if (!match || keyId !== KEY_ID || service !== 's3' || !names.includes('host')) return false;
  const { pathname } = new URL(url, 'http://here');
  const payload = headers['x-amz-content-sha256'] ?? '';
  if (payload !== hex(body)) return false;
  const canonical = [
    method,
    pathname,
    '',
    ...names.map((name) => `${name}:${headers[name]?.trim()}`),
    '',
    names.join(';'),
    payload,
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], `${day}/${region}/s3/aws4_request`, hex(canonical)].join(
    '\n',
  );
  const key = hmac(hmac(hmac(hmac(`AWS4${SECRET}`, day), region), 's3'), 'aws4_request');
  return hmac(key, text).toString('hex') === match[3];
}

const objects = new Map<string, Buffer>();
/** What the next requests meet, after their signature was verified. */
const faults: (number | 'lost')[] = [];
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const { method = '', url = '' } = request;
  if (!isSigned(method, url, request.headers as Record<string, string>, body)) {
    response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    return;
  }
  const fault = faults.shift();
  if (fault) {
    // A lost response: the object was stored all the same.
    if (method === 'PUT') objects.set(url, body);
    if (fault === 'lost') request.socket.destroy();
    else response.writeHead(fault).end('<Error><Code>SlowDown</Code></Error>');
    return;
  }
  if (method === 'PUT') objects.set(url, body);
  if (method === 'DELETE') objects.delete(url);
  const found = objects.get(url);
  response.writeHead(method === 'GET' && !found ? 404 : method === 'DELETE' ? 204 : 200).end(found);
});
let bucketUrl = '';
const http = createGuardedHttp({ allowHosts: () => [new URL(bucketUrl).host] });
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  bucketUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket`;
});
afterAll(async () => {
  await http.close();
  server.close();
});

const storeWith = (secret: string) => createS3Store(http, { bucketUrl, region: 'eu-central-1', keyId: KEY_ID, secret });

it('stores, reads and removes an object with signed requests', async () => {
  const store = storeWith(SECRET);
  const bytes = Buffer.from([0, 1, 2, 255]);
  await store.put('a/b/c-1', bytes);
  expect(objects.get('/bucket/a/b/c-1')).toEqual(bytes);
  expect(await store.get('a/b/c-1')).toEqual(bytes);
  await store.remove('a/b/c-1');
  expect(await store.get('a/b/c-1')).toBeUndefined();
  await store.remove('a/b/c-1');
});

it('names the reason of a refusal', async () => {
  await expect(storeWith('another secret').put('a/b', Buffer.from('x'))).rejects.toThrow(
    'file storage returned 403 to PUT: SignatureDoesNotMatch',
  );
  expect(objects.size).toBe(0);
});

it('repeats what a busy service refuses or whose response is lost', async () => {
  const store = storeWith(SECRET);
  for (const fault of [429, 500, 503, 'lost'] as const) {
    faults.push(fault);
    await store.put('a/again', Buffer.from('once'));
    faults.push(fault);
    expect((await store.get('a/again'))?.toString()).toBe('once');
    faults.push(fault);
    await store.remove('a/again');
    expect(objects.size).toBe(0);
  }
});

it('gives up after three tries, and at once where another try would not help', async () => {
  faults.push(503, 503, 503, 503);
  await expect(storeWith(SECRET).get('a/b')).rejects.toMatchObject({
    message: 'file storage returned 503 to GET: SlowDown',
    isRefusal: false,
  });
  expect(faults.splice(0)).toEqual([503]);
  faults.push(400, 400);
  await expect(storeWith(SECRET).get('a/b')).rejects.toMatchObject({ isRefusal: true });
  expect(faults.splice(0)).toEqual([400]);
});
