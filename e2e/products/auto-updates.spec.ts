import { queryString, signedQuery } from '@quayside/connector-woocommerce/sign.ts';
import {
  bearer,
  connectByKeys,
  disconnect,
  expect,
  expectAccessible,
  operatorPage,
  type Page,
  read,
  signUp,
  test,
  wooKeys,
  world,
} from '../kit.ts';

interface Found {
  items: { source_product_id: string; source: string }[];
}
interface Detail {
  id: string;
  title: string;
  variants: { variant_id: string; sku: string; cost: { amount: number; currency: string }; stock: number | null }[];
  listings: { state: string; external_product_id: string | null }[];
}

/** The lowest price of a product in the store, as its own admin has it. */
async function priceInStore(page: Page, shop: string, id: string): Promise<number> {
  const address = (await world(page)).shops.find((one) => one.shop === shop)?.address ?? '';
  const { consumer_key: consumerKey, consumer_secret: consumerSecret } = await wooKeys(page, address);
  const url = `${address}/wp-json/wc/v3/products/${id}`;
  const query = queryString(signedQuery('GET', url, {}, { consumerKey, consumerSecret }));
  const answer = await page.request.get(`${url}?${query}`);
  return Number(((await answer.json()) as { price: string }).price);
}

test('a store follows its supplier by its rules, and an update is undone', async ({ page, browser }) => {
  test.setTimeout(240_000);
  await signUp(page);
  await connectByKeys(page, 'tidewater', 'Tidewater Supply');
  const headers = await bearer(page);
  const call = async <D>(method: 'post' | 'put' | 'delete', path: string, data: object, as = headers): Promise<D> => {
    const answer = await page.request[method](`/api${path}`, { headers: as, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return ((await answer.json()) as { data: D }).data;
  };
  const { items: stores } = await read<{ items: { store_id: string; currency: string }[] }>(
    page,
    '/center/products/auto_update/rules',
  );
  const { store_id: storeId = '', currency = '' } = stores[0] ?? {};
  const setting = await read<{ rule: object }>(page, `/center/products/setting/selling_price?store_id=${storeId}`);
  await call('put', '/center/products/setting/selling_price', {
    store_id: storeId,
    revision: 0,
    rule: { ...setting.rule, rounding: 'exact' },
    for_imports: false,
    suggested_first: false,
  });

  let product: Detail | undefined;
  const detail = () => read<Detail>(page, `/center/products/${product?.id}`);
  await test.step('a product is tracked and in the store', async () => {
    const find = async () =>
      (await read<Found>(page, '/center/products/find?source=quayside&keyword=teapot&ship_to=US&page_size=20')).items;
    await expect.poll(async () => (await find()).length, { timeout: 90_000 }).toBeGreaterThan(0);
    const [source] = await find();
    const imported = await call<{ product_package_id: string }>('post', '/center/products/import/quayside', {
      supplier_product_id: source?.source_product_id,
    });
    product = await read<Detail>(page, `/center/products/${imported.product_package_id}`);
    await call('post', '/center/products/push-multiple-channel', {
      product_ids: [product.id],
      store_ids: [storeId],
    });
    await expect.poll(async () => (await detail()).listings[0]?.state, { timeout: 60_000 }).toBe('listed');
  });
  const { id, title } = product as unknown as Detail;
  const listed = await detail();
  const external = listed.listings[0]?.external_product_id ?? '';
  const price = () => priceInStore(page, 'tidewater', external);
  const before = await price();

  await test.step('the store is turned on', async () => {
    await page.goto('/app/products/auto-update/changes');
    await page.getByRole('link', { name: 'Update rules' }).first().click();
    await page.getByRole('switch', { name: 'Update this store automatically' }).check();
    await page.getByLabel('Cost goes up').selectOption('follow');
    await expect(page.getByLabel('Percent per change')).toHaveValue('20 %');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Update rules saved.')).toBeVisible();
  });

  await test.step('a cost that rises at the supplier raises the price in the store', async () => {
    const operator = await bearer(await operatorPage(browser));
    for (const variant of listed.variants) {
      const cost = { amount: Math.round(variant.cost.amount * 1.1), currency: variant.cost.currency };
      await call(
        'post',
        '/operator/warehouse/stock',
        { sku: variant.sku, pieces: variant.stock ?? 10, cost },
        operator,
      );
    }
    await call('delete', '/center/products/auto_update', { product_ids: [id] });
    await call('post', '/center/products/auto_update', { product_ids: [id] });
    await page.goto('/app/products/auto-update/changes');
    const row = page.getByRole('row').filter({ hasText: title }).first();
    await expect(row.getByText('Updated')).toBeVisible({ timeout: 60_000 });
    await expect(row.getByText('Cost goes up')).toBeVisible();
    await expect(row.getByText('Last checked', { exact: false })).toBeVisible();
    expect(await price()).toBeGreaterThan(before);
    expect(currency).not.toBe('');
    await expectAccessible(page);
  });

  await test.step('undoing all of them puts the former prices back', async () => {
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check();
    await page
      .getByRole('toolbar', { name: /selected/ })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect(page.getByText(/^Undoing updates: \d+$/)).toBeVisible();
    await expect.poll(price, { timeout: 60_000 }).toBe(before);
    await expect(
      page.getByRole('row').filter({ hasText: title }).getByText('Undone by', { exact: false }).first(),
    ).toBeVisible();
  });

  await page.goto('/app/channel');
  await disconnect(page, 'Tidewater Supply');
});
