import { expect, expectAccessible, operatorPage, type Page, signInByForm, signUp, signUpByForm, test } from '../kit.ts';

/** Reads the newest mail of a kind to somebody on the operators' page, and answers its link. */
async function linkOf(operator: Page, email: string, subject: string): Promise<string> {
  await operator.goto('/app/outbox');
  const row = operator.getByRole('row').filter({ hasText: email }).filter({ hasText: subject }).first();
  await row.getByRole('button').click();
  const link = operator.getByRole('dialog').getByRole('link').first();
  await expect(link).toBeVisible();
  return (await link.getAttribute('href')) ?? '';
}

test('a new owner confirms the e-mail by the mail that the operator sees', async ({ page, browser }) => {
  const email = await signUpByForm(page);
  await expect(page.getByText(`we sent a link to ${email}`, { exact: false })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('button', { name: 'Sent again' })).toBeVisible();

  const operator = await operatorPage(browser);
  const link = await linkOf(operator, email, 'Confirm your email');
  await expectAccessible(operator);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await page.getByRole('link', { name: 'Continue to Quayside' }).click();
  await expect(page).toHaveURL(/\/app/);
  await expect(page.getByText('we sent a link to', { exact: false })).toHaveCount(0);
  // A link that lost its end, and the pages between opened without having asked for anything.
  await page.goto(link.slice(0, -60));
  await expect(page.getByText('It was already used, has expired or is incomplete.')).toBeVisible();
  await page.goto('/signup/confirm');
  await expect(page).toHaveURL(/\/signup\/email-resend$/);
  await page.goto('/forgot-password/email-resend');
  await expect(page).toHaveURL(/\/forgot-password$/);
});

test('a forgotten password is replaced by a link that works once', async ({ page, browser }) => {
  const email = await signUp(page);
  await page.goto('/signout');
  await expect(page).toHaveURL(/\/login/);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expectAccessible(page);
  await page.locator('[name=email]').fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  await expectAccessible(page);

  const operator = await operatorPage(browser);
  const link = await linkOf(operator, email, 'Reset your Quayside password');
  await page.goto(link);
  await expectAccessible(page);
  await page.locator('[name=password]').fill('short');
  await page.locator('button[type=submit]').click();
  await expect(page.getByText('Use at least 8 characters.')).toBeVisible();
  await page.locator('[name=password]').fill('another good password');
  await page.locator('button[type=submit]').click();
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
  await page.goto(link);
  await page.locator('[name=password]').fill('a third good password');
  await page.locator('button[type=submit]').click();
  await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
  await signInByForm(page, { email, password: 'another good password' });
});
