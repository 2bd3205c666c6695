import { expect, it } from 'vitest';
import { STORAGE_KEYS } from '../storage.ts';
import { memoryBrowser } from '../testing/memory-browser.ts';
import type { AskQuayside } from './ask-quayside.ts';
import { savePage } from './save-page.ts';
import { whoIsThere } from './who-is-there.ts';

const ID = '018f0000-0000-7000-8000-000000000001';
const WORKPLACE = '018f0000-0000-7000-8000-0000000000aa';
const page = (id = ID) => ({
  id,
  address: 'https://shop.example/lamp',
  title: 'Lamp',
  picture_url: null,
  price: null,
  saved_at: '2026-01-01T00:00:00.000Z',
});
const signIn = { token: 'abc', workplaceId: WORKPLACE };
const browserTime = Date.UTC(2026, 0, 1);
const ORDER = {
  order_id: ID,
  name: '#1001',
  ship_to: {
    name: 'Pia Keller',
    company: '',
    address1: 'Hafenstrasse 4',
    address2: '',
    city: 'Hamburg',
    province: '',
    zip: '20457',
    country: 'Germany',
    country_code: 'DE',
    phone: '',
  },
  lines: [{ title: 'Lamp', variant: '', quantity: 1, address: null }],
};
const answering =
  (status: number, body: unknown): AskQuayside =>
  async () => ({ status, body });
const silent: AskQuayside = () => Promise.reject(new Error('away'));

async function signedIn() {
  const browser = memoryBrowser();
  await STORAGE_KEYS.signIn.write(browser, signIn);
  return browser;
}

it('saves a page in the workspace that is open, as the person who is signed in', async () => {
  const browser = await signedIn();
  const asked: unknown[] = [];
  const ask: AskQuayside = async (...all) => {
    asked.push(all);
    return { status: 200, body: { data: { taken: [ID], failed: {} } } };
  };
  expect(await savePage(browser, ask, page())).toEqual({ outcome: 'saved' });
  expect(asked).toEqual([
    ['POST', '/product-sources/saved-pages', signIn, { language: null, body: { pages: [page()] } }],
  ]);
  expect(await STORAGE_KEYS.pages.read(browser)).toEqual([]);
});

it('keeps a page until there is somebody to save it for, and one of each address', async () => {
  const browser = memoryBrowser();
  expect(await savePage(browser, silent, page())).toEqual({ outcome: 'kept' });
  const again = page(ID.replace(/1$/, '2'));
  expect(await savePage(browser, silent, again)).toEqual({ outcome: 'kept' });
  expect(await STORAGE_KEYS.pages.read(browser)).toEqual([{ page: again, ofPerson: false }]);
});

it('keeps a page that could not be sent now, as the person’s own', async () => {
  for (const ask of [silent, answering(401, {}), answering(429, {}), answering(503, undefined), answering(200, 'x')]) {
    const browser = await signedIn();
    expect(await savePage(browser, ask, page())).toEqual({ outcome: 'kept' });
    expect(await STORAGE_KEYS.pages.read(browser)).toEqual([{ page: page(), ofPerson: true }]);
  }
});

it('says why a page was refused, and keeps none of it', async () => {
  const browser = await signedIn();
  const failed = { [ID]: { key: 'x', text: 'There is no room.' } };
  expect(await savePage(browser, answering(200, { data: { taken: [], failed } }), page())).toEqual({
    outcome: 'refused',
    why: 'There is no room.',
  });
  expect(await savePage(browser, answering(403, { message: 'You may not.', data: null }), page())).toEqual({
    outcome: 'refused',
    why: 'You may not.',
  });
  expect(await STORAGE_KEYS.pages.read(browser)).toEqual([]);
});

it('lets no more wait than are handed over', async () => {
  const browser = memoryBrowser();
  const many = Array.from({ length: 500 }, (_, index) => ({
    page: { ...page(), address: `https://shop.example/${index}` },
    ofPerson: false,
  }));
  await STORAGE_KEYS.pages.write(browser, many);
  expect(await savePage(browser, silent, page())).toEqual({ outcome: 'full' });
});

it('tells who is there, and forgets a sign-in that has ended', async () => {
  const browser = await signedIn();
  const account = { data: { email: 'ada@example.com', workplaces: [{ id: WORKPLACE, name: 'Harbour' }] } };
  expect(await whoIsThere(browser, answering(200, account))).toEqual({
    state: 'signed_in',
    email: 'ada@example.com',
    workspace: 'Harbour',
  });
  expect(await whoIsThere(browser, silent)).toEqual({ state: 'away' });
  expect(await whoIsThere(browser, answering(500, {}))).toEqual({ state: 'away' });
  expect(await whoIsThere(browser, answering(401, {}))).toEqual({ state: 'signed_out' });
  expect(await STORAGE_KEYS.signIn.read(browser)).toBeNull();
  expect(await whoIsThere(browser, silent)).toEqual({ state: 'signed_out' });
});

it('forgets the orders of a session that the server has ended, but not those of the session that followed', async () => {
  const order = { order: ORDER, openedAt: browserTime };
  const ended = await signedIn();
  await STORAGE_KEYS.orders.write(ended, [order]);
  await whoIsThere(ended, silent);
  await whoIsThere(ended, answering(503, {}));
  expect(await STORAGE_KEYS.orders.read(ended)).toHaveLength(1);
  await whoIsThere(ended, answering(401, {}));
  expect(await STORAGE_KEYS.orders.read(ended)).toEqual([]);

  const followed = await signedIn();
  await STORAGE_KEYS.orders.write(followed, [order]);
  const handsOverMeanwhile: AskQuayside = async () => {
    await STORAGE_KEYS.signIn.write(followed, { ...signIn, token: 'next' });
    return { status: 401, body: {} };
  };
  await whoIsThere(followed, handsOverMeanwhile);
  expect(await STORAGE_KEYS.orders.read(followed)).toHaveLength(1);
});
