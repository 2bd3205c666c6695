import { expect, expectAccessible, signUp, test } from '../kit.ts';

test('the wallet is topped up on the payment page of the sandbox, and every movement is listed', async ({ page }) => {
  await signUp(page);
  await page.goto('/app/setting/wallet');
  await expect(page.getByText('No transactions yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: '$100.00' }).click();
  await page.getByLabel(/I accept the wallet/).check();
  await page.getByRole('button', { name: 'Top up $100.00' }).click();
  await page.getByRole('button', { name: /Pay/ }).click();
  await expect(page).toHaveURL(/\/app\/setting\/wallet/);
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('cell', { name: /100\.00/ })).toBeVisible();
});

test('C252, C253: with the setting on, the payment page opens in a small window and the wallet waits for it', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/app/setting/wallet');
  const setting = page.getByRole('switch', { name: 'Open payment pages in a pop-up window' });
  await expect(setting).not.toBeChecked();
  await setting.click({ force: true });
  await expect(page.getByText('Payment reference updated successfully')).toBeVisible();
  await page.reload();
  await expect(setting).toBeChecked();
  await page.getByLabel(/I accept the wallet/).check();
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Top up $50.00' }).click();
  const popup = await opened;
  await popup.getByRole('button', { name: /Pay/ }).click();
  await expect(page).toHaveURL(/\/app\/setting\/wallet$/);
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();
});
