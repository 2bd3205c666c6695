import { EXTENSION_MESSAGES, type ExtensionMessage } from '@quayside/contracts/extension-messages.ts';
import { describe, expect, it } from 'vitest';
import { answerMessage } from './extension.ts';
import { STORAGE_KEYS } from './storage.ts';
import { type MemoryBrowserOptions, memoryBrowser } from './testing/memory-browser.ts';
import { PLAIN, withData } from './testing/pages.ts';

const ORIGIN = 'http://127.0.0.1:4000';
const OWN = { origins: [ORIGIN], version: '0.1.0' };
const SHOP = 'https://shop.example/lamp';
const ID = '018f0000-0000-7000-8000-000000000001';

/** A browser and a way to say something to the extension in it. */
function withBrowser(options: MemoryBrowserOptions = {}) {
  const browser = memoryBrowser({ allowed: (host) => host === 'shop.example', ...options });
  return {
    browser,
    say: (message: unknown, origin: string | undefined = ORIGIN) => answerMessage(browser, OWN, message, origin),
  };
}

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
  lines: [
    { title: 'Lamp', variant: 'Brass', quantity: 2, address: 'https://www.amazon.com/dp/1' },
    { title: 'Rope', variant: '', quantity: 1, address: null },
    { title: 'Lamp', variant: 'Oak', quantity: 1, address: 'https://www.amazon.com/dp/1' },
  ],
};

describe('who is heard', () => {
  it('only a page of the installation itself', async () => {
    const { say, browser } = withBrowser();
    for (const origin of ['https://evil.example', 'http://127.0.0.1:4001', 'null', undefined])
      expect(await answerMessage(browser, OWN, { type: 'TOKEN_UPDATE', token: 'abc' }, origin)).toEqual({
        ok: false,
        problem: 'bad_request',
      });
    expect(browser.kept.size).toBe(0);
    expect(await say({ type: 'TOKEN_UPDATE', token: 'abc' })).toEqual({ ok: true, data: { version: '0.1.0' } });
  });

  it('nothing that is no message of the protocol', async () => {
    const { say } = withBrowser();
    const bad = { ok: false, problem: 'bad_request' };
    for (const message of [undefined, null, 5, 'TOKEN_UPDATE', [], {}, { type: 'HELLO' }, { type: 'toString' }])
      expect(await say(message)).toEqual(bad);
    for (const type of Object.keys(EXTENSION_MESSAGES) as ExtensionMessage[])
      if (!['REGION_LISTS'].includes(type) && !type.startsWith('CHECK_LOGIN'))
        expect(await say({ type }), type).toEqual(bad);
    for (const address of [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'shop.example',
      `https://a/${'x'.repeat(3_000)}`,
    ])
      expect(await say({ type: 'FETCH_PRODUCT_DETAIL', address })).toEqual(bad);
  });

  it('a browser that fails is an answer too', async () => {
    const { browser } = withBrowser();
    browser.write = () => Promise.reject(new Error('full'));
    expect(await answerMessage(browser, OWN, { type: 'TOKEN_UPDATE', token: 'abc' }, ORIGIN)).toEqual({
      ok: false,
      problem: 'away',
    });
  });
});

