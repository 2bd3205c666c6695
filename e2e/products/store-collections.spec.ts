import { queryString, signedQuery } from '@quayside/connector-woocommerce/sign.ts';
import { expect, expectAccessible, type Page, read, signIn, test, wooKeys } from '../kit.ts';
import { demoStore } from '../orders.ts';

interface Listing {
  store_id: string;
  store_name: string;
  external_product_id: string;
  state: string;
}
interface Product {
  id: string;
  title: string;
  total_variant: number;
  listings: Listing[];
}
interface Term {
  id: number;
  name: string;
}

/** The merchant, in the store's own admin. */
async function merchant(page: Page) {
  const { address } = await demoStore(page);
  const { consumer_key: consumerKey, consumer_secret: consumerSecret } = await wooKeys(page, address);
  return async <T>(method: 'GET' | 'PUT' | 'POST', path: string, data?: object): Promise<T> => {
    const url = `${address}/wp-json/wc/v3/products/${path}`;
    const query = queryString(signedQuery(method, url, {}, { consumerKey, consumerSecret }));
    const answer = await page.request.fetch(`${url}?${query}`, { method, ...(data ? { data } : {}) });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as T;
  };
}

test('a product goes into a chosen category, and the one that the merchant adds stays', async ({ page }) => {
  test.setTimeout(180_000);
  await signIn(page);
  const { address } = await demoStore(page);
  const { linked_stores: stores } = await read<{
    linked_stores: { woocommerce?: { id: string; platform_domain: string }[] };
  }>(page, '/auth/account');
  const { host, pathname } = new URL(address);
  const shop = pathname.split('/').at(-1) ?? '';
  const store = stores.woocommerce?.find(({ platform_domain: domain }) => domain.includes(shop) || domain === host);
  const call = await merchant(page);
  let found: { product: Product; listing: Listing } | undefined;
  await expect
    .poll(
      async () => {
        const { items } = await read<{ items: Product[] }>(
          page,
          `/center/products/listings/elastic-products?state=pushed&store_id=${store?.id}&page_size=50`,
        );
        for (const product of items) {
          const listing = product.listings.find((one) => one.store_id === store?.id);
          if (listing?.state === 'listed' && product.total_variant <= 12) found = { product, listing };
        }
        return found !== undefined;
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  if (!found) throw new Error('the demo store has no listed product');
  const { product, listing } = found;
  const categories = async () =>
    (await call<{ categories: Term[] }>('GET', listing.external_product_id)).categories.map(({ name }) => name).sort();
  const card = page.getByRole('region', { name: 'Collections' });
  const row = card.getByRole('listitem').filter({ hasText: listing.store_name }).first();
  const pushed = async () => {
    const before = (await read<{ stores: { store_id: string; is_pending: boolean }[] }>(page, pathOf(product.id)))
      .stores;
    return before.find((one) => one.store_id === listing.store_id)?.is_pending === false;
  };
  const pathOf = (id: string) => `/center/products/${id}/collections`;

  await page.goto(`/app/products-center/editor/${product.id}`);
  await test.step('the list is read from the store when somebody asks', async () => {
    await expect(row).toBeVisible({ timeout: 30_000 });
    await row.getByRole('button', { name: 'Refresh list' }).click();
    await expect(row.getByText(/^Last read:/)).toBeVisible({ timeout: 30_000 });
  });

  await test.step('a category is chosen, pushed and seen in the store', async () => {
    await row.getByRole('button', { name: `Choose: Collections in ${listing.store_name}` }).click();
    const dialog = page.getByRole('dialog').filter({ hasText: `Collections in ${listing.store_name}` });
    await dialog.getByRole('searchbox').fill('drink');
    await dialog.getByRole('checkbox', { name: 'Home & Kitchen / Drinkware' }).check();
    await expectAccessible(page);
    await page.screenshot({ path: 'test-results/collections-dialog.png' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(row.getByText('Drinkware')).toBeVisible();
    await row.getByRole('button', { name: 'Push' }).click();
    await expect.poll(categories, { timeout: 30_000 }).toContain('Drinkware');
    await expect.poll(pushed).toBe(true);
  });

  await test.step('another one that the merchant adds stays with the next push', async () => {
    const { categories: there } = await call<{ categories: Term[] }>('GET', listing.external_product_id);
    const own = await call<Term>('POST', 'categories', { name: `Staff picks ${Date.now()}` });
    await call('PUT', listing.external_product_id, { categories: [...there, own].map(({ id }) => ({ id })) });
    await row.getByRole('button', { name: `Choose: Collections in ${listing.store_name}` }).click();
    const dialog = page.getByRole('dialog').filter({ hasText: `Collections in ${listing.store_name}` });
    await dialog.getByRole('checkbox', { name: 'Home & Kitchen / Table Linen' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByRole('button', { name: 'Push' }).click();
    await expect
      .poll(categories, { timeout: 30_000 })
      .toEqual(expect.arrayContaining(['Drinkware', 'Table Linen', own.name]));
    await page.screenshot({ path: 'test-results/collections-card.png' });
  });

  await test.step('one that the merchant removed is said at the field', async () => {
    const { categories: there } = await call<{ categories: Term[] }>('GET', listing.external_product_id);
    const kept = there.filter(({ name }) => name !== 'Table Linen').map(({ id }) => ({ id }));
    await call('PUT', listing.external_product_id, { categories: kept });
    await page.getByRole('button', { name: 'Push again' }).first().click();
    const drawer = page.getByRole('dialog').filter({ hasText: 'Push to stores' });
    await drawer.getByRole('button', { name: /^Push 1 product/ }).click();
    await expect(row.getByText('Removed in the store')).toBeVisible({ timeout: 30_000 });
    expect(await categories()).not.toContain('Table Linen');
    await row.getByRole('button', { name: 'Add again' }).click();
    await row.getByRole('button', { name: 'Push', exact: true }).click();
    await expect.poll(categories, { timeout: 30_000 }).toContain('Table Linen');
    // The next flow of the demo's products finds none that is still being pushed.
    await expect
      .poll(async () =>
        (await read<Product>(page, `/center/products/${product.id}`)).listings.map(({ state }) => state),
      )
      .not.toContain('pushing');
    await expect.poll(pushed).toBe(true);
  });
});
