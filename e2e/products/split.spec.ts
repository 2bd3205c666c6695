import { bearer, expect, expectAccessible, type Page, read, signUp, test } from '../kit.ts';

interface Detail {
  id: string;
  title: string;
  options: { name: string; values: string[] }[];
  variants: { variant_id: string; option_values: string[]; sku: string }[];
}
const detailOf = (page: Page, id: string) => read<Detail>(page, `/center/products/${id}`);
const imports = async (page: Page) =>
  (
    await read<{ items: { id: string; title: string; total_variant: number }[] }>(
      page,
      '/center/products/import/listing',
    )
  ).items;

/** Imports the first catalog product with an option of at least two values. */
async function importWithOptions(page: Page): Promise<Detail & { option: string }> {
  const found = async () =>
    (
      await read<{ items: { source: string; source_product_id: string }[] } | null>(
        page,
        '/center/products/find?ship_to=US&mode=sandbox&page_size=20',
      )
    )?.items ?? [];
  await expect.poll(async () => (await found()).length, { timeout: 60_000 }).toBeGreaterThan(0);
  for (const { source, source_product_id } of await found()) {
    const answer = await page.request.post(`/api/center/products/import/${source}`, {
      headers: await bearer(page),
      data: { supplier_product_id: source_product_id, mode: 'sandbox' },
    });
    const { data } = (await answer.json()) as { data?: { product_package_id: string } };
    if (!data?.product_package_id) continue;
    const product = await detailOf(page, data.product_package_id);
    const option = product.options.find(({ values }) => values.length > 1)?.name;
    if (option && product.variants.length > 2) return { ...product, option };
    await page.request.delete('/api/center/products/import/delete', {
      headers: await bearer(page),
      data: { product_ids: [data.product_package_id] },
    });
  }
  throw new Error('The catalog has no product with options.');
}

test('a product is duplicated, and split by an option and by hand, with the result shown first', async ({ page }) => {
  test.setTimeout(120_000);
  await signUp(page);
  const product = await importWithOptions(page);
  const at = product.options.findIndex(({ name }) => name === product.option);
  const values = [...new Set(product.variants.map((one) => one.option_values[at]))];
  const copyTitle = `Copy of ${product.title}`;
  await page.goto('/app/products-import');

  await test.step('duplicating adds a copy, and the toast leads to it', async () => {
    await page.getByRole('button', { name: `Duplicate ${product.title}`, exact: true }).click();
    await expect(page.getByText('1 copy added to your import list')).toBeVisible();
    await expect(page.getByRole('button', { name: `Duplicate ${copyTitle}`, exact: true })).toBeVisible();
    await page.getByRole('status').getByRole('button', { name: 'Show' }).click();
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(copyTitle);
    await page.goto('/app/products-import');
  });

  await test.step('the task is kept over a reload', async () => {
    await page.reload();
    await page.getByRole('button', { name: /1 task/ }).click();
    await expect(page.getByText('Duplicate', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('splitting by an option shows each product with its variants, and makes them', async () => {
    await page.getByRole('button', { name: `Split ${product.title}`, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Split product' });
    await dialog.getByRole('combobox', { name: 'Split by' }).selectOption(product.option);
    const result = dialog.getByRole('region', { name: 'Result' });
    await expect(result.getByRole('listitem')).toHaveCount(values.length);
    await expect(result.getByRole('listitem').first()).toContainText('This product');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: `Split into ${values.length} products` }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/new products? on your import list/)).toBeVisible();
    const parts = (await imports(page)).filter((one) => one.title !== copyTitle);
    expect(parts).toHaveLength(values.length);
    const details = await Promise.all(parts.map((one) => detailOf(page, one.id)));
    const skus = details.flatMap((one) => one.variants.map((variant) => variant.sku));
    expect(skus.toSorted()).toEqual(product.variants.map((one) => one.sku).toSorted());
  });

  await test.step('splitting by hand moves the variants that are chosen', async () => {
    await page.getByRole('button', { name: `Split ${copyTitle}`, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Split product' });
    await dialog.getByRole('combobox', { name: 'Split by' }).selectOption({ label: 'Selected variants' });
    await expect(dialog.getByText('Assign variants to at least two products')).toBeVisible();
    await dialog
      .getByRole('combobox', { name: /^Product for / })
      .first()
      .selectOption('2');
    await expect(dialog.getByRole('region', { name: 'Result' }).getByRole('listitem')).toHaveCount(2);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Split into 2 products' }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(async () => (await imports(page)).length).toBe(values.length + 2);
  });

  await test.step('the product center deletes them, and says what stays', async () => {
    await page.goto('/app/products-center');
    const row = page.getByRole('row').filter({ hasText: copyTitle }).first();
    await row.hover();
    await row.getByRole('button', { name: /^Delete / }).click();
    const question = page.getByRole('dialog', { name: 'Delete this product?' });
    await expect(question).toContainText('Stores keep the product');
    await question.getByRole('button', { name: 'Delete 1 product' }).click();
    await expect(page.getByText('1 product deleted')).toBeVisible();
    await expect.poll(async () => (await imports(page)).length).toBe(values.length + 1);
  });
});
