import { expect, expectAccessible, type Page, read, signIn, test } from '../kit.ts';

interface Row {
  title: string;
  sku: string;
  stock: number | null;
  stores: { store_name: string; quantity: number | null }[];
}

/** A variant that a store of the demo account has, once the account is set up. */
async function listedVariant(page: Page): Promise<Row> {
  let found: Row | undefined;
  const look = async () => {
    const { items } = await read<{ items: Row[] }>(page, '/center/products/inventory?page_size=100');
    found = items.find((row) => row.stores.length > 0);
    return found !== undefined;
  };
  await expect.poll(look, { timeout: 60_000 }).toBe(true);
  return found as Row;
}

test('R060: the inventory shows stock at the supplier and in each store, and is found by SKU', async ({ page }) => {
  await signIn(page);
  const variant = await listedVariant(page);

  await page.goto('/app/products-center');
  await page.getByRole('link', { name: 'Inventory', exact: true }).click();
  await expect(page).toHaveURL('/app/inventory');
  const search = page.getByRole('searchbox', { name: 'Search titles and SKUs' });
  await search.fill(variant.sku);
  await search.press('Enter');
  const row = page.getByRole('row').filter({ hasText: variant.sku });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(variant.title);
  await expect(row).toContainText(variant.stores[0]?.store_name ?? '');
  await expectAccessible(page);

  await search.fill('');
  await search.press('Enter');
  await page.getByRole('tab', { name: 'Out of stock' }).click();
  await expect(page).toHaveURL(/tab=out/);
  const { items } = await read<{ items: Row[] }>(page, '/center/products/inventory?state=out&page_size=100');
  expect(items.every(({ stock }) => stock === 0)).toBe(true);
  await expect(page.getByRole('row')).toHaveCount(items.length === 0 ? 0 : Math.min(items.length, 50) + 1);
});
