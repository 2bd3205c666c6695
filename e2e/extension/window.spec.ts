import type { Page } from '@playwright/test';
import { bearer, expect, expectAccessible, read, signIn, test } from '../kit.ts';
import { E2E } from '../playwright.config.ts';
import { keptIn, openWindow, type WindowWorld } from './window.ts';

const PRODUCT = {
  '@type': 'Product',
  name: 'Harbour lamp',
  image: 'https://shop.example/lamp.jpg',
  aggregateRating: { ratingValue: 4.4, reviewCount: 89 },
  offers: { price: '39.90', priceCurrency: 'EUR', availability: 'OutOfStock' },
};
const FRONT = {
  address: 'https://shop.example/lamp',
  html: `<script type="application/ld+json">${JSON.stringify(PRODUCT)}</script>`,
};
const ORDER = {
  order_id: '018f0000-0000-7000-8000-000000000001',
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
    phone: '+49 40 555 010',
  },
  lines: [
    { title: 'Harbour lamp', variant: 'Brass', quantity: 2, address: 'https://shop.example/lamp' },
    { title: 'Rope', variant: '', quantity: 1, address: null },
  ],
};
const orders = () => [{ order: ORDER, openedAt: Date.now() }];

/** Another page of the same person, with the extension's window in it. */
async function windowOf(page: Page, world: WindowWorld): Promise<Page> {
  const other = await page.context().newPage();
  // The shop of the page in front is nowhere: its picture is not asked for.
  await other.route('https://shop.example/**', (route) => route.fulfill({ status: 404 }));
  await openWindow(other, E2E.url, world);
  return other;
}

/** What the extension keeps of the page's person, as the app told it. */
async function signInOf(page: Page) {
  const { authorization } = await bearer(page);
  const { workplaces } = await read<{ workplaces: { id: string }[] }>(page, '/auth/account');
  return { token: authorization.replace('Bearer ', ''), workplaceId: workplaces[0]?.id ?? null };
}

test('B009: its window reads the page in front and saves it in the workspace', async ({ page }) => {
  await signIn(page);
  const signedIn = await signInOf(page);
  const window = await windowOf(page, { front: FRONT, kept: { session: { sign_in: signedIn } } });
  await expect(window.getByRole('heading', { name: /^Connected to/ })).toBeVisible();
  await expect(window.getByText('demo@quayside.test')).toBeVisible();
  await expect(window.getByText('€39.90')).toBeVisible();
  await expect(window.getByText('4.4 out of 5 (89)')).toBeVisible();
  await expect(window.getByRole('link', { name: 'Find suppliers' })).toHaveAttribute(
    'href',
    /\/app\/find-product\?q=Harbour\+lamp$/,
  );
  await window.getByRole('button', { name: 'Save to Quayside' }).click();
  await expect(window.getByText('Saved to Quayside.')).toBeVisible();
  const headers = { ...(await bearer(page)), 'workplace-id': signedIn.workplaceId ?? '' };
  const saved = await page.request.get('/api/product-sources/saved-pages', { headers });
  const { data } = (await saved.json()) as { data: { items: { id: string; address: string; title: string }[] } };
  const found = data.items.find(({ address }) => address === FRONT.address);
  expect(found?.title).toBe('Harbour lamp');
  // The workspace is the next flow's too.
  await page.request.delete(`/api/product-sources/saved-pages/${found?.id}`, { headers });
});

test('B009: without a sign-in a page waits, to be handed over later', async ({ page }) => {
  await page.goto('/login');
  const window = await windowOf(page, { front: FRONT });
  await expect(window.getByRole('heading', { name: 'Not signed in' })).toBeVisible();
  await window.getByRole('button', { name: 'Save to Quayside' }).click();
  await expect(window.getByText(/^Saved in this browser/)).toBeVisible();
  expect((await keptIn(window)).local.pages).toEqual([
    expect.objectContaining({ ofPerson: false, page: expect.objectContaining({ address: FRONT.address }) }),
  ]);
});

test('C321: an order at hand is typed from the window and put away', async ({ page }) => {
  await signIn(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: 'https://extension.test' });
  const window = await windowOf(page, {
    kept: { session: { sign_in: await signInOf(page) }, local: { orders: orders() } },
  });
  await expect(window.getByText('There’s no page to read in this tab.')).toBeVisible();
  await expect(window.getByText('Harbour lamp · Brass')).toBeVisible();
  await expect(window.getByRole('link', { name: 'Open page' })).toHaveAttribute('href', 'https://shop.example/lamp');
  // An empty field is no line.
  await expect(window.locator('dt')).toHaveText(['Name', 'Street', 'City', 'Postal code', 'Country', 'Phone']);
  await window.getByRole('button', { name: 'Mark as done' }).click();
  await expect(window.getByText('Manual orders')).toBeHidden();
  expect((await keptIn(window)).local.orders).toEqual([]);
});

test('B048: a session that has ended takes its orders out of the window, and without one they stay hidden', async ({
  page,
}) => {
  await page.goto('/login');
  const ended = { token: 'an-ended-token', workplaceId: null };
  const window = await windowOf(page, { kept: { session: { sign_in: ended }, local: { orders: orders() } } });
  await expect(window.getByRole('heading', { name: 'Not signed in' })).toBeVisible();
  await expect(window.getByText('Pia Keller')).toHaveCount(0);
  expect((await keptIn(window)).local.orders).toBeUndefined();
  // After a restart of the browser the app has not yet said who is here.
  const restarted = await windowOf(page, { kept: { local: { orders: orders() } } });
  await expect(restarted.getByRole('heading', { name: 'Not signed in' })).toBeVisible();
  await expect(restarted.getByText('Pia Keller')).toHaveCount(0);
});

test('C312: a site that Quayside asked for is allowed by a click, or not', async ({ page }) => {
  await page.goto('/login');
  const kept = { session: { wanted_sites: ['https://other.example'] } };
  const refusing = await windowOf(page, { kept, allows: false });
  await refusing.getByRole('button', { name: 'Allow' }).click();
  await expect(refusing.getByText('Access denied. Nothing on other.example will be read.')).toBeVisible();
  const allowing = await windowOf(page, { kept });
  await allowing.getByRole('button', { name: 'Allow' }).click();
  await expect(allowing.getByText('Quayside requests access to other.example')).toBeHidden();
});

for (const scheme of ['light', 'dark'] as const)
  for (const language of ['en', 'ar'])
    test(`its window can be used by everybody: ${scheme}, ${language}`, async ({ page }) => {
      await signIn(page);
      const window = await windowOf(page, {
        front: FRONT,
        scheme,
        kept: {
          session: { sign_in: await signInOf(page), wanted_sites: ['https://other.example'] },
          local: { language, orders: orders() },
        },
      });
      await expect(window.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
      await expectAccessible(window);
      expect(await window.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    });
