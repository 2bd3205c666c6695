import { expect, expectAccessible, operatorPage, signUp, test } from '../kit.ts';

test('a store goes from one account to another by the word of its owner', async ({ page, browser }) => {
  const owner = page;
  const email = await signUp(owner);
  await owner.goto('/app/channel');
  await owner.getByRole('button', { name: 'Connect a store' }).first().click();
  const drawer = owner.getByRole('dialog');
  await drawer.getByText('Shopify', { exact: true }).click();
  await drawer.getByLabel('Store URL').fill('driftwood.myshopify.com');
  await drawer.getByRole('button', { name: /Approve in Shopify/ }).click();
  await owner.getByRole('button', { name: /Install/ }).click();
  await expect(owner.getByText(/is connected/)).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await signUp(other);
  await other.goto('/app/setting/migrate');
  await expectAccessible(other);
  await other.getByLabel('Platform').selectOption('shopify');
  await other.getByLabel('Store URL').fill('driftwood.myshopify.com');
  await other.getByRole('button', { name: 'Request transfer' }).click();
  await expect(other.getByText(/emailed its owner/)).toBeVisible();
  await expect(other.getByText('Requested', { exact: true })).toBeVisible();

  const operator = await operatorPage(browser);
  await operator.goto('/app/outbox');
  const row = operator.getByRole('row').filter({ hasText: email }).filter({ hasText: 'requests your store' }).first();
  await row.getByRole('button').click();
  const link = operator.getByRole('dialog').getByRole('link').first();
  await expect(link).toBeVisible();
  const address = (await link.getAttribute('href')) ?? '';

  await other.goto(address);
  await expect(other.getByText('You can’t respond to this request')).toBeVisible();
  await owner.goto(address);
  await expect(owner.getByRole('heading', { name: 'Transfer this store?' })).toBeVisible();
  await expectAccessible(owner);
  await owner.getByRole('button', { name: 'Approve transfer' }).click();
  await expect(owner.getByRole('heading', { name: 'Transfer in progress' })).toBeVisible();

  await other.goto('/app/setting/migrate');
  await expect(other.getByText('Transferred', { exact: true })).toBeVisible();
  await other.goto('/app/channel');
  await expect(other.getByRole('article').filter({ hasText: 'driftwood.myshopify.com' })).toBeVisible();
});
