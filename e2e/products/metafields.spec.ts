import { expect, expectAccessible, type Page, read, signIn, test, world } from '../kit.ts';

interface Listing {
  store_id: string;
  store_name: string;
  external_product_id: string | null;
  state: string;
}
interface Product {
  id: string;
  title: string;
  listings: Listing[];
}

const STORE = 'North Pier Goods';
const SHOP = 'north-pier';

/** The merchant, in the admin of the demo's Shopify store. */
async function merchant(page: Page) {
  const shop = (await world(page)).shops.find((one) => one.shop === SHOP);
  const address = `${new URL(shop?.window_url ?? '').origin}/shopify/${SHOP}`;
  const admin = await (await page.request.get(shop?.admin_url ?? '')).text();
  const token = /access token[^<]*<code>([^<]+)<\/code>/.exec(admin)?.[1] ?? '';
  const ask = async <T>(query: string, variables: object): Promise<T> => {
    const answer = await page.request.post(`${address}/admin/api/2026-10/graphql.json`, {
      headers: { 'x-shopify-access-token': token },
      data: { query, variables },
    });
    const body = (await answer.json()) as { data?: T; errors?: unknown };
    expect(body.errors, JSON.stringify(body)).toBeUndefined();
    return body.data as T;
  };
  return {
    async sees(id: string): Promise<Record<string, string>> {
      const query =
        'query Sees($id: ID!) { product(id: $id) { metafields(first: 50) { nodes { namespace key value } } } }';
      const { product } = await ask<{
        product: { metafields: { nodes: { namespace: string; key: string; value: string }[] } };
      }>(query, { id });
      const own = product.metafields.nodes.filter(({ namespace }) => namespace === 'custom');
      return Object.fromEntries(own.map(({ key, value }) => [key, value]));
    },
    sets: (ownerId: string, key: string, value: string) =>
      ask(
        'mutation Sets($metafields: [MetafieldsSetInput!]!) { metafieldsSet(metafields: $metafields) { userErrors { message } } }',
        { metafields: [{ ownerId, namespace: 'custom', key, value }] },
      ),
  };
}

