import type { SuspendedKind, SuspendedRef } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { json, sql } from '../../db/index.ts';
import { publishSessionChange, SESSION_CHANNEL } from '../../http/session.ts';
import { linkIn, mailTo, OPERATOR } from '../../testing/app/mails.ts';
import { type Client, createClient, startTestApp } from '../../testing/app/test-app.ts';

/** Somebody signs up with another person's e-mail; then that person takes the account back. */

const app = await startTestApp({ env: { QUAYSIDE_OPERATORS: OPERATOR } });
afterAll(() => app.stop());
const PASSWORD = 'correct horse battery';
const NEW_PASSWORD = 'a password of the owner';
const STRANGE = '018f0000-0000-7000-8000-00000000dead';
let operator: Client;
let anyone: Client;
beforeAll(async () => {
  operator = await app.signUp(OPERATOR);
  anyone = await app.signUp();
});

const newEmail = (): string => `taken-${newId()}@example.com`;

/** A store and a supplier, as connecting them leaves them. */
async function connect(who: Client): Promise<{ storeId: string; connectionId: string }> {
  const { vault } = app.running.deps;
  const [storeId, connectionId] = [newId(), newId()];
  await app.db.tenant({ accountId: who.accountId, workplaceId: who.workplaceId }, async (tx) => {
    await tx.run(sql`insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status,
        store_name, currency, credentials)
      values (${who.workplaceId}, ${storeId}, ${who.accountId}, 'woocommerce', ${`${storeId}.example`},
        'https://evil.example', 'live', 'active', 'Evil shop', 'USD', ${json(vault.seal({}, `store:${storeId}`))})`);
    await tx.run(sql`insert into store_directory (store_id, workplace_id, account_id, platform, platform_domain, mode, webhook_key)
      values (${storeId}, ${who.workplaceId}, ${who.accountId}, 'woocommerce', ${`${storeId}.example`}, 'live', ${storeId})`);
    await tx.run(sql`insert into supplier_connection (workplace_id, connection_id, supplier, label, mode, payer, status, credentials)
      values (${who.workplaceId}, ${connectionId}, 'cj', 'CJ', 'live', 'own-account', 'active',
        ${json(vault.seal({}, `supplier:${connectionId}`))})`);
    await tx.run(sql`insert into supplier_connection (workplace_id, connection_id, supplier, label, mode, payer, status, credentials)
      values (${who.workplaceId}, ${newId()}, 'quayside', 'Quayside', 'live', 'wallet', 'active', '{}')`);
    await publishSessionChange(tx, who.workplaceId);
  });
  return { storeId, connectionId };
}

const setWebhook = (who: Client) =>
  who.call('PUT /notifications/webhook', { body: { url: 'https://evil.example/hook', is_active: true, kinds: [] } });

const invite = async (who: Client, email: string): Promise<string> => {
  const { link } = (await who.call('POST /team/invitations', { body: { email, role: 'manager', store_ids: null } }))
    .data;
  return link.slice(link.lastIndexOf('/') + 1);
};

const resetLink = async (email: string, nth = 1) => {
  await anyone.raw('POST', '/auth/forgot-password', { email });
  return linkIn(app, (await mailTo(operator, email, 'reset', nth)).text);
};
const verifyLink = async (email: string, nth = 1) => linkIn(app, (await mailTo(operator, email, 'verify', nth)).text);
const useLink = ({ id, code }: { id: string; code: string }, password = NEW_PASSWORD, more: object = {}) =>
  anyone.raw('POST', '/auth/reset-password', { id, code, password, ...more });
const tokenOf = async (who: Client) =>
  (await who.call('POST /api-tokens', { body: { name: 's', scopes: ['orders.read'] } })).data.token;
const rowsOf = (query: ReturnType<typeof sql>) => app.db.owner((tx) => tx.rows(query));

const suspended = async (who: Client) => (await who.call('GET /auth/suspensions')).data.items;
const emailOf = async (who: Client) => (await who.call('GET /auth/account')).data.email;
const isProven = async (who: Client) => (await who.call('GET /auth/account')).data.email_verified;

/** The other account, in the workspace that it was let into. */
const inside = (guest: Client, host: Client) => createClient(app.url, guest.token, guest.accountId, host.workplaceId);
const seesTeam = async (guest: Client, host: Client) =>
  inside(guest, host).call('GET /team', {}, { 'workplace-id': host.workplaceId });

