import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEST_SECRETS } from '@quayside/sandbox/fixed-secrets.ts';
import { SANDBOX_APP } from '@quayside/sandbox/shopify/seed.ts';
import { SignJWT } from 'jose';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { createClient, startTestApp } from '../../testing/app/test-app.ts';

const webDist = mkdtempSync(join(tmpdir(), 'quayside-web-'));
writeFileSync(join(webDist, 'index.html'), '<!doctype html><html><head><title>Q</title></head><body></body></html>');
const app = await startTestApp({ sandbox: true, webDist });
// Looks and sets past row level security.
const admin = new pg.Client(app.db.superuserUrl);
await admin.connect();
afterAll(async () => {
  await admin.end();
  await app.stop();
  rmSync(webDist, { recursive: true, force: true });
});

const adminOf = (shop: string): string => `${app.sandboxUrl}/shopify/${shop}/admin/apps/${SANDBOX_APP.clientId}`;

/** What the owner does at Shopify: installs the app. */
async function install(shop: string): Promise<void> {
  const page = await fetch(adminOf(shop), { method: 'POST', body: new URLSearchParams({ decision: 'install' }) });
  expect(page.status).toBe(200);
}

async function tokenOf(shop: string, as: 'owner' | 'clerk' = 'owner'): Promise<string> {
  const answer = await fetch(`${adminOf(shop)}/session-token?as=${as}`, { method: 'POST' });
  return ((await answer.json()) as { token: string }).token;
}

