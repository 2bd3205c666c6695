import { expect, signIn, test } from '../kit.ts';

const nav = { name: 'Main navigation' } as const;
/** A part that this page has not fetched yet. */
const PART = /\/assets\/shipments-page-[^/]+\.js$/;

test('a screen whose part is cut off by the network comes by itself once the way is free', async ({
  page,
  context,
}) => {
  await signIn(page);
  await page.goto('/app/channel');
  await expect(page.getByText('Harbour Goods').first()).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You’re offline.')).toBeVisible();
  // A screen that was never looked at: what stands stays until the way is free.
  await page.getByRole('navigation', nav).getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL('/app/setting/account');
  await expect(page.getByRole('navigation', nav)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
});

test('a part that is gone with a new release is had by reloading once', async ({ page }) => {
  await signIn(page);
  await page.goto('/app/orders');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders');
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  // Gone until the page is asked for anew.
  await page.route(PART, (route) => (loads === 0 ? route.fulfill({ status: 404, body: '' }) : route.continue()));
  await page.getByRole('link', { name: 'Shipments' }).first().click();
  await expect.poll(() => loads).toBe(1);
  await expect(page).toHaveURL(/\/app\/orders\/shipment/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a part that is nowhere reloads the page once, and then leaves the rest of the screen alive', async ({ page }) => {
  await signIn(page);
  await page.goto('/app/channel');
  await expect(page.getByText('Harbour Goods').first()).toBeVisible();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.route(/\/assets\/keyboard-help-[^/]+\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect.poll(() => loads).toBe(1);
  await expect(page.getByText('Harbour Goods').first()).toBeVisible();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByText('Part of this page couldn’t be loaded.', { exact: false })).toBeVisible();
  await expect(page.getByText('Harbour Goods').first()).toBeVisible();
  expect(loads).toBe(1);
});
