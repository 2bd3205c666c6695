import { expireConfirmations } from '../database.ts';
import { expect, expectAccessible, type Page, read, signUp, test } from '../kit.ts';

const PASSWORD = 'a good long password';

/** Fills in a new API token and asks for it, which a session that was confirmed long ago may not do yet. */
async function askForToken(page: Page, name: string): Promise<void> {
  await page.goto('/app/setting/api-tokens');
  await page.getByRole('button', { name: 'New token' }).click();
  const form = page.getByRole('dialog');
  await form.locator('[name=name]').fill(name);
  await expireConfirmations();
  await form.getByRole('button', { name: 'Create token' }).click();
}
const prompt = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' });
const tokens = async (page: Page) =>
  (await read<{ items: { name: string }[] }>(page, '/api-tokens')).items.map((one) => one.name);

test('an API token is made once the password is confirmed, and not before', async ({ page }) => {
  await signUp(page);
  await askForToken(page, 'Nightly report');
  const dialog = prompt(page);
  await expect(dialog.locator('[name=password]')).toBeFocused();
  await expectAccessible(page);

  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Confirm it’s you to continue.')).toBeVisible();
  expect(await tokens(page)).toEqual([]);

  await page.getByRole('button', { name: 'Create token' }).click();
  await dialog.locator('[name=password]').fill('not the password');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('Incorrect password.')).toBeVisible();
  await dialog.locator('[name=password]').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Copy this token now', { exact: false })).toBeVisible();
  expect(await tokens(page)).toEqual(['Nightly report']);
});

test('an account without a password confirms at Google in a window of its own, or by a mailed code', async ({
  page,
  context,
}) => {
  const email = `confirm-${Date.now()}@example.com`;
  const pass = async (at: Page): Promise<void> => {
    await at.getByLabel('E-mail').fill(email);
    await at.getByRole('button', { name: 'Continue' }).click();
  };
  await page.goto('/signup');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await pass(page);
  await expect(page).toHaveURL('/app');

  await askForToken(page, 'By Google');
  const opened = context.waitForEvent('page');
  await prompt(page).getByRole('button', { name: 'Continue with Google' }).click();
  const window = await opened;
  await pass(window);
  await expect(page.getByText('Copy this token now', { exact: false })).toBeVisible();
  await expect.poll(() => window.isClosed()).toBe(true);
  expect(await tokens(page)).toEqual(['By Google']);

  await askForToken(page, 'By mail');
  await prompt(page).getByRole('button', { name: 'Email me a code' }).click();
  await expect(prompt(page).getByLabel('Code from the email')).toBeVisible();
  await prompt(page).getByLabel('Code from the email').fill('12345');
  await prompt(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(prompt(page).getByText('That code is wrong or has expired.', { exact: false })).toBeVisible();
  await expectAccessible(page);
});
