import { randomUUID } from 'node:crypto';
import { TEST_SECRETS } from '@quayside/sandbox/fixed-secrets.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { linkIn, mailTo, OPERATOR } from '../../testing/app/mails.ts';
import { type Client, startTestApp } from '../../testing/app/test-app.ts';

const app = await startTestApp({ sandbox: true, env: { QUAYSIDE_OPERATORS: OPERATOR } });
const admin = new pg.Client(app.db.superuserUrl);
await admin.connect();
afterAll(async () => {
  await admin.end();
  await app.stop();
});

const SHOP = 'quay-co.myshopify.com';
let ada: Client;
let bob: Client;
let adaMail: string;
let operator: Client;

beforeAll(async () => {
  adaMail = `ada-${Date.now()}@example.com`;
  ada = await app.signUp(adaMail);
  bob = await app.signUp();
  operator = await app.signUp(OPERATOR);
  const linked = await ada.call('POST /auth/platform/{platform}/link', {
    params: { platform: 'shopify' },
    body: { shop: SHOP, credentials: { accessToken: TEST_SECRETS.shopToken('quay-co') } },
  });
  expect(linked.status, JSON.stringify(linked)).toBe(200);
});

const ask = (who: Client, shop = SHOP) =>
  who.call('POST /core/stores/migrate', { body: { platform: 'shopify', shop } });
const stores = async (who: Client) =>
  (await who.call('GET /stores/list-store')).data.items.map((one) => one.platform_domain);
const states = async (who: Client) => (await who.call('GET /core/stores/migrate')).data.items.map((one) => one.state);
/** The link of the newest mail, once there are `nth` of them. */
const linkOf = async (nth: number): Promise<{ id: string; code: string }> => {
  const { code, id, path } = linkIn(app, (await mailTo(operator, adaMail, 'store-migrate', nth)).text);
  expect(path).toBe('/auth/store-migrate-verification');
  return { id, code };
};
const read = (who: Client, link: { id: string; code: string }) =>
  who.call('GET /auth/store-migrate/{id}/{code}', { params: link });
const decide = (who: Client, link: { id: string; code: string }, agree: boolean) =>
  who.call('POST /auth/store-migrate/verify', { body: { ...link, agree } });

describe('taking over a store of another account', () => {
  it('answers 512 alike, whether or not somebody here has the store', async () => {
    const known = await ask(bob);
    const unknown = await ask(bob, 'driftwood.myshopify.com');
    expect(known).toMatchObject({ http: 409, status: 512, code: 'STORE_MIGRATE_PROCESS' });
    expect(unknown).toMatchObject({
      http: known.http,
      status: 512,
      message: known.message.replace('quay-co', 'driftwood'),
    });
    expect(await states(bob)).toEqual(['asked', 'asked']);
    expect(await ask(ada)).toMatchObject({ http: 422, errors: { shop: expect.anything() } });
    expect(await ask(bob, 'not a shop')).toMatchObject({ http: 422, errors: { shop: expect.anything() } });
  });

  it('is decided by its owner alone, with a good link', async () => {
    const link = await linkOf(1);
    expect(await read(bob, link)).toMatchObject({ http: 409, status: 510 });
    expect(await decide(bob, link, true)).toMatchObject({ http: 409, status: 510 });
    expect(await decide(ada, { ...link, code: '0'.repeat(64) }, true)).toMatchObject({ status: 510 });
    expect((await read(ada, link)).data).toMatchObject({
      platform_domain: SHOP,
      asked_by: 'Ada Owner',
      open_orders: 0,
    });
    expect(await stores(ada)).toEqual([SHOP]);
  });

  it('may be kept, and asked for again', async () => {
    const link = await linkOf(1);
    expect(await decide(ada, link, false)).toMatchObject({ status: 200 });
    expect(await decide(ada, link, true)).toMatchObject({ status: 510 });
    expect(await stores(ada)).toEqual([SHOP]);
    // Her decision is on her trail, with who asked; his says only that he did.
    const trail = async (who: Client) =>
      (await who.call('GET /audit', { query: { entity: 'store_migration' } })).data.items;
    expect(await trail(ada)).toMatchObject([
      {
        actor: { kind: 'member', id: ada.accountId },
        entity_name: SHOP,
        change: 'changed',
        after: { state: 'refused', asked_by: 'Ada Owner' },
      },
    ]);
    expect((await trail(bob)).map((one) => [one.actor.id, one.change])).toEqual([
      [bob.accountId, 'created'],
      [bob.accountId, 'created'],
    ]);
    expect(await states(bob)).toContain('refused');
    expect(await ask(bob)).toMatchObject({ status: 512 });
  });

  it('waits while orders of the store are open, and the link stays good', async () => {
    const link = await linkOf(2);
    const { rows } = await admin.query<{ store_id: string }>(
      `select store_id from store where workplace_id = '${ada.workplaceId}'`,
    );
    const orderId = randomUUID();
    await admin.query(
      `insert into sales_order (workplace_id, order_id, store_id, mode, external_order_id, name, placed_at, store_updated_at,
        read_at, currency, subtotal, shipping_total, tax_total, discount_total, total, financial_status, fulfillment_status,
        placement_status, public_tracking_id)
      values ($1, $2, $3, 'sandbox', 'x1', '#1', now(), now(), now(), 'EUR', 0, 0, 0, 0, 0, 'paid', 'unfulfilled', 'ready', $4)`,
      [ada.workplaceId, orderId, rows[0]?.store_id, randomUUID()],
    );
    expect((await read(ada, link)).data.open_orders).toBe(1);
    expect(await decide(ada, link, true)).toMatchObject({ http: 409, status: 510, code: 'STORE_MIGRATE_OPEN_ORDERS' });
    await admin.query('update sales_order set archived_at = now() where order_id = $1', [orderId]);
    expect((await read(ada, link)).data.open_orders).toBe(0);
  });

  it('goes over with its keys, once; the orders so far stay', async () => {
    const link = await linkOf(2);
    const [one, other] = await Promise.all([decide(ada, link, true), decide(ada, link, true)]);
    expect([one.status, other.status].sort()).toEqual([200, 510]);
    await vi.waitFor(async () => expect(await states(bob)).toContain('done'), { timeout: 20_000, interval: 100 });
    expect(await stores(bob)).toEqual([SHOP]);
    expect(await stores(ada)).toEqual([]);
    const { rows } = await admin.query<{ n: number }>(
      `select count(*)::int as n from sales_order where workplace_id = '${ada.workplaceId}'`,
    );
    expect(rows[0]?.n).toBe(1);
    const store = (await bob.call('GET /stores/list-store')).data.items[0];
    const health = await bob.call('GET /connections/{store_id}/health', {
      params: { store_id: store?.id ?? '' },
      query: { check: 'true' },
    });
    expect(health.data.answered).toBe(true);
    // Nothing of the keys stays behind.
    const left = await admin.query(`select 1 from store_migration where carried is not null`);
    expect(left.rowCount).toBe(0);
  });
});
