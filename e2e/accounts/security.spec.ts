import { TOTP } from 'otpauth';
import { expect, expectAccessible, signUp, test } from '../kit.ts';

const PASSWORD = 'a good long password';
const codeAt = (secret: string, ahead: number) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + ahead * 30_000 });

test('an owner switches the second factor on, and signs in with a code', async ({ page }) => {
  const email = await signUp(page);
  await page.goto('/app/setting');
  await expect(page).toHaveURL(/\/app\/setting\/account/);
  await expectAccessible(page);
  const card = page.getByRole('region', { name: 'Two-factor authentication' });
  await card.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=password]').fill('not the password');
  await dialog.locator('button[type=submit]').click();
  await expect(dialog.getByText('Incorrect password.')).toBeVisible();
  await dialog.locator('[name=password]').fill(PASSWORD);
  await dialog.locator('button[type=submit]').click();
  await expect(card.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectAccessible(page);
  const secret = ((await card.locator('bdi').textContent()) ?? '').replace(/ /g, '');
  await card.locator('[name=code]').fill(codeAt(secret, 0));
  await card.getByRole('button', { name: 'Turn on' }).click();
  await expect(card.getByRole('listitem')).toHaveCount(10);
  const recovery = (await card.getByRole('listitem').first().textContent()) ?? '';
  await card.getByRole('button', { name: 'I saved the codes' }).click();
  await expect(card.getByText('10 recovery codes left.', { exact: false })).toBeVisible();

  await page.goto('/signout');
  await expect(page).toHaveURL(/\/login/);
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('button[type=submit]').click();
  await page.locator('[name=code]').fill('000000');
  await page.locator('button[type=submit]').click();
  await expect(page.getByText('This code is incorrect', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await page.locator('[name=code]').fill(recovery);
  await page.locator('button[type=submit]').click();
  await expect(page).toHaveURL(/\/app/);
});

test('an owner changes the password and stays signed in', async ({ page }) => {
  await signUp(page);
  await page.goto('/app/setting/account');
  await page.locator('[name=current_password]').fill(PASSWORD);
  await page.locator('[name=password]').fill('another good password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed.')).toBeVisible();
});

test('an owner takes the data along, leaves, and comes back within the days', async ({ page }) => {
  const email = await signUp(page);
  await page.goto('/app/setting/account');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=password]').fill(PASSWORD);
  const download = page.waitForEvent('download');
  await dialog.locator('button[type=submit]').click();
  expect((await download).suggestedFilename()).toMatch(/^quayside-.*\.json$/);

  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog.getByText('Workspaces: 1 · Stores: 0', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await dialog.locator('[name=password]').fill(PASSWORD);
  await dialog.locator('button[type=submit]').click();
  await expect(page).toHaveURL(/\/login/);
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('button[type=submit]').click();
  await expect(page.getByText('Your account won’t be deleted', { exact: false })).toBeVisible();
});

test('an owner sees where the account is signed in and ends it everywhere', async ({ page, browser }) => {
  const email = await signUp(page);
  const other = await (await browser.newContext()).newPage();
  await other.goto('/login');
  await other.locator('[name=email]').fill(email);
  await other.locator('[name=password]').fill(PASSWORD);
  await other.locator('button[type=submit]').click();
  await expect(other).toHaveURL(/\/app/);
  await page.goto('/app/setting/account');
  const card = page.getByRole('region', { name: 'Where you’re signed in' });
  await expect(card.getByRole('listitem')).toHaveCount(2);
  await card.getByRole('button', { name: 'Sign out:', exact: false }).click();
  await expect(card.getByRole('listitem')).toHaveCount(1);
  await other.goto('/app/setting/account');
  await expect(other).toHaveURL(/\/login/);
  await card.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(/\/login/);
});
