import { expect, type Page, signIn, test } from '../kit.ts';

const titles = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 });

test('two words find what has both in its title first, and what was closed does not open again', async ({ page }) => {
  test.setTimeout(180_000);
  await signIn(page);
  await page.goto('/app/find-product');
  await expect(titles(page).first()).toBeVisible({ timeout: 90_000 });
  const search = page.getByRole('searchbox').first();

  await test.step('nearest first while words are typed', async () => {
    await search.fill('coffee mugs');
    await expect(titles(page).first()).toHaveText(/coffee mug/i);
    await expect(page.getByRole('button', { name: /Most relevant/ })).toBeVisible();
  });

  await test.step('where nothing has all words it says so', async () => {
    await search.fill('purple coffee mug');
    await expect(page.getByText('No product has all of these words.', { exact: false })).toBeVisible();
    await expect(titles(page).first()).toHaveText(/coffee mug/i);
    await search.fill('coffee mugs');
    await expect(page.getByText('No product has all of these words.', { exact: false })).toBeHidden();
  });

  await test.step('one product after the other, closed, and back', async () => {
    const list = page.url();
    await page.getByRole('article').nth(0).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/detail\//);
    const first = page.url();
    await page.getByRole('article').nth(1).getByRole('link').first().click();
    await expect(page).not.toHaveURL(first);
    await expect(page).toHaveURL(/\/detail\//);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(list);
    await page.goBack();
    await expect(page).not.toHaveURL(/\/detail\//);
  });
});
