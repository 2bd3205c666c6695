import { bearer, expect, expectAccessible, type Page, read, signIn, test, world } from '../kit.ts';

const STORE = 'North Pier Goods';
const EURO = '6871000003';

interface Lists {
  stores: {
    store_id: string;
    rule: string;
    price_lists: { id: string; by_rule: boolean; is_writing: boolean; counts: { ours: number; theirs: number } }[];
  }[];
}

/** The euro price list of the Shopify stand-in of the demo, as its merchant sees it. */
async function merchant(page: Page) {
  const shop = (await world(page)).shops.find((one) => one.shop === 'north-pier');
  const admin = shop?.admin_url ?? '';
  return {
    set: async (variant: string, price?: string) => {
      const query = price === undefined ? '' : `?price=${price}`;
      const answer = await page.request.post(`${admin}/price-lists/${EURO}/prices/${variant}${query}`);
      expect(answer.ok(), await answer.text()).toBe(true);
    },
  };
}

test('prices of a market are previewed, set by the rule, and left to the store again', async ({ page }) => {
  test.setTimeout(180_000);
  await signIn(page);
  const lists = async () => {
    const { stores } = await read<Lists>(page, '/products/market-prices');
    const store = stores.find((one) => one.price_lists.some((list) => list.id.endsWith(EURO)));
    return { store, list: store?.price_lists.find((one) => one.id.endsWith(EURO)) };
  };
  await page.goto('/app/setting/selling-price');
  const card = page.getByRole('region', { name: 'Prices in markets' });
  const shop = card.getByRole('region', { name: STORE });
  await test.step('the markets are read from the store when somebody asks', async () => {
    await shop.getByRole('button', { name: `Refresh markets of ${STORE}` }).click();
    await expect(shop.getByText(/^Last read:/)).toBeVisible({ timeout: 30_000 });
    await expect(shop.getByText('Euro prices, EUR')).toBeVisible();
    await expect(shop.getByText(/^No price list:/)).toBeVisible();
    await page.mouse.move(0, 0);
    await expectAccessible(page);
  });
  const { store } = await lists();
  const storeId = store?.store_id ?? '';
  const setting = await read<{ rule: object; revision: number }>(
    page,
    `/center/products/setting/selling_price?store_id=${storeId}`,
  );
  const headers = await bearer(page);
  const saved = await page.request.put('/api/center/products/setting/selling_price', {
    headers,
    data: {
      store_id: storeId,
      revision: setting.revision,
      rule: { ...setting.rule, shipping_included: false },
      for_imports: false,
      suggested_first: false,
    },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  await page.reload();

  const dialog = page.getByRole('dialog');
  const variants = async () => {
    const query = new URLSearchParams({
      store_id: storeId,
      price_list: `gid://shopify/PriceList/${EURO}`,
      page_size: '100',
    });
    const { items } = await read<{ items: { variant: string; now: unknown }[] }>(
      page,
      `/products/market-prices/preview?${query}`,
    );
    return items;
  };
  await test.step("the preview shows today's prices and the new ones", async () => {
    const [first] = await variants();
    await (await merchant(page)).set(first?.variant.split('/').at(-1) ?? '', '3.33');
    await shop.getByRole('button', { name: 'Prices of Germany and France' }).click();
    await expect(dialog.getByText(/^Today’s prices were read:/)).toBeVisible({ timeout: 60_000 });
    await expect(dialog.getByRole('table')).toBeVisible();
    await expect(dialog.getByText('Set in the store, stays').first()).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the rule sets them, and what was set in the store stays', async () => {
    await dialog.getByRole('button', { name: /^Use the rule: \d+ prices?$/ }).click();
    await expect
      .poll(async () => (await lists()).list, { timeout: 60_000 })
      .toMatchObject({ by_rule: true, is_writing: false, counts: { theirs: 1 } });
    expect((await lists()).list?.counts.ours).toBeGreaterThan(0);
    await expect(dialog.getByRole('button', { name: 'Replace 1 price set in the store' })).toBeVisible();
  });

  await test.step('left to the store again, our prices are removed', async () => {
    await dialog.getByRole('button', { name: 'Leave prices to the store' }).click();
    await expect
      .poll(async () => (await lists()).list, { timeout: 60_000 })
      .toMatchObject({ by_rule: false, counts: { ours: 0, theirs: 0 } });
    const [first] = await variants();
    await (await merchant(page)).set(first?.variant.split('/').at(-1) ?? '');
  });

  await test.step('the rule of the store is removed for the other flows', async () => {
    const now = await read<{ revision: number }>(page, `/center/products/setting/selling_price?store_id=${storeId}`);
    const removed = await page.request.delete('/api/center/products/setting/selling_price', {
      headers,
      data: { store_id: storeId, revision: now.revision },
    });
    expect(removed.ok(), await removed.text()).toBe(true);
  });
});
