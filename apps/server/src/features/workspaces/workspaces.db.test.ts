import { newId } from '@quayside/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { type Client, startTestApp } from '../../testing/app/test-app.ts';

const app = await startTestApp();
afterAll(() => app.stop());

let ada: Client;
beforeAll(async () => {
  ada = await app.signUp();
});

const make = async (who: Client, name: string) =>
  (await who.call('POST /auth/workplace/create', { body: { name, currency: 'eur', time_zone: 'Europe/Berlin' } })).data;
const at = (id: string) => ({ 'workplace-id': id });

/** Adds a tracking service and returns how to read it. */
async function trackingService(who: Client, workplaceId: string) {
  const scope = { accountId: who.accountId, workplaceId };
  const serviceId = newId();
  await app.db.tenant(scope, (tx) =>
    tx.run(sql`insert into tracking_service (workplace_id, service_id, service, mode, status, credentials)
      values (${workplaceId}, ${serviceId}, 'none', 'live', 'active', '{}')`),
  );
  await app.db.global((tx) =>
    tx.run(sql`insert into tracking_service_directory (webhook_key, service_id, workplace_id, account_id, service, next_poll_at)
      values (${newId()}, ${serviceId}, ${workplaceId}, ${who.accountId}, 'none', now() + interval '1 day')`),
  );
  return () =>
    app.db.tenant(scope, (tx) =>
      tx.first(sql`select s.status, s.credentials, d.active from tracking_service s
        join tracking_service_directory d using (service_id) where s.workplace_id = ${workplaceId}`),
    );
}

/** A store and an order of it, as the store told of it. */
async function order(who: Client, workplaceId: string): Promise<string> {
  const [storeId, orderId] = [newId(), newId()];
  await app.db.tenant({ accountId: who.accountId, workplaceId }, async (tx) => {
    await tx.run(sql`insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status,
        store_name, currency, credentials)
      values (${workplaceId}, ${storeId}, ${who.accountId}, 'woocommerce', ${`${storeId}.example`}, 'https://x.example', 'live',
        'active', 'Shop', 'USD', '{}')`);
    await tx.run(sql`insert into sales_order (workplace_id, order_id, store_id, mode, external_order_id, name, placed_at,
        store_updated_at, read_at, currency, subtotal, shipping_total, tax_total, discount_total, total, financial_status,
        fulfillment_status, placement_status, public_tracking_id)
      values (${workplaceId}, ${orderId}, ${storeId}, 'live', '1', '#1', now(), now(), now(), 'USD', 1, 0, 0, 0, 1, 'paid',
        'unfulfilled', 'ready', ${newId()})`);
  });
  return orderId;
}

