import { disconnect, expect, expectAccessible, signUp, test, wooKeys, world } from '../kit.ts';

test('a sandbox store is connected in three clicks, and one of another workspace is not offered', async ({ page }) => {
  await signUp(page);
  await page.goto('/app/channel');
  await page.getByRole('button', { name: 'Connect a store' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('WooCommerce', { exact: true }).click();
  const shops = drawer.getByRole('region', { name: 'Sandbox stores' });
  await expect(shops.getByRole('listitem').filter({ hasText: 'Harbour Goods' })).toContainText('In another workspace');
  await expect(shops.getByRole('button', { name: 'Connect Harbour Goods' })).toHaveCount(0);
  await expectAccessible(page);
  await shops.getByRole('button', { name: 'Connect Fjord Living' }).click();
  await expect(page.getByRole('article', { name: 'Fjord Living' }).getByText('Connected')).toBeVisible();
  await disconnect(page, 'Fjord Living');
});

test('a WooCommerce store is connected with pasted keys, after each mistake was named', async ({ page }) => {
  await signUp(page);
  const shop = (await world(page)).shops.find((one) => one.platform === 'woocommerce' && one.shop === 'fjord-living');
  const keys = await wooKeys(page, shop?.address ?? '');
  await page.goto('/app/channel');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Connect a store' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('WooCommerce', { exact: true }).click();
  const address = drawer.getByLabel('Store URL');
  const connect = async (where: string, key: string, secret: string): Promise<void> => {
    await address.fill(where);
    await drawer.getByLabel('Consumer key').fill(key);
    await drawer.getByLabel('Consumer secret').fill(secret);
    await drawer.getByRole('button', { name: 'Connect', exact: true }).click();
  };

  await connect('http://127.0.0.1:9/nothing', keys.consumer_key, keys.consumer_secret);
  const failure = drawer.getByRole('alert').filter({ hasText: 'We can’t reach' });
  await expect(failure).toBeVisible();
  // The address and the setting are for whoever runs the installation.
  await expect(failure.getByText(/QUAYSIDE_PRIVATE_HOSTS/)).toBeHidden();
  await failure.getByText('Details').click();
  await expect(failure.getByText(/QUAYSIDE_PRIVATE_HOSTS/)).toBeVisible();
  await connect(shop?.address ?? '', 'ck_wrong', 'cs_wrong');
  await expect(drawer.getByText(/rejected this key/).first()).toBeVisible();
  await connect(shop?.address ?? '', keys.consumer_key, keys.consumer_secret);
  const card = page.getByRole('article', { name: 'Fjord Living' });
  await expect(card.getByText('Connected')).toBeVisible();

  await disconnect(page, 'Fjord Living');
});

test('a Shopify store is connected on its own page', async ({ page }) => {
  await signUp(page);
  await page.goto('/app/channel');
  await page.getByRole('button', { name: 'Connect a store' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Shopify', { exact: true }).click();
  await drawer.getByLabel('Store URL').fill('quay-co.myshopify.com');
  await drawer.getByRole('button', { name: /Approve in Shopify/ }).click();
  await page.getByRole('button', { name: /Install/ }).click();
  await expect(page.getByText(/is connected/)).toBeVisible();
  await page.getByRole('button', { name: 'Go to My channels' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'quay-co.myshopify.com' })).toBeVisible();
  await disconnect(page, 'Quay & Co');
});

test("a Shopify store is connected by its owner's own app, after what lacked was named", async ({ page }) => {
  await signUp(page);
  const shop = (await world(page)).shops.find((one) => one.platform === 'shopify' && one.shop === 'quay-co');
  const admin = await (await page.request.get(shop?.admin_url ?? '')).text();
  const written = (label: string) => new RegExp(`${label}: <code>([^<]+)</code>`).exec(admin)?.[1] ?? '';
  await page.goto('/app/channel');
  await page.getByRole('button', { name: 'Connect a store' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Shopify', { exact: true }).click();
  await drawer.getByLabel('Store URL').fill('quay-co.myshopify.com');
  await drawer.getByLabel('Client ID').fill(written('Client ID'));
  await drawer.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(drawer.getByLabel('Client secret')).toBeFocused();
  await expect(drawer.getByText('Required.')).toHaveCount(1);
  await drawer.getByLabel('Client secret').fill(written('Client secret'));
  await drawer.getByRole('button', { name: 'Connect', exact: true }).click();
  const card = page.getByRole('article').filter({ hasText: 'quay-co.myshopify.com' });
  await expect(card.getByText('Connected')).toBeVisible();
  await disconnect(page, 'Quay & Co');
});
