import { bearer, connectByKeys, disconnect, expect, expectAccessible, read, signUp, test } from '../kit.ts';

const ADDRESS = '/app/setting/product';

interface Settings {
  revision: number;
  auto_split_variant_options: { threshold: number };
  product_listings: object;
}

test('B213, B246: product settings are saved, and pushes start from them', async ({ page }) => {
  test.setTimeout(180_000);
  await signUp(page);
  await connectByKeys(page, 'fjord-living', 'Fjord Living');
  await page.goto('/app/find-product?q=lamp');
  const importButton = page.getByRole('button', { name: /^Import / }).first();
  await expect(importButton).toBeVisible({ timeout: 60_000 });
  await importButton.click();
  await expect(page.getByRole('link', { name: /^Imported: edit / })).toBeVisible();
  const { items } = await read<{ items: { title: string; total_variant: number }[] }>(
    page,
    '/center/products/listings/elastic-products',
  );
  const [product] = items;
  const variants = product?.total_variant ?? 0;
  expect(variants).toBeGreaterThan(1);
  const settings = () => read<Settings>(page, '/center/products/setting/get');

  const threshold = page.getByLabel('Split above this many variants');
  const bar = page.getByRole('region', { name: 'Unsaved product settings' });
  await test.step('R111: tabs scroll to the panels and show the active one', async () => {
    await page.goto(ADDRESS);
    await expect(threshold).toHaveValue('100');
    await expectAccessible(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 1440, height: 480 });
    const tabs = page.getByRole('navigation', { name: 'Sections of this page' });
    const current = tabs.locator('[aria-current]');
    await expect(current).toHaveText('Variant split');
    await tabs.getByRole('link', { name: 'Channels' }).click();
    await expect(current).toHaveText('Channels');
    await expect(page.getByRole('region', { name: 'Channels' })).toBeInViewport();
    await page.mouse.move(900, 300);
    await page.mouse.wheel(0, -5_000);
    await expect(current).toHaveText('Variant split');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('B246, B255: numbers stay in bounds; a change is seen, taken back and discarded', async () => {
    await threshold.fill('150');
    await expect(threshold).toHaveValue('100');
    await expect(bar).toBeHidden();
    await threshold.fill('1');
    await expect(bar).toBeVisible();
    await threshold.fill('100');
    await expect(bar).toBeHidden();
    await threshold.fill('50');
    await bar.getByRole('button', { name: 'Discard' }).click();
    await expect(threshold).toHaveValue('100');
  });

  await test.step('settings are saved, with a status of its own for a channel', async () => {
    await threshold.fill('1');
    await page.getByLabel('Max. variants per product').fill('1');
    await expect(page.getByText('250 products')).toBeVisible();
    await page.getByLabel('Product status on WooCommerce').selectOption('Draft');
    await bar.getByRole('button', { name: 'Save settings' }).click();
    await expect(bar).toBeHidden();
    await page.reload();
    await expect(threshold).toHaveValue('1');
    await expect(page.getByLabel('Product status on WooCommerce')).toHaveValue('false');
    await expect(page.getByLabel('Product status on Shopify')).toHaveValue('');
  });

  await test.step('another person’s save is not overwritten', async () => {
    await threshold.fill('2');
    const { revision, auto_split_variant_options, product_listings } = await settings();
    const answer = await page.request.put('/api/center/products/setting/update', {
      headers: await bearer(page),
      data: {
        revision,
        auto_split_variant_options: { ...auto_split_variant_options, max_variants_per_product: 2 },
        product_listings,
      },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    await bar.getByRole('button', { name: 'Save settings' }).click();
    await expect(bar).toContainText('The product settings were changed since you opened them.');
    expect((await settings()).auto_split_variant_options.threshold).toBe(1);
    await bar.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByLabel('Max. variants per product')).toHaveValue('2');
  });

  await test.step('B197: the push drawer starts from them, and warns of the split', async () => {
    await page.goto('/app/products-center');
    await page
      .getByRole('row')
      .filter({ hasText: product?.title ?? '' })
      .getByRole('checkbox')
      .check();
    await page
      .getByRole('button', { name: /^Push 1 product/ })
      .first()
      .click();
    const drawer = page.getByRole('dialog', { name: 'Push to stores' });
    const status = drawer.getByRole('radiogroup', { name: 'Product status on WooCommerce' });
    await expect(status.getByRole('radio', { name: 'Draft' })).toBeChecked();
    await expect(drawer.getByText(/will be added as drafts?/)).toBeVisible();
    await drawer.getByRole('button', { name: /^Becomes \d+ products?$/ }).click();
    const warning = page.getByRole('dialog', { name: 'This product will be split' });
    await expect(warning).toContainText(/Threshold\s*1/);
    await expect(warning).toContainText(/Max\. variants per product\s*2/);
    await expect(warning).toContainText(new RegExp(`Resulting products\\s*${Math.ceil(variants / 2)}`));
  });

  await page.goto('/app/channel');
  await disconnect(page, 'Fjord Living');
});
