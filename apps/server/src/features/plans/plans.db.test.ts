import { newId } from '@quayside/kernel';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../db/index.ts';
import { SESSION_CHANNEL } from '../../http/session.ts';
import { type Client, createClient, startTestApp } from '../../testing/app/test-app.ts';
import { setPlan } from './index.ts';

// As an operator runs it who serves others: everybody begins with the free plan.
const app = await startTestApp({ env: { QUAYSIDE_PLAN: 'FREE_CREDIT' } });
afterAll(() => app.stop());

let ada: Client;
beforeAll(async () => {
  ada = await app.signUp();
});

const plan = async (who: Client, headers?: Record<string, string>) =>
  (await who.call('GET /payments/user/v2/current-plan', {}, headers)).data;
const record = (
  who: Client,
  feature_id: 'AI_PRODUCT_SEO' | 'AI_IMAGE_GENERATION' | 'PRODUCT_IMPORT',
  usage_amount = 1,
) => who.call('POST /payments/quota/update-usage', { body: { feature_id, usage_amount } });

const give = (who: Client, planKey: string) =>
  app.db.tenant({ accountId: who.accountId }, (tx) => setPlan(tx, who.accountId, planKey));

/** A second workspace, from the time of a larger plan: its uses count on the smaller one. */
async function anotherWorkspace(who: Client): Promise<{ id: string }> {
  const id = newId();
  await app.db.tenant({ accountId: who.accountId, workplaceId: id }, async (tx) => {
    await tx.run(sql`insert into workplace (workplace_id, account_id, name, currency, settings)
      values (${id}, ${who.accountId}, 'Two', 'EUR', '{}')`);
    await tx.run(sql`insert into member (account_id, workplace_id, role) values (${who.accountId}, ${id}, 'owner')`);
  });
  return { id };
}

async function product(who: Client, workplaceId: string, deleted = false): Promise<string> {
  const id = newId();
  await app.db.tenant({ accountId: who.accountId, workplaceId }, (tx) =>
    tx.run(sql`insert into product (workplace_id, product_id, source, mode, source_product_id, title, cost_from, cost_to,
        price_from, price_to, total_variants, original, deleted_at)
      values (${workplaceId}, ${id}, 'quayside', 'live', ${id}, 'Cup', 1, 1, 1, 1, 1, '{}', ${deleted ? 'now' : null}::timestamptz)`),
  );
  return id;
}

async function listing(who: Client, productId: string): Promise<string> {
  const storeId = newId();
  const workplaceId = who.workplaceId;
  await app.db.tenant({ accountId: who.accountId, workplaceId }, async (tx) => {
    await tx.run(sql`insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status,
        store_name, currency, credentials)
      values (${workplaceId}, ${storeId}, ${who.accountId}, 'woocommerce', ${`${storeId}.example`}, 'https://x.example', 'live',
        'active', 'Shop', 'USD', '{}')`);
    await tx.run(sql`insert into listing (workplace_id, listing_id, product_id, store_id, state, publish_status, variant_ids,
        external_product_id)
      values (${workplaceId}, ${newId()}, ${productId}, ${storeId}, 'listed', 'active', '{}', 'x1')`);
  });
  return storeId;
}