describe('C312, C313: pages of products', () => {
  it('are read with the cookies of the person', async () => {
    const { say, browser } = withBrowser({ pages: { [SHOP]: withData(PLAIN) } });
    expect(await say({ type: 'FETCH_PRODUCT_DETAIL', address: SHOP })).toMatchObject({
      ok: true,
      data: { title: 'Harbour lamp', price: { amount: 129_900, currency: 'USD' } },
    });
    expect(browser.asked).toEqual([{ address: SHOP, cookies: true }]);
    expect(browser.read_in_tab).toEqual([]);
    expect(await say({ type: 'FETCH_REVIEWS', address: SHOP })).toEqual({
      ok: true,
      data: {
        reviews: [
          { author: 'Ada', rating: 4, text: 'Shines over the whole pier.', at: '2026-03-04' },
          { author: 'Ben', rating: null, text: 'Fine.', at: null },
        ],
      },
    });
  });

  it('are read in a tab where the page is written by its scripts', async () => {
    const { say, browser } = withBrowser({
      pages: { [SHOP]: '<div id="app"></div>' },
      shown: { [SHOP]: withData(PLAIN) },
    });
    expect(await say({ type: 'FETCH_PRODUCT_DETAIL', address: SHOP })).toMatchObject({ ok: true });
    expect(browser.read_in_tab).toEqual([SHOP]);
  });

  it.each([
    ['of a site that may not be read', 'https://other.example/p', { [SHOP]: '' }, 'not_allowed', 'other.example'],
    ['of a site that does not answer', SHOP, {}, 'away', 'shop.example'],
    ['that are refused', SHOP, { [SHOP]: { status: 503, html: '' } }, 'refused', 'shop.example'],
    ['that are not there', SHOP, { [SHOP]: { status: 404, html: withData(PLAIN) } }, 'refused', 'shop.example'],
    ['that ask whether one is a robot', SHOP, { [SHOP]: '<title>Robot Check</title>' }, 'refused', 'shop.example'],
    ['that tell nothing', SHOP, { [SHOP]: '<p>Hello</p>' }, 'nothing', 'shop.example'],
  ])('%s are told as such', async (_what, address, pages, problem, host) => {
    const { say } = withBrowser({ pages: pages as NonNullable<MemoryBrowserOptions['pages']> });
    for (const type of ['FETCH_PRODUCT_DETAIL', 'FETCH_REVIEWS'])
      expect(await say({ type, address })).toEqual({ ok: false, problem, host });
  });

  it('of a site that may not be read yet are kept in mind for the window, where that is allowed', async () => {
    const { say, browser } = withBrowser();
    await say({ type: 'FETCH_SHOP_PAGE_HTML', address: 'https://other.example/a' });
    await say({ type: 'FETCH_PRODUCT_DETAIL', address: 'https://other.example/b' });
    expect(await STORAGE_KEYS.wantedSites.read(browser)).toEqual(['https://other.example']);
    expect(browser.mark_text).toBe('!');
    expect(browser.asked).toEqual([]);
  });

  it('ten thousand reviews are a hundred', async () => {
    const review = Array.from({ length: 10_000 }, (_, index) => ({ reviewBody: `Review ${index}`, author: 'A' }));
    const { say } = withBrowser({ pages: { [SHOP]: withData({ ...PLAIN, review }) } });
    const answer = (await say({ type: 'FETCH_REVIEWS', address: SHOP })) as { data: { reviews: unknown[] } };
    expect(answer.data.reviews).toHaveLength(100);
  });
});

describe('C314, C315: pages of the own store', () => {
  it('are given as everybody sees them, at most so much', async () => {
    const html = 'x'.repeat(4 * 1024 * 1024);
    const { say, browser } = withBrowser({ pages: { [SHOP]: { html, address: `${SHOP}?to` } } });
    for (const type of ['FETCH_STORE_PRODUCT_PAGE_HTML', 'FETCH_SHOP_PAGE_HTML']) {
      const answer = (await say({ type, address: SHOP })) as { data: { html: string; address: string } };
      expect(answer.data.address).toBe(`${SHOP}?to`);
      expect(answer.data.html).toHaveLength(3 * 1024 * 1024);
    }
    expect(browser.asked.every(({ cookies }) => !cookies)).toBe(true);
  });
});

