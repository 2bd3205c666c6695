import { connectByKeys, disconnect, expect, expectAccessible, read, signUp, test, wooKeys, world } from '../kit.ts';
import { buy } from '../shop.ts';

const SHOP = 'fjord-living';

/** Makes a call to the store's own API with the merchant's key, as somebody in its admin does. */
async function asMerchant(page: Parameters<typeof signUp>[0], method: 'post' | 'delete', path: string, data?: object) {
  const address = (await world(page)).shops.find((one) => one.shop === SHOP)?.address ?? '';
  const keys = await wooKeys(page, address);
  const secret = Buffer.from(`${keys.consumer_key}:${keys.consumer_secret}`).toString('base64');
  const headers = { authorization: `Basic ${secret}`, 'x-forwarded-proto': 'https' };
  const answer = await page.request[method](`${address}/wp-json/wc/v3/${path}`, { headers, ...(data ? { data } : {}) });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as { id: number };
}

test('a product of the merchant’s own is mapped to its supplier, which can be replaced', async ({ page, request }) => {
  test.setTimeout(120_000);
  await signUp(page);
  await connectByKeys(page, SHOP, 'Fjord Living');
  await page.goto('/app/find-product?q=lamp');
  const button = page.getByRole('button', { name: /^Import / }).first();
  await expect(button).toBeVisible({ timeout: 90_000 });
  await button.click();
  const imported = async () =>
    (await read<{ items: { id: string; title: string }[] }>(page, '/center/products/import/listing')).items[0];
  await expect.poll(imported).toBeDefined();
  const { id = '', title: name = '' } = (await imported()) ?? {};
  const { variants } = await read<{ variants: { sku: string }[] }>(page, `/center/products/${id}`);
  const own = `Old stock: ${name}`;
  const product = await asMerchant(page, 'post', 'products', {
    name: own,
    type: 'simple',
    status: 'publish',
    regular_price: '39.00',
    sku: variants[0]?.sku ?? '',
  });
  const windowUrl = (await world(page)).shops.find((one) => one.shop === SHOP)?.window_url ?? '';
  const row = page.getByRole('row').filter({ hasText: own });
  try {
    await test.step('what it sells waits, with the imported variant that has its SKU', async () => {
      await buy(request, windowUrl, [own]);
      await page.goto('/app/products-center/unmapped');
      await expect(row).toBeVisible({ timeout: 30_000 });
      await expect(row).toContainText('Same SKU');
      await expectAccessible(page);
    });

    await test.step('mapping it lets the waiting order be bought', async () => {
      await row.hover();
      await row.getByRole('button', { name: `Map ${own}` }).click();
      await expect(page.getByText('1 product mapped.', { exact: false })).toBeVisible();
      await expect(row).toBeHidden({ timeout: 30_000 });
      await expect(page.getByText('Nothing to map')).toBeVisible();
    });

    await test.step('its suppliers are kept by variant and country', async () => {
      await page.goto(`/app/products-center?open=${id}`);
      await page.getByRole('button', { name: 'Suppliers by variant' }).click();
      const drawer = page.getByRole('dialog').filter({ hasText: 'Suppliers by variant' });
      const variant = drawer.getByRole('region', { name: own });
      await expect(variant.getByRole('listitem')).toHaveCount(1);
      await variant.getByRole('button', { name: 'Add country' }).click();
      await page.getByRole('option', { name: 'Germany' }).click();
      await expectAccessible(page);
      await drawer.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Suppliers saved.', { exact: false })).toBeVisible();
      await page.reload();
      await page.getByRole('button', { name: 'Suppliers by variant' }).click();
      await expect(variant.getByText('Germany')).toBeVisible();
      await drawer.getByRole('button', { name: 'Cancel' }).click();
    });

    await test.step('another supplier product is proposed with its variants and costs', async () => {
      await page.getByRole('button', { name: 'Replace supplier' }).click();
      const drawer = page.getByRole('dialog').filter({ hasText: 'Replace supplier product' });
      await drawer.getByRole('list', { name: 'Products', exact: true }).getByRole('button').nth(1).click();
      const choice = drawer.getByRole('combobox').first();
      await expect(choice).toBeVisible();
      await expectAccessible(page);
      // Which products there are is not certain: with fewer variants than ours, it can't be confirmed.
      const all = await drawer.getByRole('combobox').all();
      const offered = (await choice.locator('option').count()) - 1;
      for (const [at, one] of all.entries()) if (at < offered) await one.selectOption({ index: at + 1 });
      const confirm = drawer.getByRole('button', { name: 'Replace supplier product' });
      if (offered < all.length) {
        await expect(confirm).toBeDisabled();
        return;
      }
      await confirm.click();
      await expect(page.getByText('Supplier product replaced.')).toBeVisible();
    });
  } finally {
    await asMerchant(page, 'delete', `products/${product.id}?force=true`);
    await page.goto('/app/channel');
    await disconnect(page, 'Fjord Living');
  }
});