describe('the link of the verification mail', () => {
  it('proves nothing without a session of that account', async () => {
    const email = newEmail();
    const squatter = await app.signUp(email);
    const { id, code } = await verifyLink(email);
    const path = `/auth/verify-email/${id}/${code}`;
    const bare = await (await fetch(`${app.url}/api${path}`, { headers: { locale: 'en' } })).json();
    expect(bare).toMatchObject({ code: 'VERIFY_SIGN_IN_FIRST', message: expect.stringContaining(email) });
    expect(await anyone.raw('GET', path)).toMatchObject({ http: 422, code: 'VERIFY_SIGN_IN_FIRST' });
    const byToken = await createClient(app.url, await tokenOf(squatter), '', '').raw('GET', path);
    expect(byToken).toMatchObject({ code: 'VERIFY_SIGN_IN_FIRST' });
    expect(await isProven(squatter)).toBe(false);
  });

  it('proves the e-mail in its own session, and suspends nothing that the same person made', async () => {
    const email = newEmail();
    const ada = await app.signUp(email);
    await connect(ada);
    await setWebhook(ada);
    const { id, code } = await verifyLink(email);
    const path = `/auth/verify-email/${id}/${code}`;
    const signedIn = await app.signIn(email, PASSWORD);
    expect(await signedIn.raw('GET', path)).toMatchObject({ http: 200, data: { email } });
    expect(await anyone.raw('GET', path)).toMatchObject({ http: 200 });
    expect(await isProven(ada)).toBe(true);
    expect(await suspended(ada)).toEqual([]);
    // Proven before: a later reset is no first proof.
    await useLink(await resetLink(email));
    expect(await suspended(await app.signIn(email, NEW_PASSWORD))).toEqual([]);
  });

  it('chooses a new password while the e-mail is unproven, once, and never after', async () => {
    const email = newEmail();
    const squatter = await app.signUp(email);
    await connect(squatter);
    const token = await tokenOf(squatter);
    const link = await verifyLink(email);
    // Who keeps their tokens at a new password does not keep those from before the first proof.
    expect(await useLink(link, NEW_PASSWORD, { end_tokens: false })).toMatchObject({ http: 200 });
    expect((await createClient(app.url, token, '', '').call('GET /orders/v5/list')).http).toBe(401);
    expect(await useLink(link, 'another long password')).toMatchObject({ http: 422, code: 'LINK_NOT_GOOD' });
    expect(await squatter.call('GET /auth/account')).toMatchObject({ http: 401 });
    const owner = await app.signIn(email, NEW_PASSWORD);
    expect(await isProven(owner)).toBe(true);
    expect(await suspended(owner)).toHaveLength(2);
    const honest = newEmail();
    const ada = await app.signUp(honest);
    const used = await verifyLink(honest);
    await ada.raw('POST', '/auth/send-verification-email', { email: honest });
    const spare = await verifyLink(honest, 2);
    await ada.raw('GET', `/auth/verify-email/${used.id}/${used.code}`);
    for (const late of [used, spare]) expect(await useLink(late)).toMatchObject({ http: 422, code: 'LINK_NOT_GOOD' });
  });
});

