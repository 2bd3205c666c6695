import { newId } from '@quayside/kernel';
import { computeSignature } from '@quayside/testing/fakes/added-connectors.ts';
import { until } from '@quayside/testing/waiting.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../db/index.ts';
import { storeWebhookContext } from '../../features/connections/store-repo.ts';
import { connectionWebhookContext } from '../../features/connections/supplier-repo.ts';
import { retryUnmatched } from '../../features/wallet/actions/recover-topup.ts';
import { getOwner, workPaymentEvent } from '../../features/wallet/actions/work-payment-event.ts';
import type { Sealed } from '../../vault/vault.ts';
import { type Client, startTestApp } from '../app/test-app.ts';

// One line each, as a connector is added to an installation.
vi.mock('../../installed/channels.ts', async (original) => ({
  ...(await original<object>()),
  bazaar: (await import('@quayside/testing/fakes/added-connectors.ts')).bazaar,
}));
vi.mock('../../installed/suppliers.ts', async (original) => ({
  ...(await original<object>()),
  crate: (await import('@quayside/testing/fakes/added-connectors.ts')).crate,
}));
vi.mock('../../installed/payments.ts', async (original) => ({
  ...(await original<object>()),
  coins: (await import('@quayside/testing/fakes/added-connectors.ts')).coins,
}));

const app = await startTestApp({
  env: { COINS_KEY: 'a key', COINS_WEBHOOK_SECRET: 'of coins' },
});
afterAll(() => app.stop());

let ada: Client;
beforeAll(async () => {
  ada = await app.signUp();
});

const post = async (path: string, body: string, headers: Record<string, string>): Promise<number> =>
  (
    await fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
  ).status;

it('their names, marks and abilities are in the one call of the screens', async () => {
  const answer = (await (await fetch(`${app.url}/api/meta/connectors`)).json()) as {
    data: { items: { id: string }[] };
  };
  const { items } = answer.data;
  const found = (id: string) => items.find((one) => one.id === id);
  expect(found('crate')).toMatchObject({ kind: 'supplier', label: 'Crate & Co', mark: { letters: 'Cr' } });
  expect(found('bazaar')).toMatchObject({ kind: 'channel', label: 'Bazaar', limits: { variants: 2048 } });
  expect(found('coins')).toMatchObject({ kind: 'payment', label: 'Coins' });
  expect(found('crate')).toHaveProperty('can', expect.arrayContaining(['orders', 'cancel', 'webhooks']));
  expect(found('crate')).not.toHaveProperty('can', expect.arrayContaining(['feed']));
});

describe('a channel', () => {
  let storeId = '';
  const webhookOf = async () => {
    const entry = await app.db.global((tx) =>
      tx.first<{ webhook_key: string }>(sql`select webhook_key from store_directory where store_id = ${storeId}`),
    );
    const store = await app.db.tenant(ada, (tx) =>
      tx.first<{ webhook_secret: Sealed }>(
        sql`select webhook_secret from store where workplace_id = ${ada.workplaceId} and store_id = ${storeId}`,
      ),
    );
    const secret = store
      ? app.running.deps.vault.open<string>(store.webhook_secret, storeWebhookContext(storeId))
      : undefined;
    return { path: `/webhooks/bazaar/${entry?.webhook_key}`, secret };
  };

  it('is offered with its fields and connected by them', async () => {
    const { data } = await ada.call('GET /connections/platforms', {});
    expect(data.items.find((one) => one.platform === 'bazaar')).toMatchObject({
      label: 'Bazaar',
      address_placeholder: 'shop.example.com',
      keys: { available: true },
      fields: [{ name: 'key' }],
    });
    const link = (key: string) =>
      ada.call('POST /auth/platform/{platform}/link', {
        params: { platform: 'bazaar' },
        body: { shop: 'shop.example.com', credentials: { key } },
      });
    expect((await link('bad')).status).not.toBe(200);
    const linked = await link('good');
    expect(linked, JSON.stringify(linked)).toMatchObject({ code: 'OK' });
    const { data: stores } = await ada.call('GET /stores/list-store', {});
    expect(stores.items).toMatchObject([{ platform: 'bazaar', status: 'active' }]);
    storeId = stores.items[0]?.id ?? '';
  });

  it('has its health and its webhooks', async () => {
    const health = await ada.call('GET /connections/{store_id}/health', {
      params: { store_id: storeId },
      query: { check: 'true' },
    });
    expect(health.data).toMatchObject({ answered: true, store: { platform: 'bazaar' } });
    const { path, secret } = await webhookOf();
    const body = JSON.stringify({ kind: 'ping', event: 'e-1' });
    expect(await post(path, body, { signature: 'forged' })).toBe(401);
    expect(await post(path, body, { signature: `signed with ${secret}` })).toBe(200);
    expect(await post('/webhooks/bazaar/nobody', body, {})).toBe(404);
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    expect(metrics).toContain('quayside_refused_webhooks_today{sender="bazaar"');
  });

  it('filters orders by its id', async () => {
    expect((await ada.call('GET /orders/v5/list', { query: { channel: 'bazaar' } as never })).code).toBe('OK');
  });
});

