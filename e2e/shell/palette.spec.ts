import { expect, type Page, read, signIn, signUp, test } from '../kit.ts';

/** Opens the command palette and types. */
async function find(page: Page, words: string) {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search or go to' });
  await palette.getByRole('textbox').fill(words);
  return palette;
}

test('the command palette opens orders and products by the keyboard', async ({ page }) => {
  await signIn(page);
  await page.goto('/app');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Enter right after the last letter opens the order too.
  await find(page, '#1001');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/app\/orders\?.*open=/);
  await expect(page.getByRole('complementary').getByText('#1001').first()).toBeVisible();
  const byNumber = await find(page, '#1001');
  const customer = await byNumber.getByRole('button', { name: /^#1001/ }).innerText();
  const email = customer.match(/\S+@\S+/)?.[0] ?? '';
  await page.keyboard.press('Escape');
  const byEmail = await find(page, email);
  await expect(byEmail.getByRole('button').filter({ hasText: '#1001' })).toBeVisible();
  await page.keyboard.press('Escape');

  const { items } = await read<{ items: { title: string }[] }>(
    page,
    '/center/products/listings/elastic-products?page_size=1',
  );
  const title = items[0]?.title ?? '';
  const word = title.split(' ').slice(0, 2).join(' ');
  const byTitle = await find(page, word);
  await byTitle.getByRole('button').filter({ hasText: title }).first().click();
  await expect(page).toHaveURL(/\/app\/products-center\?open=/);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
});

test('the command palette runs actions', async ({ page }) => {
  await signUp(page);
  await page.goto('/app');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await find(page, 'connect store');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Connect a store' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/app\/channel$/);
  await find(page, 'invite');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/app\/setting\/team\?invite=1/);
  await expect(page.getByRole('dialog', { name: 'Invite' })).toBeVisible();
  await page.keyboard.press('Escape');
  await find(page, 'dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await find(page, 'deutsch');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});