describe('the owner of the e-mail', () => {
  it('ends every way in of a squatter and finds the rest suspended', async () => {
    const email = newEmail();
    const squatter = await app.signUp(email);
    // A manager by the password, and one by an invitation.
    const friendEmail = newEmail();
    const [byPassword, byInvitation] = [await app.signUp(friendEmail), await app.signUp('friend@example.com')];
    const connected = await byPassword.call('POST /auth/account/connect', { body: { email, password: PASSWORD } });
    expect(connected).toMatchObject({ http: 200 });
    expect((await mailTo(operator, email, 'account-connected')).text).toContain('is now a manager');
    const accepted = await invite(squatter, 'friend@example.com');
    await byInvitation.call('POST /invitations/accept', { body: { token: accepted } });
    const open = await invite(squatter, 'later@example.com');
    const later = await app.signUp('later@example.com');
    for (const friend of [byPassword, byInvitation]) expect((await seesTeam(friend, squatter)).http).toBe(200);
    const offer = { member_id: byInvitation.accountId };
    expect((await squatter.call('POST /team/ownership', { body: offer })).http).toBe(200);
    const { connectionId, storeId } = await connect(squatter);
    await setWebhook(squatter);
    const token = await tokenOf(squatter);
    // Somebody else's workspace that the squatter invites people to, and connections begun and not finished.
    const host = await app.signUp();
    const guestEmail = newEmail();
    await app.db.owner(async (tx) => {
      await tx.run(sql`update account set email_verified_at = now() where account_id = ${host.accountId}`);
      for (const workplaceId of [squatter.workplaceId, host.workplaceId])
        await tx.run(sql`insert into connect_attempt (state, account_id, workplace_id, person_id, platform, base_url, mode, expires_at)
          values (${newId()}, ${squatter.accountId}, ${workplaceId}, ${squatter.accountId}, 'shopify', '', 'live',
            now() + interval '1 hour')`);
    });
    await squatter.call('POST /auth/account/connect', { body: { email: await emailOf(host), password: PASSWORD } });
    const away = await inside(squatter, host).raw(
      'POST',
      '/team/invitations',
      { email: guestEmail, role: 'viewer', store_ids: null },
      { 'workplace-id': host.workplaceId },
    );
    const { link: awayLink } = away.data as { link: string };
    const begun = await squatter.call('POST /auth/two-factor/begin', { body: { password: PASSWORD } });
    const secret = new URL(begun.data.uri.replace('otpauth://', 'https://')).searchParams.get('secret') ?? '';
    const code = new TOTP({ secret }).generate();
    expect((await squatter.call('POST /auth/two-factor/confirm', { body: { code } })).http).toBe(200);

    const reset = await resetLink(email);
    const seesStore = (who: Client) => who.raw('GET', '/orders/v5/list', undefined, { 'store-id': storeId });
    // The server has just read who the others are.
    for (const friend of [byPassword, byInvitation]) expect((await seesTeam(friend, squatter)).http).toBe(200);
    await expect.poll(async () => (await seesStore(byPassword)).http).toBe(200);
    const told: string[] = [];
    const stop = await app.running.deps.db.listen(SESSION_CHANNEL, (id) => told.push(id));
    expect(await useLink(reset)).toMatchObject({ http: 200 });
    // Every other process forgets what it knows of the members too.
    await expect.poll(() => told).toEqual(expect.arrayContaining([byPassword.accountId, byInvitation.accountId]));
    await stop();

    const owner = await app.signIn(email, NEW_PASSWORD);
    expect((await mailTo(operator, email, 'two-factor-ended')).text).toContain('we turned it off');
    expect((await mailTo(operator, email, 'access-suspended')).text).toContain('/app/setting/suspended');
    expect((await squatter.call('GET /auth/account')).http).toBe(401);
    expect((await createClient(app.url, token, '', '').call('GET /orders/v5/list')).http).toBe(401);
    expect((await owner.call('GET /api-tokens')).data.items).toMatchObject([{ state: 'revoked' }]);
    for (const friend of [byPassword, byInvitation]) {
      expect(await seesTeam(friend, owner)).toMatchObject({ http: 403, code: 'MEMBER_SUSPENDED' });
      const { workplaces } = (await friend.call('GET /auth/account')).data;
      expect(workplaces.map((one) => one.id)).not.toContain(owner.workplaceId);
    }
    expect(await later.call('POST /invitations/accept', { body: { token: open } })).toMatchObject({ http: 404 });
    expect(await seesStore(byPassword)).toMatchObject({ code: 'CURRENT_SHOP_ID_INVALID' });
    const guest = await app.signUp(guestEmail);
    expect(
      await guest.call('POST /invitations/accept', { body: { token: awayLink.slice(awayLink.lastIndexOf('/') + 1) } }),
    ).toMatchObject({ http: 404 });
    expect(await rowsOf(sql`select 1 from connect_attempt where account_id = ${owner.accountId}`)).toEqual([]);
    const accept = () => byInvitation.raw('POST', '/team/ownership/accept', {}, { 'workplace-id': owner.workplaceId });
    expect(await accept()).toMatchObject({ http: 403, code: 'MEMBER_SUSPENDED' });
    // The squatter's password is gone; to connect once more changes nothing.
    await byPassword.call('POST /auth/account/connect', { body: { email, password: PASSWORD } });
    expect((await seesTeam(byPassword, owner)).code).toBe('MEMBER_SUSPENDED');

    expect((await owner.call('GET /auth/account')).data.has_suspended_access).toBe(true);
    const items = await suspended(owner);
    const named = items.map((one) => [one.kind, one.id, one.detail, one.added_by]).sort();
    expect(named).toEqual(
      [
        ['member', byPassword.accountId, friendEmail, null],
        ['member', byInvitation.accountId, 'friend@example.com', 'Ada Owner'],
        ['store', storeId, 'https://evil.example', null],
        ['supplier', connectionId, '', null],
        ['webhook', owner.workplaceId, 'https://evil.example/hook', 'Ada Owner'],
      ].sort(),
    );
    expect(await owner.call('POST /team/ownership', { body: offer })).toMatchObject({
      code: 'OWNERSHIP_AFTER_REVIEW',
    });
    const test = await owner.call('POST /notifications/webhook/test');
    expect(test).toMatchObject({ http: 400, code: 'WEBHOOK_SUSPENDED' });
    expect(await suspended(byPassword)).toEqual([]);
    // A member who may stay was not confirmed as the next owner.
    const stays = { workplace_id: owner.workplaceId, kind: 'member' as const, id: byInvitation.accountId };
    expect((await owner.call('POST /auth/suspensions/confirm', { body: { items: [stays] } })).http).toBe(200);
    await expect.poll(async () => (await seesTeam(byInvitation, owner)).http).toBe(200);
    expect(await accept()).toMatchObject({ http: 404, code: 'OWNERSHIP_OFFER_OVER' });
  });

  it('wins the password once, however many links are used at the same time', async () => {
    const email = newEmail();
    await app.signUp(email);
    const links = [await verifyLink(email), await resetLink(email), await resetLink(email, 2)];
    const answers = await Promise.all(links.map((link, n) => useLink(link, `long password number ${n}`)));
    expect(answers.map((one) => one.http).sort()).toEqual([200, 422, 422]);
    const won = answers.findIndex((one) => one.http === 200);
    expect(await isProven(await app.signIn(email, `long password number ${won}`))).toBe(true);
  });
});

