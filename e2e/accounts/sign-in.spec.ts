import { expect, expectAccessible, signInByForm, signUpByForm, test } from '../kit.ts';

test('a new owner signs up, lands on Home with the six steps, and signs out', async ({ page }) => {
  await signUpByForm(page);
  await expect(page.getByText('1 of 6 steps', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/signout');
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/app');
  await expect(page).toHaveURL(/\/login/);
});

test('a wrong password is said beside the field', async ({ page }) => {
  await page.goto('/login');
  await page.locator('[name=email]').fill('nobody@example.com');
  await page.locator('[name=password]').fill('not the password');
  await page.locator('button[type=submit]').click();
  await expect(page.getByText('Incorrect email or password.').first()).toBeVisible();
  await expectAccessible(page);
});

test('the demo account that is printed at start works', async ({ page }) => {
  await signInByForm(page);
  await expect(page.getByText('Welcome back', { exact: false })).toBeVisible();
});

test('the sign-in page stands in Arabic from right to left', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('quayside.language', 'ar'));
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expectAccessible(page);
});
