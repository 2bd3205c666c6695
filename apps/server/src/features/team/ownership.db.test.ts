import { money, newId } from '@quayside/kernel';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../db/index.ts';
import { mailTo, OPERATOR } from '../../testing/app/mails.ts';
import { type Client, startTestApp } from '../../testing/app/test-app.ts';
import { countWaiting } from '../../testing/db/index.ts';
import { readWallet, refund, reserve, settle } from '../wallet/index.ts';
import { refuseWhileHandedOver } from './index.ts';

/** A workspace goes from its owner to one of its managers. */

const app = await startTestApp({ env: { QUAYSIDE_OPERATORS: OPERATOR } });
afterAll(() => app.stop());
let operator: Client;
let ada: Client;
let bob: Client;
let eve: Client;
let here: Record<string, string>;
const adaMail = `ada-${Date.now()}@example.com`;
const bobMail = `bob-${Date.now()}@example.com`;

async function join(person: Client, email: string, role: 'manager' | 'buyer'): Promise<void> {
  const { link } = (await ada.call('POST /team/invitations', { body: { email, role, store_ids: null } })).data;
  await person.call('POST /invitations/accept', { body: { token: link.slice(link.lastIndexOf('/') + 1) } });
}

beforeAll(async () => {
  operator = await app.signUp(OPERATOR);
  ada = await app.signUp(adaMail);
  bob = await app.signUp(bobMail);
  const eveMail = `eve-${Date.now()}@example.com`;
  eve = await app.signUp(eveMail);
  here = { 'workplace-id': ada.workplaceId };
  await join(bob, bobMail, 'manager');
  await join(eve, eveMail, 'buyer');
});

const offer = (to: Client, by = ada) => by.call('POST /team/ownership', { body: { member_id: to.accountId } }, here);
const accept = (who: Client) => who.call('POST /team/ownership/accept', { body: {} }, here);
const lockWaits = () => countWaiting(app.db, '%from %workplace%for update%');
const offered = async (who: Client) => (await who.call('GET /team', {}, here)).data.offer;