describe('C316 to C319: whether one is signed in', () => {
  const ORDERS = 'https://www.amazon.de/gp/css/order-history';
  const check = async (pages: NonNullable<MemoryBrowserOptions['pages']>, message: object) =>
    withBrowser({ pages }).say(message);

  it('is told by where the list of orders leads', async () => {
    const message = { type: 'CHECK_LOGIN_AMAZON', region: 'DE' };
    const led = 'https://www.amazon.de/ap/signin?openid.return_to=x';
    expect(await check({ [ORDERS]: { html: '', address: led } }, message)).toEqual({
      ok: true,
      data: { state: 'signed_out', sign_in: ORDERS },
    });
    const list = 'https://www.amazon.de/gp/css/order-history?ref=x';
    expect(await check({ [ORDERS]: { html: '<h1>Your orders</h1>', address: list } }, message)).toMatchObject({
      data: { state: 'signed_in' },
    });
    expect(await check({ [ORDERS]: { html: '', address: 'https://www.amazon.de/else' } }, message)).toMatchObject({
      data: { state: 'unknown' },
    });
    expect(await check({ [ORDERS]: '<title>Robot Check</title>' }, message)).toMatchObject({ problem: 'refused' });
    expect(await check({}, message)).toMatchObject({ problem: 'away' });
    expect(await check({}, { type: 'CHECK_LOGIN_AMAZON', region: 'XX' })).toMatchObject({ problem: 'bad_request' });
  });

  it('is told of eBay by its sign-in host', async () => {
    const orders = 'https://www.ebay.com/mye/myebay/purchase';
    const pages = { [orders]: { html: '', address: 'https://signin.ebay.com/ws/eBayISAPI.dll?SignIn' } };
    expect(await check(pages, { type: 'CHECK_LOGIN_EBAY' })).toEqual({
      ok: true,
      data: { state: 'signed_out', sign_in: 'https://signin.ebay.com/signin/' },
    });
  });

  it.each([
    ['TEMU', 'https://www.temu.com/bgt_orders.html', 'https://www.temu.com/login.html?from=x'],
    ['ALIEXPRESS', 'https://www.aliexpress.com/p/order/index.html', 'https://login.aliexpress.com/?return_url=x'],
  ])('is not guessed for %s, whose list of orders is drawn by scripts', async (name, orders, signIn) => {
    const message = { type: `CHECK_LOGIN_${name}` };
    expect(await check({ [orders]: '<div></div>' }, message)).toMatchObject({ data: { state: 'unknown' } });
    expect(await check({ [orders]: { html: '', address: signIn } }, message)).toMatchObject({
      data: { state: 'signed_out' },
    });
  });
});

it('C320: lists the sites of each marketplace and keeps the chosen one', async () => {
  const { say } = withBrowser({ pages: { 'https://www.ebay.de/mye/myebay/purchase': '' } });
  const chosen = async (message: object) => {
    const answer = (await say({ type: 'REGION_LISTS', ...message })) as {
      data: { marketplaces: { marketplace: string; chosen: string; regions: unknown[] }[] };
    };
    return Object.fromEntries(answer.data.marketplaces.map((one) => [one.marketplace, one.chosen]));
  };
  expect(await chosen({})).toEqual({ aliexpress: 'global', amazon: 'US', ebay: 'US', temu: 'global' });
  expect(await chosen({ choose: { marketplace: 'ebay', region: 'DE' } })).toMatchObject({ ebay: 'DE' });
  expect(await chosen({})).toMatchObject({ ebay: 'DE', amazon: 'US' });
  expect(await say({ type: 'REGION_LISTS', choose: { marketplace: 'temu', region: 'DE' } })).toEqual({
    ok: false,
    problem: 'bad_request',
  });
  expect(await say({ type: 'CHECK_LOGIN_EBAY' })).toMatchObject({
    ok: true,
    data: { sign_in: 'https://signin.ebay.de/signin/' },
  });
});

it('C321: keeps an order at hand, opens each page once, and says when it was opened before', async () => {
  let now = Date.UTC(2026, 0, 1);
  const { say, browser } = withBrowser({ now: () => now });
  const message = { type: 'ORDER_FULFILMENT', order: ORDER };
  expect(await say({ ...message, look: true })).toEqual({ ok: true, data: { opened: 0, before: null } });
  expect(browser.kept.size).toBe(0);
  expect(await say(message)).toEqual({ ok: true, data: { opened: 1, before: null } });
  expect(await say({ ...message, look: true })).toMatchObject({
    data: { opened: 0, before: '2026-01-01T00:00:00.000Z' },
  });
  expect(browser.opened).toEqual(['https://www.amazon.com/dp/1']);
  now += 60_000;
  expect(await say(message)).toEqual({ ok: true, data: { opened: 1, before: '2026-01-01T00:00:00.000Z' } });
  expect(await STORAGE_KEYS.orders.read(browser)).toHaveLength(1);
  now += 31 * 24 * 3_600_000;
  expect(await say(message)).toMatchObject({ data: { before: null } });
});

