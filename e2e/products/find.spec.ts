import { expect, expectAccessible, type Page, signIn, test } from '../kit.ts';

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
    await expect(page.getByText('No product matches all of these words.', { exact: false })).toBeVisible();
    await expect(titles(page).first()).toHaveText(/coffee mug/i);
    await search.fill('coffee mugs');
    await expect(page.getByText('No product matches all of these words.', { exact: false })).toBeHidden();
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

/** The number in a text that holds one sum, with its sign. */
const sumIn = (text: string | null): number => Number(/-?[\d,]*\.\d\d/.exec(text ?? '')?.[0].replace(',', ''));

test('cards, the opened product and the import list say what shipping to the chosen country costs', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await signIn(page);
  const costs: Record<string, number> = {};
  for (const country of ['US', 'DE', 'BR'])
    await test.step(country, async () => {
      await page.goto(`/app/find-product?ship=${country}&q=desk%20lamp`);
      const card = page.getByRole('article').first();
      await expect(card.getByText(/\$\d+\.\d\d ·/)).toBeVisible({ timeout: 90_000 });
      const onCard = sumIn(await card.getByText(/\$\d+\.\d\d ·/).textContent());
      const figure = async (name: string) =>
        sumIn(await card.getByText(name, { exact: true }).locator('..').textContent());
      const [cost, sell, profit] = [await figure('Cost'), await figure('Sell'), await figure('Profit')];
      expect(sell - cost - onCard).toBeCloseTo(profit, 2);
      await card.getByText('Profit', { exact: true }).hover();
      await expect(page.getByText(/^Estimated profit: suggested price \$[\d.]+ less cost/)).toBeVisible();
      // Like everything else on the card, the figures open the product.
      await card.getByText('Profit', { exact: true }).click();
      const parts = page.getByLabel('What the price is made of', { exact: true });
      await expect(parts).toContainText('Shipping');
      const shown = async (name: string) =>
        sumIn(await parts.locator('div', { has: page.getByText(name, { exact: true }) }).textContent());
      await expect.poll(() => shown('Shipping')).toBe(onCard);
      await expect.poll(() => shown('Profit')).toBe(profit);
      costs[country] = onCard;
    });
  expect(new Set(Object.values(costs)).size).toBeGreaterThan(1);

  await test.step('imported for Brazil, it keeps the price of Brazil', async () => {
    const name = (await page.getByRole('article').first().getByRole('heading', { level: 2 }).textContent()) ?? '';
    await page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Import/ })
      .click();
    await expect(
      page
        .getByRole('article')
        .first()
        .getByRole('link', { name: /^Imported: edit/ }),
    ).toBeVisible();
    await page.goto(`/app/products-import?q=${encodeURIComponent(name)}`);
    const row = page.getByRole('row', { name }).first();
    await expect(row).toContainText(`${costs.BR}`);
    await expect(row).toContainText('BR');
    await row.getByText(name).click();
    await expect(page.getByText(new RegExp(`minus .*${costs.BR} shipping to Brazil`))).toBeVisible();
  });
});

test('a product that was opened is among the recently viewed, and can be left out of the search', async ({ page }) => {
  test.setTimeout(180_000);
  await signIn(page);
  await page.goto('/app/find-product');
  await expect(titles(page).first()).toBeVisible({ timeout: 90_000 });
  const name = (await titles(page).first().textContent()) ?? '';
  const link = page.getByRole('article').first().getByRole('link').first();
  const id = /\/detail\/([^/?]+)/.exec((await link.getAttribute('href')) ?? '')?.[1] ?? '';
  const cards = page.getByRole('article').locator(`a[href*="/detail/${id}/"]`);
  await expect(cards.first()).toBeVisible();
  await link.click();
  await expect(page).toHaveURL(/\/detail\//);
  await expect(page.getByRole('heading', { name, exact: true }).last()).toBeVisible();
  const recent = page.getByRole('region', { name: 'Recently viewed' });
  await expect(recent.getByRole('button', { name }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expectAccessible(page);

  await test.step('it opens again from there', async () => {
    await recent.getByRole('button', { name }).first().click();
    await expect(page).toHaveURL(/\/detail\//);
    await page.keyboard.press('Escape');
  });

  await test.step('a search leaves it out, and shows it again once the history is cleared', async () => {
    await page.goto('/app/find-product?viewed=hide');
    await expect(titles(page).first()).toBeVisible();
    await expect(cards).toHaveCount(0);
    await page.goto('/app/find-product');
    await recent.getByRole('button', { name: 'Clear history' }).click();
    await expect(recent).toBeHidden();
    await page.goto('/app/find-product?viewed=hide');
    await expect(cards.first()).toBeVisible();
  });
});