const forged = (claims: object, secret: string = TEST_SECRETS.shopifyApp): Promise<string> => {
  const now = Math.floor(Date.now() / 1000);
  const shop = 'https://north-pier.myshopify.com';
  const times = { exp: now + 50, nbf: now - 5, iat: now - 5 };
  return new SignJWT({ iss: `${shop}/admin`, dest: shop, aud: SANDBOX_APP.clientId, sub: '7', ...times, ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(secret));
};

const nobody = createClient(app.url, '', '', '');
const autoLogin = (session_token: string, code?: string) =>
  nobody.call('POST /auth/platform/{platform}/auto-login', {
    params: { platform: 'shopify' },
    body: { session_token, ...(code ? { code } : {}) },
  });
const begin = (session_token: string) =>
  nobody.call('POST /auth/platform/{platform}/begin', { params: { platform: 'shopify' }, body: { session_token } });
type Entered = Awaited<ReturnType<typeof begin>>;
const clientOfEntered = ({ data }: Entered) => createClient(app.url, data.token, data.user.id, data.workplace_id ?? '');
const count = async (table: string, where: string): Promise<number> =>
  (await admin.query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`)).rows[0]?.n ?? -1;

describe('a shop that nobody has connected', () => {
  it('is told apart, then gets an account of its own, its store and a session', async () => {
    await install('north-pier');
    expect(await autoLogin(await tokenOf('north-pier'))).toMatchObject({ http: 409, status: 114 });
    const token = await tokenOf('north-pier');
    const begun = await begin(token);
    expect(begun, JSON.stringify(begun)).toMatchObject({
      status: 200,
      data: {
        user: { email: 'owner@north-pier.test', first_name: 'Nora', last_name: 'Pierce', has_password: false },
      },
    });
    expect(begun.data.user.email_verified).toBe(false);
    expect(begun.data.user.linked_stores.shopify).toMatchObject([
      { platform_domain: 'north-pier.myshopify.com', status: 'active', is_sandbox: true, id: begun.data.store_id },
    ]);
    const lives = Date.parse(begun.data.expires_at) - Date.now();
    expect(lives).toBeGreaterThan(23 * 3_600_000);
    expect(lives).toBeLessThan(25 * 3_600_000);
    // The same token again: the same account, the same store.
    const again = await begin(token);
    expect(again.data).toMatchObject({ user: { id: begun.data.user.id }, store_id: begun.data.store_id });
    expect(await count('account', "email = 'owner@north-pier.test'")).toBe(1);
    expect(await count('store', "platform_domain = 'north-pier.myshopify.com'")).toBe(1);
    const next = await autoLogin(await tokenOf('north-pier'));
    expect(next.data).toMatchObject({ user: { id: begun.data.user.id }, store_id: begun.data.store_id });
    // What it was given works, for the shop too: its keys came of the exchange.
    const mine = clientOfEntered(next);
    const health = await mine.call(
      'GET /connections/{store_id}/health',
      { params: { store_id: begun.data.store_id ?? '' }, query: { check: 'true' } },
      { 'workplace-id': mine.workplaceId },
    );
    expect(health.data.answered).toBe(true);
  });

  it('is made one account by two tabs at once', async () => {
    await install('driftwood');
    const token = await tokenOf('driftwood');
    const both = await Promise.all([begin(token), begin(token)]);
    expect(
      both.map((one) => one.status),
      JSON.stringify(both),
    ).toEqual([200, 200]);
    expect(new Set(both.map((one) => one.data.user.id)).size).toBe(1);
    expect(await count('store', "platform_domain = 'driftwood.myshopify.com'")).toBe(1);
  });

  it('opens no account that has its e-mail already', async () => {
    await install('quay-co');
    const ada = await app.signUp('owner@quay-co.test');
    expect(await begin(await tokenOf('quay-co'))).toMatchObject({ http: 409, status: 114, code: 'SHOP_EMAIL_KNOWN' });
    expect(await count('platform_identity', "platform_domain = 'quay-co.myshopify.com'")).toBe(0);

    const connect = async (workplace_id?: string) =>
      ada.call('POST /auth/platform/{platform}/bind', {
        params: { platform: 'shopify' },
        body: {
          session_token: await tokenOf('quay-co'),
          ...(workplace_id ? { workplace_id } : {}),
        },
      });
    // Signed in, and asked where the shop goes.
    expect(await connect()).toMatchObject({ http: 409, status: 115 });
    expect(await count('platform_identity', "platform_domain = 'quay-co.myshopify.com'")).toBe(0);
    const connected = await connect(ada.workplaceId);
    expect(connected).toMatchObject({
      status: 200,
      data: { platform_domain: 'quay-co.myshopify.com', status: 'active' },
    });
    // A way in that outlives the session: the owner hears of it.
    const mails = `account_id = '${ada.accountId}' and kind = 'sign-in-linked'`;
    expect(await count('mail_outbox', mails)).toBe(1);
    expect((await connect(ada.workplaceId)).data.id).toBe(connected.data.id);
    expect((await autoLogin(await tokenOf('quay-co'))).data.user).toMatchObject({ id: ada.accountId });
  });
});

describe('another user of a connected shop', () => {
  it('is another person: nobody knows him, he makes no second account, and enters only as a member', async () => {
    const unknown = await autoLogin(await tokenOf('quay-co', 'clerk'));
    expect(unknown).toMatchObject({ http: 409, status: 114, code: 'SHOP_CONNECTED_SIGN_IN' });
    expect(unknown.message).toBe(
      'quay-co.myshopify.com is already connected. Sign in to your account, or ask its owner for an invitation.',
    );
    expect(await begin(await tokenOf('quay-co', 'clerk'))).toMatchObject({ http: 409, status: 111 });
    const bob = await app.signUp();
    const connect = async (workplace_id?: string) =>
      bob.call('POST /auth/platform/{platform}/bind', {
        params: { platform: 'shopify' },
        body: {
          session_token: await tokenOf('quay-co', 'clerk'),
          ...(workplace_id ? { workplace_id } : {}),
        },
      });
    expect(await connect()).toMatchObject({ http: 409, status: 111 });
    expect(await connect(bob.workplaceId)).toMatchObject({ http: 409, status: 111 });

    const ada = await app.signIn('owner@quay-co.test', 'correct horse battery');
    expect(await connect(ada.workplaceId)).toMatchObject({ http: 404, errors: { workplace_id: expect.anything() } });
    await admin.query(`insert into member (account_id, workplace_id, role, owner_id)
        values ('${bob.accountId}', '${ada.workplaceId}', 'buyer', '${ada.accountId}')`);
    expect(await connect()).toMatchObject({ status: 200, data: { platform_domain: 'quay-co.myshopify.com' } });
    const entered = await autoLogin(await tokenOf('quay-co', 'clerk'));
    expect(entered.data).toMatchObject({ user: { id: bob.accountId }, workplace_id: ada.workplaceId });

    // In the shop's admin the workspace of the shop is meant, not the first one.
    const orders = (headers: Record<string, string>) =>
      clientOfEntered(entered).call('GET /stores/list-store', {}, headers);
    expect((await orders({})).data.items).toEqual([]);
    expect((await orders({ 'platform-domain-embedded': 'quay-co.myshopify.com' })).data.items).toHaveLength(1);

    await admin.query(
      `delete from member where account_id = '${bob.accountId}' and workplace_id = '${ada.workplaceId}'`,
    );
    expect(await autoLogin(await tokenOf('quay-co', 'clerk'))).toMatchObject({ status: 111 });
  });
});

describe('a session token', () => {
  it.each([
    ['of another secret', () => forged({}, 'some other secret')],
    ['for another app', () => forged({ aud: 'another' })],
    ['that is over', () => forged({ exp: Math.floor(Date.now() / 1000) - 60 })],
    ['of no shop', () => forged({ dest: 'https://evil.example', iss: 'https://evil.example/admin' })],
    ['that is none', async () => 'not a token, but long enough'],
  ])('%s is refused', async (_name, make) => {
    // Counted, and not asked for by their time: a clock that is set back makes old ones new. The demo's ends when it is filled.
    const others = "user_agent <> 'demo'";
    const before = await count('session_token', others);
    expect(await autoLogin(await make())).toMatchObject({ http: 409, status: 113, code: 'SESSION_TOKEN_REFUSED' });
    expect(await begin(await make())).toMatchObject({ code: 'SESSION_TOKEN_REFUSED' });
    expect(await count('session_token', others)).toBe(before);
  });

  it('of the sandbox opens no real shop', async () => {
    const real = { dest: 'https://real-shop.myshopify.com', iss: 'https://real-shop.myshopify.com/admin' };
    expect(await autoLogin(await forged(real))).toMatchObject({ http: 409, code: 'EMBEDDING_NEEDS_APP' });
  });

  it('is not signed by a secret that stands in the sources', async () => {
    const answer = await autoLogin(await forged({}, SANDBOX_APP.clientSecret));
    expect([answer.http, answer.code]).toEqual([409, 'SESSION_TOKEN_REFUSED']);
  });

  it('of the sandbox opens no account that has something live', async () => {
    const { rows } = await admin.query<{ workplace_id: string; account_id: string }>(
      "select workplace_id, account_id from store where platform_domain = 'north-pier.myshopify.com' limit 1",
    );
    const [home] = rows;
    const connection = randomUUID();
    await admin.query(
      `insert into supplier_connection (workplace_id, connection_id, supplier, label, mode, payer, status, credentials)
        values ($1, $2, 'cj', 'Mine', 'live', 'own-account', 'active', '{}')`,
      [home?.workplace_id, connection],
    );
    const refused = await autoLogin(await tokenOf('north-pier'));
    expect([refused.http, refused.code]).toEqual([403, 'SANDBOX_SHOP_OPENS_NO_LIVE']);
    expect(refused.message).toContain('north-pier.myshopify.com');
    expect((await begin(await tokenOf('north-pier'))).code).toBe('SANDBOX_SHOP_OPENS_NO_LIVE');
    await admin.query('delete from supplier_connection where connection_id = $1', [connection]);
    expect((await autoLogin(await tokenOf('north-pier'))).http).toBe(200);

    const enters = async () => (await autoLogin(await tokenOf('north-pier'))).code;
    const ids = [home?.account_id, home?.workplace_id, randomUUID()];
    await admin.query(
      `insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status, store_name,
        currency, credentials) values ($2, $3, $1, 'woocommerce', 'live.example', '', 'live', 'active', 'Live', 'USD', '{}')`,
      ids,
    );
    expect(await enters()).toBe('SANDBOX_SHOP_OPENS_NO_LIVE');
    await admin.query('delete from store where store_id = $1', [ids[2]]);
    expect(await enters()).toBe('OK');

    await admin.query(
      `insert into topup (account_id, topup_id, mode, amount, provider, state)
        values ($1, $2, 'live', 100, 'stripe', 'paid')`,
      [ids[0], ids[2]],
    );
    expect(await enters()).toBe('SANDBOX_SHOP_OPENS_NO_LIVE');
    await admin.query('delete from topup where topup_id = $1', [ids[2]]);
    expect(await enters()).toBe('OK');

    const { operators } = app.running.deps.config;
    const claimed = await admin.query<{ email: string }>(
      'update account set operator_email = lower(email) where account_id = $1 returning email',
      [ids[0]],
    );
    operators.push(claimed.rows[0]?.email.toLowerCase() ?? '');
    expect(await enters()).toBe('SANDBOX_SHOP_OPENS_NO_LIVE');
    operators.pop();
    expect(await enters()).toBe('OK');
  });

  it('of the sandbox opens a session that ends with the first live thing, and stays ended', async () => {
    const { data } = await autoLogin(await tokenOf('north-pier'));
    const inside = createClient(app.url, data.token, data.user.id, data.workplace_id ?? '');
    const status = async () => (await inside.call('GET /auth/account')).http;
    expect(await status()).toBe(200);
    const connection = randomUUID();
    await admin.query(
      `insert into supplier_connection (workplace_id, connection_id, supplier, label, mode, payer, status, credentials)
        values ($1, $2, 'cj', 'Mine', 'live', 'own-account', 'active', '{}')`,
      [data.workplace_id, connection],
    );
    const forget = () => admin.query("select pg_notify('quayside_session', $1)", [data.user.id]);
    await forget();
    await expect.poll(status).toBe(401);
    await admin.query('delete from supplier_connection where connection_id = $1', [connection]);
    await forget();
    expect(await status()).toBe(401);
  });

  it('is nothing for a platform that embeds no apps', async () => {
    const params = { platform: 'woocommerce' as const };
    const body = { session_token: await tokenOf('quay-co') };
    expect(await nobody.call('POST /auth/platform/{platform}/auto-login', { params, body })).toMatchObject({
      http: 404,
      code: 'EMBEDDING_NOT_OFFERED',
    });
  });

  it('is no way around the second factor', async () => {
    await admin.query(`update account set two_factor_at = now() where email = 'owner@driftwood.test'`);
    for (const enter of [autoLogin, begin])
      expect(await enter(await tokenOf('driftwood'))).toMatchObject({ http: 422, code: 'TWO_FACTOR_CODE_NEEDED' });
    await admin.query(`update account set two_factor_at = null where email = 'owner@driftwood.test'`);
  });

  it('gives a store that lost its keys new ones', async () => {
    await admin.query(`update store set status = 'needs_reconnect' where platform_domain = 'driftwood.myshopify.com'`);
    const entered = await autoLogin(await tokenOf('driftwood'));
    expect(entered.data.user.linked_stores.shopify).toMatchObject([{ status: 'active' }]);
  });

  it('is refused its exchange by a shop that threw the app out, in words', async () => {
    await install('lamplight');
    const token = await tokenOf('lamplight');
    await fetch(`${adminOf('lamplight')}/uninstall`, { method: 'POST' });
    const answer = await begin(token);
    expect(answer).toMatchObject({ http: 409, status: 113 });
    expect(await count('account', "email = 'owner@lamplight.test'")).toBe(0);
  });
});

describe('a page of the app', () => {
  const policyOf = async (path: string, headers: Record<string, string> = {}) => {
    const page = await fetch(`${app.url}${path}`, { headers });
    const policy = page.headers.get('content-security-policy') ?? '';
    return {
      ancestors: /frame-ancestors ([^;]+)/.exec(policy)?.[1],
      scripts: /script-src ([^;]+)/.exec(policy)?.[1],
      frameOptions: page.headers.get('x-frame-options'),
      text: await page.text(),
    };
  };
  /** The address that Shopify opens in its frame. */
  const frameOf = async (shop: string): Promise<URL> => {
    const page = await (await fetch(adminOf(shop))).text();
    return new URL((/iframe [^>]*src="([^"]+)"/.exec(page)?.[1] ?? '').replaceAll('&#38;', '&'));
  };

  it('is framed by nobody when it is opened on its own', async () => {
    for (const path of ['/login', '/app', '/app?embedded=1', '/app?shop=quay-co.myshopify.com', '/?embedded=1&shop=x'])
      expect(await policyOf(path), path).toMatchObject({ ancestors: "'none'", scripts: "'self'" });
  });

  it('is framed by the admin of a connected shop, in any frame of it', async () => {
    const framed = await policyOf('/app?embedded=1&shop=quay-co.myshopify.com');
    expect(framed).toMatchObject({
      ancestors: app.sandboxUrl,
      scripts: `'self' ${app.sandboxUrl}`,
      frameOptions: null,
    });
    expect(framed.text).toContain('<meta name="quayside-mode" content="embedded">');
    expect(framed.text.indexOf('app-bridge.js')).toBeLessThan(framed.text.indexOf('<title>'));
    const inTab = await policyOf('/app?embedded=1&shop=quay-co.myshopify.com', { 'sec-fetch-dest': 'document' });
    expect(inTab).toMatchObject({ ancestors: "'none'" });
    expect(inTab.text).not.toContain('quayside-mode');
  });

  it('is framed by a shop that is not connected only when Shopify signed the address', async () => {
    await install('saltworks');
    const signed = await frameOf('saltworks');
    expect(signed.searchParams.get('shop')).toBe('saltworks.myshopify.com');
    expect(await policyOf(signed.pathname + signed.search)).toMatchObject({ ancestors: app.sandboxUrl });
    expect(await policyOf('/?embedded=1&shop=saltworks.myshopify.com')).toMatchObject({ ancestors: "'none'" });
    signed.searchParams.set('shop', 'lamplight.myshopify.com');
    expect(await policyOf(signed.pathname + signed.search)).toMatchObject({ ancestors: "'none'" });
  });

  it('is shown as embedded in Shopify’s phone app, which has no frame', async () => {
    const phone = {
      'sec-fetch-dest': 'document',
      'user-agent': 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 Shopify Mobile/iOS/10.2.1 (Unframed)',
    };
    const signed = await frameOf('saltworks');
    const address = signed.pathname + signed.search;
    const shown = await policyOf(address, phone);
    expect(shown.text).toContain('<meta name="quayside-mode" content="embedded">');
    expect(shown).toMatchObject({ scripts: `'self' ${app.sandboxUrl}` });
    // Any other browser opens it in a tab of its own.
    const inTab = await policyOf(address, { 'sec-fetch-dest': 'document', 'user-agent': 'Mozilla/5.0 Safari/605.1' });
    expect(inTab.text).not.toContain('quayside-mode');
    // Without the signature, only where the shop is connected.
    expect((await policyOf('/?embedded=1&shop=saltworks.myshopify.com', phone)).text).not.toContain('quayside-mode');
    expect((await policyOf('/app?embedded=1&shop=quay-co.myshopify.com', phone)).text).toContain('quayside-mode');
    expect((await policyOf('/app?wrapper=1', phone)).text).not.toContain('quayside-mode');
  });

  it('is framed by no address that only looks like a shop', async () => {
    for (const shop of [
      'evil.example',
      'quay-co.myshopify.com.evil.example',
      'https://quay-co.myshopify.com',
      'quay-co.myshopify.com/',
      'QUAY-CO.myshopify.com',
      'quay-co.myshopify.com; script-src *',
      "x.myshopify.com' 'unsafe-inline",
    ]) {
      const page = await policyOf(`/app?embedded=1&shop=${encodeURIComponent(shop)}`);
      expect(page, shop).toMatchObject({ ancestors: "'none'", scripts: "'self'" });
      expect(page.text).not.toContain('quayside-mode');
    }
    expect(await policyOf('/app?embedded=1&shop=quay-co.myshopify.com&shop=evil.example')).toMatchObject({
      ancestors: "'none'",
    });
  });
});
