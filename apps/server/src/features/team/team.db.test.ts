import { newId } from '@quayside/kernel';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../db/index.ts';
import { publishSessionChange } from '../../http/session.ts';
import { type Client, startTestApp } from '../../testing/app/test-app.ts';

const app = await startTestApp();
afterAll(() => app.stop());

let ada: Client;
let here: Record<string, string>;
let people = 0;
beforeAll(async () => {
  ada = await app.signUp();
  here = { 'workplace-id': ada.workplaceId };
});

const emailOf = () => {
  people += 1;
  return `guest-${people}-${Date.now()}@example.com`;
};
const tokenOf = (link: string) => link.slice(link.lastIndexOf('/') + 1);

async function invite(role: 'manager' | 'buyer' | 'lister' | 'viewer', storeIds: string[] | null = null, by = ada) {
  const email = emailOf();
  const answer = await by.call('POST /team/invitations', { body: { email, role, store_ids: storeIds } }, here);

  return { email, answer, token: answer.data ? tokenOf(answer.data.link) : '' };
}

/** A new person who took an invitation. */
async function join(
  role: 'manager' | 'buyer' | 'lister' | 'viewer',
  storeIds: string[] | null = null,
): Promise<Client> {
  const { email, token } = await invite(role, storeIds);
  const person = await app.signUp(email);
  expect((await person.call('POST /invitations/accept', { body: { token } })).data).toEqual({
    workplace_id: ada.workplaceId,
  });
  return person;
}

async function addStore(name: string): Promise<string> {
  const storeId = newId();
  await app.db.tenant(ada, async (tx) => {
    await tx.run(sql`insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status,
        store_name, currency, credentials)
      values (${ada.workplaceId}, ${storeId}, ${ada.accountId}, 'woocommerce', ${`${name}.example`}, 'https://x.example', 'live',
        'active', ${name}, 'USD', '{"secret": "do not show"}')`);
    await tx.run(sql`insert into store_directory (store_id, workplace_id, account_id, platform, platform_domain, mode, webhook_key)
      values (${storeId}, ${ada.workplaceId}, ${ada.accountId}, 'woocommerce', ${`${name}.example`}, 'live', ${newId()})`);
    await tx.run(sql`insert into supplier_connection (workplace_id, connection_id, supplier, label, mode, payer, status, credentials)
      values (${ada.workplaceId}, ${newId()}, 'cj', 'CJ', 'live', 'wallet', 'active', '{}') on conflict do nothing`);
    await publishSessionChange(tx, ada.workplaceId);
  });
  await vi.waitFor(async () =>
    expect((await ada.call('GET /guideline', {}, { ...here, 'store-id': storeId })).code).toBe('OK'),
  );
  return storeId;
}

async function addOrder(storeId: string): Promise<{ orderId: string; supplierOrderId: string }> {
  const [orderId, supplierOrderId, placementId] = [newId(), newId(), newId()];
  await app.db.tenant(ada, async (tx) => {
    await tx.run(sql`insert into sales_order (workplace_id, order_id, store_id, mode, external_order_id, name, placed_at,
        store_updated_at, read_at, currency, subtotal, shipping_total, tax_total, discount_total, total, financial_status,
        fulfillment_status, placement_status, public_tracking_id)
      values (${ada.workplaceId}, ${orderId}, ${storeId}, 'live', ${newId()}, '#1', now(), now(), now(), 'USD', 1, 0, 0, 0, 1,
        'paid', 'unfulfilled', 'ready', ${newId()})`);
    await tx.run(sql`insert into supplier_order (workplace_id, supplier_order_id, order_id, connection_id, supplier, mode,
        reference, state, payer, address, total_cost, placement_id)
      select ${ada.workplaceId}, ${supplierOrderId}, ${orderId}, connection_id, 'cj', 'live', ${newId()}, 'placed', 'wallet',
        '{}', 700, ${placementId} from supplier_connection where workplace_id = ${ada.workplaceId} returning 1`);
  });
  return { orderId, supplierOrderId };
}