describe('workspaces', () => {
  it('are made, named, set up and listed', async () => {
    const made = await make(ada, 'Second');
    expect(made).toMatchObject({ name: 'Second', currency: 'EUR', role: 'owner', is_own: true });
    const renamed = await ada.call('PATCH /auth/workplace', { body: { name: 'Garden' } }, at(made.id));
    expect(renamed.data).toMatchObject({ name: 'Garden', display_currency: 'EUR', time_zone: 'Europe/Berlin' });
    const shown = { settings: { display_currency: 'CHF' } };
    await ada.call('POST /core/workplaces/settings', { body: shown }, at(made.id));
    await ada.call('POST /core/settings', { body: { settings: { time_zone: 'Asia/Tokyo' } } }, at(made.id));
    const affiliate = { settings: { enabled: true, ad_space_id: 'space-1' } };
    await ada.call('POST /core/settings/admitad', { body: affiliate }, at(made.id));
    expect((await ada.call('GET /core/settings', {}, at(made.id))).data).toEqual({
      name: 'Garden',
      display_currency: 'CHF',
      time_zone: 'Asia/Tokyo',
      admitad: affiliate.settings,
    });
    const { items } = (await ada.call('GET /workplaces')).data;
    expect(items.map((one) => one.name)).toEqual(["Ada's workspace", 'Garden']);
    expect(items[1]).toMatchObject({ owner_name: 'Ada Owner', members: 1, stores: 0, open_orders: 0 });
    const { workplaces } = (await ada.call('GET /auth/account')).data;
    expect(workplaces.map((one) => one.id)).toEqual(items.map((one) => one.id));
  });

  it('B055: a call that names none is answered for the first, also by its older path', async () => {
    const eve = await app.signUp();
    const made = await make(eve, 'Second');
    const put = (workplaceId: string, name: string) =>
      app.db.tenant({ accountId: eve.accountId, workplaceId }, (tx) =>
        tx.run(sql`insert into product (workplace_id, product_id, source, mode, source_product_id, title, cost_from, cost_to,
            price_from, price_to, total_variants, original)
          values (${workplaceId}, ${newId()}, 'quayside', 'live', ${name}, ${name}, 1, 1, 2, 2, 1, '{}')`),
      );
    await put(eve.workplaceId, 'of-the-first');
    await put(made.id, 'of-the-second');
    const older = (await eve.call('GET /products/imported_list')).data.items;
    expect(older.map((one) => one.source_product_id)).toEqual(['of-the-first']);
    const named = (await eve.call('GET /center/products/imported_list', {}, at(made.id))).data.items;
    expect(named.map((one) => one.source_product_id)).toEqual(['of-the-second']);
  });

  it('refuse what is no currency or no time zone, and name the field', async () => {
    const wrong = await ada.call('POST /core/settings', { body: { settings: { display_currency: 'QQQ' } } });
    expect(wrong).toMatchObject({ http: 422, code: 'CURRENCY_UNKNOWN' });
    expect(Object.keys(wrong.errors ?? {})).toEqual(['settings.display_currency']);
    const zone = await ada.call('POST /core/settings', { body: { settings: { time_zone: 'Mars/Olympus' } } });
    expect(Object.keys(zone.errors ?? {})).toEqual(['settings.time_zone']);
  });

  it('refuse a character that no table keeps, wherever it stands, and name the field', async () => {
    const named = await ada.call('PATCH /auth/workplace', { body: { name: 'Gar\0den' } });
    expect(named).toMatchObject({ http: 422, errors: { name: [expect.stringContaining('NUL')] } });
    const deep = await ada.call('POST /core/settings', { body: { settings: { time_zone: 'Europe/Ber\0lin' } } });
    expect(Object.keys(deep.errors ?? {})).toEqual(['settings.time_zone']);
    const asked = await ada.raw('GET', '/center/products/find?q=a%00b');
    expect(asked).toMatchObject({ http: 422, errors: { q: [expect.any(String)] } });
  });

  it('are not deleted while they are the last one, or somebody else’s, or have open orders', async () => {
    const bob = await app.signUp();
    const remove = (who: Client, id: string) =>
      who.call('DELETE /auth/workplace/{workplace_id}', { params: { workplace_id: id } });
    expect(await remove(bob, bob.workplaceId)).toMatchObject({ http: 400, status: 201, code: 'WORKPLACE_IS_LAST' });
    expect(await remove(bob, ada.workplaceId)).toMatchObject({ http: 403, code: 'WORKPLACE_NOT_YOURS' });

    const made = await make(bob, 'Busy');
    const orderId = await order(bob, made.id);
    const refused = await remove(bob, made.id);
    expect(refused).toMatchObject({ http: 400, code: 'WORKPLACE_HAS_OPEN_ORDERS' });
    expect(refused.message).toContain('1');
    await app.db.tenant({ accountId: bob.accountId, workplaceId: made.id }, (tx) =>
      tx.run(sql`update sales_order set archived_at = now() where workplace_id = ${made.id} and order_id = ${orderId}`),
    );
    const service = await trackingService(bob, made.id);
    expect(await remove(bob, made.id)).toMatchObject({ http: 200 });
    expect(await service()).toEqual({ status: 'removed', credentials: null, active: false });
    expect(await bob.call('GET /core/settings', {}, at(made.id))).toMatchObject({ code: 'WORKPLACE_NOT_YOURS' });
    const after = (await bob.call('GET /auth/account')).data;
    expect(after.workplaces.map((one) => one.id)).toEqual([bob.workplaceId]);
    const left = await app.db.read({ accountId: bob.accountId, workplaceId: made.id }, (ex) =>
      ex.rows<{ status: string }>(sql`select status from store where workplace_id = ${made.id}`),
    );
    expect(left).toEqual([{ status: 'uninstalled' }]);
  });

  it('keep one when the last two are deleted at once', async () => {
    const eve = await app.signUp();
    const made = await make(eve, 'Other');
    const remove = (id: string) => eve.call('DELETE /auth/workplace/{workplace_id}', { params: { workplace_id: id } });
    const answers = await Promise.all([remove(made.id), remove(eve.workplaceId)]);
    expect(answers.map((one) => one.code).sort()).toEqual(['OK', 'WORKPLACE_IS_LAST']);
  });
});
