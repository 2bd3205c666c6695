import {
  connectByKeys,
  disconnect,
  expect,
  expectAccessible,
  type Page,
  read,
  signUp,
  test,
  wooKeys,
  world,
} from '../kit.ts';

const SHOP = 'fjord-living';
const STORE = 'Fjord Living';

/** Makes a call to the store's own API with the merchant's key. */
async function asMerchant(page: Page, method: 'get' | 'post' | 'delete', path: string, data?: object) {
  const address = (await world(page)).shops.find((one) => one.shop === SHOP)?.address ?? '';
  const keys = await wooKeys(page, address);
  const secret = Buffer.from(`${keys.consumer_key}:${keys.consumer_secret}`).toString('base64');
  const headers = { authorization: `Basic ${secret}`, 'x-forwarded-proto': 'https' };
  const answer = await page.request[method](`${address}/wp-json/wc/v3/${path}`, { headers, ...(data ? { data } : {}) });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as { id: number; status: string };
}

const GTIN = '4006381333931';

test('a product of the store gets its supplier before it is sold, and is hidden in the store', async ({ page }) => {
  test.setTimeout(180_000);
  await signUp(page);
  const card = await connectByKeys(page, SHOP, STORE);
  await page.goto('/app/find-product?q=lamp');
  const button = page.getByRole('button', { name: /^Import / }).first();
  await expect(button).toBeVisible({ timeout: 90_000 });
  await button.click();
  const imported = async () =>
    (await read<{ items: { id: string; title: string }[] }>(page, '/center/products/import/listing')).items[0];
  await expect.poll(imported).toBeDefined();
  const { id = '', title: name = '' } = (await imported()) ?? {};
  const { variants } = await read<{ variants: { sku: string }[] }>(page, `/center/products/${id}`);
  const sku = variants[0]?.sku ?? '';
  await page.goto(`/app/products-import/editor/${id}`);
  await page
    .getByRole('textbox', { name: /Barcode/ })
    .first()
    .fill(GTIN);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible();
  const own = `Shelf stock: ${name}`;
  const product = await asMerchant(page, 'post', 'products', {
    name: own,
    type: 'simple',
    status: 'publish',
    regular_price: '39.00',
    sku,
    global_unique_id: GTIN,
  });
  const row = page.getByRole('row').filter({ hasText: own });
  try {
    await test.step('it is brought in alone, and gets a recommendation', async () => {
      await page.goto('/app/channel');
      await card.getByRole('button', { name: 'Bring in products' }).click();
      const dialog = page.getByRole('dialog').filter({ hasText: `Bring in the products of ${STORE}` });
      await dialog.getByText('Choose products', { exact: true }).click();
      await dialog.getByRole('searchbox').fill(sku);
      await dialog.getByRole('checkbox', { name: own }).check({ timeout: 60_000 });
      await dialog.getByRole('button', { name: 'Bring in 1 selected product' }).click();
      await expect(dialog.getByText('Done', { exact: true })).toBeVisible({ timeout: 60_000 });
      await page.goto('/app/products-center/without-supplier');
      await expect(row).toBeVisible({ timeout: 60_000 });
      await expect(row).toContainText('Same GTIN');
      await expect(row).toContainText('Same SKU');
      await expectAccessible(page);
    });

    await test.step('it is mapped, undone, and mapped by the threshold', async () => {
      await row.hover();
      await row.getByRole('button', { name: `Map ${own}` }).click();
      await expect(page.getByText('1 variant mapped.')).toBeVisible();
      await page.getByRole('tab', { name: /^Mapped/ }).click();
      await row.hover();
      await row.getByRole('button', { name: `Undo the mapping of ${own}` }).click();
      await expect(page.getByText('1 mapping undone.')).toBeVisible();
      await page.getByRole('tab', { name: /^Rejected/ }).click();
      await expect(row).toBeVisible();
      await page.getByLabel('Map recommendations automatically').selectOption({ label: 'From 80% confidence' });
      await expect(page.getByLabel('Map recommendations automatically')).toHaveValue('80');
      // What a person undid isn't mapped again.
      await expect(row).toBeVisible();
    });

    await test.step('its panel hides it in the store', async () => {
      const { items } = await read<{ items: { id: string; title: string }[] }>(
        page,
        '/center/products/listings/elastic-products?page_size=50',
      );
      const adopted = items.find(({ title }) => title === own)?.id ?? '';
      await page.goto(`/app/products-center?open=${adopted}`);
      await page.getByRole('button', { name: 'Hide in stores' }).click();
      await expect
        .poll(async () => (await asMerchant(page, 'get', `products/${product.id}`)).status, { timeout: 60_000 })
        .toBe('draft');
      await expect(page.getByRole('button', { name: 'Show in stores' })).toBeVisible({ timeout: 30_000 });
      await expectAccessible(page);
    });

    await test.step('copies need a second store', async () => {
      await page.goto('/app/setting/integration/product-copy');
      await expect(page.getByText('2 credits for each product copied', { exact: false })).toBeVisible();
      await expect(page.getByText('Connect another store to copy to.')).toBeVisible();
      await expectAccessible(page);
    });
  } finally {
    await asMerchant(page, 'delete', `products/${product.id}`);
  }
  await page.goto('/app/channel');
  await disconnect(page, STORE);
});