describe('a workspace', () => {
  it('is offered by its owner, to a manager alone', async () => {
    expect(await offer(eve)).toMatchObject({ http: 422, errors: { member_id: expect.anything() } });
    expect(await offer(bob, bob)).toMatchObject({ http: 403, code: 'ROLE_MAY_NOT' });
    expect(await accept(bob)).toMatchObject({ http: 404, code: 'OWNERSHIP_OFFER_OVER' });
    expect(await offer(bob)).toMatchObject({ http: 200 });
    expect(await offered(bob)).toMatchObject({ to_account_id: bob.accountId, for_you: true });
    expect(await offered(ada)).toMatchObject({ for_you: false });
    expect((await mailTo(operator, bobMail, 'ownership-offered')).text).toContain('your plan and wallet pay for it');
    expect(await accept(eve)).toMatchObject({ http: 403 });
    expect(await accept(ada)).toMatchObject({ http: 404 });
  });

  it('stays when the offer is declined, taken back or too old', async () => {
    expect((await bob.call('DELETE /team/ownership', {}, here)).http).toBe(200);
    expect(await offered(ada)).toBeNull();
    await offer(bob);
    await ada.call('DELETE /team/ownership', {}, here);
    expect(await accept(bob)).toMatchObject({ http: 404 });
    await offer(bob);
    await app.db.tenant(ada, (tx) => tx.run(sql`update workplace_offer set expires_at = now()`));
    expect(await offered(bob)).toBeNull();
    expect(await accept(bob)).toMatchObject({ http: 404 });
  });

  it('goes over whole, once, with what finds its owner; the former one is a manager and keeps his own money', async () => {
    const { token } = (
      await ada.call('POST /api-tokens', {
        body: { name: 'Hers', scopes: ['orders.read'], store_ids: null, days: null },
      })
    ).data;
    const storeId = newId();
    const hold = { accountId: ada.accountId, mode: 'live' as const, key: 'pay-1', reference: {} };
    const usd = (amount: number) => money(amount, 'USD');
    await app.db.tenant(ada, async (tx) => {
      await tx.run(sql`insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status,
          store_name, currency, credentials)
        values (${ada.workplaceId}, ${storeId}, ${ada.accountId}, 'woocommerce', 'a.example', 'https://a.example', 'live', 'active',
          'A', 'USD', '{}')`);
      await tx.run(sql`insert into store_directory (store_id, workplace_id, account_id, platform, platform_domain, mode, webhook_key)
        values (${storeId}, ${ada.workplaceId}, ${ada.accountId}, 'woocommerce', 'a.example', 'live', ${storeId})`);
      await tx.run(sql`insert into tracking_directory (public_tracking_id, account_id, workplace_id, order_id)
        values ('track-1', ${ada.accountId}, ${ada.workplaceId}, ${newId()})`);
      await tx.run(sql`insert into wallet (account_id, mode, bonus) values (${ada.accountId}, 'live', 5000)`);
      await reserve(tx, { ...hold, amount: usd(3_000) });
      await settle(tx, { ...hold, actual: usd(3_000), supplier: 'cj' });
    });
    await offer(bob);
    const answers = await Promise.all([accept(bob), accept(bob)]);
    expect(answers.map((one) => one.http).sort()).toEqual([200, 404]);

    const members = (await bob.call('GET /team', {}, here)).data.members;
    expect(members.map((one) => [one.account_id, one.role])).toEqual([
      [bob.accountId, 'owner'],
      [ada.accountId, 'manager'],
      [eve.accountId, 'buyer'],
    ]);
    // Nothing of the workspace is found under its former owner; what is a person's own stays his.
    const tables = await app.db.owner((tx) =>
      tx.rows<{
        name: string;
      }>(sql`select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind = 'r' and (select count(*) from pg_attribute a where a.attrelid = c.oid
          and attname in ('account_id', 'workplace_id') and not attisdropped) = 2
          and c.relname not in ('member', 'notification_member', 'notification_read', 'notification_preference', 'wallet_former_payer')`),
    );
    expect(tables.length).toBeGreaterThan(8);
    for (const { name } of tables) {
      const left = await app.db.tenant({ accountId: ada.accountId, workplaceId: ada.workplaceId }, (tx) =>
        tx.raw(`select 1 from ${name} where workplace_id = $1 and account_id = $2`, [ada.workplaceId, ada.accountId]),
      );
      expect(left.rows, name).toEqual([]);
    }
    // Who pays: the new owner, also when others buy. Hers is hers.
    expect((await eve.call('GET /payments/user/wallets', {}, here)).data.total.amount).toBe(0);
    const own = (await ada.call('GET /auth/account')).data.workplaces;
    expect(own.map((one) => [one.is_own, one.role])).toEqual([
      [true, 'owner'],
      [false, 'manager'],
    ]);
    expect(await ada.call('GET /orders/v5/list', {}, { authorization: `Bearer ${token}` })).toMatchObject({
      http: 401,
    });
    expect(
      await ada.call('DELETE /auth/workplace/{workplace_id}', { params: { workplace_id: ada.workplaceId } }, here),
    ).toMatchObject({ http: 403 });
    // What a supplier gives back of what she paid comes to her, as the bonus that it was.
    const scope = { accountId: bob.accountId, workplaceId: ada.workplaceId };
    await app.db.tenant(scope, (tx) =>
      refund(tx, scope, { mode: 'live', key: 'pay-1', part: 'all', amount: usd(3_000), supplier: 'cj', reference: {} }),
    );
    const wallet = (accountId: string) => app.db.read({ accountId }, (ex) => readWallet(ex, accountId, 'live'));
    expect(await wallet(ada.accountId)).toMatchObject({ topup: 0, bonus: 5_000 });
    expect(await wallet(bob.accountId)).toBeUndefined();

    expect((await mailTo(operator, adaMail, 'ownership-moved')).text).toContain('is now the owner of the workspace');
    const trail = (await bob.call('GET /audit', { query: { entity: 'member' } }, here)).data.items;
    expect(trail.filter((one) => one.action === 'POST /team/ownership/accept').map((one) => one.after)).toEqual(
      expect.arrayContaining([{ role: 'owner' }, { role: 'manager' }]),
    );
  });

  it('waits while something of it is being paid', async () => {
    await app.db.tenant({ accountId: bob.accountId, workplaceId: ada.workplaceId }, async (tx) => {
      const [orderId, connectionId] = [newId(), newId()];
      await tx.run(sql`insert into supplier_connection (workplace_id, connection_id, supplier, label, mode, payer, status, credentials)
        values (${ada.workplaceId}, ${connectionId}, 'cj', 'CJ', 'live', 'wallet', 'active', '{}')`);
      await tx.run(sql`insert into sales_order (workplace_id, order_id, store_id, mode, external_order_id, name, placed_at,
          store_updated_at, read_at, currency, subtotal, shipping_total, tax_total, discount_total, total, financial_status,
          fulfillment_status, placement_status, public_tracking_id)
        select ${ada.workplaceId}, ${orderId}, store_id, 'live', 'x', '#1', now(), now(), now(), 'USD', 1, 0, 0, 0, 1, 'paid',
          'unfulfilled', 'ready', 'x' from store where workplace_id = ${ada.workplaceId} returning 1`);
      await tx.run(sql`insert into supplier_order (workplace_id, supplier_order_id, order_id, connection_id, supplier, mode,
          reference, state, pay_state, payer, address, placement_id)
        values (${ada.workplaceId}, ${newId()}, ${orderId}, ${connectionId}, 'cj', 'live', 'r', 'placed', 'paying', 'wallet', '{}',
          ${newId()})`);
    });
    await offer(ada, bob);
    const refused = await accept(ada);
    expect(refused).toMatchObject({ http: 400, code: 'OWNERSHIP_WAITS' });
    expect(JSON.stringify(refused)).toContain('#1 (CJ Dropshipping)');
    // The offer still holds, and nothing new is begun that would keep it waiting.
    expect(await offered(ada)).toMatchObject({ for_you: true });
    const orders = [{ order_id: newId() }];
    const place = () => bob.call('POST /orders/v5/request', { body: { orders } }, here);
    expect(await place()).toMatchObject({ http: 400, code: 'OWNERSHIP_GOES_OVER' });
    const pay = { supplier_order_ids: [newId()] };
    expect(await bob.call('POST /orders/v5/payment', { body: pay }, here)).toMatchObject({
      http: 400,
      code: 'OWNERSHIP_GOES_OVER',
    });
    await bob.call('DELETE /team/ownership', {}, here);
    expect((await place()).code).not.toBe('OWNERSHIP_GOES_OVER');
  });

  it('sees work that was begun while it was being accepted, and who begins work afterwards sees that it has gone', async () => {
    const scope = { accountId: bob.accountId, workplaceId: ada.workplaceId };
    const setPaying = (state: string) =>
      app.db.tenant(scope, (tx) =>
        tx.run(sql`update supplier_order set pay_state = ${state} where workplace_id = ${ada.workplaceId}`),
      );
    await setPaying('unpaid');
    await offer(ada, bob);
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const working = app.db.tenant(scope, async (tx) => {
      await refuseWhileHandedOver(tx, scope);
      begun.resolve();
      await goOn.promise;
      await tx.run(sql`update supplier_order set pay_state = 'requested' where workplace_id = ${ada.workplaceId}`);
    });
    await Promise.race([begun.promise, working]);
    const accepting = accept(ada);
    await vi.waitFor(async () => expect(await lockWaits()).toBe(1), { timeout: 10_000 });
    goOn.resolve();
    await working;
    expect(await accepting).toMatchObject({ http: 400, code: 'OWNERSHIP_WAITS' });
    await setPaying('unpaid');
    expect(await accept(ada)).toMatchObject({ http: 200 });
    await expect(app.db.tenant(scope, (tx) => refuseWhileHandedOver(tx, scope))).rejects.toMatchObject({
      code: 'OWNERSHIP_GOES_OVER',
    });
  });

  it('goes over with what nobody answers for, but not with a payment that can be taken back', async () => {
    const scope = { accountId: ada.accountId, workplaceId: ada.workplaceId };
    const setPaying = async (minutes: number, attempts: number, ...states: string[]) => {
      for (const state of states)
        await app.db.tenant(scope, (tx) =>
          tx.run(sql`update supplier_order set pay_state = ${state}, pay_attempts = ${attempts},
              created_at = now() - interval '1 day', pay_requested_at = now() - make_interval(mins => ${minutes}::int),
              claimed_until = now() + interval '1 minute'
            where workplace_id = ${ada.workplaceId}`),
        );
    };
    await setPaying(14, 1, 'requested', 'paying', 'unknown');
    await ada.call('POST /team/ownership', { body: { member_id: bob.accountId } }, here);
    expect(await accept(bob)).toMatchObject({ code: 'OWNERSHIP_WAITS' });
    await setPaying(16, 0, 'paying', 'requested');
    expect(await accept(bob)).toMatchObject({ code: 'OWNERSHIP_WAITS' });
    await setPaying(16, 1, 'paying', 'unknown');
    expect(await accept(bob)).toMatchObject({ http: 200 });
    const former = await app.db.read(scope, (ex) =>
      ex.rows<{ account_id: string }>(
        sql`select account_id from wallet_former_payer where workplace_id = ${ada.workplaceId}`,
      ),
    );
    expect(former.map((row) => row.account_id)).toContain(ada.accountId);
  });
});
