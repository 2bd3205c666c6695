import { request } from 'node:http';
import { ConnectorError, type HttpClient } from '@quayside/connector-kit';
import type { FastifyRequest } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { createSessions } from '../../http/session.ts';
import { type Client, startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { saveDemoPassword } from './actions/save-demo-password.ts';

const home = await startTestApp({ sandbox: true, demo: true });
const open = await startTestApp({ sandbox: true, demo: true, env: { APP_URL: 'https://quay.example.com' } });
afterAll(async () => {
  await home.stop();
  await open.stop();
});

const KNOWN = { email: 'demo@quayside.test', password: 'quayside-demo' };

interface Answer {
  http: number;
  code: string;
  data: Record<string, unknown>;
}

/** Sends a request with hand-written headers; fetch does not allow setting Host. */
function send(
  app: TestApp,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Answer> {
  // Where the app listens: its own address may be the public one.
  const { port } = app.running.listens;
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path: `/api${path}`,
        headers: { 'content-type': 'application/json', ...headers },
      },
      (answer) => {
        let text = '';
        answer.on('data', (part: Buffer) => (text += part.toString()));
        answer.on('end', () => resolve({ http: answer.statusCode ?? 0, ...JSON.parse(text) }));
      },
    );
    asked.on('error', reject);
    asked.end(body ? JSON.stringify(body) : undefined);
  });
}

const here = (app: TestApp) => ({ host: `127.0.0.1:${app.running.listens.port}` });
const away: [string, Record<string, string>][] = [
  ['a public name', { host: 'quay.example.com' }],
  ['a name made for it', { host: '127.0.0.1.evil.example' }],
  ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'].map(
    (name): [string, Record<string, string>] => [name, { host: 'localhost:4000', [name]: '127.0.0.1' }],
  ),
];

describe('on a laptop', () => {
  it('the demo account opens with the password that everybody knows, and by one click', async () => {
    expect(home.running.greeting).toContain(`Sign in as ${KNOWN.email} with the password ${KNOWN.password}`);
    expect((await send(home, 'POST', '/auth/login', here(home), KNOWN)).http).toBe(200);
    expect((await send(home, 'POST', '/auth/try-now', here(home), {})).http).toBe(200);
    const { data } = await send(home, 'GET', '/meta', here(home));
    expect(data).toMatchObject({ demo: KNOWN, sandbox_url: home.sandboxUrl });
  });

  it.each(away)('but not for who comes by a tunnel or a proxy: %s', async (_what, headers) => {
    const signIn = await send(home, 'POST', '/auth/login', headers, KNOWN);
    expect([signIn.http, signIn.code]).toEqual([403, 'DEMO_CLOSED']);
    const once = await send(home, 'POST', '/auth/try-now', headers, {});
    expect([once.http, once.code]).toEqual([404, 'TRY_NOW_OFF']);
    expect((await send(home, 'GET', '/meta', headers)).data).toMatchObject({
      demo: null,
      sandbox_url: null,
      social: [],
    });
  });

  it('and who comes so learns nothing of the sandbox, nor moves its clock', async () => {
    const ada = await home.signUp();
    const asked = { authorization: `Bearer ${ada.token}`, 'workplace-id': ada.workplaceId };
    const near = await send(home, 'GET', '/sandbox', { ...asked, ...here(home) });
    expect(near.data).toMatchObject({ on: true });
    const far = await send(home, 'GET', '/sandbox', { ...asked, host: 'quay.example.com' });
    expect(far.data).toEqual({ on: false, clock: null, shops: [], back_offices: [] });
    const clock = await send(home, 'POST', '/sandbox/clock', { ...asked, host: 'quay.example.com' }, { speed: 60 });
    expect([clock.http, clock.code]).toEqual([404, 'SANDBOX_IS_OFF']);
  });
});