describe('the current plan', () => {
  it('B084, B378: is the free one of a new account, with nothing used', async () => {
    const own = await plan(ada);
    expect(own).toMatchObject({
      name: 'Free',
      price: 0,
      total_credit: 25,
      total_credit_used: 0,
      is_trial: false,
      order_cashback: 0,
      next_billing_time: null,
      package: { key: 'FREE_CREDIT', cycle: 30, modules: [{ type: 'CREDIT', price: 0, main_credit: 25 }] },
    });
    expect(own.package.features.PRODUCT_LISTING).toMatchObject({ limit: 10, usage: 0 });
    expect(own.package.features.WORKSPACE).toMatchObject({ limit: 3, usage: 1 });
    const days = (Date.parse(own.resets_at) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29);
    expect(days).toBeLessThanOrEqual(30);
  });

  it('B136, A44: counts imports and listings of every workspace from their rows, deleted ones too', async () => {
    const second = await anotherWorkspace(ada);
    const cup = await product(ada, ada.workplaceId);
    await product(ada, second.id, true);
    await listing(ada, cup);
    const own = await plan(ada);
    expect(own.package.features.PRODUCT_IMPORT?.usage).toBe(2);
    expect(own.package.features.PRODUCT_LISTING?.usage).toBe(1);
    expect(own.package.features.WORKSPACE?.usage).toBe(2);
    expect(own.total_credit_used).toBe(2 * 4 + 4);
  });

  it('B172, B463: is another one for the researcher app', async () => {
    const other = await plan(ada, { app: 'AH' });
    expect(other).toMatchObject({ package: { key: 'FREE_CREDIT' }, total_credit_used: 0 });
  });

  it('is the owner’s for a member, who records on it where his role allows', async () => {
    const bob = await app.signUp();
    await app.db.tenant({ accountId: bob.accountId, workplaceId: ada.workplaceId }, async (tx) => {
      await tx.run(sql`insert into member (account_id, workplace_id, role, owner_id)
        values (${bob.accountId}, ${ada.workplaceId}, 'lister', ${ada.accountId})`);
      await tx.run(sql`select pg_notify(${SESSION_CHANNEL}, ${bob.accountId})`);
    });
    const guest = createClient(app.url, bob.token, bob.accountId, ada.workplaceId);
    const at = { 'workplace-id': ada.workplaceId };
    expect((await plan(guest, at)).total_credit_used).toBe(12);
    const body = { feature_id: 'AI_PRODUCT_SEO' as const, usage_amount: 1 };
    expect((await guest.call('POST /payments/quota/update-usage', { body }, at)).data.total_credit_used).toBe(13);
    expect((await plan(bob)).total_credit_used).toBe(0);
  });

  it('B110: is that of the demo mode while it is on, in which nothing is imported (B251)', async () => {
    const eve = await app.signUp();
    const demoMode = async (on: boolean) =>
      (await eve.call('POST /auth/account/demo-mode', { body: { on } })).data.remaining_meta_keys;
    expect(await demoMode(true)).toMatchObject({ DEMO_MODE: true });
    expect((await plan(eve)).package.key).toBe('DEMO_MODE_QUAYSIDE');
    // A plan is still to be chosen, and uses that are recorded meanwhile choose none.
    expect((await eve.call('GET /auth/account')).data.onboarding).toEqual(['normal_import', 'order', 'pricing']);
    await record(eve, 'AI_PRODUCT_SEO');
    const ask = {
      supplier_product_id: 'p1',
      source: 'quayside' as const,
      ship_to: 'US',
      productName: 'Cup',
      image: '',
    };
    const refused = await eve.call('POST /center/products/import/{source}', {
      params: { source: 'quayside' },
      body: ask,
    });
    expect(refused).toMatchObject({ code: 'DEMO_MODE', http: 403 });
    await eve.call('POST /auth/account/update-meta', { body: { meta_key: 'DEMO_MODE' } });
    expect((await plan(eve)).package.key).toBe('FREE_CREDIT');
    expect(await demoMode(true)).toHaveProperty('DEMO_MODE');
    expect(await demoMode(false)).not.toHaveProperty('DEMO_MODE');
  });
});

describe('usage', () => {
  it('C046: is counted anew, and says beforehand what would be allowed', async () => {
    const calc = async (feature_id: 'PRODUCT_IMPORT' | 'WP_ADD_STORE', usage_amount = 1) =>
      (await ada.call('POST /payments/quota/calc-usage', { body: { feature_id, usage_amount } })).data.check;
    expect(await calc('PRODUCT_IMPORT')).toMatchObject({
      allowed: true,
      refused_by: null,
      limit: -1,
      usage: 2,
      cost: 4,
    });
    expect(await calc('PRODUCT_IMPORT', 6)).toMatchObject({ allowed: false, refused_by: 'credits' });
    expect(await calc('WP_ADD_STORE')).toMatchObject({ allowed: false, refused_by: 'limit', limit: 0 });
    expect((await ada.call('POST /payments/quota/calc-usage', { body: {} })).data.check).toBeNull();
  });

  it('C047: is recorded for what leaves no row, and refused for what does', async () => {
    expect(await record(ada, 'PRODUCT_IMPORT')).toMatchObject({ http: 400, code: 'USAGE_IS_COUNTED' });
    const answer = await record(ada, 'AI_IMAGE_GENERATION', 2);
    expect(answer.data).toMatchObject({ limit: 10, usage: 3, total_credit_used: 13 + 6 });
  });

  it('B080, B455: stops at the limit of the feature or of the credits, also for two at once', async () => {
    const gil = await app.signUp();
    expect(await record(gil, 'AI_IMAGE_GENERATION', 9)).toMatchObject({
      http: 402,
      status: 401,
      code: 'OUT_OF_CREDITS',
    });
    const both = await Promise.all([record(gil, 'AI_PRODUCT_SEO', 6), record(gil, 'AI_PRODUCT_SEO', 6)]);
    expect(both.map((one) => one.code).sort()).toEqual(['OK', 'QUOTA_LIMIT_REACHED']);
    expect((await plan(gil)).total_credit_used).toBe(6);
  });
});

