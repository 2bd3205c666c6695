import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BodyLimits, type Call, getBodyLimits, MOST_PUBLIC_BYTES } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { serveWarehouse } from '../features/warehouse/http/index.ts';
import { type BareHttpApp, bareHttpApp, everyCall } from '../testing/fakes/http-app.ts';

const ID = '018f0000-0000-7000-8000-00000000dead';
const withBody = everyCall.filter((call) => !call.file && !call.form && !['GET', 'HEAD'].includes(call.method));
const nameOf = (call: Call): string => `${call.method} ${call.path}`;
const pathOf = (call: Call): string => `/api${call.path.replace(/\{\w+\}/g, ID)}`;

const apps: BareHttpApp[] = [];
async function open(options: Parameters<typeof bareHttpApp>[0] = {}): Promise<BareHttpApp> {
  const app = await bareHttpApp(options);
  apps.push(app);
  return app;
}
afterEach(async () => {
  vi.restoreAllMocks();
  for (const app of apps.splice(0)) await app.fastify.close();
});

const send = async (app: BareHttpApp, call: Call, payload: string, type = 'application/json') => {
  const answer = await app.fastify.inject({
    method: call.method as 'POST',
    url: pathOf(call),
    headers: { 'content-type': type, authorization: `Bearer ${'t'.repeat(40)}` },
    payload,
  });
  return { http: answer.statusCode, bytes: answer.rawPayload.length, text: answer.payload };
};

interface HeadAnswer {
  status: number | undefined;
  connection: string | undefined;
}

/** Sends only the head of a request, so that only responses that don't wait for the body arrive. */
function answerToHead(
  app: BareHttpApp,
  method: string,
  path: string,
  length: number,
  type = 'application/json',
): Promise<HeadAnswer> {
  const { port } = app.fastify.server.address() as AddressInfo;
  return new Promise((done, fail) => {
    const headers = {
      'content-type': type,
      'content-length': length,
      authorization: 'Bearer nobody',
      connection: 'keep-alive',
    };
    const asking = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
    asking.on('response', (response) => {
      asking.destroy();
      done({ status: response.statusCode, connection: response.headers.connection });
    });
    asking.on('error', fail);
    asking.write('{');
  });
}
const sendHead = async (app: BareHttpApp, method: string, path: string, length = 4_000_000) =>
  (await answerToHead(app, method, path, length)).status;

const nested = (levels: number): string => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
/** An object with so many keys in total, at most a few hundred in each nested object. */
function keysIn(count: number): string {
  const few = Math.min(count, 900);
  const own = Array.from({ length: few - 1 }, (_, n) => `"${n.toString(36)}":1`);
  return `{${[...own, `"_":${count > few ? keysOfList(count - few) : 1}`].join()}}`;
}
const keysOfList = (count: number): string => {
  const objects: string[] = [];
  for (let left = count; left > 0; left -= 900) {
    const own = Array.from({ length: Math.min(left, 900) }, (_, n) => `"${n.toString(36)}":1`);
    objects.push(`{${own.join()}}`);
  }
  return `[${objects.join()}]`;
};
/** Bodies at a limit and one above, by limit. */
const AROUND: Record<keyof BodyLimits, (most: number, more: number) => string> = {
  bytes: (most, more) => `{"a":"${'x'.repeat(most + more - 8)}"}`,
  items: (most, more) =>
    `{"a":[${Array(most + more)
      .fill('1')
      .join()}]}`,
  keys: (most, more) => keysIn(most + more),
  depth: (most, more) => nested(most + more),
};

