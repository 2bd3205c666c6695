import { MOST_SAVED_PAGES, type PageToSave } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { sql } from '../../db/index.ts';
import { publishSessionChange } from '../../http/session.ts';
import { type Client, startTestApp } from '../../testing/app/test-app.ts';

const app = await startTestApp({ args: ['--role', 'web'] });
afterAll(() => app.stop());

let ada: Client;
beforeEach(async () => {
  ada = await app.signUp();
});

const page = (patch: Partial<PageToSave> = {}): PageToSave => ({
  id: newId(),
  address: 'https://shop.example/mug',
  title: 'A mug',
  picture_url: 'https://shop.example/mug.jpg',
  price: { amount: 1999, currency: 'EUR' },
  saved_at: '2026-01-02T03:04:05.000Z',
  ...patch,
});
const save = (who: Client, pages: PageToSave[], headers: Record<string, string> = {}) =>
  who.call('POST /product-sources/saved-pages', { body: { pages } }, headers);
const list = (who: Client, query: object = {}, headers: Record<string, string> = {}) =>
  who.call('GET /product-sources/saved-pages', { query }, headers);
const remove = (who: Client, id: string, headers: Record<string, string> = {}) =>
  who.call('DELETE /product-sources/saved-pages/{id}', { params: { id } }, headers);

it('keeps a page, shows it and removes it', async () => {
  const mug = page();
  expect((await save(ada, [mug])).data).toEqual({ taken: [mug.id], failed: {} });
  expect((await list(ada)).data).toEqual({ items: [{ ...mug, site: 'shop.example' }], total: 1 });
  expect((await remove(ada, mug.id)).code).toBe('OK');
  expect((await list(ada)).data).toEqual({ items: [], total: 0 });
  expect(await remove(ada, mug.id)).toMatchObject({ status: 202, code: 'SAVED_PAGE_NOT_FOUND' });
});

it('is called by the extension from its own origin, with a bearer', async () => {
  const origin = { origin: 'chrome-extension://abcdefghijklmnopabcdefghijklmnop' };
  const mug = page();
  expect((await save(ada, [mug], origin)).data.taken).toEqual([mug.id]);
  const asTold = await fetch(`${app.url}/api/product-sources/saved-pages`, { headers: origin });
  expect(asTold.status).toBe(401);
});

it('keeps one of the same id, also when it is sent twice at once', async () => {
  const mug = page();
  const answers = await Promise.all(Array.from({ length: 6 }, () => save(ada, [mug])));
  for (const answer of answers) expect(answer.data).toEqual({ taken: [mug.id], failed: {} });
  expect((await list(ada)).data.total).toBe(1);
});

it('keeps one of the same address, as it was saved last, whichever arrives first', async () => {
  const first = page();
  const later = page({
    address: 'https://shop.example/mug?utm_source=mail#top',
    title: 'A better mug',
    price: null,
    saved_at: '2026-02-02T00:00:00.000Z',
  });
  const older = page({ title: 'An old mug', saved_at: '2025-01-01T00:00:00.000Z' });
  const answers = await Promise.all([save(ada, [later]), save(ada, [first]), save(ada, [older])]);
  expect(answers.map((one) => one.data.taken.length)).toEqual([1, 1, 1]);
  expect((await list(ada)).data.items).toEqual([
    expect.objectContaining({ title: 'A better mug', price: null, saved_at: later.saved_at }),
  ]);
});

it('takes no time to come', async () => {
  await save(ada, [page({ saved_at: '2999-01-01T00:00:00.000Z' })]);
  const [kept] = (await list(ada)).data.items;
  expect(Date.parse(kept?.saved_at ?? '')).toBeLessThanOrEqual(Date.now());
});

it('lists newest first, page by page', async () => {
  const pages = Array.from({ length: 5 }, (_, at) =>
    page({ address: `https://shop.example/${at}`, saved_at: `2026-01-0${at + 1}T00:00:00.000Z` }),
  );
  await save(ada, pages);
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const { data } = await list(ada, { page_size: 2, cursor });
    expect(data.total).toBe(5);
    found.push(...data.items.map((one) => one.id));
    cursor = data.next_cursor;
  } while (cursor);
  expect(found).toEqual(pages.map((one) => one.id).reverse());
});

