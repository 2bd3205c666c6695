import { expect, signUp, test } from '../kit.ts';

test('an owner connects another account, and its workspace opens from here', async ({ page }) => {
  const other = await signUp(page);
  await page.goto('/signout');
  await expect(page).toHaveURL(/\/login/);
  await signUp(page);
  await page.goto('/app/setting/account');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect another account' });
  const password = dialog.locator('[name=password]');
  await dialog.getByLabel('Email of the other account').fill(other);
  await password.fill('not its password');
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await expect(password).toHaveAttribute('data-invalid', 'true');
  await password.fill('a good long password');
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await expect(dialog).toHaveCount(0);
  // Two workspaces by now: there is something to choose from.
  const places = page.getByRole('navigation', { name: 'Main navigation' });
  await places.getByRole('button', { name: /workspace/ }).click();
  await expect(page.getByRole('menuitemradio', { name: 'No store yet' })).toHaveCount(2);
});
