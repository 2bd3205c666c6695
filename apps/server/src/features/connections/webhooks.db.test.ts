import { createHmac } from 'node:crypto';
import { newId } from '@quayside/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Executor, json, sql } from '../../db/index.ts';
import { type Client, startTestApp } from '../../testing/app/test-app.ts';

const STRIPE_SECRET = 'whsec_of_this_test';
// No worker: what a message leaves behind is what its taking wrote.
const app = await startTestApp({
  args: ['--role', 'web'],
  env: { STRIPE_SECRET_KEY: 'sk_test_nobody', STRIPE_WEBHOOK_SECRET: STRIPE_SECRET },
});
afterAll(() => app.stop());

type Headers = Record<string, string>;

/** Somebody who sends us messages: where to, how he signs, and what a good one of his looks like. */
interface Sender {
  name: 'woocommerce' | 'shopify' | 'cj' | 'stripe';
  path: string;
  /** The store or connection that is told of what was refused; none for the installation's own. */
  id?: string;
  message(delivery: string): { body: string; headers: Headers };
  sign(body: string): Headers;
}

const hmac = (secret: string, text: string, form: 'base64' | 'hex' = 'base64') =>
  createHmac('sha256', secret).update(text).digest(form);
const JSON_TYPE = { 'content-type': 'application/json' };

let ada: Client;
const senders: Sender[] = [];
const ids = { woocommerce: newId(), shopify: newId(), cj: newId() };
const keys = { woocommerce: newId(), shopify: newId(), cj: newId() };