describe('an invitation', () => {
  it('is shown by its link, taken once, by the invited e-mail alone', async () => {
    const { email, answer, token } = await invite('buyer');
    expect(answer.data.mailed).toBe(false);
    const mails = await app.db.read(ada, (ex) =>
      ex.rows<{ kind: string }>(sql`select kind from mail_outbox where recipient = ${email}`),
    );
    expect(mails).toEqual([{ kind: 'invitation' }]);
    const eve = await app.signUp();
    const shown = await eve.call('GET /invitations/{link_token}', { params: { link_token: token } });
    expect(shown.data).toMatchObject({
      email,
      role: 'buyer',
      workplace_name: "Ada's workspace",
      invited_by: 'Ada Owner',
    });
    expect(await eve.call('POST /invitations/accept', { body: { token } })).toMatchObject({
      http: 403,
      code: 'INVITATION_FOR_ANOTHER',
    });
    const bob = await app.signUp(email);
    const accept = () => bob.call('POST /invitations/accept', { body: { token } });
    const both = await Promise.all([accept(), accept()]);
    expect(both.map((one) => one.code).sort()).toEqual(['INVITATION_OVER', 'OK']);
    const { members, invitations } = (await ada.call('GET /team', {}, here)).data;
    expect(members.find((one) => one.email === email)).toMatchObject({ role: 'buyer', manageable: true });
    expect(invitations.find((one) => one.email === email)).toBeUndefined();
    const again = await ada.call('POST /team/invitations', { body: { email, role: 'viewer' } }, here);
    expect(again).toMatchObject({ http: 422, code: 'MEMBER_ALREADY' });
  });

  it('ends when it is taken back, renewed, made anew or too old', async () => {
    const over = async (token: string) =>
      (await ada.call('GET /invitations/{link_token}', { params: { link_token: token } })).code;
    const first = await invite('viewer');
    const renewed = await ada.call(
      'POST /team/invitations/{invitation_id}/renew',
      { params: { invitation_id: first.answer.data.invitation_id } },
      here,
    );
    expect(await over(first.token)).toBe('INVITATION_OVER');
    const second = tokenOf(renewed.data.link);
    expect(await over(second)).toBe('OK');
    const anew = await ada.call('POST /team/invitations', { body: { email: first.email, role: 'lister' } }, here);
    expect(await over(second)).toBe('INVITATION_OVER');
    await ada.call(
      'DELETE /team/invitations/{invitation_id}',
      { params: { invitation_id: anew.data.invitation_id } },
      here,
    );
    expect(await over(tokenOf(anew.data.link))).toBe('INVITATION_OVER');
    const old = await invite('viewer');
    await app.db.global((tx) => tx.run(sql`update invitation_directory set expires_at = now() - interval '1 second'`));
    expect(await over(old.token)).toBe('INVITATION_OVER');
  });

  it('by a manager gives roles below his own, and he manages nobody else', async () => {
    const manager = await join('manager');
    const other = await join('manager');
    expect((await invite('manager', null, manager)).answer).toMatchObject({
      http: 403,
      code: 'ROLE_NOT_YOURS_TO_GIVE',
    });
    expect((await invite('viewer', null, manager)).answer.code).toBe('OK');
    const change = (id: string) =>
      manager.call(
        'PUT /team/members/{member_id}',
        { params: { member_id: id }, body: { role: 'viewer', store_ids: null } },
        here,
      );
    expect(await change(other.accountId)).toMatchObject({ http: 403, code: 'MEMBER_NOT_YOURS_TO_MANAGE' });
    expect(await change(ada.accountId)).toMatchObject({ http: 400, code: 'OWNER_STAYS' });
    expect(await change((await app.signUp()).accountId)).toMatchObject({ http: 404, code: 'MEMBER_NOT_FOUND' });
  });
});

