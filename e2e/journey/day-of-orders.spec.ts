import { expect, read, signIn, test, world } from '../kit.ts';
import { buy, onSale } from '../shop.ts';

/** The demo account has two stores, of two platforms. */
test('the store selector narrows the lists and names what they show', async ({ page, request }) => {
  await signIn(page);
  const { shops } = await world(page);
  for (const { window_url } of shops.filter(({ shop }) => /^(harbour-goods|north-pier)/.test(shop))) {
    const [{ title }] = await onSale(request, window_url);
    await buy(request, window_url, [title]);
  }
  await page.goto('/app');
  const selector = page.getByRole('button', { name: /^(Store|All stores|Harbour Goods|North Pier Goods)/ });
  await expect(selector.first()).toContainText('All stores');
  await page.goto('/app/orders?period=all');
  const rows = page.getByRole('row').filter({ hasText: '#' });
  for (const store of ['Harbour Goods', 'North Pier Goods'])
    await expect(rows.filter({ hasText: store }).first()).toBeVisible({ timeout: 60_000 });

  await selector.first().click();
  await page.getByRole('menuitemradio', { name: /Harbour Goods/ }).click();
  await expect(page).toHaveURL('/app');
  const asked = page.waitForRequest((request) => /\/orders\/v5\/list\?.*store_id=/.test(request.url()));
  await page.goto('/app/orders?period=all');
  await asked;
  await expect(selector.first()).toContainText('Harbour Goods');
  // What the list shows is of that store, whatever other list is opened, and after a reload too.
  const { items } = await read<{ items: { id: string; platform_domain: string; store_name: string }[] }>(
    page,
    '/stores/list-store',
  );
  const harbour = items.find((one) => one.store_name === 'Harbour Goods')?.id ?? '';
  for (const path of ['/app/orders/payments', '/app/orders/shipment', '/app/products-center', '/app']) {
    const narrowed = page.waitForRequest((request) => request.url().includes(`store_id=${harbour}`));
    await page.goto(path);
    await narrowed;
  }
  await selector.first().click();
  await page.getByRole('menuitemradio', { name: 'All stores' }).click();
  await page.goto('/app/orders?period=all');
  await expect(rows.filter({ hasText: 'North Pier Goods' }).first()).toBeVisible();
});

test('order rows name their goods; while orders are priced every one has its row, and the sums add up', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  await signIn(page);
  const { shops } = await world(page);
  const url = shops.find((one) => one.shop === 'harbour-goods')?.window_url ?? '';
  const titles = (await onSale(request, url, 2)).slice(0, 2).map((one) => one.title);
  const before = await buy(request, url, titles);
  const name = await buy(request, url, titles);
  await page.goto('/app/orders?period=all');
  // The drawer has rows of its own, with the orders of one customer.
  const row = page.getByRole('grid', { name: 'Orders' }).getByRole('row').filter({ hasText: name });
  await expect(row).toContainText(titles[0] ?? '', { timeout: 60_000 });
  await expect(row).toContainText('+1 more');
  await expect(page.getByRole('link', { name: 'Wallet balance' })).toContainText('$');

  // The answer of the server is held back until the drawer was looked at.
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/orders/v4/preview', async (route) => {
    await held;
    await route.continue();
  });
  await expect(page.getByRole('grid', { name: 'Orders' }).getByText(before)).toBeVisible({ timeout: 60_000 });
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check();
  await page.getByRole('button', { name: /^Place \d+ orders$/ }).click();
  const drawer = page.getByRole('dialog', { name: /^Place \d+ orders$/ });
  const chosen = Number(/\d+/.exec((await drawer.getAttribute('aria-label')) ?? (await drawer.innerText()))?.[0]);
  await expect(drawer.locator('[data-skeleton]')).toHaveCount(Math.min(chosen, 50));
  const verb = drawer.getByRole('button', { name: /^Place and pay/ });
  await expect(verb).toHaveText('Place and pay …');
  await expect(verb).toBeDisabled();
  release();
  await expect(verb).toHaveText(/^Place and pay \$/, { timeout: 60_000 });
  await drawer.getByRole('button', { name: 'Close' }).first().click();
  await expect(drawer).toBeHidden();

  await row.getByText(name).click();
  const panel = page.getByRole('complementary', { name });
  await panel.getByRole('button', { name: 'Place order' }).click();
  const one = page.getByRole('dialog', { name: 'Place order' });
  const pay = one.getByRole('button', { name: /^Place and pay \$/ });
  await expect(pay).toBeVisible({ timeout: 60_000 });
  const amount = (text: string) => Number(text.replaceAll(/\D/g, ''));
  const part = (label: string) => one.locator('dl > div').filter({ hasText: label }).locator('dd').innerText();
  expect(amount(await part('Product cost')) + amount(await part('Shipping together'))).toBe(
    amount(await pay.innerText()),
  );
});