it('C322, C324: keeps the sign-in in memory, and with its end forgets the person', async () => {
  const { say, browser } = withBrowser();
  const page = (id: string) => ({
    id,
    address: SHOP,
    title: 'x',
    picture_url: null,
    price: null,
    saved_at: '2026-01-01T00:00:00Z',
  });
  const other = ID.replace(/1$/, '2');
  await STORAGE_KEYS.pages.write(browser, [
    { page: page(ID), ofPerson: false },
    { page: page(other), ofPerson: true },
  ]);
  await say({ type: 'TOKEN_UPDATE', token: 'abc', workplace_id: ID, language: 'de' });
  await say({ type: 'ORDER_FULFILMENT', order: ORDER });
  await say({ type: 'REGION_LISTS', choose: { marketplace: 'ebay', region: 'DE' } });
  expect(await STORAGE_KEYS.signIn.read(browser)).toEqual({ token: 'abc', workplaceId: ID });
  expect([...browser.kept].filter(([, value]) => JSON.stringify(value).includes('abc')).map(([key]) => key)).toEqual([
    'session:sign_in',
  ]);
  expect(await say({ type: 'TOKEN_UPDATE', token: '' })).toMatchObject({ ok: true });
  expect([...browser.kept.keys()]).toEqual(['local:pages']);
  expect(await say({ type: 'DATA_MIGRATION', taken: [] })).toEqual({ ok: true, data: { pages: [page(ID)] } });
});

describe('a person who follows another', () => {
  const ada = { type: 'TOKEN_UPDATE', token: 'ada', account_id: ID, workplace_id: ID };
  const ben = { type: 'TOKEN_UPDATE', token: 'ben', account_id: ID.replace(/1$/, '2') };
  const withOrderOfAda = async () => {
    const at = withBrowser();
    await at.say(ada);
    await at.say({ type: 'ORDER_FULFILMENT', order: ORDER });
    return at;
  };

  it('finds nothing of the one before, without any sign-out in between', async () => {
    const { say, browser } = await withOrderOfAda();
    await say(ben);
    expect(await STORAGE_KEYS.signIn.read(browser)).toEqual({ token: 'ben', workplaceId: null });
    expect(JSON.stringify([...browser.kept])).not.toMatch(/Pia|Hafenstrasse|ada/);
  });

  it('keeps what is kept when the same person comes with another session or another workspace', async () => {
    const { say, browser } = await withOrderOfAda();
    // The browser was restarted: its session storage is empty.
    await browser.remove('session', ['sign_in']);
    await say({ ...ada, token: 'ada again', workplace_id: ID.replace(/1$/, '9') });
    expect(await STORAGE_KEYS.orders.read(browser)).toHaveLength(1);
  });

  it('finds nothing either when the pages do not say whose token it is', async () => {
    const { say, browser } = await withOrderOfAda();
    await say({ type: 'TOKEN_UPDATE', token: 'somebody' });
    expect(await STORAGE_KEYS.orders.read(browser)).toEqual([]);
  });
});

it('C323: hands over what has not arrived, and forgets what has', async () => {
  const { say, browser } = withBrowser();
  const page = { id: ID, address: SHOP, title: 'x', picture_url: null, price: null, saved_at: '2026-01-01T00:00:00Z' };
  await STORAGE_KEYS.pages.write(browser, [{ page, ofPerson: false }]);
  expect(await say({ type: 'DATA_MIGRATION', taken: [] })).toMatchObject({ data: { pages: [page] } });
  expect(await say({ type: 'DATA_MIGRATION', taken: [ID] })).toEqual({ ok: true, data: { pages: [] } });
  expect(await say({ type: 'DATA_MIGRATION', taken: [] })).toEqual({ ok: true, data: { pages: [] } });
});

it('forgets nothing of what is said at once', async () => {
  const { say, browser } = withBrowser();
  const ids = Array.from({ length: 9 }, (_, index) => ID.replace(/1$/, String(index + 1)));
  await Promise.all(ids.map((order_id) => say({ type: 'ORDER_FULFILMENT', order: { ...ORDER, order_id } })));
  expect((await STORAGE_KEYS.orders.read(browser)).map(({ order }) => order.order_id).sort()).toEqual(ids);
});