describe('a supplier', () => {
  it('is offered, connected with a key, and listens at its own address', async () => {
    const { data } = await ada.call('GET /connections/suppliers', {});
    expect(data.offers.find((one) => one.supplier === 'crate')).toMatchObject({
      label: 'Crate & Co',
      mode: 'live',
      fields: [{ name: 'apiKey' }],
      own_account: { available: true },
      wallet: { available: false },
    });
    const connected = await ada.call('POST /connections/suppliers', {
      body: { supplier: 'crate', payer: 'own-account', credentials: { apiKey: 'a key' } },
    });
    expect(connected.data).toMatchObject({ supplier: 'crate', label: 'Crate & Co (Ada)', removable: true });
    const { connection_id: id } = connected.data;
    const key = await app.db.global((tx) =>
      tx.first<{ webhook_key: string }>(
        sql`select webhook_key from supplier_directory where connection_id = ${id} and active`,
      ),
    );
    const row = await app.db.tenant(ada, (tx) =>
      tx.first<{ webhook_secret: Sealed }>(
        sql`select webhook_secret from supplier_connection where workplace_id = ${ada.workplaceId} and connection_id = ${id}`,
      ),
    );
    const secret = row ? app.running.deps.vault.open<string>(row.webhook_secret, connectionWebhookContext(id)) : '';
    const path = `/webhooks/supplier/crate/${key?.webhook_key}`;
    const body = JSON.stringify({ event: 'e-1' });
    expect(await post(path, body, { signature: 'forged' })).toBe(401);
    expect(await post(path, body, { signature: computeSignature(secret, body) })).toBe(200);
  });

  it('is among the sources that are searched and filtered by', async () => {
    const found = await ada.call('GET /center/products/find', { query: { keyword: 'lamp', source: 'crate' } as never });
    expect(found, JSON.stringify(found)).toMatchObject({ code: 'OK' });
    expect((await ada.call('GET /orders/v5/list', { query: { source: 'crate' } as never })).code).toBe('OK');
  });
});