describe('whoever is in the demo account', () => {
  const signIn = () => home.signIn(KNOWN.email, KNOWN.password);

  it('is signed out when it gets another password, as an installation that others can now reach gives it', async () => {
    const demo = await signIn();
    const works = async () => (await demo.call('GET /auth/account')).http;
    const keep = (password: string) => saveDemoPassword(home.running.deps, demo.accountId, password);
    await keep(KNOWN.password);
    expect(await works()).toBe(200);
    await keep('made for this installation');
    await expect.poll(works).toBe(401);
    expect((await send(home, 'POST', '/auth/login', here(home), KNOWN)).http).toBe(401);
    await keep(KNOWN.password);
    expect((await send(home, 'POST', '/auth/login', here(home), KNOWN)).http).toBe(200);
  });

  it('is signed out where the sandbox is off', async () => {
    const demo = await signIn();
    const request = { headers: { authorization: `Bearer ${demo.token}` }, raw: { headers: {} } };
    const who = (sandbox: boolean) =>
      createSessions(home.db, { ...home.running.deps.config, sandbox }).who(request as unknown as FastifyRequest);
    expect((await who(true)).account).toMatchObject({ isDemo: true });
    await expect(who(false)).rejects.toMatchObject({ code: 'SESSION_ENDED' });
  });
});

describe('the sandbox', () => {
  const controls = (): string => `${home.sandboxUrl}/control/settings`;
  const reached = (http: HttpClient) =>
    http.send({ method: 'GET', url: `${home.sandboxUrl}/control/health`, effect: false }).then(
      ({ status }) => status,
      (error: unknown) => (error instanceof ConnectorError ? error.code : String(error)),
    );

  it('is reached by who speaks with something of its own, and not by an address that people give', async () => {
    const { http, sandboxHttp } = home.running.deps;
    expect(await reached(sandboxHttp ?? http)).toBe(200);
    // The connection above is still open: it is nobody else's.
    expect(await reached(http)).toBe('unreachable');
  });

  it('is connected as its shops alone', async () => {
    const ada = await home.signUp();
    const body = { shop: controls(), credentials: { consumerKey: 'ck_1', consumerSecret: 'cs_1' } };
    const answer = await ada.call('POST /auth/platform/{platform}/link', { params: { platform: 'woocommerce' }, body });
    expect([answer.http, answer.errors]).toEqual([422, { shop: [expect.any(String)] }]);
  });
});

describe('where strangers come and the operator switched the sandbox on', () => {
  const printed = (): string => /password (\S+)/.exec(open.running.greeting)?.[1] ?? '';

  it('the demo account has a password of its own, printed at the start, and no one-click way', async () => {
    expect(printed()).toMatch(/^[\w-]{20}$/);
    expect((await send(open, 'POST', '/auth/login', here(open), KNOWN)).http).toBe(401);
    const headers = { host: 'quay.example.com', 'x-forwarded-for': '203.0.113.9' };
    expect((await send(open, 'POST', '/auth/login', headers, { ...KNOWN, password: printed() })).http).toBe(200);
    expect((await send(open, 'POST', '/auth/try-now', here(open), {})).code).toBe('TRY_NOW_OFF');
    expect((await send(open, 'GET', '/meta', here(open))).data).toMatchObject({ demo: null, sandbox_url: null });
  });

  it('only the demo account learns where the sandbox is', async () => {
    const known = (client: { token: string }) =>
      send(open, 'GET', '/sandbox', { ...here(open), authorization: `Bearer ${client.token}` });
    const register = { email: 'ada@example.com', password: 'correct horse battery', first_name: 'Ada', last_name: 'O' };
    const ada = await send(open, 'POST', '/auth/register', here(open), register);
    expect((await known(ada.data as unknown as Client)).data).toEqual({
      on: false,
      clock: null,
      shops: [],
      back_offices: [],
    });
    const demo = await send(open, 'POST', '/auth/login', here(open), { ...KNOWN, password: printed() });
    expect((await known(demo.data as unknown as Client)).data).toMatchObject({ on: true });
  });
});
