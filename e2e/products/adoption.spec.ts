import { queryString, signedQuery } from '@quayside/connector-woocommerce/sign.ts';
import {
  connectByKeys,
  disconnect,
  expect,
  expectAccessible,
  type Page,
  read,
  signUp,
  test,
  wooKeys,
  world,
} from '../kit.ts';

const SHOP = 'fjord-living';
const STORE = 'Fjord Living';
const TITLE = 'Driftwood Lamp of the Merchant';
const OTHER = 'Chosen Candle of the Merchant';

interface Product {
  name: string;
  description: string;
  sku: string;
  regular_price: string;
}

/** Calls of the merchant to the own store. */
async function merchant(page: Page) {
  const address = (await world(page)).shops.find((one) => one.shop === SHOP)?.address ?? '';
  const { consumer_key: consumerKey, consumer_secret: consumerSecret } = await wooKeys(page, address);
  return async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, data?: object): Promise<T> => {
    const url = `${address}/wp-json/wc/v3/${path}`;
    const query = queryString(signedQuery(method, url, {}, { consumerKey, consumerSecret }));
    const answer = await page.request.fetch(`${url}?${query}`, { method, ...(data ? { data } : {}) });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as T;
  };
}

const listed = async (page: Page) =>
  (
    await read<{ items: { id: string; title: string }[] }>(
      page,
      '/center/products/listings/elastic-products?page_size=50',
    )
  ).items;

test('the products of a store are brought in, and one gets a title of its own there', async ({ page }) => {
  test.setTimeout(180_000);
  await signUp(page);
  const call = await merchant(page);
  const { id } = await call<{ id: number }>('POST', 'products', {
    name: TITLE,
    sku: 'DRIFT-1',
    regular_price: '49.00',
    description: '<p>Sanded by hand.</p>',
    status: 'publish',
  });
  const { id: otherId } = await call<{ id: number }>('POST', 'products', {
    name: OTHER,
    sku: 'CHOSEN-1',
    regular_price: '9.00',
    status: 'draft',
  });
  const card = await connectByKeys(page, SHOP, STORE);
  const before = await call<Product>('GET', `products/${id}`);

  await test.step('one product is found in the store by its SKU, and brought in alone', async () => {
    await card.getByRole('button', { name: 'Bring in products' }).click();
    const dialog = page.getByRole('dialog').filter({ hasText: `Bring in the products of ${STORE}` });
    await dialog.getByText('Choose products', { exact: true }).click();
    await dialog.getByRole('searchbox', { name: 'Search by title or full SKU' }).fill('CHOSEN-1');
    const choice = dialog.getByRole('checkbox', { name: OTHER });
    await expect(choice).toBeVisible({ timeout: 60_000 });
    await expect(dialog.getByRole('list', { name: 'Products in the store' }).getByRole('listitem')).toHaveCount(1);
    await choice.check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Bring in 1 selected product' }).click();
    await expect(dialog.getByText('Done', { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(dialog.getByText('Selected products', { exact: true })).toBeVisible();
    await expect(dialog.getByText('Already here', { exact: false }).first()).toBeVisible();
    await expect(choice).toBeDisabled();
    const titles = (await listed(page)).map(({ title }) => title);
    expect(titles).toContain(OTHER);
    expect(titles).not.toContain(TITLE);
    await dialog.getByRole('searchbox').fill('no product has this name');
    await expect(dialog.getByText('No matching products that aren’t here yet.')).toBeVisible({ timeout: 60_000 });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  });

  await test.step('the dialog says what will happen, and what was brought in', async () => {
    await card.getByRole('button', { name: 'Bring in products' }).click();
    const dialog = page.getByRole('dialog').filter({ hasText: `Bring in the products of ${STORE}` });
    await dialog.getByText('All products', { exact: true }).click();
    await expect(dialog.getByText('Nothing is written to the store')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Bring in products' }).click();
    await expect(dialog.getByText('Selected products', { exact: true })).toBeHidden();
    await expect(dialog.getByText('Done', { exact: true })).toBeVisible({ timeout: 60_000 });
    await expectAccessible(page);
    expect(await call('GET', `products/${id}`)).toEqual(before);
  });

  const found = async () => (await listed(page)).find(({ title }) => title === TITLE);
  const product = await found();
  expect(product).toBeDefined();

  await test.step('it gets a title of its own in this store', async () => {
    await page.goto(`/app/products-center/editor/${product?.id}`);
    await page.getByLabel('Editing for').selectOption(STORE);
    const title = page.getByRole('textbox', { name: 'Title', exact: true });
    await title.fill('Lamp for the North');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await expect(page.getByLabel('Editing for').locator('option:checked')).toHaveText(`${STORE} · own values`);
    await expectAccessible(page);
    await page.reload();
    await expect(title).toHaveValue('Lamp for the North');
    // Unsaved values outlive a reload, too.
    await title.fill('Lamp for nobody');
    const kept = () => page.evaluate(() => Object.keys(sessionStorage).some((key) => key.startsWith('quayside.work.')));
    await expect.poll(kept).toBe(true);
    page.once('dialog', (question) => void question.accept());
    await page.reload();
    await expect(title).toHaveValue('Lamp for nobody');
    await page.getByRole('button', { name: 'Discard' }).first().click();
    await page.getByLabel('Editing for').selectOption('All stores');
    await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
  });

  await test.step('a push changes this alone', async () => {
    await page.getByRole('button', { name: 'Push again' }).first().click();
    const drawer = page.getByRole('dialog').filter({ hasText: STORE });
    await drawer.getByRole('button', { name: /^Push/ }).last().click();
    await expect
      .poll(async () => (await call<Product>('GET', `products/${id}`)).name, { timeout: 60_000 })
      .toBe('Lamp for the North');
    const { description, sku, regular_price: price } = await call<Product>('GET', `products/${id}`);
    expect({ description, sku, price }).toEqual({
      description: before.description,
      sku: before.sku,
      price: before.regular_price,
    });
  });

  for (const one of [id, otherId]) await call('DELETE', `products/${one}`);
  await page.goto('/app/channel');
  await disconnect(page, STORE);
});
