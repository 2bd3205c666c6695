import { disconnect, expect, expectAccessible, signUp, test } from '../kit.ts';

const SHOP = 'quay-co.myshopify.com';

test('a Shopify store that grants too little is named with what is missing, and connected once all is granted', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/app/channel');
  await page.getByRole('button', { name: 'Connect a store' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Shopify', { exact: true }).click();
  await drawer.getByLabel('Store URL').fill(SHOP);
  await drawer.getByRole('button', { name: /Approve in Shopify/ }).click();

  await test.step('two rights are kept back: the screen names them and what to do', async () => {
    await page.getByText('Leave some out').click();
    await page.getByRole('checkbox', { name: 'write_inventory', exact: true }).check();
    await page.getByRole('checkbox', { name: 'write_orders', exact: true }).check();
    await page.getByRole('button', { name: /Install/ }).click();
    await expect(page.getByText('We couldn’t connect this store')).toBeVisible();
    const said = page.getByText(/quay-co\.myshopify\.com didn’t grant enough permissions/);
    await expect(said).toContainText('write_inventory, write_orders');
    await expect(said).not.toContainText('write_products');
    await expectAccessible(page);
  });

  await test.step('a reload says the same, and nothing is connected', async () => {
    await page.reload();
    await expect(page.getByText(/didn’t grant enough permissions/)).toBeVisible();
  });

  await test.step('from there it is asked for again, and all is granted', async () => {
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: /Install/ }).click();
    await expect(page.getByRole('heading', { name: 'Quay & Co is connected' })).toBeVisible();
    await page.getByRole('button', { name: 'Go to My channels' }).click();
    const card = page.getByRole('article', { name: 'Quay & Co' });
    await expect(card.getByText('Connected')).toBeVisible();
    await disconnect(page, 'Quay & Co');
  });
});
