import { expect, expectAccessible, signUp, test } from '../kit.ts';

test('the wallet is topped up on the payment page of the sandbox, and every movement is listed', async ({ page }) => {
  await signUp(page);
  await page.goto('/app/setting/wallet');
  await expect(page.getByText('Nothing moved yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: '$100.00' }).click();
  await page.getByLabel(/I accept the wallet/).check();
  await page.getByRole('button', { name: 'Top up $100.00' }).click();
  await page.getByRole('button', { name: /Pay/ }).click();
  await expect(page).toHaveURL(/\/app\/setting\/wallet/);
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('cell', { name: /100\.00/ })).toBeVisible();
});
