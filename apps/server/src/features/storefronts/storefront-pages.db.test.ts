import { request } from 'node:http';
import { MOST_HTML } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sql } from '../../db/index.ts';
import { publishSessionChange } from '../../http/session.ts';
import { type Client, startTestApp } from '../../testing/app/test-app.ts';

const app = await startTestApp({ args: ['--role', 'web'] });
afterAll(() => app.stop());

let ada: Client;
const [storeId, other] = [newId(), newId()];
const domainOf = (id: string) => `${id}.example`;

async function addStore(id: string): Promise<void> {
  const { accountId, workplaceId } = ada;
  await app.db.tenant({ accountId, workplaceId }, async (tx) => {
    await tx.run(sql`insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status,
        store_name, currency, credentials)
      values (${workplaceId}, ${id}, ${accountId}, 'woocommerce', ${domainOf(id)}, ${`https://${domainOf(id)}`}, 'live',
        'active', 'x', 'USD', '{}')`);
    await tx.run(sql`insert into store_directory (store_id, workplace_id, account_id, platform, platform_domain, mode, webhook_key)
      values (${id}, ${workplaceId}, ${accountId}, 'woocommerce', ${domainOf(id)}, 'live', ${newId()})`);
    await publishSessionChange(tx, workplaceId);
  });
  const here = { 'workplace-id': workplaceId, 'store-id': id };
  await vi.waitFor(async () => expect((await ada.call('GET /guideline', {}, here)).code).toBe('OK'));
}

beforeAll(async () => {
  ada = await app.signUp();
  await addStore(storeId);
  await addStore(other);
});

const PAGE = '<title>Harbour Goods</title><script>Shopify.theme = {"name":"Dawn","id":1}</script>';
const send = (who: Client, body: object, id = storeId, headers: Record<string, string> = {}) =>
  who.call(
    'POST /connections/{store_id}/storefront/pages',
    { params: { store_id: id }, body: body as never },
    { 'workplace-id': ada.workplaceId, ...headers },
  );
const page = (html = PAGE, address = `https://${domainOf(storeId)}/`) => ({ address, html });

it('takes two whole pages, larger than other calls may be, and no more than that', async () => {
  for (const letter of ['"', '字'])
    expect((await send(ada, { shop: page(PAGE + letter.repeat(MOST_HTML - PAGE.length)) })).code, letter).toBe('OK');
  const large = PAGE + '字'.repeat(MOST_HTML - PAGE.length);
  const answer = await send(ada, { shop: page(large), product: page(large) });
  expect(answer.data).toMatchObject({ state: 'read', info: { themeName: 'Dawn' } });
  const longer = await send(ada, { shop: page(`${large}x`) });
  expect(longer).toMatchObject({ status: 204, errors: { 'shop.html': [expect.any(String)] } });
  const huge = await send(ada, { shop: page(), product: page('x'.repeat(7 * MOST_HTML)) });
  expect(huge).toMatchObject({ status: 201, code: 'BODY_TOO_LARGE' });
});

it('reads no large body from who may not send it', async () => {
  const path = `/api/connections/${storeId}/storefront/pages`;
  // The body never comes: who waits for it does not answer.
  const answer = await new Promise<number | undefined>((done, fail) => {
    const asking = request(`${app.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': MOST_HTML, authorization: 'Bearer nobody' },
    });
    asking.on('response', (response) => done(response.statusCode)).on('error', fail);
    asking.write('{');
  });
  expect(answer).toBe(401);
});

it('names the field of a page that is not the store’s', async () => {
  const stranger = page(PAGE, `https://${domainOf(other)}/`);
  expect(await send(ada, { shop: stranger })).toMatchObject({
    status: 204,
    code: 'STOREFRONT_OTHER_ADDRESS',
    errors: { 'shop.address': [expect.any(String)] },
  });
  expect(await send(ada, { shop: page(), product: stranger })).toMatchObject({
    errors: { 'product.address': [expect.any(String)] },
  });
});

it('is for who may change stores, and of the stores that he has', async () => {
  const here = { 'workplace-id': ada.workplaceId };
  const join = async (role: 'manager' | 'lister', storeIds: string[] | null): Promise<Client> => {
    const email = `${newId()}@example.com`;
    const asked = await ada.call('POST /team/invitations', { body: { email, role, store_ids: storeIds } }, here);
    const person = await app.signUp(email);
    await person.call('POST /invitations/accept', { body: { token: asked.data.link.split('/').at(-1) ?? '' } });
    return person;
  };
  expect(await send(await join('lister', null), { shop: page() })).toMatchObject({ code: 'ROLE_MAY_NOT' });
  const held = await join('manager', [other]);
  expect(await send(held, { shop: page() })).toMatchObject({ status: 202 });
  const own = page(PAGE, `https://${domainOf(other)}/`);
  expect((await send(held, { shop: own }, other)).data).toMatchObject({ state: 'read' });
  const stranger = await app.signUp();
  expect(await send(stranger, { shop: page() }, storeId, { 'workplace-id': stranger.workplaceId })).toMatchObject({
    status: 202,
  });
});
