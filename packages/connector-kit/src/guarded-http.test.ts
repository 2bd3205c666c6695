import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConnectorError } from './errors.ts';
import { createGuardedHttp } from './guarded-http.ts';
import { isPublicAddress } from './guarded-http-policy.ts';
import { certificateProblem } from './guarded-http-tls.ts';
import type { HttpRequest } from './http.ts';

let server: Server;
let port: number;
let handle: (request: IncomingMessage, response: ServerResponse) => void;
let seen: IncomingMessage[];
const opened: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  seen = [];
  handle = (_request, response) => response.end('hello');
  server = createServer((request, response) => {
    seen.push(request);
    handle(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((client) => client.close()));
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

function client(options: Parameters<typeof createGuardedHttp>[0] = {}) {
  const made = createGuardedHttp(options);
  opened.push(made);
  return made;
}
const allowed = () => client({ allowHosts: () => [`127.0.0.1:${port}`] });
const read = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url,
  effect: false,
  ...more,
});
const own = (path = '/') => `http://127.0.0.1:${port}${path}`;
const failure = async (sent: Promise<unknown>): Promise<ConnectorError> => {
  const error = await sent.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ConnectorError)) throw new Error(`expected a ConnectorError, got ${String(error)}`);
  return error;
};

describe('addresses', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '192.0.2.1',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::1',
    'nonsense',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

  test.each(['8.8.8.8', '2606:4700:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808'])('%s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );

  test.each([
    (p: number) => `http://127.0.0.1:${p}/`,
    (p: number) => `http://2130706433:${p}/`,
    (p: number) => `http://0x7f.1:${p}/`,
    (p: number) => `http://0.0.0.0:${p}/`,
    (p: number) => `http://[::ffff:127.0.0.1]:${p}/`,
    (p: number) => `http://localhost:${p}/`,
    (p: number) => `http://localhost.:${p}/`,
  ])('a private address in any spelling is refused before a byte is sent (%#)', async (url) => {
    const error = await failure(client().send(read(url(port))));
    expect([error.kind, error.code]).toEqual(['rejected', 'unreachable']);
    expect(seen).toHaveLength(0);
  });

  test.each(['ftp://example.com/', 'file:///etc/passwd', 'http://user:secret@example.com/', 'nonsense'])(
    '%s is not fetched',
    async (url) => expect((await failure(client().send(read(url)))).kind).toBe('rejected'),
  );

  test('an allowed host and port is reached, another port of the same host is not', async () => {
    expect((await allowed().send(read(own()))).text).toBe('hello');
    const other = client({ allowHosts: () => [`127.0.0.1:${port + 1}`] });
    expect((await failure(other.send(read(own())))).kind).toBe('rejected');
  });

  test('a name that resolves to a public and a private address is refused as a whole', async () => {
    const lookup = async () => [
      { address: '8.8.8.8', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    expect((await failure(client({ lookup }).send(read(`http://shop.example:${port}/`)))).kind).toBe('rejected');
    expect(seen).toHaveLength(0);
  });

  test('a name is resolved once per connection: rebinding between check and connection leads nowhere', async () => {
    let asked = 0;
    const lookup = async () => [{ address: ++asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
    const http = client({ lookup, allowHosts: () => [`shop.example:${port}`] });
    expect((await http.send(read(`http://shop.example:${port}/`))).status).toBe(200);
    expect(asked).toBe(1);
    expect(seen[0]?.headers.host).toBe(`shop.example:${port}`);
  });

  test('the next address is tried when the first does not answer', async () => {
    const lookup = async () => ['127.0.0.3', '127.0.0.1'].map((address) => ({ address, family: 4 }));
    const http = client({ lookup, allowHosts: () => [`shop.example:${port}`] });
    expect((await http.send(read(`http://shop.example:${port}/`))).text).toBe('hello');
  });
});

describe('redirects', () => {
  const redirectTo = (location: string) => {
    handle = (request, response) => {
      if (request.url === '/end') return response.end('end');
      response.writeHead(302, { location });
      return response.end();
    };
  };

  test('a read follows within the allowed host, and says where it ended', async () => {
    redirectTo('/end');
    const answer = await allowed().send(read(own(), { headers: { authorization: 'Basic x' } }));
    expect([answer.text, answer.url]).toEqual(['end', own('/end')]);
    expect(seen[1]?.headers.authorization).toBe('Basic x');
  });

  test('a redirect to a private address is refused', async () => {
    redirectTo('http://127.0.0.1:9/');
    expect((await failure(allowed().send(read(own())))).kind).toBe('rejected');
    redirectTo('http://169.254.169.254/latest/meta-data');
    expect((await failure(allowed().send(read(own())))).kind).toBe('rejected');
  });

  test('keys do not follow to another origin', async () => {
    redirectTo(`http://other.example:${port}/end`);
    const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
    const http = client({ lookup, allowHosts: () => [`127.0.0.1:${port}`, `other.example:${port}`] });
    await http.send(read(own(), { headers: { authorization: 'Basic x', 'X-Shop-Access-Token': 'y', accept: 'a/b' } }));
    expect(seen[1]?.headers).toMatchObject({ accept: 'a/b' });
    expect(seen[1]?.headers).not.toHaveProperty('authorization');
    expect(seen[1]?.headers).not.toHaveProperty('x-shop-access-token');
  });

  test('the fourth redirect ends it, and an effect is not repeated elsewhere', async () => {
    redirectTo('/again');
    expect((await failure(allowed().send(read(own())))).kind).toBe('unexpected');
    expect(seen).toHaveLength(4);
    const answer = await allowed().send(read(own(), { method: 'POST', effect: true, body: 'x' }));
    expect(answer.status).toBe(302);
    expect(seen).toHaveLength(5);
  });
});

describe('bounds and failures', () => {
  const post = (more: Partial<HttpRequest> = {}) => read(own(), { method: 'POST', effect: true, body: 'x', ...more });

  test('an answer over the size is cut off, also when it is packed', async () => {
    handle = (_request, response) => response.end('a'.repeat(5000));
    expect((await failure(allowed().send(read(own(), { maxBytes: 4000 })))).kind).toBe('unexpected');
    expect((await failure(allowed().send(post({ maxBytes: 4000 })))).kind).toBe('unknown');
    handle = (_request, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync('a'.repeat(5000)));
    };
    expect((await failure(allowed().send(read(own(), { maxBytes: 4000 })))).kind).toBe('unexpected');
    expect((await allowed().send(read(own()))).text).toHaveLength(5000);
  });

  test('a slow drip of bytes does not outlast the time', async () => {
    handle = (_request, response) => {
      const drip = setInterval(() => response.write('a'), 20);
      response.once('close', () => clearInterval(drip));
    };
    const error = await failure(allowed().send(read(own(), { timeoutMs: 200 })));
    expect([error.kind, error.code]).toEqual(['temporary', undefined]);
  });

  test('no answer: a read may be repeated, an effect is unknown', async () => {
    handle = () => undefined;
    expect((await failure(allowed().send(read(own(), { timeoutMs: 100 })))).kind).toBe('temporary');
    expect((await failure(allowed().send(post({ timeoutMs: 100 })))).kind).toBe('unknown');
    handle = (request) => request.socket.destroy();
    expect((await failure(allowed().send(read(own())))).kind).toBe('temporary');
    expect((await failure(allowed().send(post()))).kind).toBe('unknown');
  });

  test('what never arrived is temporary and unreachable, also for an effect', async () => {
    const closed = createTcpServer();
    await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done));
    const free = (closed.address() as AddressInfo).port;
    await new Promise((done) => closed.close(done));
    const http = client({ allowHosts: () => [`127.0.0.1:${free}`] });
    const refused = await failure(http.send(post({ url: `http://127.0.0.1:${free}/` })));
    expect([refused.kind, refused.code]).toEqual(['temporary', 'unreachable']);
    const lookup = async () => {
      throw new Error('ENOTFOUND');
    };
    const unknown = await failure(client({ lookup }).send(post({ url: 'http://nowhere.example/' })));
    expect([unknown.kind, unknown.code]).toEqual(['temporary', 'unreachable']);
  });

  test('the caller can end a request, and connections are kept', async () => {
    handle = () => undefined;
    const stop = new AbortController();
    const sent = failure(allowed().send(read(own(), { signal: stop.signal })));
    stop.abort();
    expect((await sent).kind).toBe('temporary');
    handle = (_request, response) => response.end('ok');
    const http = allowed();
    const ports = new Set<number | undefined>();
    for (let i = 0; i < 8; i += 1) {
      await http.send(read(own()));
      ports.add(seen.at(-1)?.socket.remotePort);
    }
    expect(ports.size).toBeLessThan(4);
  });
});

describe('certificates', () => {
  /** Self-signed for shop.example until 2126; made for this test. */
  const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgiT2SbAKx1UYZuU80
jCkR1Od8wbo6mnF0Fqza2ZSH0c2hRANCAAS7boTV97Dzz/1/hIPXn2bAdbxX1+5W
pia2yu0NDvEPsmG/7lyr/pwC9QeK12nlY0bidzNLkqiEqLZzTiHdO1nB
-----END PRIVATE KEY-----`;
  const cert = `-----BEGIN CERTIFICATE-----
MIIBnjCCAUSgAwIBAgIUIZx0CaQcWBINCtIXalSV8CqbakEwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMc2hvcC5leGFtcGxlMCAXDTI2MTEyMzA2MTgyOVoYDzIxMjYx
MDMwMDYxODI5WjAXMRUwEwYDVQQDDAxzaG9wLmV4YW1wbGUwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAAS7boTV97Dzz/1/hIPXn2bAdbxX1+5Wpia2yu0NDvEPsmG/
7lyr/pwC9QeK12nlY0bidzNLkqiEqLZzTiHdO1nBo2wwajAdBgNVHQ4EFgQUHNiT
+hUMfVDnZ2fzCuXtnOlynWAwHwYDVR0jBBgwFoAUHNiT+hUMfVDnZ2fzCuXtnOly
nWAwDwYDVR0TAQH/BAUwAwEB/zAXBgNVHREEEDAOggxzaG9wLmV4YW1wbGUwCgYI
KoZIzj0EAwIDSAAwRQIhAOPsKecJLycWfWdC8+8OtSJAaSORbWlKSREoHX+2tBp2
AiA55BsT/4I/laKohAuGcjC68HOpRiy1ZfrfdbhMlEF5Ng==
-----END CERTIFICATE-----`;

  test('a certificate from nobody we trust is named as the cause, and nothing is sent', async () => {
    const shop = createTlsServer({ key, cert }, (request, response) => {
      seen.push(request);
      response.end('hello');
    });
    await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done));
    const at = (shop.address() as AddressInfo).port;
    const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
    const http = client({ lookup, allowHosts: () => [`shop.example:${at}`] });
    for (const effect of [false, true]) {
      const error = await failure(http.send(read(`https://shop.example:${at}/`, { effect })));
      expect([error.kind, error.code]).toEqual(['temporary', 'certificate_untrusted']);
      expect(error.detail).toContain('self-signed certificate');
    }
    expect(seen).toHaveLength(0);
    shop.closeAllConnections();
    await new Promise((done) => shop.close(done));
  });

  test.each([
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate_untrusted'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate_untrusted'],
    ['CERT_HAS_EXPIRED', 'certificate_invalid'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate_invalid'],
    ['ECONNREFUSED', undefined],
  ])('%s is %s', (code, problem) => expect(certificateProblem(Object.assign(new Error('x'), { code }))).toBe(problem));
});

test.each([
  [false, 'temporary'],
  [true, 'unknown'],
] as const)(
  'a call that is cut off by closing the client is told apart from a failure of the other side (%s)',
  async (effect, kind) => {
    handle = () => undefined;
    const http = allowed();
    const failed = failure(http.send(read(own(), { effect })));
    await expect.poll(() => seen.length).toBe(1);
    await http.close();
    expect(await failed).toMatchObject({ kind, code: 'interrupted' });
  },
);