test("metafields are set, pushed, and keep the merchant's edits", async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page);
  const call = await merchant(page);
  let found: { product: Product; listing: Listing } | undefined;
  await expect
    .poll(
      async () => {
        const { items } = await read<{ items: Product[] }>(
          page,
          '/center/products/listings/elastic-products?state=pushed&page_size=50',
        );
        for (const product of items) {
          const listing = product.listings.find((one) => one.store_name === STORE && one.state === 'listed');
          if (listing?.external_product_id) found = { product, listing };
        }
        return found !== undefined;
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  if (!found) throw new Error('the demo store has no listed product');
  const { product, listing } = found;
  const externalId = listing.external_product_id ?? '';
  const card = page.getByRole('region', { name: 'Metafields' });
  const row = card.getByRole('listitem').filter({ hasText: STORE }).first();
  const dialog = page.getByRole('dialog').filter({ hasText: `Metafields in ${STORE}` });
  const edit = () => row.getByRole('button', { name: `Edit: Metafields in ${STORE}` }).click();
  const settled = () =>
    expect
      .poll(
        async () => {
          const { stores } = await read<{ stores: { store_id: string; is_pending: boolean }[] }>(
            page,
            `/center/products/${product.id}/metafields`,
          );
          return stores.find((one) => one.store_id === listing.store_id)?.is_pending;
        },
        { timeout: 60_000 },
      )
      .toBe(false);

  await page.goto(`/app/products-center/editor/${product.id}`);
  await test.step("the store's definitions are read when somebody asks", async () => {
    await expect(row).toBeVisible({ timeout: 30_000 });
    await row.getByRole('button', { name: 'Refresh metafields' }).click();
    await expect(row.getByText(/^Last read:/)).toBeVisible({ timeout: 30_000 });
    await expect(row.getByText(/Edited in the store only: .*Goes with/)).toBeVisible();
  });

  await test.step('a value that does not fit is refused at its field', async () => {
    await edit();
    await dialog.getByLabel('Warranty').fill('two years');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Enter a whole number, such as 12.')).toBeVisible();
    await expect(dialog.getByLabel('Warranty')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
    await page.screenshot({ path: 'test-results/metafields-dialog.png' });
  });

  await test.step('values are saved, pushed and seen in the store', async () => {
    await dialog.getByLabel('Warranty').fill('24');
    await dialog.getByLabel('Material').selectOption('Wood');
    await dialog.getByLabel('Uses').fill('Kitchen\nGarden');
    await dialog.getByLabel('Capacity', { exact: true }).fill('1.5');
    await dialog.getByLabel('Unit: Capacity').selectOption('l');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(row.getByText('1.5 l')).toBeVisible();
    await expect(row.getByText('Kitchen, Garden')).toBeVisible();
    await row.getByRole('button', { name: 'Push' }).click();
    await settled();
    const there = await call.sees(externalId);
    expect(there).toMatchObject({ warranty: '24', material: 'Wood', uses: '["Kitchen","Garden"]' });
    await page.screenshot({ path: 'test-results/metafields-card.png' });
  });

  await test.step("the merchant's edit stays, is shown, and is replaced only by choice", async () => {
    await call.sets(externalId, 'warranty', '36');
    await call.sets(externalId, 'care', 'Wipe clean');
    await edit();
    await dialog.getByLabel('Material').selectOption('Steel');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByRole('button', { name: 'Push', exact: true }).click();
    await expect(row.getByText('Changed in the store: 36')).toBeVisible({ timeout: 60_000 });
    expect(await call.sees(externalId)).toMatchObject({ warranty: '36', material: 'Steel', care: 'Wipe clean' });
    await page.screenshot({ path: 'test-results/metafields-theirs.png' });
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Use this value: Warranty' }).click();
    await row.getByRole('button', { name: 'Push', exact: true }).click();
    await settled();
    await expect.poll(() => call.sees(externalId), { timeout: 30_000 }).toMatchObject({ warranty: '24' });
  });

  await test.step('the comparison of the listing shows three values, and both choices work', async () => {
    await call.sets(externalId, 'warranty', '48');
    const center = () => page.goto(`/app/products-center?state=all&open=${product.id}`);
    const panel = page.getByRole('complementary').or(page.getByRole('dialog'));
    const comparison = page.getByRole('dialog').filter({ hasText: 'Differences from' });
    const compare = async () => {
      await panel
        .getByRole('button', { name: `Compare with ${STORE}` })
        .first()
        .click();
      // A push of the last seconds counts as a reading; the merchant has changed something since.
      await comparison.getByRole('button', { name: 'Read again' }).click();
    };
    const warranty = comparison
      .getByRole('listitem')
      .filter({ has: page.getByText('Metafield: Warranty', { exact: true }) });
    await center();
    await compare();
    await expect(warranty.getByText('Changed in the store')).toBeVisible({ timeout: 30_000 });
    await expect(warranty.getByText('48', { exact: true })).toBeVisible();
    await expect(warranty.getByText('24', { exact: true })).toHaveCount(2);
    await expectAccessible(page);
    await page.screenshot({ path: 'test-results/metafields-compare.png' });
    await warranty.getByText('Use Quayside’s').click();
    await expect(warranty.getByText('Will be updated')).toBeVisible();
    await comparison.getByRole('button', { name: 'Push now' }).click();
    await settled();
    await expect.poll(() => call.sees(externalId), { timeout: 30_000 }).toMatchObject({ warranty: '24' });
    await call.sets(externalId, 'warranty', '60');
    await center();
    await compare();
    await warranty.getByRole('button', { name: 'Keep as this store’s value: Metafield: Warranty' }).click();
    await expect(warranty).toHaveCount(0);
    await page.goto(`/app/products-center/editor/${product.id}`);
    await expect(row.getByText('60', { exact: true })).toBeVisible({ timeout: 30_000 });
    await row.getByRole('button', { name: 'Push', exact: true }).click();
    await settled();
  });

  await test.step('what is removed here is removed there, and nothing else', async () => {
    await edit();
    await dialog.getByLabel('Warranty').fill('');
    await dialog.getByLabel('Material').selectOption('');
    await dialog.getByLabel('Uses').fill('');
    await dialog.getByLabel('Capacity', { exact: true }).fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(row.getByText('Removed here. The next push removes it from the store.')).toHaveCount(4);
    await row.getByRole('button', { name: 'Keep it: Warranty' }).click();
    await expect(row.getByText('Removed here. The next push removes it from the store.')).toHaveCount(3);
    await page.screenshot({ path: 'test-results/metafields-removed.png' });
    await expectAccessible(page);
    await edit();
    await dialog.getByLabel('Warranty').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByRole('button', { name: 'Push', exact: true }).click();
    await settled();
    await expect.poll(() => call.sees(externalId), { timeout: 30_000 }).toEqual({ care: 'Wipe clean' });
  });
});
