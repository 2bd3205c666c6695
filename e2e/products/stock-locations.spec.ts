import { expect, expectAccessible, type Page, read, signIn, test, world } from '../kit.ts';

const STORE = 'North Pier Goods';
const PRIMARY = '6800000001';
const WAREHOUSE = '6800000011';

interface Product {
  id: string;
  listings: { store_id: string; state: string; external_product_id: string }[];
}

/** The Shopify stand-in of the demo, as its merchant sees it. */
async function merchant(page: Page) {
  const shop = (await world(page)).shops.find((one) => one.shop === 'north-pier');
  const admin = shop?.admin_url ?? '';
  const { origin } = new URL(admin);
  return {
    act: async (id: string, act: 'activate' | 'deactivate') => {
      const answer = await page.request.post(`${admin}/locations/${id}/${act}`);
      expect(answer.ok(), await answer.text()).toBe(true);
    },
    /** Stock of a product's variants by location. */
    levels: async (product: string) => {
      const book = await page.request.get(`${origin}/control/books/shopify?shop=north-pier`);
      const { shops } = (await book.json()) as {
        shops: { products: { id: string; variants: { levels: Record<string, number> }[] }[] }[];
      };
      const all = shops[0]?.products.find((one) => one.id === product)?.variants ?? [];
      const sum = (at: string) => all.reduce((total, one) => total + (one.levels[at] ?? 0), 0);
      return { primary: sum(PRIMARY), warehouse: sum(WAREHOUSE) };
    },
  };
}

test('stock moves to the chosen location of a store, and one that is deactivated is named', async ({ page }) => {
  test.setTimeout(180_000);
  await signIn(page);
  const { linked_stores: stores } = await read<{
    linked_stores: { shopify?: { id: string; platform_domain: string }[] };
  }>(page, '/auth/account');
  const store = stores.shopify?.find((one) => one.platform_domain === 'north-pier.myshopify.com');
  const { act, levels } = await merchant(page);
  let product = '';
  await expect
    .poll(
      async () => {
        const { items } = await read<{ items: Product[] }>(
          page,
          `/center/products/listings/elastic-products?state=pushed&store_id=${store?.id}&page_size=50`,
        );
        const listed = items
          .flatMap((one) => one.listings)
          .filter((one) => one.store_id === store?.id && one.state === 'listed');
        for (const one of listed)
          if ((await levels(one.external_product_id)).primary > 0) product = one.external_product_id;
        return product;
      },
      { timeout: 90_000 },
    )
    .not.toBe('');
  const before = await levels(product);
  expect(before.warehouse).toBe(0);

  await page.goto('/app/setting/product');
  const card = page.getByRole('region', { name: 'Stock locations' });
  const select = card.getByLabel(`Stock location in ${STORE}`);
  const refresh = card.getByRole('button', { name: `Refresh locations of ${STORE}` });
  const question = page.getByRole('dialog');
  await test.step('the list is read from the store when somebody asks', async () => {
    await refresh.click();
    await expect(card.getByText(/^Last read:/).first()).toBeVisible({ timeout: 30_000 });
    await expect(select.locator('option')).toContainText([
      '14 Pier Road (store default)',
      'Elm Street warehouse',
      'Market stall (no online orders)',
    ]);
  });

  await test.step('the dialog says what is written where, and stock moves', async () => {
    await select.selectOption({ label: 'Elm Street warehouse' });
    await expect(question).toContainText(
      'The stock that Quayside wrote at 14 Pier Road is moved to Elm Street warehouse.',
    );
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Move stock' }).click();
    await expect(card.getByText(/^Stock of \d+ variants? is at this location\.$/)).toBeVisible({ timeout: 60_000 });
    expect(await levels(product)).toEqual({ primary: 0, warehouse: before.primary });
    await expect(select).toHaveValue(new RegExp(WAREHOUSE));
  });

  await test.step('a location that is deactivated in the store is named on the settings and on the store', async () => {
    await act(WAREHOUSE, 'deactivate');
    await refresh.click();
    await expect(card.getByText(/“Elm Street warehouse” is deactivated in the store/)).toBeVisible({ timeout: 30_000 });
    // The tooltip of the button is outside of the page's regions.
    await page.mouse.move(0, 0);
    await refresh.blur();
    await expectAccessible(page);
    await page.goto('/app/channel');
    const article = page.getByRole('article', { name: STORE });
    await expect(article.getByText(/“Elm Street warehouse” is deactivated in the store/)).toBeVisible();
    await article.getByRole('link', { name: 'Choose a location' }).click();
    await expect(select).toBeVisible();
    await page.goBack();
  });

  await test.step('once it is active again, and the default is chosen, everything is as before', async () => {
    await act(WAREHOUSE, 'activate');
    const article = page.getByRole('article', { name: STORE });
    await article.getByRole('button', { name: 'Check again' }).click();
    await expect(article.getByText(/is deactivated in the store/)).toBeHidden({ timeout: 30_000 });
    await page.goto('/app/setting/product');
    await expect(card.getByText(/is deactivated in the store/)).toBeHidden();
    await expect(select).toBeEnabled({ timeout: 60_000 });
    await select.selectOption({ label: '14 Pier Road (store default)' });
    await question.getByRole('button', { name: 'Move stock' }).click();
    await expect.poll(() => levels(product), { timeout: 60_000 }).toEqual({ primary: before.primary, warehouse: 0 });
    await expect(select).toHaveValue('');
  });
});
