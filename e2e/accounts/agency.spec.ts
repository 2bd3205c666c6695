import { expect, expectAccessible, type Page, test } from '../kit.ts';

/** SUPPORT_DOMAIN of the run (playwright.config.ts). */
const SUPPORT = 'support.quayside.test';

async function signUpAs(page: Page, domain: string): Promise<void> {
  await page.goto('/signup');
  await page.locator('[name=first_name]').fill('Agnes');
  await page.locator('[name=last_name]').fill('Help');
  await page.locator('[name=email]').fill(`agnes-${process.pid}-${Date.now()}@${domain}`);
  await page.locator('[name=password]').fill('a good long password');
  await page.locator('button[type=submit]').click();
  await expect(page).toHaveURL('/app/ob-welcome');
}

test('people of the support’s domain join the agency trial once and say what they think', async ({ page }) => {
  await signUpAs(page, SUPPORT);
  await page.goto('/app/community');
  const card = page.getByRole('listitem').filter({ hasText: 'Agency trial' });
  await card.getByRole('button', { name: 'Join the trial' }).click();
  const message = card.getByLabel('Your feedback');
  await expect(message).toBeVisible();
  await expectAccessible(page);
  await card.getByLabel('How would you rate it from 1 to 5?').selectOption('3');
  await message.fill('Switching between owners takes two clicks too many.');
  await page.reload();
  // What was typed and not sent is still there.
  await expect(message).toHaveValue('Switching between owners takes two clicks too many.');
  await card.getByRole('button', { name: 'Send' }).click();
  await expect(message).toHaveValue('');
  await expect(card.getByRole('button', { name: 'Join the trial' })).toHaveCount(0);
});

test('other people are shown no agency trial', async ({ page }) => {
  await signUpAs(page, 'example.com');
  await page.goto('/app/community');
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.getByText('Agency trial')).toHaveCount(0);
});
