import { queryString, signedQuery } from '@quayside/connector-woocommerce/sign.ts';
import { bearer, expect, expectAccessible, type Page, read, signIn, test, wooKeys } from '../kit.ts';
import { demoStore, post } from '../orders.ts';

interface Listing {
  listing_id: string;
  store_id: string;
  store_name: string;
  external_product_id: string;
  state: string;
  own_fields: number;
  conflicts: number;
}
interface Product {
  id: string;
  title: string;
  revision: number;
  total_variant: number;
  listings: Listing[];
}

interface Listed {
  product: Product;
  listing: Listing;
}

/** Whether a listing's values are the store's and nothing waits to be written: other flows change products of the demo account too. */
async function inStep(page: Page, listing: Listing): Promise<boolean> {
  const { read_at: readAt, counts } = await read<{
    read_at: string | null;
    counts: { write: number; theirs: number; conflict: number };
  }>(page, `/center/products/listings/one/${listing.listing_id}/fields`);
  return readAt !== null && counts.write + counts.theirs + counts.conflict === 0;
}

/** A product of the demo account that one of its WooCommerce stores has as it is here, once the account is set up. */
async function listedProduct(page: Page, storeId: string): Promise<Listed> {
  let found: Listed | undefined;
  await expect
    .poll(
      async () => {
        const { items } = await read<{ items: Product[] }>(
          page,
          `/center/products/listings/elastic-products?state=pushed&store_id=${storeId}&page_size=50`,
        );
        for (const product of items) {
          const listing = product.listings.find((one) => one.store_id === storeId);
          if (product.total_variant > 12 || listing?.state !== 'listed' || listing.own_fields > 0) continue;
          if (!(await inStep(page, listing))) continue;
          found = { product, listing };
          return true;
        }
        return false;
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  return found as Listed;
}

/** The merchant, in the store's own admin. */
async function merchant(page: Page) {
  const { address } = await demoStore(page);
  const { consumer_key: consumerKey, consumer_secret: consumerSecret } = await wooKeys(page, address);
  const call = async (method: 'GET' | 'PUT', id: string, data?: object) => {
    const url = `${address}/wp-json/wc/v3/products/${id}`;
    const query = queryString(signedQuery(method, url, {}, { consumerKey, consumerSecret }));
    const answer = await page.request.fetch(`${url}?${query}`, { method, ...(data ? { data } : {}) });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as { name: string; description: string };
  };
  return { edit: (id: string, data: object) => call('PUT', id, data), see: (id: string) => call('GET', id) };
}

test('what the merchant changed in the store stays, and a person chooses what both changed', async ({ page }) => {
  test.setTimeout(180_000);
  await signIn(page);
  const { address } = await demoStore(page);
  const { linked_stores: stores } = await read<{
    linked_stores: { woocommerce?: { id: string; platform_domain: string }[] };
  }>(page, '/auth/account');
  const host = new URL(address).host;
  const shop = new URL(address).pathname.split('/').at(-1) ?? '';
  const store = stores.woocommerce?.find(({ platform_domain: domain }) => domain.includes(shop) || domain === host);
  const { product, listing } = await listedProduct(page, store?.id ?? '');
  const { external_product_id: id, listing_id: listingId } = listing;
  const { edit, see } = await merchant(page);
  const theirs = `${product.title} by the merchant`;
  const open = () => page.goto(`/app/products-center?state=all&open=${product.id}`);
  const panel = page.getByRole('complementary').or(page.getByRole('dialog'));
  const comparison = page.getByRole('dialog').filter({ hasText: 'Differences from' });
  const row = (field: string) =>
    comparison.getByRole('listitem').filter({ has: page.getByText(field, { exact: true }) });

  await test.step('the comparison reads the store and shows what was changed there', async () => {
    await edit(id, { name: theirs, description: '<p>Words of the merchant.</p>' });
    await open();
    await panel
      .getByRole('button', { name: `Compare with ${listing.store_name}` })
      .first()
      .click();
    await expect(row('Title').getByText('Changed in the store')).toBeVisible();
    await expect(row('Title').getByText(theirs)).toBeVisible();
    await expect(row('Description').getByText('Words of the merchant.')).toBeVisible();
    await expectAccessible(page);
    await page.screenshot({ path: 'test-results/store-fields-compare.png' });
  });

  await test.step('a push leaves it, and says so before', async () => {
    await post(page, '/center/products/listings/fields/read', { listing_ids: [listingId] });
    const before = await read<Product>(page, `/center/products/${product.id}`);
    const saved = await page.request.put('/api/center/products/bulk_update', {
      headers: await bearer(page),
      data: { products: [{ product_id: product.id, revision: before.revision, title: `${product.title} II` }] },
    });
    expect(saved.ok()).toBe(true);
    await open();
    await panel.getByRole('button', { name: 'Push again' }).click();
    const drawer = page.getByRole('dialog').filter({ hasText: 'Push to stores' });
    const preview = drawer.getByRole('region', { name: 'What changes in your stores' });
    await expect(preview.getByText('2 values changed in the store stay.')).toBeVisible();
    await expect(preview.getByText(/^1 of them was changed here too/)).toBeVisible();
    await page.screenshot({ path: 'test-results/store-fields-push.png' });
    await drawer.getByRole('button', { name: /^Push 1 product/ }).click();
    await expect
      .poll(async () => (await read<Listing>(page, `/center/products/listings/one/${listingId}`)).conflicts)
      .toBe(1);
    expect(await see(id)).toMatchObject({ name: theirs });
  });

  await test.step('choosing ours for the title writes it with the next push, and the description stays', async () => {
    await open();
    await panel
      .getByRole('button', { name: /^1 conflict/ })
      .first()
      .click();
    await expect(row('Title').getByText('Changed on both sides')).toBeVisible();
    await row('Title').getByText('Use Quayside’s', { exact: true }).click();
    await expect(row('Title').getByText('Will be updated')).toBeVisible();
    await comparison.getByRole('button', { name: 'Push now' }).click();
    await expect(comparison).toBeHidden();
    await expect.poll(async () => (await see(id)).name).toBe(`${product.title} II`);
    expect((await see(id)).description).toContain('Words of the merchant.');
  });

  await test.step('the description is kept as the value of this store, which is in step then', async () => {
    await open();
    await panel
      .getByRole('button', { name: `Compare with ${listing.store_name}` })
      .first()
      .click();
    await row('Description').getByRole('button', { name: 'Keep as this store’s value: Description' }).click();
    await expect(row('Description')).toHaveCount(0);
    const { items } = await read<{ items: { store_id: string; values: { description_html: string | null } }[] }>(
      page,
      `/center/products/${product.id}/store-values`,
    );
    const own = items.find((one) => one.store_id === listing.store_id);
    expect(own?.values.description_html).toContain('Words of the merchant.');
  });
});