describe('a payment provider', () => {
  it('is offered by the wallet once its settings are there, and fills it', async () => {
    const wallet = async () => (await ada.call('GET /payments/user/wallets', {})).data;
    expect(await wallet()).toMatchObject({ can_top_up: true, providers: [{ id: 'coins', label: 'Coins' }] });
    await ada.call('POST /payments/user/wallets/accept-policy', { body: {} });
    const begin = (provider: string) =>
      ada.call('POST /payments/user/wallets/topup', {
        body: { amount: 2_500, provider, idempotency_key: 'key-of-coins', return_path: '/app/setting/wallet' },
      });
    const unknown = await begin('stripe');
    expect(unknown.status).not.toBe(200);
    expect(Object.keys(unknown.errors ?? {})).toEqual(['provider']);
    const begun = await begin('coins');
    expect(begun, JSON.stringify(begun)).toMatchObject({ code: 'OK' });
    const { topup_id: topupId } = begun.data;
    const state = () =>
      ada
        .call('GET /payments/user/wallets/topup/{topup_id}', { params: { topup_id: topupId } })
        .then(({ data }) => data);
    await until('the page to pay on', async () => (await state()).confirmation_url);
    const body = JSON.stringify({ event: 'evt-1', checkout: `coins-${topupId}` });
    expect(await post('/webhooks/payment/coins', body, { signature: computeSignature('forged', body) })).toBe(400);
    expect(await post('/webhooks/payment/coins', body, { signature: computeSignature('of coins', body) })).toBe(200);
    expect(await post('/webhooks/payment/nobody', body, {})).toBe(404);
    await until('the money', async () => (await wallet()).topup.amount === 2_500);
    expect((await state()).state).toBe('paid');

    // A job that was sent before there were several providers names none: it means the one that is set up.
    await app.db.global((tx) =>
      tx.run(sql`insert into payment_event (provider, mode, event_id, topic, subject, subject_ref, body, state)
        select provider, mode, 'evt-2', topic, subject, subject_ref, body, 'received' from payment_event where event_id = 'evt-1'`),
    );
    const { deps } = app.running;
    await workPaymentEvent(deps, { mode: 'live', eventId: 'evt-2' }, { isLastTry: false });
    const event = await app.db.global((tx) =>
      tx.first(sql`select provider, state from payment_event where event_id = 'evt-2'`),
    );
    expect(event).toEqual({ provider: 'coins', state: 'worked' });
    await expect(retryUnmatched(deps, { mode: 'live', providerRef: `coins-${topupId}` })).resolves.toBeUndefined();
    // Another provider's checkout of the same number is another one.
    expect(await getOwner(deps, 'coins', `coins-${topupId}`)).toMatchObject({ topupId });
    expect(await getOwner(deps, 'stripe', `coins-${topupId}`)).toBeUndefined();
    const { data } = await ada.call('GET /orders/v10/payments/transaction-logs', {});
    expect(data.items[0]).toMatchObject({ kind: 'topup', reference: { provider: 'coins' } });
  });
});

describe('what nobody installed', () => {
  it('B003, B005: is refused wherever it is written', async () => {
    const link = await ada.call('POST /auth/platform/{platform}/link', {
      params: { platform: 'etsy' },
      body: { shop: 'shop.example.com', credentials: {} },
    });
    expect(link).toMatchObject({ code: 'PLATFORM_NOT_OFFERED' });
    const connect = await ada.call('POST /connections/suppliers', {
      body: { supplier: 'wish', payer: 'wallet', credentials: {} },
    });
    expect(connect).toMatchObject({ code: 'SUPPLIER_NOT_OFFERED' });
    const ill = await ada.raw('POST', '/connections/suppliers', { supplier: 'No Such', payer: 'wallet' });
    expect(Object.keys(ill.errors ?? {})).toContain('supplier');
  });

  it('is shown as not installed in a row of before, and stops no other store', async () => {
    const gone = newId();
    await app.db.tenant(ada, (tx) =>
      tx.run(sql`insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status,
          store_name, currency, credentials)
        values (${ada.workplaceId}, ${gone}, ${ada.accountId}, 'gone-away', 'gone.example.com', 'https://gone.example.com',
          'live', 'active', 'Gone', 'USD', '{}')`),
    );
    const { data } = await ada.call('GET /stores/list-store', {});
    expect(data.items.find((one) => one.id === gone)).toMatchObject({
      platform: 'gone-away',
      problem: { key: 'CONNECTOR_NOT_INSTALLED', params: { name: 'gone-away' } },
    });
    expect(data.items.find((one) => one.platform === 'bazaar')).toMatchObject({ problem: null });
    const health = await ada.call('GET /connections/{store_id}/health', {
      params: { store_id: gone },
      query: { check: 'true' },
    });
    expect(health.data, JSON.stringify(health)).toMatchObject({
      answered: false,
      store: { problem: { key: 'CONNECTOR_NOT_INSTALLED' } },
    });
    expect(
      (await ada.call('GET /auth/platform/verify', {})).data.items.map((one) => [one.store.id === gone, one.answered]),
    ).toEqual(
      expect.arrayContaining([
        [true, false],
        [false, true],
      ]),
    );
  });
});