describe('the end of a plan', () => {
  const workspace = (who: Client, name = 'More') =>
    who.call('POST /auth/workplace/create', { body: { name, currency: 'USD' } });

  it('A07, B281, B407: workspaces are added from Growth on, and only as many as the table says', async () => {
    const eve = await app.signUp();
    expect(await workspace(eve)).toMatchObject({ http: 402, status: 401, code: 'NOT_IN_PLAN' });
    await give(eve, 'STARTER_CREDIT_TIER_2');
    const refused = await workspace(eve);
    expect(refused).toMatchObject({ status: 401, code: 'NOT_IN_PLAN' });
    expect(refused.message).toContain('Upgrade to Growth or higher to unlock.');
    await give(eve, 'GROWTH_CREDIT_TIER_1');
    for (let at = 2; at <= 9; at += 1) expect((await workspace(eve, `W${at}`)).http).toBe(200);
    // Two at once for the last place.
    const both = await Promise.all([workspace(eve, 'A'), workspace(eve, 'B')]);
    expect(both.map((one) => one.code).sort()).toEqual(['OK', 'QUOTA_LIMIT_REACHED']);
    expect((await eve.call('GET /auth/account')).data.workplaces).toHaveLength(10);
  });

  it('B122, B079, B235: nothing is pushed once as many products stand in stores as the plan allows', async () => {
    const eve = await app.signUp();
    let storeId = '';
    for (let at = 0; at < 10; at += 1) storeId = await listing(eve, await product(eve, eve.workplaceId));
    await give(eve, 'FREE_CREDIT');
    const cup = await product(eve, eve.workplaceId);
    const push = () =>
      eve.call('POST /center/products/push-multiple-channel', {
        body: { product_ids: [cup], store_ids: [storeId] },
      });
    // The session of a moment ago does not know the store yet.
    await app.db.global(async (tx) => {
      await tx.run(sql`insert into store_directory (store_id, workplace_id, account_id, platform, platform_domain, mode,
          webhook_key, active)
        values (${storeId}, ${eve.workplaceId}, ${eve.accountId}, 'woocommerce', ${storeId}, 'live', ${storeId}, false)`);
      await tx.run(sql`select pg_notify(${SESSION_CHANNEL}, ${eve.accountId})`);
    });
    // B235, B236: the specification's key, and the numbers of the dialog, come beside our own code.
    const data = {
      error_code: 'LISTING_PRODUCT_EXCEED_QUOTA_LIMIT',
      feature: 'PRODUCT_LISTING',
      by: 'limit',
      limit: 10,
      usage: 10,
    };
    await vi.waitFor(async () =>
      expect(await push()).toMatchObject({ http: 402, status: 401, code: 'QUOTA_EXPIRED', data }),
    );
    const begun = await app.db.read(eve, (ex) =>
      ex.first(sql`select 1 from process where workplace_id = ${eve.workplaceId}`),
    );
    expect(begun).toBeUndefined();
    await give(eve, 'ENTERPRISE_CREDIT_TIER_1');
    const check = { body: { feature_id: 'PRODUCT_LISTING' as const, usage_amount: 1 } };
    expect((await eve.call('POST /payments/quota/calc-usage', check)).data.check).toMatchObject({ allowed: true });
  });
});