describe('a member', () => {
  it('has another role with his next request, and no access with the one after he was taken out', async () => {
    const bob = await join('viewer');
    const buys = () => bob.call('GET /orders/v5/fetch-quayside-pay-all-link', {}, here);
    expect((await buys()).code).toBe('ROLE_MAY_NOT');
    const member = { params: { member_id: bob.accountId } };
    await ada.call('PUT /team/members/{member_id}', { ...member, body: { role: 'buyer', store_ids: null } }, here);
    expect((await buys()).code).toBe('OK');
    await ada.call('DELETE /team/members/{member_id}', member, here);
    expect(await buys()).toMatchObject({ http: 403, code: 'WORKPLACE_NOT_YOURS' });
  });

  it('may leave by himself; the owner may not', async () => {
    const bob = await join('lister');
    const leave = { params: { workplace_id: ada.workplaceId } };
    expect((await bob.call('POST /workplaces/{workplace_id}/leave', leave)).code).toBe('OK');
    expect((await bob.call('GET /guideline', {}, here)).code).toBe('WORKPLACE_NOT_YOURS');
    expect((await ada.call('POST /workplaces/{workplace_id}/leave', leave)).code).toBe('OWNER_CANNOT_LEAVE');
  });

  it('who is held to some stores finds, counts and touches nothing of the others', async () => {
    const [mine, other] = [await addStore('mine'), await addStore('other')];
    const [seen, hidden] = [await addOrder(mine), await addOrder(other)];
    const bob = await join('buyer', [mine]);

    expect((await bob.call('GET /stores/list-store', {}, here)).data.items.map((one) => one.id)).toEqual([mine]);
    expect((await bob.call('GET /auth/account')).data.linked_stores.woocommerce?.map((one) => one.id)).toEqual([mine]);
    expect((await bob.call('GET /orders/v5/list', {}, here)).data.items.map((one) => one.id)).toEqual([seen.orderId]);
    const counts = await bob.call('GET /orders/v5/count-order-status', {}, here);
    const all = await ada.call('GET /orders/v5/count-order-status', {}, here);
    expect([counts.data.unfulfilled, all.data.unfulfilled]).toEqual([1, 2]);
    expect((await bob.call('GET /home/summary', {}, here)).data.to_place).toBe(1);
    expect((await bob.call('GET /orders/v5/supplier-orders', {}, here)).data.items.map((one) => one.id)).toEqual([
      seen.supplierOrderId,
    ]);
    expect((await bob.call('GET /orders/v5/supplier-orders/count', {}, here)).data.waiting_payment).toBe(1);
    const detail = { params: { order_id: hidden.orderId } };
    expect((await bob.call('GET /orders/v5/detail/{order_id}', detail, here)).http).toBe(404);
    const log = { params: { orderId: hidden.orderId } };
    expect((await bob.call('GET /orders/v4/order_log/order/{orderId}', log, here)).http).toBe(404);
    expect((await bob.call('GET /orders/v5/panel/{order_id}', detail, here)).http).toBe(404);
    await app.db.tenant(ada, async (tx) => {
      for (const storeId of [mine, other, null])
        await tx.run(sql`insert into process (workplace_id, process_id, kind, subject_id, title, store_id, status)
          values (${ada.workplaceId}, ${newId()}, 'push', 'p', 'A mug', ${storeId}, 'processing')`);
    });
    const work = (await bob.call('GET /processes', {}, here)).data.items.map((one) => one.store_id);
    expect(work).toHaveLength(2);
    expect(work).not.toContain(other);
    const pay = { body: { supplier_order_ids: [hidden.supplierOrderId] } };
    expect((await bob.call('POST /orders/v5/payment', pay, here)).data?.requested ?? 0).toBe(0);
    const header = { ...here, 'store-id': other };
    expect(await bob.call('GET /guideline', {}, header)).toMatchObject({
      status: 801,
      code: 'CURRENT_SHOP_ID_INVALID',
    });
    const remove = { params: { platform: 'woocommerce' as const }, body: { shop: other } };
    expect((await bob.call('POST /auth/platform/{platform}/uninstall', remove, here)).code).toBe('ROLE_MAY_NOT');

    await ada.call(
      'PUT /team/members/{member_id}',
      { params: { member_id: bob.accountId }, body: { role: 'manager', store_ids: [mine] } },
      here,
    );
    expect((await bob.call('POST /auth/platform/{platform}/uninstall', remove, here)).code).toBe('STORE_NOT_FOUND');
    expect((await bob.call('GET /team', {}, here)).code).toBe('STORES_MAY_NOT');
    expect((await ada.call('GET /stores/list-store', {}, here)).data.items).toHaveLength(2);
  });
});

