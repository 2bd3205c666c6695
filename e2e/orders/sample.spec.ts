import { expect, expectAccessible, read, signIn, test } from '../kit.ts';
import { demoStore } from '../orders.ts';

interface Listed {
  items: { id: string; name: string; is_sample: boolean; profit: unknown }[];
}
const samples = (page: Parameters<typeof read>[0]) =>
  read<Listed>(page, '/orders/v5/list?tab=all&period=all&order_type=sample');

test('a sample of a product is ordered, and marked as one', async ({ page }) => {
  await signIn(page);
  await demoStore(page);
  await page.goto('/app/orders/create?way=sample');
  // The wallet of the demo account pays for the cheapest, whichever products the demo happened to import.
  const { items } = await read<{ items: { title: string; cost_from: number }[] }>(
    page,
    '/center/products/listings/elastic-products?page_size=50',
  );
  const [cheapest] = items.toSorted((a, b) => a.cost_from - b.cost_from);
  await page.getByLabel('Search products by title or SKU').fill(cheapest?.title ?? '');
  const [variants] = await Promise.all([
    page.waitForRequest((one) => one.url().includes('/orders/samples/variants')),
    page.getByRole('main').getByRole('listitem').getByRole('button').first().click(),
  ]);
  const product = new URL(variants.url()).searchParams.get('product_id') ?? '';
  for (const [label, text] of Object.entries({
    'First name': 'Ada',
    'Last name': 'Byron',
    'Street and number': '12 Main Street',
    City: 'Austin',
    'State or province': 'TX',
    'Postal code': '78701',
  }))
    await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByLabel('Country', { exact: true }).selectOption('US');
  await expectAccessible(page);
  await page.screenshot({ path: 'test-results/sample-form.png', fullPage: true });
  await page.getByRole('button', { name: 'Continue to price' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('button', { name: /^Place and pay \S*\d/ })).toBeVisible({ timeout: 30_000 });
  await expect(drawer.getByText('Profit', { exact: true })).toHaveCount(0);
  await page.screenshot({ path: 'test-results/sample-price.png' });
  await drawer.getByRole('button', { name: /^Place and pay \S*\d/ }).click();
  await expect(page).toHaveURL(/\/app\/orders\?.*open=/);
  await expect(page.getByText(/Sample order for yourself/)).toBeVisible();
  await page.screenshot({ path: 'test-results/sample-panel.png' });
  await expect
    .poll(async () => (await samples(page)).items[0])
    .toMatchObject({ is_sample: true, profit: null, name: expect.stringMatching(/^#S/) });

  await page.goto('/app/orders?period=all&type=sample');
  await expect(page.getByText('Sample', { exact: true }).first()).toBeVisible();
  await page.screenshot({ path: 'test-results/sample-list.png' });
  // The address is filled in for the next one.
  await page.goto(`/app/products-center?open=${product}`);
  await page.getByRole('link', { name: 'Order a sample' }).click();
  await expect(page.getByLabel('City', { exact: true })).toHaveValue('Austin');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: 'test-results/sample-small.png' });
  await page.getByLabel('City', { exact: true }).scrollIntoViewIfNeeded();
  await page.screenshot({ path: 'test-results/sample-small-2.png' });
  await page.getByRole('button', { name: 'Continue to price' }).scrollIntoViewIfNeeded();
  await page.screenshot({ path: 'test-results/sample-small-3.png' });
});
