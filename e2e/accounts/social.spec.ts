import { expect, expectAccessible, signUp, test } from '../kit.ts';

test('a person signs in with the sandbox’s Google, and proves to own an account that has the e-mail', async ({
  page,
}) => {
  const email = await signUp(page);
  await page.goto('/signout');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Is this your account?' })).toBeVisible();
  await expectAccessible(page);
  await page.locator('[name=password]').fill('a good long password');
  await page.locator('button[type=submit]').click();
  await expect(page).toHaveURL(/\/app/);
});

test('a person who declines at Facebook is told so', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Facebook' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('You didn’t complete the sign-in. Nothing has changed.')).toBeVisible();
});