describe('every declared call', () => {
  it.each(Object.entries(AROUND))(
    'has a limit of %s that decides before the body is parsed',
    { timeout: 30_000 },
    async (limit, around) => {
      const app = await open();
      const parse = vi.spyOn(JSON, 'parse');
      const wrong: string[] = [];
      for (const call of withBody) {
        const most = getBodyLimits(call)[limit as keyof BodyLimits];
        parse.mockClear();
        const beyond = await send(app, call, around(most, 1));
        const parsed = parse.mock.calls.length;
        if (beyond.http !== 413 || !beyond.text.includes('"BODY_TOO_LARGE"') || parsed > 0)
          wrong.push(`${nameOf(call)} beyond: ${beyond.http}, parsed ${parsed} times`);
        if (limit === 'bytes' && most > 100_000) continue;
        const at = await send(app, call, around(most, 0));
        // A body just within this limit may exceed another one first.
        if (at.http === 413 && Buffer.byteLength(around(most, 0)) <= getBodyLimits(call).bytes)
          wrong.push(`${nameOf(call)} at the limit: ${at.text}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  it('is refused by the length that it announces, before the body arrives', async () => {
    const app = await open();
    await app.fastify.listen({ port: 0, host: '127.0.0.1' });
    for (const call of withBody) {
      const { bytes } = getBodyLimits(call);
      expect(await sendHead(app, call.method, pathOf(call), bytes + 1), nameOf(call)).toBe(413);
    }
  });

  it('refuses a form by the length that it announces, too', async () => {
    const app = await open();
    await app.fastify.listen({ port: 0, host: '127.0.0.1' });
    const forms = everyCall.flatMap((call) => (call.form ? [{ call, most: call.form.most }] : []));
    expect(forms).not.toEqual([]);
    for (const { call, most } of forms) {
      const answer = await answerToHead(app, call.method, pathOf(call), 4 * most, 'multipart/form-data; boundary=x');
      expect(answer.status, nameOf(call)).toBe(413);
    }
  });

  it('reads little from anybody, and no public call raises that beyond 64 KB', () => {
    const open = everyCall.filter((call) => call.access === 'public');
    const large = open.filter((call) => getBodyLimits(call).bytes > MOST_PUBLIC_BYTES || call.file || call.form);
    expect(large.map(nameOf)).toEqual([]);
  });

  it('accepts JSON and nothing else', async () => {
    const app = await open();
    for (const call of withBody)
      for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'application/xml'])
        for (const payload of ['a=b', '{}'])
          expect((await send(app, call, payload, type)).text, `${nameOf(call)} ${type}`).toContain('INPUT_NOT_JSON');
    expect(app.handled).toEqual([]);
  });

  it('asks for the sign-in before the body', async () => {
    const app = await open({ signedIn: false });
    await app.fastify.listen({ port: 0, host: '127.0.0.1' });
    const waited: string[] = [];
    for (const call of everyCall.filter((one) => one.access !== 'public' && one.method !== 'GET')) {
      const status = await sendHead(app, call.method, pathOf(call), getBodyLimits(call).bytes);
      if (status !== 401) waited.push(`${nameOf(call)}: ${status}`);
    }
    expect(waited).toEqual([]);
  });

  it('counts the calls of a minute before the body', async () => {
    const app = await open();
    await app.fastify.listen({ port: 0, host: '127.0.0.1' });
    app.limits = {
      hit: async () => {
        throw new AppError('RATE_LIMIT', 'RATE_LIMIT', { retryAfterSeconds: 1, params: { count: 1 } });
      },
    };
    for (const call of everyCall.filter((one) => one.perMinute !== undefined && one.method !== 'GET'))
      expect(await sendHead(app, call.method, pathOf(call)), nameOf(call)).toBe(429);
  });
});

it('answers an unknown path and a wrong method before the body', async () => {
  const app = await open();
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  expect(await sendHead(app, 'POST', '/api/no-such-call')).toBe(404);
  expect(await sendHead(app, 'POST', '/no-such-page')).toBe(404);
  expect(await sendHead(app, 'PUT', '/api/auth/login')).toBe(405);
});

it('closes the connection after a refusal whose body is too long to wait for, and keeps it otherwise', async () => {
  const app = await open({ signedIn: false });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const connectionAfter = async (path: string, length: number) =>
    (await answerToHead(app, 'POST', path, length)).connection;
  for (const path of ['/api/api-tokens', '/api/no-such-call']) {
    expect(await connectionAfter(path, 4_000_000), path).toBe('close');
    expect(await connectionAfter(path, 100), path).toBe('keep-alive');
  }
});

it('accepts no object of more than 1,000 keys, however many a call takes in all', async () => {
  const app = await open();
  const call = withBody.find((one) => getBodyLimits(one).keys > 2_000) as Call;
  const keys = (count: number): string => `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join()}}`;
  expect((await send(app, call, keys(1_001))).http).toBe(413);
  expect((await send(app, call, keys(1_000))).http).not.toBe(413);
});

describe("the warehouse's interface", () => {
  const key = `Bearer ${'k'.repeat(40)}`;
  const warehouse = async () => {
    const answers: unknown[] = [{ role: 'client', name: 'Ada', mode: 'live' }, []];
    const app = await bareHttpApp({
      db: { global: async () => answers.shift() },
      add: (one, deps) => serveWarehouse(one.fastify, deps),
    });
    apps.push(app);
    return app;
  };

  it('accepts as many lines as an order may have', async () => {
    const app = await warehouse();
    const lines = Array.from({ length: 200 }, (_, n) => ({ variant_id: `variant-${n}`, quantity: 1 }));
    const answer = await app.fastify.inject({
      method: 'POST',
      url: '/warehouse/v1/shipping/quote',
      headers: { authorization: key },
      payload: { country_code: 'DE', lines },
    });
    expect(answer.json()).toMatchObject({ code: 'error_not_found_sku' });
  });

  it('asks for the key before the body', async () => {
    const app = await warehouse();
    await app.fastify.listen({ port: 0, host: '127.0.0.1' });
    expect(await sendHead(app, 'POST', '/warehouse/v1/orders')).toBe(401);
  });
});

describe('a public call', () => {
  const login = everyCall.find((call) => nameOf(call) === 'POST /auth/login') as Call;
  const unknownKeys = (count: number): string =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`key-${n}`, n])));

  it('answers 4 MB of unknown keys in a few words, and never parses them', async () => {
    const app = await open();
    const parse = vi.spyOn(JSON, 'parse');
    const answer = await send(app, login, unknownKeys(250_000));
    expect(parse).not.toHaveBeenCalled();
    expect(answer.http).toBe(413);
    expect(answer.bytes).toBeLessThan(500);
  });

  it('names twenty fields of those it does not know, and how many more there are', async () => {
    const app = await open();
    const parse = vi.spyOn(JSON, 'parse');
    const answer = await send(app, login, unknownKeys(100));
    expect(parse).toHaveBeenCalled();
    const { errors, message } = JSON.parse(answer.text) as { errors: object; message: string };
    expect(answer.http).toBe(422);
    expect(Object.keys(errors)).toHaveLength(20);
    // The two missing fields are among the named ones.
    expect(message).toContain('82');
    expect(answer.bytes).toBeLessThan(4_000);
  });

  it('does not repeat a long name in full', async () => {
    const app = await open();
    const answer = await send(app, login, JSON.stringify({ [`k${'x'.repeat(15_000)}`]: 1 }));
    expect(answer.http).toBe(422);
    expect(answer.bytes).toBeLessThan(1_500);
  });

  it('refuses a body that is packed: it would be a thousand times as large', async () => {
    const app = await open();
    const answer = await app.fastify.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: Buffer.from('H4sIAAAAAAAAA6uuBQBDv6ajAgAAAA==', 'base64'),
    });
    expect(answer.json()).toMatchObject({ code: 'INPUT_NOT_JSON' });
  });
});
