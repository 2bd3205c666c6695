import { bearer, connectByKeys, disconnect, expect, expectAccessible, type Page, read, signUp, test } from '../kit.ts';

interface Found {
  items: { source_product_id: string; source: string }[];
}

const PRODUCTS = 3;

/** Imports products of the sandbox's own supplier as the page's person. */
async function importSome(page: Page): Promise<void> {
  const find = async () => (await read<Found>(page, '/center/products/find?keyword=glass')).items;
  await expect.poll(async () => (await find()).length, { timeout: 90_000 }).toBeGreaterThanOrEqual(PRODUCTS);
  for (const one of (await find()).slice(0, PRODUCTS)) {
    const answer = await page.request.post(`/api/center/products/import/${one.source}`, {
      headers: await bearer(page),
      data: { supplier_product_id: one.source_product_id },
    });
    expect(answer.ok()).toBe(true);
  }
}

/** Makes the list show two rows and no more, as if many followed. */
const shorten = (page: Page, list: RegExp) =>
  page.route(list, async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('page_size', '2');
    if (!url.searchParams.has('cursor')) await route.continue({ url: url.href });
  });

test('C091, C135, C089: everything that matches is pushed, copied to another store and changed together', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await signUp(page);
  await connectByKeys(page, 'fjord-living', 'Fjord Living');
  await connectByKeys(page, 'tidewater', 'Tidewater Supply');
  await importSome(page);
  const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: /^Select row/ }) });

  await test.step('two rows are loaded, and all three are pushed', async () => {
    await shorten(page, /\/center\/products\/import\/listing/);
    await page.goto('/app/products-import');
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check();
    const bar = page.getByRole('toolbar', { name: /selected/ });
    await bar.getByRole('button', { name: 'Select all 3' }).click();
    await bar.getByRole('button', { name: 'Push 3 products' }).click();
    const drawer = page.getByRole('dialog', { name: 'Push all matching products' });
    await expect(drawer.getByText('3 products match your filters')).toBeVisible();
    await drawer.getByRole('checkbox', { name: 'Tidewater Supply' }).uncheck();
    await drawer.getByRole('checkbox', { name: 'Fjord Living' }).check();
    await expect(drawer.getByText('3 listings in total')).toBeVisible();
    await expect(drawer.getByRole('textbox', { name: /USD/ })).toHaveValue(/^0\.\d+$/);
    await drawer.getByRole('button', { name: 'Push 3 products' }).click();
    await expect(drawer.getByText('3 of 3 products queued')).toBeVisible();
    await drawer.getByRole('button', { name: 'Close', exact: true }).last().click();
  });

  await test.step('one entry of the task list counts them, also after a reload', async () => {
    await page.goto('/app/products-center');
    await expect(rows.getByText('Live')).toHaveCount(PRODUCTS, { timeout: 90_000 });
    const { items } = await read<{ items: { total: number; done: number; status: string }[] }>(page, '/processes');
    expect(items.filter(({ total }) => total === PRODUCTS)).toMatchObject([{ done: PRODUCTS, status: 'success' }]);
  });

  await test.step('R082: what goes along with a copy is set for the store', async () => {
    await page.goto('/app/setting/integration/product-copy');
    const from = page.getByRole('region', { name: 'From Fjord Living' });
    await from.getByLabel('Store offered first').selectOption({ index: 1 });
    await from.getByRole('switch', { name: 'The store’s own values' }).click();
    await expect(from.getByRole('switch', { name: 'The store’s own values' })).toBeChecked();
    await page.reload();
    await expect(from.getByRole('switch', { name: 'The store’s own values' })).toBeChecked();
    await expectAccessible(page);
    await page.goto('/app/products-center');
    await expect(rows.getByText('Live')).toHaveCount(PRODUCTS);
  });

  await test.step('a copy shows its price in credits before, and there is nothing left to copy after', async () => {
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check();
    await page.getByRole('button', { name: 'Copy to store' }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy to another store' });
    await expect(dialog.getByText('6 credits')).toBeVisible();
    await expect(dialog.getByRole('switch', { name: 'The store’s own values' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Copy 3 products' }).click();
    await expect(dialog).toBeHidden();
    await expect(rows.getByText('Live')).toHaveCount(2 * PRODUCTS, { timeout: 90_000 });
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check();
    await page.getByRole('button', { name: 'Copy to store' }).click();
    await expect(dialog.getByText('3 products can’t be copied')).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^Copy 0 products/ })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('C125: they become drafts in the stores of a platform, and are for sale again', async () => {
    const change = async (status: string) => {
      await page.getByRole('button', { name: 'Status in stores' }).click();
      const drafts = page.getByRole('dialog', { name: 'Status in stores' });
      await drafts.getByText(status, { exact: true }).click();
      await drafts.getByRole('button', { name: 'Update 3 products' }).click();
      await expect(drafts).toBeHidden();
    };
    await change('Draft');
    await expect(rows.getByText('Draft')).toHaveCount(2 * PRODUCTS, { timeout: 90_000 });
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check();
    await change('Active');
    await expect(rows.getByText('Live')).toHaveCount(2 * PRODUCTS, { timeout: 90_000 });
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check();
  });

  await test.step('the same change is previewed and made for all of them', async () => {
    await page.getByRole('button', { name: 'Bulk edit', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Edit 3 products' });
    await drawer.getByRole('textbox', { name: 'Add before the title' }).fill('Sale: ');
    await drawer.getByRole('textbox', { name: 'Change prices by (%)' }).fill('ten');
    await expect(drawer.getByText('Enter a whole number from -99 to 1000.')).toBeVisible();
    await drawer.getByRole('textbox', { name: 'Change prices by (%)' }).fill('-10');
    await expect(drawer.getByText('3 products change')).toBeVisible();
    const price = drawer.getByRole('listitem').filter({ hasText: ': Price' }).first();
    await expect(price).toContainText(/^.*\$\d{1,3}\.\d\d.*\$\d{1,3}\.\d\d$/);
    await drawer.getByRole('button', { name: 'Save changes' }).click();
    await expect(drawer).toBeHidden();
    await expect(rows.filter({ hasText: 'Sale: ' })).toHaveCount(PRODUCTS);
  });

  await test.step('that edit is undone', async () => {
    await page.getByRole('button', { name: 'Bulk edits' }).click();
    const drawer = page.getByRole('dialog', { name: 'Bulk edits' });
    await drawer.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Undo bulk edit' }).click();
    await expect(drawer.getByText('Undone')).toBeVisible();
    await expect(drawer.getByText('Restored')).toBeVisible();
    await drawer.getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect(rows.filter({ hasText: 'Sale: ' })).toHaveCount(0);
  });

  await test.step('everything that matches is edited, in the stores too, and all of it is undone', async () => {
    await shorten(page, /\/center\/products\/listings\/elastic-products/);
    await page.reload();
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check();
    const bar = page.getByRole('toolbar', { name: /selected/ });
    await bar.getByRole('button', { name: 'Select all 3' }).click();
    await bar.getByRole('button', { name: 'Bulk edit', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit 3 products' });
    await dialog.getByRole('textbox', { name: 'HS code' }).fill('12');
    await expect(dialog.getByText('An HS code has 6 to 13 digits.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'HS code' }).fill('');
    await dialog.getByRole('textbox', { name: 'Add after the title' }).fill(' – Summer');
    await expect(dialog.getByText('3 products change')).toBeVisible();
    await expect(dialog.getByRole('checkbox', { name: 'Update the stores that have these products' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    const drawer = page.getByRole('dialog', { name: 'Bulk edits' });
    await expect(drawer.getByText('Applied')).toBeVisible({ timeout: 30_000 });
    await expect(drawer.getByText('Listings pushed')).toBeVisible();
    const listed = async () => {
      const { items } = await read<{ items: { title: string; listings: { state: string }[] }[] }>(
        page,
        '/center/products/listings/elastic-products',
      );
      return items.filter(
        (one) => one.title.endsWith(' – Summer') && one.listings.every((at) => at.state === 'listed'),
      );
    };
    await expect.poll(async () => (await listed()).length, { timeout: 60_000 }).toBe(PRODUCTS);
    await drawer.getByRole('button', { name: 'Undo' }).first().click();
    await page.getByRole('button', { name: 'Undo bulk edit' }).click();
    await expect(drawer.getByText('Undone')).toHaveCount(2, { timeout: 30_000 });
    await expect.poll(async () => (await listed()).length).toBe(0);
  });

  await page.goto('/app/channel');
  await disconnect(page, 'Fjord Living');
  await disconnect(page, 'Tidewater Supply');
});
