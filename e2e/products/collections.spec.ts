import { expect, type Page, signIn, test } from '../kit.ts';

const titles = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 });

test('a collection is opened from Find products, looked through, and imported from', async ({ page }) => {
  test.setTimeout(180_000);
  await signIn(page);
  await page.goto('/app/find-product');
  const collections = page.getByRole('region', { name: 'Collections' });

  await test.step('the four stand above the products, each with two or three lines that stay for the day', async () => {
    for (const name of ['Trending', 'Fastest delivery in the US', 'Free shipping in the US', 'Made in the US'])
      await expect(collections.getByRole('link', { name })).toBeVisible({ timeout: 90_000 });
    const lines = collections.getByRole('list', { name: 'Why these' }).first().getByRole('listitem');
    const before = await lines.allTextContents();
    expect([2, 3]).toContain(before.length);
    await page.reload();
    await expect(lines).toHaveText(before);
  });

  await test.step('one opens with its name and its products, and nothing of the others', async () => {
    await collections.getByRole('link', { name: 'Free shipping in the US' }).click();
    await expect(page).toHaveURL(/\/app\/find-product\/free_ship_us$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Free shipping in the US');
    await expect(page.getByRole('article').first().getByText('Free', { exact: true })).toBeVisible();
    await expect(collections).toBeHidden();
  });

  await test.step('a product opened from it says where it lies, costs nothing to ship, and leads back', async () => {
    const name = await titles(page).first().innerText();
    await page.getByRole('article').first().getByRole('link').first().click();
    await expect(page).toHaveURL(/\/detail\/.*collection=free_ship_us/);
    const panel = page.getByRole('complementary').last();
    await expect(page.getByText('Ships from')).toBeVisible();
    await expect(page.getByRole('radio', { checked: true }).locator('xpath=..')).toContainText('Free');
    await expect(panel).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/app\/find-product\/free_ship_us$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/app\/find-product$/);
    await page.goForward();
    await expect(titles(page).first()).toHaveText(name);
  });

  await test.step('who comes by the address of such a product closes it into the collection', async () => {
    await page.getByRole('article').first().getByRole('link').first().click();
    await expect(page).toHaveURL(/\/detail\//);
    await page.goto(page.url());
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Free shipping in the US');
    await expect(page.getByText('Ships from')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/app\/find-product\/free_ship_us$/);
  });

  await test.step('importing works as everywhere', async () => {
    const open = page.getByRole('article').filter({ has: page.getByRole('button', { name: /^Import / }) });
    await open
      .first()
      .getByRole('button', { name: /^Import / })
      .click();
    await expect(page.getByText('Added to your import list')).toBeVisible();
  });

  await test.step('words and filters hold within it, and go without leaving it', async () => {
    await page.getByRole('searchbox').first().fill('zzzzqqqq');
    await expect(page.getByText("Sorry we couldn't find anything that matches")).toBeVisible();
    await page.getByRole('button', { name: 'Clear' }).last().click();
    await expect(page).toHaveURL(/\/app\/find-product\/free_ship_us$/);
    await expect(titles(page).first()).toBeVisible();
  });

  await test.step('an address of no collection leads nowhere, and says so (B018)', async () => {
    for (const path of ['image', 'best_of_all']) {
      await page.goto(`/app/find-product/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('We couldn’t find this page');
      await expect(page.getByRole('article')).toHaveCount(0);
    }
    await page.goto('/app/find-product/collection');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Collections');
    await expect(page.getByRole('link', { name: 'Made in the US' })).toBeVisible();
  });
});