describe('another account of one’s own (C003)', () => {
  const email = `second-${Date.now()}@example.com`;
  const connect = (who: Client, password: string) =>
    who.call('POST /auth/account/connect', { body: { email, password } });

  it('opens its workspaces as a manager’s once it is proven, and a wrong password ends no session', async () => {
    const other = await app.signUp(email);
    expect(await connect(ada, 'not the password')).toMatchObject({ http: 422, code: 'WRONG_EMAIL_OR_PASSWORD' });
    expect((await ada.call('GET /auth/account')).http).toBe(200);
    const answer = await connect(ada, 'correct horse battery');
    expect(answer).toMatchObject({ http: 200, data: { workplace_ids: [other.workplaceId] } });
    const { workplaces } = (await ada.call('GET /auth/account')).data;
    expect(workplaces.find((one) => one.id === other.workplaceId)).toMatchObject({ role: 'manager', is_own: false });
    expect(await connect(other, 'correct horse battery')).toMatchObject({ code: 'CONNECT_SAME_ACCOUNT' });
  });

  it('116 and 117: is refused while its plan is not paid', async () => {
    const other = await app.signIn(email, 'correct horse battery');
    await app.db.tenant({ accountId: other.accountId }, (tx) =>
      tx.run(sql`insert into account_plan (account_id, plan_key, started_at, due_since)
        values (${other.accountId}, 'GROWTH_CREDIT_TIER_1', now(), now())`),
    );
    const eve = await app.signUp();
    expect(await connect(eve, 'correct horse battery')).toMatchObject({ http: 409, status: 116 });
    const body = { email, password: 'correct horse battery' };
    expect(await eve.call('POST /auth/account/connect', { body }, { app: 'AH' })).toMatchObject({ status: 117 });
    expect((await eve.call('GET /auth/account')).data.workplaces).toHaveLength(1);
  });
});

describe('what screens report', () => {
  const kinds = (who: Client) =>
    app.db.read({ accountId: who.accountId }, (ex) =>
      ex.rows<{ kind: string; name: string }>(
        sql`select kind, name from activity_event where account_id = ${who.accountId} order by event_id`,
      ),
    );

  it('B164: is kept with the account and changes nothing else', async () => {
    const eve = await app.signUp();
    const body = { event_name: 'import', url: '/app/find-product', event_data: { count: 2 } };
    await eve.call('POST /log/events', { body });
    await eve.call('POST /log/attributes', { body: { event_name: 'stores', user_data: { stores: 1 } } });
    await eve.call('POST /log/user_action', { body: { events: [{ event_name: 'push' }, { event_name: 'order' }] } });
    expect(await eve.raw('POST', '/log/user_action', { url: '/app' })).toMatchObject({
      http: 422,
      errors: { event_name: [expect.any(String)] },
    });
    await eve.call('POST /log/mvp/user_action', { body: { event_name: 'look' } });
    await eve.call('POST /core/account/views', { body: { shopify_plan: 'basic' } });
    await eve.call('POST /core/account/tracking-on-page', { body: { time: 12.5 } });
    await eve.call('POST /core/mvp/interacted', { body: { part: 'clients' } });
    expect((await kinds(eve)).map((one) => one.kind)).toEqual([
      'events',
      'attributes',
      'user_action',
      'user_action',
      'mvp_user_action',
      'views',
      'time',
      'mvp_interacted',
    ]);
    expect((await eve.call('POST /core/mvp/subscribed', { body: {} })).data.is_new).toBe(true);
    expect((await eve.call('POST /core/mvp/subscribed', { body: {} })).data.is_new).toBe(false);
  });

  it('B119: keeps a slow page, counts it for the operators, and leaves a quick one', async () => {
    const eve = await app.signUp();
    const page = (largest_paint: number) =>
      eve.call('POST /log/page-performance', { body: { url: '/app/orders', largest_paint, layout_shift: 0.1 } });
    expect((await page(2500)).data.kept).toBe(false);
    expect((await page(2501)).data.kept).toBe(true);
    expect(await kinds(eve)).toEqual([{ kind: 'page_performance', name: 'largest_paint' }]);
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    expect(metrics).toContain('quayside_slow_pages_total{figure="largest_paint"} 1');
  });

  it('C054: reaches the operators', async () => {
    const eve = await app.signUp();
    const sent = await eve.call('POST /core/mvp/feedback', { body: { rating: 4, message: 'Good so far' } });
    expect(sent.message).not.toBe('');
    expect(await eve.call('GET /operator/feedback')).toMatchObject({ http: 403, code: 'OPERATORS_ONLY' });
    const rows = await app.db.global((tx) =>
      tx.rows(sql`select rating, message from operator_feedback where account_id = ${eve.accountId}`),
    );
    expect(rows).toEqual([{ rating: 4, message: 'Good so far' }]);
  });
});