describe('suspended access', () => {
  let owner: Client;
  let friend: Client;
  let refs: Record<SuspendedKind, SuspendedRef>;
  beforeAll(async () => {
    const email = newEmail();
    const squatter = await app.signUp(email);
    friend = await app.signUp();
    await friend.call('POST /auth/account/connect', { body: { email, password: PASSWORD } });
    const { connectionId, storeId } = await connect(squatter);
    await setWebhook(squatter);
    await useLink(await resetLink(email));
    owner = await app.signIn(email, NEW_PASSWORD);
    const ref = (kind: SuspendedKind, id: string) => ({ workplace_id: owner.workplaceId, kind, id });
    refs = {
      store: ref('store', storeId),
      supplier: ref('supplier', connectionId),
      member: ref('member', friend.accountId),
      webhook: ref('webhook', owner.workplaceId),
    };
  });
  const confirm = (who: Client, ...items: SuspendedRef[]) =>
    who.call('POST /auth/suspensions/confirm', { body: { items } });
  const remove = (who: Client, body: SuspendedRef) => who.call('POST /auth/suspensions/remove', { body });

  it('is confirmed by its owner alone, all of it or nothing', async () => {
    for (const ref of Object.values(refs)) {
      expect(await confirm(friend, ref)).toMatchObject({
        http: 404,
        errors: { 'items.0.workplace_id': expect.anything() },
      });
      expect(await remove(friend, ref)).toMatchObject({ http: 404, errors: { workplace_id: expect.anything() } });
    }
    const foreign = { ...refs.member, id: anyone.accountId };
    expect(await confirm(owner, refs.member, foreign)).toMatchObject({
      http: 404,
      code: 'SUSPENDED_NOT_FOUND',
      errors: { 'items.1.id': expect.anything() },
    });
    expect((await confirm(owner, { ...refs.store, id: STRANGE })).http).toBe(404);
    expect(await seesTeam(friend, owner)).toMatchObject({ code: 'MEMBER_SUSPENDED' });
    const bare = await anyone.raw('POST', '/auth/suspensions/confirm', { items: [refs.member] }, { authorization: '' });
    expect(bare.http).toBe(401);
  });

  it('works again once confirmed, and to confirm it twice is harmless', async () => {
    const both = await Promise.all([confirm(owner, refs.member), confirm(owner, refs.member, refs.store)]);
    expect(both.map((one) => one.http)).toEqual([200, 200]);
    expect((await seesTeam(friend, owner)).http).toBe(200);
    // A manager again, and still not the one who decides.
    for (const ref of [refs.supplier, refs.webhook])
      expect([(await confirm(friend, ref)).http, (await remove(friend, ref)).http]).toEqual([404, 404]);
    expect(await confirm(owner, refs.member)).toMatchObject({ http: 200, data: { left: 2 } });
    expect((await suspended(owner)).map((one) => one.kind).sort()).toEqual(['supplier', 'webhook']);
    const trail = (await owner.call('GET /audit')).data.items.filter((one) => one.entity === 'member');
    expect(trail).toMatchObject([{ change: 'changed' }, { change: 'created' }]);
  });

  it('goes on with what waited for it at once', async () => {
    const email = newEmail();
    await setWebhook(await app.signUp(email));
    await useLink(await resetLink(email));
    const other = await app.signIn(email, NEW_PASSWORD);
    const { workplaceId } = other;
    const deliveryId = newId();
    await app.db.tenant(other, (tx) =>
      tx.run(sql`insert into notification_delivery (workplace_id, delivery_id, notification_id, kind)
        values (${workplaceId}, ${deliveryId}, ${newId()}, 'order_received')`),
    );
    expect((await confirm(other, { workplace_id: workplaceId, kind: 'webhook', id: workplaceId })).http).toBe(200);
    const jobs = () =>
      app.db.global((tx) =>
        tx.rows(sql`select data ->> 'deliveryId' as id from pgboss.job
          where name = 'deliver-notice' and data ->> 'workplaceId' = ${workplaceId}`),
      );
    await expect.poll(jobs, { timeout: 10_000 }).toEqual([{ id: deliveryId }]);
  });

  it('places what waited for a store or a supplier at once', async () => {
    const email = newEmail();
    const suspect = await connect(await app.signUp(email));
    await useLink(await resetLink(email));
    const other = await app.signIn(email, NEW_PASSWORD);
    const { workplaceId } = other;
    // Of each supplier order one side is suspended: the other is our own supplier, or a store that was connected since.
    const newStore = newId();
    await app.db.tenant(other, (tx) =>
      tx.run(sql`insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status,
          store_name, currency, credentials)
        values (${workplaceId}, ${newStore}, ${other.accountId}, 'woocommerce', ${`${newStore}.example`}, '', 'live', 'active',
          'Shop', 'USD', '{}')`),
    );
    const here = <T>(query: ReturnType<typeof sql>) => app.db.tenant(other, (tx) => tx.rows<T>(query));
    const [own] = await here<{ id: string }>(sql`select connection_id as id from supplier_connection
      where workplace_id = ${workplaceId} and supplier = 'quayside'`);
    const waiting = async (storeId: string, connectionId: string): Promise<string> => {
      const [orderId, id] = [newId(), newId()];
      await app.db.tenant(other, async (tx) => {
        await tx.run(sql`insert into sales_order (workplace_id, order_id, store_id, mode, external_order_id, name, placed_at,
            store_updated_at, read_at, currency, subtotal, shipping_total, tax_total, discount_total, total, financial_status,
            fulfillment_status, placement_status, public_tracking_id)
          values (${workplaceId}, ${orderId}, ${storeId}, 'live', ${newId()}, '#1', now(), now(), now(), 'USD', 1, 0, 0, 0, 1,
            'paid', 'unfulfilled', 'ready', ${newId()})`);
        await tx.run(sql`insert into supplier_order (workplace_id, supplier_order_id, order_id, store_id, connection_id, supplier,
            mode, reference, state, payer, address, placement_id, next_attempt_at)
          select workplace_id, ${id}, ${orderId}, ${storeId}, connection_id, supplier, 'live', ${newId()}, 'requested', payer, '{}',
            ${newId()}, '2099-01-01' from supplier_connection
          where workplace_id = ${workplaceId} and connection_id = ${connectionId} returning 1`);
      });
      return id;
    };
    const ofStore = await waiting(suspect.storeId, own?.id ?? '');
    const ofSupplier = await waiting(newStore, suspect.connectionId);
    const isDue = async (id: string) =>
      (await here(sql`select 1 from supplier_order where supplier_order_id = ${id} and next_attempt_at < '2098-01-01'`))
        .length === 1;
    for (const [kind, thing, id] of [
      ['store', suspect.storeId, ofStore],
      ['supplier', suspect.connectionId, ofSupplier],
    ] as const) {
      expect(await isDue(id), kind).toBe(false);
      expect((await confirm(other, { workplace_id: workplaceId, kind, id: thing })).http).toBe(200);
      await expect.poll(() => isDue(id), { timeout: 10_000, message: kind }).toBe(true);
    }
  });

  it('is removed as on the page of its feature; what was confirmed meanwhile stays', async () => {
    expect(await remove(owner, refs.store)).toMatchObject({ http: 422, code: 'NOT_SUSPENDED' });
    expect(await remove(owner, refs.webhook)).toMatchObject({ http: 200, data: { left: 1 } });
    expect(await remove(owner, refs.webhook)).toMatchObject({ http: 404, code: 'SUSPENDED_NOT_FOUND' });
    expect((await owner.call('GET /auth/account')).data.has_suspended_access).toBe(true);
    expect(await remove(owner, refs.supplier)).toMatchObject({ http: 200, data: { left: 0 } });
    expect((await owner.call('GET /auth/account')).data.has_suspended_access).toBe(false);
    expect((await owner.call('GET /notifications/settings')).data.webhook).toBeNull();
  });
});
