import { connectByKeys, disconnect, expect, expectAccessible, type Page, read, signUp, test } from '../kit.ts';

const ADDRESS = '/app/setting/selling-price';

interface Detail {
  variants: { cost: { amount: number }; price: { amount: number } }[];
}
const imported = async (page: Page): Promise<{ id: string; title: string }[]> =>
  (await read<{ items: { id: string; title: string }[] }>(page, '/center/products/listings/elastic-products')).items;

/** Imports the first products found. */
async function importSome(page: Page, count: number): Promise<void> {
  await page.goto('/app/find-product?q=lamp');
  for (let at = 0; at < count; at += 1) {
    const button = page.getByRole('button', { name: /^Import / }).first();
    await expect(button).toBeVisible({ timeout: 60_000 });
    await button.click();
    await expect(page.getByRole('link', { name: /^Imported: edit / })).toHaveCount(at + 1);
  }
}

test('B193: a price rule is previewed, saved, applied to chosen products and undone', async ({ page }) => {
  test.setTimeout(180_000);
  await signUp(page);
  await connectByKeys(page, 'fjord-living', 'Fjord Living');
  await importSome(page, 2);
  const [product] = await imported(page);
  const detail = () => read<Detail>(page, `/center/products/${product?.id}`);
  const row = () => page.getByRole('row').filter({ hasText: product?.title ?? '' });
  const before = (await detail()).variants.map((one) => one.price.amount);

  await test.step('the push drawer links to the rule', async () => {
    await page.goto('/app/products-center');
    await row().getByRole('checkbox').check();
    await page
      .getByRole('button', { name: /^Push 1 product/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Selling price settings' }).click();
    await expect(page).toHaveURL(ADDRESS);
  });

  await test.step('an unsaved rule is previewed', async () => {
    await expect(page.getByRole('table')).toContainText(product?.title ?? '');
    await expectAccessible(page);
    await page.getByLabel('Multiply by').fill('4');
    await page.getByLabel('Round prices').selectOption('exact');
    await expect(page.getByText('You have unsaved changes.')).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByLabel('Multiply by')).toHaveValue('× 2.5');
    await page.getByLabel('Multiply by').fill('4');
    await page.getByLabel('Round prices').selectOption('exact');
    await page.getByRole('button', { name: 'Save rule' }).click();
    await expect(page.getByText('You have unsaved changes.')).toBeHidden();
  });

  await test.step('a chosen product gets its prices by the rule', async () => {
    await page.goto('/app/products-center');
    await row().getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Set prices' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Change \d+ prices?$/ }).click();
    await expect(dialog.getByText('Applied')).toBeVisible();
    expect((await detail()).variants.every(({ cost, price }) => price.amount === 4 * cost.amount)).toBe(true);
    await dialog.getByRole('link', { name: 'Selling price' }).click();
  });

  await test.step('and gets them back', async () => {
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('button', { name: 'Undo price change' }).click();
    await expect(page.getByText('Undone')).toBeVisible();
    expect((await detail()).variants.map((one) => one.price.amount)).toEqual(before);
  });

  await test.step('a store can have its own rule', async () => {
    await page.getByRole('combobox', { name: 'Rule for' }).selectOption({ label: 'Fjord Living' });
    await expect(page.getByText('Save to give this store its own rule.')).toBeVisible();
    await page.getByRole('button', { name: 'Save rule' }).click();
    await expect(page.getByRole('button', { name: 'Remove rule' })).toBeVisible();
  });

  await page.goto('/app/channel');
  await disconnect(page, 'Fjord Living');
});