it('refuses what there is no room for and takes the rest, also from two at once', async () => {
  const { accountId, workplaceId } = ada;
  await app.db.tenant({ accountId, workplaceId }, (tx) =>
    tx.run(sql`insert into saved_page (workplace_id, saved_page_id, address, address_hash, title, saved_at)
      select ${workplaceId}, gen_random_uuid(), 'https://a.example/' || n, decode(md5(n::text), 'hex'), 'x', now()
      from generate_series(1, ${MOST_SAVED_PAGES - 3}) n on conflict do nothing`),
  );
  const some = (name: string) =>
    Array.from({ length: 3 }, (_, at) => page({ address: `https://shop.example/${name}${at}` }));
  const both = [some('a'), some('b')];
  const answers = await Promise.all(both.map((pages) => save(ada, pages)));
  expect((await list(ada)).data.total).toBe(MOST_SAVED_PAGES);
  const taken = answers.flatMap((one) => (one.status === 200 ? one.data.taken : []));
  expect(taken).toHaveLength(3);
  expect(await save(ada, some('c'))).toMatchObject({ status: 201, code: 'SAVED_PAGES_FULL' });
  // What is saved already is taken again, and the new one beside it named.
  const held = both.flat().filter((one) => taken.includes(one.id));
  const fresh = page({ address: 'https://shop.example/new' });
  expect((await save(ada, [...held, fresh])).data).toMatchObject({
    taken: held.map((one) => one.id),
    failed: { [fresh.id]: { key: 'SAVED_PAGES_FULL', params: { count: MOST_SAVED_PAGES } } },
  });
});

it('is each workspace’s own, under the same ids and addresses', async () => {
  const bob = await app.signUp();
  const mug = page();
  await save(ada, [mug]);
  expect((await list(bob)).data.total).toBe(0);
  expect((await remove(bob, mug.id)).status).toBe(202);
  expect((await save(bob, [{ ...mug, title: 'The mug of Bob' }])).data.taken).toEqual([mug.id]);
  await remove(bob, mug.id);
  expect((await list(ada)).data.items).toEqual([expect.objectContaining({ title: 'A mug' })]);
});

it('is for who may import; others look', async () => {
  const storeId = newId();
  await app.db.tenant(ada, async (tx) => {
    await tx.run(sql`insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status,
        store_name, currency, credentials)
      values (${ada.workplaceId}, ${storeId}, ${ada.accountId}, 'woocommerce', ${`${storeId}.example`}, 'https://x.example', 'live',
        'active', 'x', 'USD', '{}')`);
    await tx.run(sql`insert into store_directory (store_id, workplace_id, account_id, platform, platform_domain, mode, webhook_key)
      values (${storeId}, ${ada.workplaceId}, ${ada.accountId}, 'woocommerce', ${`${storeId}.example`}, 'live', ${newId()})`);
    await publishSessionChange(tx, ada.workplaceId);
  });
  const here = { 'workplace-id': ada.workplaceId };
  await vi.waitFor(async () =>
    expect((await ada.call('GET /guideline', {}, { ...here, 'store-id': storeId })).code).toBe('OK'),
  );
  const join = async (role: 'lister' | 'viewer', storeIds: string[] | null): Promise<Client> => {
    const email = `${newId()}@example.com`;
    const asked = await ada.call('POST /team/invitations', { body: { email, role, store_ids: storeIds } }, here);
    const person = await app.signUp(email);
    await person.call('POST /invitations/accept', { body: { token: asked.data.link.split('/').at(-1) ?? '' } });
    return person;
  };
  const [held, viewer] = [await join('lister', [storeId]), await join('viewer', null)];
  const mug = page();
  expect((await save(held, [mug], here)).data.taken).toEqual([mug.id]);
  expect((await list(viewer, {}, here)).data.total).toBe(1);
  expect(await save(viewer, [page({ address: 'https://shop.example/x' })], here)).toMatchObject({
    code: 'ROLE_MAY_NOT',
  });
  expect(await remove(viewer, mug.id, here)).toMatchObject({ code: 'ROLE_MAY_NOT' });
  expect((await remove(held, mug.id, here)).code).toBe('OK');
  const trail = await ada.call('GET /audit', { query: { entity: 'saved_page' } }, here);
  expect(trail.data.items.map((one) => [one.change, one.entity_name])).toEqual([
    ['removed', 'A mug'],
    ['created', 'A mug'],
  ]);
});

it.each([
  ['address', { address: 'javascript:alert(1)' }],
  ['address', { address: 'file:///etc/passwd' }],
  ['picture_url', { picture_url: 'data:text/html,x' }],
  ['title', { title: '  ' }],
  ['price.amount', { price: { amount: 1.5, currency: 'USD' } }],
  ['price.currency', { price: { amount: 1, currency: 'U$D' } }],
  ['id', { id: 'mug' }],
  ['saved_at', { saved_at: 'yesterday' }],
])('refuses a page whose %s is none, by its name', async (field, patch) => {
  const answer = await save(ada, [page(patch as Partial<PageToSave>)]);
  expect(answer.status).toBe(204);
  expect(Object.keys(answer.errors ?? {})).toEqual([`pages.0.${field}`]);
});