describe('the trail', () => {
  const entries = async (query: object = {}) => (await ada.call('GET /audit', { query }, here)).data.items;

  it('says who changed what, from what to what, and shows no secret', async () => {
    const [, store] = [await addStore('plain'), await addStore('audited')];
    const bob = await join('manager');
    await bob.call('POST /core/stores/update-default-store', { body: { store_id: store } }, here);
    const [entry] = await entries({ entity: 'store', entity_id: store });
    expect(entry).toMatchObject({
      actor: { kind: 'member', id: bob.accountId, name: 'Ada Owner' },
      action: 'POST /core/stores/update-default-store',
      entity_name: 'audited',
      link: '/app/channel',
      change: 'changed',
      before: { is_default: false },
      after: { is_default: true },
    });
    expect(entry?.ip).toBeTruthy();
    // Found by its name, which the record doesn't hold, and by its URL, which it does.
    for (const q of ['AUDITED', 'audited.example'])
      expect((await entries({ q })).map((one) => one.entity_id)).toContain(store);
    const written = JSON.stringify(await entries({ page_size: 100 }));
    expect(written).not.toContain('do not show');
    expect(written).not.toContain('credentials');
  });

  it('names the invitation, the joining and the change of a role', async () => {
    const { email, token } = await invite('viewer');
    const bob = await app.signUp(email);
    await bob.call('POST /invitations/accept', { body: { token } });
    await ada.call(
      'PUT /team/members/{member_id}',
      { params: { member_id: bob.accountId }, body: { role: 'buyer', store_ids: null } },
      here,
    );
    const [changed, joined] = await entries({ entity: 'member', entity_id: bob.accountId });
    expect(changed).toMatchObject({
      actor: { id: ada.accountId },
      before: { role: 'viewer' },
      after: { role: 'buyer' },
    });
    expect(joined).toMatchObject({ actor: { id: bob.accountId }, change: 'created', after: { role: 'viewer' } });
    const found = await entries({ q: email.slice(0, 12).toUpperCase() });
    expect(new Set(found.map((one) => one.entity))).toEqual(new Set(['invitation']));
    expect(JSON.stringify(found)).not.toContain(token);
  });

  it('calls who has left by his name, found by it too, also when his account is gone', async () => {
    const bob = await join('buyer');
    await bob.call('PUT /auth/account/profile', { body: { first_name: 'Zeno', last_name: 'Leaver' } });
    await ada.call('DELETE /team/members/{member_id}', { params: { member_id: bob.accountId } }, here);
    const about = () => entries({ entity: 'member', entity_id: bob.accountId });
    expect((await about()).map((one) => [one.change, one.entity_name])).toEqual([
      ['removed', 'Zeno Leaver'],
      ['created', 'Zeno Leaver'],
    ]);
    expect((await entries({ q: 'leaver' })).map((one) => one.change)).toEqual(['removed']);
    await app.db.global((tx) => tx.run(sql`delete from account where account_id = ${bob.accountId}`));
    expect((await about()).map((one) => one.entity_name)).toEqual(['Zeno Leaver', 'Ada Owner']);
  });

  it('names who acted as he was last called', async () => {
    const bob = await join('manager');
    const rename = async (first: string) => {
      await bob.call('PUT /auth/account/profile', { body: { first_name: first, last_name: 'Actor' } });
      await bob.call('POST /core/settings', { body: { settings: { name: `${first}'s idea` } } }, here);
    };
    await rename('Zoe');
    await rename('Abe');
    const { items } = (await ada.call('GET /audit/actors', {}, here)).data;
    expect(items.find((one) => one.id === bob.accountId)?.name).toBe('Abe Actor');
  });

  it('says in words what a caller did: the permission that it took', async () => {
    await ada.call('POST /core/settings', { body: { settings: { name: "Ada's workspace" } } }, here);
    expect((await entries({ entity: 'workspace' }))[0]).toMatchObject({
      action: 'POST /core/settings',
      needs: 'workspace.change',
    });
  });

  it('tells what sums are in, where a change does not hold it: the currency of the thing today', async () => {
    const [productId, variantId] = [newId(), newId()];
    await app.db.tenant(ada, async (tx) => {
      await tx.run(sql`insert into product (workplace_id, product_id, source, mode, source_product_id, title, currency, cost_from,
          cost_to, price_from, price_to, total_variants, original)
        values (${ada.workplaceId}, ${productId}, 'quayside', 'live', 'p', 'Lamp', 'EUR', 1, 1, 2, 2, 1, '{}')`);
      await tx.run(sql`insert into product_variant (workplace_id, product_id, variant_id, source_variant_id, source_sku, sku, cost, price,
          position) values (${ada.workplaceId}, ${productId}, ${variantId}, 'v', 's', 's', 1, 2999, 1)`);
    });
    const actor = { kind: 'member' as const, id: ada.accountId, name: 'Ada', action: 'test' };
    const priced = async () => (await entries({ entity: 'variant', entity_id: variantId }))[0];
    await app.db.tenant({ accountId: ada.accountId, workplaceId: ada.workplaceId, actor }, (tx) =>
      tx.run(
        sql`update product_variant set price = 3999 where workplace_id = ${ada.workplaceId} and variant_id = ${variantId}`,
      ),
    );
    expect(await priced()).toMatchObject({ before: { price: 2999 }, after: { price: 3999 }, currency: 'EUR' });
    await app.db.tenant(ada, (tx) =>
      tx.run(
        sql`update product set deleted_at = now() where workplace_id = ${ada.workplaceId} and product_id = ${productId}`,
      ),
    );
    // What is gone tells nothing any more.
    expect((await priced())?.currency).toBeNull();
  });

  it('keeps nothing of what was refused or read', async () => {
    const before = (await entries({ page_size: 100 })).length;
    await ada.call('GET /stores/list-store', {}, here);
    await ada.call('POST /core/settings', { body: { settings: { display_currency: 'QQQ' } } }, here);
    await ada.call('POST /core/settings', { body: { settings: { name: "Ada's workspace" } } }, here);
    expect(await entries({ page_size: 100 })).toHaveLength(before);
  });

  it('cannot be changed or removed by the application', async () => {
    for (const statement of [sql`update audit_entry set actor_name = 'Nobody'`, sql`delete from audit_entry`])
      await expect(app.db.tenant(ada, (tx) => tx.run(statement))).rejects.toThrow(/permission denied/);
  });

  it('pages by cursor and leaves as a file', async () => {
    const whole = await entries({ page_size: 100 });
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = (await ada.call('GET /audit', { query: { page_size: 3, ...(cursor ? { cursor } : {}) } }, here))
        .data;
      ids.push(...page.items.map((one) => one.id));
      cursor = page.next_cursor;
    } while (cursor);
    expect(ids).toEqual(whole.map((one) => one.id));
    const { csv, entries: count, truncated } = (await ada.call('GET /audit/export', {}, here)).data;
    expect([count, truncated]).toEqual([whole.length, false]);
    expect(csv.split('\r\n')[0]).toBe(
      'at,actor_kind,actor,actor_id,ip,action,change,entity,entity_name,entity_id,before,after',
    );
    const { items } = (await ada.call('GET /audit/actors', {}, here)).data;
    expect(items.map((one) => one.id)).toContain(ada.accountId);
  });
});

