import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const pages = { cookie: '' };
vi.stubGlobal('document', pages);
vi.stubGlobal('location', { protocol: 'https:' });
const { api, ApiError, callHeaders, callUrl, connectApi } = await import('./api.ts');
const { session } = await import('./session.ts');
const { saveChoice } = await import('./use-account.ts');
const { saveEntry } = await import('../features/auth/use-entry.ts');

const said: string[] = [];
connectApi({
  toast: (kind, text) => said.push(`${kind}: ${text}`),
  settled: () => undefined,
  leave: (reason) => said.push(`leave: ${reason}`),
  text: (key) => `text ${key}`,
  locale: () => 'de',
  confirmIdentity: () => {
    said.push('confirm');
    return Promise.resolve(confirms);
  },
});
let confirms = true;

const answers = (status: number, body: string) =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })));

beforeEach(() => said.splice(0));
afterEach(() => vi.unstubAllGlobals);

describe('the headers of a call', () => {
  it('B111: always name the app, the time zone and the language', () => {
    const headers = callHeaders('/orders/v5/list');
    expect(headers).toMatchObject({ app: 'omni_dropshipping', locale: 'de', 'api-version': 'v1' });
    expect(headers['time-zone']).toBeTruthy();
    expect(headers).not.toHaveProperty('authorization');
  });
  it('B112, B114: name person, store and workspace, but no workspace on the account', () => {
    session().write('store', 's5');
    session().write('workplace', 'w9');
    pages.cookie = 'quayside_token=abc';
    expect(callHeaders('/center/products/find')).toMatchObject({
      authorization: 'Bearer abc',
      'store-id': 's5',
      'workplace-id': 'w9',
      'api-version': 'v2',
    });
    expect(callHeaders('/auth/account')).not.toHaveProperty('workplace-id');
  });
});

it('B038, B410: after another store is chosen, calls name it and its workspace', () => {
  saveChoice('w9', 's5');
  expect(callHeaders('/orders/v5/list')).toMatchObject({ 'store-id': 's5', 'workplace-id': 'w9' });
  saveChoice('w3', 's7');
  expect(callHeaders('/orders/v5/list')).toMatchObject({ 'store-id': 's7', 'workplace-id': 'w3' });
});

it('B047: a sign-in keeps the token that it is answered, and later calls carry it', () => {
  vi.stubGlobal('document', pages);
  saveEntry({ token: 'of-the-answer', user: { workplaces: [{ id: 'w1' }], linked_stores: {} } } as never);
  expect(pages.cookie).toContain('quayside_token=of-the-answer');
  expect(callHeaders('/orders/v5/list')).toMatchObject({
    authorization: 'Bearer of-the-answer',
    'workplace-id': 'w1',
  });
});

it('B115: a call ends after sixty seconds', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new Error('late')));
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => Promise.reject(signal.reason));
  await expect(api('GET /meta')).rejects.toMatchObject({ status: 0, code: 'TIMEOUT', message: 'text timeout' });
  expect(limits).toHaveBeenCalledWith(60_000);
  limits.mockRestore();
});

describe('a call', () => {
  it('B117: sends what is asked in the query of a GET, lists repeated, and leaves out what is missing', () => {
    const url = callUrl(
      '/center/products/{id}',
      { id: 'a/b' },
      { page: 1, page_size: 20, q: undefined, tag: ['x', 'y'] },
    );
    expect(url).toBe('/api/center/products/a%2Fb?page=1&page_size=20&tag=x&tag=y');
    expect(() => callUrl('/x/{id}', {}, {})).toThrow('needs id');
  });
  it('B116: takes a body of ours as it is, and makes one of anything else', async () => {
    answers(422, JSON.stringify({ status: 204, code: 'BAD', message: 'No', data: null, errors: { name: ['Needed'] } }));
    const refused = await api('GET /meta').catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 204, code: 'BAD', errors: { name: ['Needed'] } });
    answers(502, '<html>bad gateway</html>');
    const strange = await api('GET /meta').catch((error: unknown) => error);
    expect(strange).toBeInstanceOf(ApiError);
    expect(strange).toMatchObject({ status: 502, code: 'HTTP_502', message: 'text unexpected' });
    answers(504, '');
    await expect(api('GET /meta')).rejects.toMatchObject({ message: 'text http504' });
  });
  it('B127: shows no toast for a failed import from AliExpress or CJ, and one for other suppliers', async () => {
    const importFrom = (source: 'cj' | 'quayside') =>
      api('POST /center/products/import/{source}', {
        params: { source },
        body: { supplier_product_id: 'x', ship_to: 'US' },
      }).catch(() => undefined);
    answers(400, JSON.stringify({ status: 201, code: 'BAD', message: 'No', data: null }));
    await importFrom('cj');
    expect(said).toEqual([]);
    answers(400, JSON.stringify({ status: 201, code: 'BAD', message: 'No', data: null }));
    await importFrom('quayside');
    expect(said).toEqual(['error: No']);
  });
  it('A55: takes a bare HTTP 401 for the end of the session', async () => {
    answers(401, '');
    await expect(api('GET /meta')).rejects.toMatchObject({ status: 101 });
    expect(said).toEqual(['error: text unexpected', 'leave: sign-out']);
  });
  it('says that there was no answer', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('cut')));
    await expect(api('GET /meta')).rejects.toMatchObject({ status: 0, code: 'NETWORK', message: 'text network' });
  });
});

describe('a call that needs a confirmed session', () => {
  const refusal = { status: 103, code: 'CONFIRM_IDENTITY', message: 'Confirm it’s you', data: null };
  const done = { status: 200, code: 'OK', message: 'Invited', data: { link: 'x' } };
  const bodies: unknown[] = [];
  const answersInTurn = (...turns: object[]) => {
    bodies.splice(0);
    vi.stubGlobal('document', pages);
    vi.stubGlobal('fetch', (_url: string, { body }: { body: unknown }) => {
      bodies.push(body);
      return Promise.resolve(new Response(JSON.stringify(turns.shift())));
    });
  };
  const invite = () =>
    api('POST /team/invitations', { body: { email: 'a@example.com', role: 'viewer', store_ids: null } });

  it('is repeated once the person confirmed, with the same body and one toast', async () => {
    confirms = true;
    answersInTurn(refusal, done);
    expect(await invite()).toEqual({ link: 'x' });
    expect(said).toEqual(['confirm', 'success: Invited']);
    expect(bodies).toHaveLength(2);
    expect(bodies[0]).toBe(bodies[1]);
  });

  it('fails without a toast when the person cancels, and is asked no second time in a row', async () => {
    confirms = false;
    answersInTurn(refusal);
    await expect(invite()).rejects.toMatchObject({ code: 'CONFIRM_IDENTITY' });
    expect(said).toEqual(['confirm']);
    confirms = true;
    answersInTurn(refusal, refusal);
    await expect(invite()).rejects.toMatchObject({ code: 'CONFIRM_IDENTITY' });
    expect(said).toEqual(['confirm', 'confirm']);
  });
});