function addStore(tx: Executor, platform: 'woocommerce' | 'shopify') {
  const { vault } = app.running.deps;
  const id = ids[platform];
  return tx.run(sql`insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status,
      store_name, currency, credentials, webhook_secret)
    values (${ada.workplaceId}, ${id}, ${ada.accountId}, ${platform}, ${`${platform}.example`}, ${`https://${platform}.example`},
      'live', 'active', 'A shop', 'USD', ${json(vault.seal({ accessToken: 'x' }, `store:${id}`))},
      ${json(vault.seal('the secret', `store:${id}:webhook`))})`);
}

beforeAll(async () => {
  ada = await app.signUp();
  const { vault } = app.running.deps;
  await app.db.tenant(ada, async (tx) => {
    for (const platform of ['woocommerce', 'shopify'] as const) {
      await addStore(tx, platform);
      await tx.run(sql`insert into store_directory (store_id, workplace_id, account_id, platform, platform_domain, mode, webhook_key)
        values (${ids[platform]}, ${ada.workplaceId}, ${ada.accountId}, ${platform}, ${`${platform}.example`}, 'live', ${keys[platform]})`);
    }
    await tx.run(sql`insert into supplier_connection (workplace_id, connection_id, supplier, label, mode, payer, status, credentials, webhook_secret)
      values (${ada.workplaceId}, ${ids.cj}, 'cj', 'CJ', 'live', 'own-account', 'active',
        ${json(vault.seal({ apiKey: 'k', openId: '4711' }, `supplier:${ids.cj}`))},
        ${json(vault.seal('the secret', `supplier:${ids.cj}:webhook`))})`);
    await tx.run(sql`insert into supplier_directory (connection_id, workplace_id, account_id, supplier, mode, webhook_key)
      values (${ids.cj}, ${ada.workplaceId}, ${ada.accountId}, 'cj', 'live', ${keys.cj})`);
  });
  const t = () => Math.floor(Date.now() / 1000);
  senders.push(
    {
      name: 'woocommerce',
      path: `/webhooks/woocommerce/${keys.woocommerce}`,
      id: ids.woocommerce,
      message: (delivery) => ({
        body: '{"id":7,"date_modified_gmt":"2026-03-01T12:00:00"}',
        headers: { 'x-wc-webhook-topic': 'order.updated', 'x-wc-webhook-delivery-id': delivery },
      }),
      sign: (body) => ({ 'x-wc-webhook-signature': hmac('the secret', body) }),
    },
    {
      name: 'shopify',
      path: `/webhooks/shopify/${keys.shopify}`,
      id: ids.shopify,
      message: (delivery) => ({
        body: '{"id":7,"admin_graphql_api_id":"gid://shopify/Order/7","updated_at":"2026-03-01T12:00:00Z"}',
        headers: { 'x-shopify-topic': 'orders/updated', 'x-shopify-event-id': delivery },
      }),
      sign: (body) => ({ 'x-shopify-hmac-sha256': hmac('the secret', body) }),
    },
    {
      name: 'cj',
      path: `/webhooks/supplier/cj/${keys.cj}`,
      id: ids.cj,
      message: (delivery) => ({
        body: JSON.stringify({
          messageId: delivery,
          type: 'ORDER',
          messageType: 'UPDATE',
          params: { cjOrderId: 'c-7' },
        }),
        headers: {},
      }),
      sign: (body) => ({ sign: hmac('4711', body) }),
    },
    {
      name: 'stripe',
      path: '/webhooks/payment/stripe',
      message: (delivery) => ({
        body: JSON.stringify({
          id: delivery,
          type: 'checkout.session.completed',
          data: { object: { object: 'checkout.session', id: 'cs_nobody' } },
        }),
        headers: {},
      }),
      sign: (body) => ({ 'stripe-signature': `t=${t()},v1=${hmac(STRIPE_SECRET, `${t()}.${body}`, 'hex')}` }),
    },
  );
});

async function post(path: string, body: string, headers: Headers): Promise<number> {
  const answer = await fetch(app.url + path, { method: 'POST', headers, body });
  await answer.arrayBuffer();
  return answer.status;
}

interface Kept {
  refused: number;
  taken: number;
  jobs: number;
  bodies: string;
}

/** What is known of a sender's messages: refused ones by their number, taken ones by their rows. */
async function kept({ id, name }: Sender): Promise<Kept> {
  const own = await app.db.tenant(ada, (tx) =>
    tx.first<Kept>(sql`select coalesce(sum(times) filter (where state = 'refused'), 0)::int as refused,
        count(*) filter (where state <> 'refused') as taken, coalesce(string_agg(encode(body, 'escape'), ' ') filter (where state = 'refused'), '') as bodies
      from webhook_delivery where workplace_id = ${ada.workplaceId} and sender_id = ${id ?? newId()}`),
  );
  const shared = await app.db.global((tx) =>
    tx.first<{ refused: number; taken: number; jobs: number }>(sql`select
      (select coalesce(sum(times), 0)::int from webhook_refusal where sender = ${name}) as refused,
      (select count(*) from payment_event where provider = ${name}) as taken,
      (select count(*) from pgboss.job where name in ('work-webhook', 'work-order-webhook', 'work-payment-event')) as jobs`),
  );
  return {
    refused: (own?.refused ?? 0) + (id ? 0 : (shared?.refused ?? 0)),
    taken: (own?.taken ?? 0) + (shared?.taken ?? 0),
    jobs: shared?.jobs ?? 0,
    bodies: own?.bodies ?? '',
  };
}

const NAMES = ['woocommerce', 'shopify', 'cj', 'stripe'] as const;
const senderCalled = (name: string): Sender => {
  const found = senders.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
};

/** What is wrong with a message, made from a good one. */
const MALFORMED: [string, (sender: Sender) => { body: string; headers: Headers }][] = [
  [
    'a wrong signature',
    (sender) => {
      const { body, headers } = sender.message('d-1');
      return { body, headers: { ...JSON_TYPE, ...headers, ...sender.sign(`${body} `) } };
    },
  ],
  [
    'no signature',
    (sender) => {
      const { body, headers } = sender.message('d-1');
      return { body, headers: { ...JSON_TYPE, ...headers } };
    },
  ],
  [
    'broken JSON, well signed',
    (sender) => ({
      body: '{"id":7,',
      headers: { ...JSON_TYPE, ...sender.message('d-1').headers, ...sender.sign('{"id":7,') },
    }),
  ],
  [
    'nothing, well signed',
    (sender) => ({ body: '', headers: { ...JSON_TYPE, ...sender.message('d-1').headers, ...sender.sign('') } }),
  ],
  [
    'a list instead of a message',
    (sender) => ({ body: '[1]', headers: { ...JSON_TYPE, ...sender.message('d-1').headers, ...sender.sign('[1]') } }),
  ],
  [
    'another content type',
    (sender) => {
      const { body, headers } = sender.message('d-1');
      return { body, headers: { 'content-type': 'text/plain', ...headers, ...sender.sign(body) } };
    },
  ],
  [
    'more than two megabytes',
    (sender) => {
      const body = JSON.stringify({ id: 7, note: 'x'.repeat(2_200_000) });
      return { body, headers: { ...JSON_TYPE, ...sender.message('d-1').headers, ...sender.sign(body) } };
    },
  ],
];

describe.each(NAMES)('%s', (name) => {
  it.each(MALFORMED)('a message with %s is refused and counted, and leads to nothing', async (_what, make) => {
    const sender = senderCalled(name);
    const before = await kept(sender);
    const { body, headers } = make(sender);
    expect([400, 401, 413]).toContain(await post(sender.path, body, headers));
    const after = await kept(sender);
    expect(after).toEqual({ ...before, refused: before.refused + 1 });
    expect(after.bodies).toBe('');
  });

  it('a flood of refused messages takes no room', async () => {
    const sender = senderCalled(name);
    const rows = () =>
      app.db.tenant(ada, (tx) =>
        tx.first<{ n: number }>(
          sql`select count(*) as n from webhook_delivery where workplace_id = ${ada.workplaceId}`,
        ),
      );
    const { body, headers } = sender.message('d-1');
    await post(sender.path, body, { ...JSON_TYPE, ...headers });
    const [before, known] = [await rows(), await kept(sender)];
    for (let n = 0; n < 20; n++) await post(sender.path, `${body} `, { ...JSON_TYPE, ...headers });
    expect(await rows()).toEqual(before);
    expect((await kept(sender)).refused).toBe(known.refused + 20);
  });

  it('a replayed message is harmless', async () => {
    const sender = senderCalled(name);
    const before = await kept(sender);
    const send = async (delivery: string) => {
      const { body, headers } = sender.message(delivery);
      return post(sender.path, body, { ...JSON_TYPE, ...headers, ...sender.sign(body) });
    };
    const first = `delivery-${newId()}`;
    expect([await send(first), await send(first), await send(first)]).toEqual([200, 200, 200]);
    const once = await kept(sender);
    // One row and one job.
    expect(once).toEqual({ ...before, taken: before.taken + 1, jobs: before.jobs + 1 });
    // The same under another id is at most one more look at the truth.
    expect(await send(`delivery-${newId()}`)).toBe(200);
    const again = await kept(sender);
    expect(again.taken - once.taken).toBeLessThanOrEqual(1);
    expect(again.refused).toBe(before.refused);
  });

  it('a topic that we do not know is taken and leads to nothing', async () => {
    const sender = senderCalled(name);
    const before = await kept(sender);
    const oddities: Record<Sender['name'], { body: string; headers: Headers }> = {
      woocommerce: { headers: { 'x-wc-webhook-topic': 'coupon.created' }, body: '{"id":7}' },
      shopify: { headers: { 'x-shopify-topic': 'themes/create', 'x-shopify-event-id': 'e-1' }, body: '{"id":7}' },
      cj: {
        headers: {},
        body: JSON.stringify({ messageId: 'm-1', type: 'WEATHER', messageType: 'UPDATE', params: {} }),
      },
      stripe: { headers: {}, body: JSON.stringify({ id: 'evt', type: 'charge.expired', data: { object: {} } }) },
    };
    const strange = oddities[sender.name];
    expect(
      await post(sender.path, strange.body, { ...JSON_TYPE, ...strange.headers, ...sender.sign(strange.body) }),
    ).toBe(200);
    expect(await kept(sender)).toMatchObject({ jobs: before.jobs, refused: before.refused });
  });
});

it.each(['woocommerce', 'shopify'])('%s: a message without its topic is refused', async (name) => {
  const sender = senderCalled(name);
  const before = await kept(sender);
  const { body } = sender.message('d-1');
  expect(await post(sender.path, body, { ...JSON_TYPE, ...sender.sign(body) })).toBe(401);
  expect(await kept(sender)).toEqual({ ...before, refused: before.refused + 1 });
});

describe('an address that nobody has', () => {
  it.each([
    ['/webhooks/shopify/nobody', 'shopify'],
    ['/webhooks/woocommerce/nobody', 'woocommerce'],
    ['/webhooks/supplier/cj/nobody', 'cj'],
    ['/webhooks/supplier/nobody/nobody', 'unknown'],
    ['/webhooks/nobody/nobody', 'unknown'],
    ['/webhooks/wc-auth/nobody', 'wc-auth'],
    ['/webhooks/supplier/constructor/nobody', 'unknown'],
    ['/webhooks/constructor/nobody', 'unknown'],
    ['/webhooks/constructor/privacy', 'unknown'],
  ])('%s is refused and counted for operators', async (path, sender) => {
    const count = async () =>
      (
        await app.db.global((tx) =>
          tx.first<{ n: number }>(
            sql`select coalesce(sum(times), 0)::int as n from webhook_refusal where sender = ${sender}`,
          ),
        )
      )?.n ?? 0;
    const before = await count();
    expect(await post(path, '{"id":1}', JSON_TYPE)).toBe(404);
    expect(await count()).toBe(before + 1);
  });
});

it("a store's owner sees how many were refused, and no content of them", async () => {
  const health = await ada.call('GET /connections/{store_id}/health', { params: { store_id: ids.shopify } });
  expect(health.data.webhooks.refused_24h).toBeGreaterThan(20);
});

it('the owner sees for each store and supplier what was refused and why, and is told of the first in an hour', async () => {
  const before = await ada.call('GET /connections/reports');
  const of = (answer: typeof before, id: string) => answer.data.items.find((one) => one.id === id);
  const causes = (answer: typeof before, id: string) =>
    Object.fromEntries((of(answer, id)?.problems ?? []).map((one) => [one.cause, one.times]));
  for (const id of Object.values(ids)) {
    expect(Object.keys(causes(before, id)).sort()).toEqual(['malformed', 'signature', 'too_large']);
    expect(of(before, id)?.last_received_at).not.toBeNull();
  }
  expect(of(before, ids.cj)?.sender).toBe('supplier');
  const sender = senderCalled('woocommerce');
  const { body, headers } = sender.message('d-9');
  const told = () =>
    app.db.tenant(ada, (tx) =>
      tx.first<{ n: number }>(sql`select count(*)::int as n from live_event where workplace_id = ${ada.workplaceId}
        and topic = 'stores' and ${ids.woocommerce} = any(ids)`),
    );
  const events = (await told())?.n ?? 0;
  expect(events).toBeGreaterThan(0);
  await post(sender.path, body, { ...JSON_TYPE, ...headers, ...sender.sign(`${body}!`) });
  const after = await ada.call('GET /connections/reports');
  expect(causes(after, ids.woocommerce)).toEqual({
    ...causes(before, ids.woocommerce),
    signature: (causes(before, ids.woocommerce).signature ?? 0) + 1,
  });
  // The reason was known within the hour: counted, and no screen is woken for it.
  expect((await told())?.n).toBe(events);
  const bert = await app.signUp();
  expect((await bert.call('GET /connections/reports')).data.items.map((one) => one.id)).not.toContain(ids.shopify);
});

it('a ping is answered and leaves nothing, whatever number it names', async () => {
  const sender = senderCalled('woocommerce');
  const before = await kept(sender);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  for (const n of [1, 2, 3]) expect(await post(sender.path, `webhook_id=${n}`, form)).toBe(200);
  expect(await kept(sender)).toEqual(before);
});