describe('a token for scripts', () => {
  const make = async (scopes: string[], more: object = {}) =>
    (await ada.call('POST /api-tokens', { body: { name: 'Nightly', scopes, ...more } as never }, here)).data;
  const as = (token: string) => ({ authorization: `Bearer ${token}` });

  it('is shown once, does what it was given and nothing else, and is known by name in the trail', async () => {
    const { token, item } = await make(['orders.read', 'workspace.change']);
    expect(token).toMatch(/^qst_/);
    const listed = (await ada.call('GET /api-tokens', {}, here)).data.items.find(
      (one) => one.token_id === item.token_id,
    );
    expect(listed).toMatchObject({ name: 'Nightly', tail: token.slice(-4), state: 'active', last_used_at: null });
    const kept = await app.db.tenant(ada, (tx) => tx.rows(sql`select to_jsonb(t) as row from api_token t`));
    expect(JSON.stringify(kept)).not.toContain(token);

    expect((await ada.call('GET /orders/v5/list', {}, as(token))).http).toBe(200);
    expect(await ada.call('GET /center/products/count', {}, as(token))).toMatchObject({
      http: 403,
      code: 'TOKEN_MAY_NOT',
    });
    for (const key of ['GET /auth/account', 'GET /workplaces', 'GET /team'] as const)
      expect((await ada.call(key, {}, as(token))).code, key).toBe('TOKEN_MAY_NOT');
    await ada.call('POST /core/settings', { body: { settings: { display_currency: 'JPY' } } }, as(token));
    const [entry] = (await ada.call('GET /audit', { query: { entity: 'workspace' } }, here)).data.items;
    expect(entry).toMatchObject({
      actor: { kind: 'token', id: item.token_id, name: 'Nightly' },
      after: { currency: 'JPY' },
    });
    const used = (await ada.call('GET /api-tokens', {}, here)).data.items.find((one) => one.token_id === item.token_id);
    expect(used?.last_used_at).not.toBeNull();
  });

  it('works in its own workspace alone, and ends at once when revoked or by its date', async () => {
    const { token, item } = await make(['orders.read']);
    const second = await ada.call('POST /auth/workplace/create', { body: { name: 'Other' } });
    const there = { ...as(token), 'workplace-id': second.data.id };
    expect((await ada.call('GET /orders/v5/list', {}, there)).code).toBe('WORKPLACE_NOT_YOURS');
    await ada.call('POST /api-tokens/{token_id}/revoke', { params: { token_id: item.token_id } }, here);
    expect(await ada.call('GET /orders/v5/list', {}, as(token))).toMatchObject({ http: 401, code: 'SESSION_ENDED' });

    const short = await make(['orders.read'], { days: 1 });
    await app.db.global((tx) =>
      tx.run(
        sql`update api_token_directory set expires_at = now() - interval '1 second' where token_id = ${short.item.token_id}`,
      ),
    );
    expect((await ada.call('GET /orders/v5/list', {}, as(short.token))).code).toBe('SESSION_ENDED');
  });

  it('is never given what would make it more than it is', async () => {
    for (const scope of ['team.change', 'tokens.change', 'workspace.remove']) {
      const answer = await ada.call('POST /api-tokens', { body: { name: 'More', scopes: [scope] } as never }, here);
      expect(answer.http, scope).toBe(422);
    }
  });
});
