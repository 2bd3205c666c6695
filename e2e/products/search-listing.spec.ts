import { expect, expectAccessible, type Page, read, signUp, test } from '../kit.ts';

interface Product {
  tags: string[];
  seo_title: string;
  seo_description: string;
  hs_code: string;
  origin_country: string;
}

/** Imports the first mug that is found and opens it in the editor; answers its id. */
async function openMug(page: Page): Promise<string> {
  await page.goto('/app/find-product?q=mug');
  const button = page.getByRole('button', { name: /^Import / }).first();
  await expect(button).toBeVisible({ timeout: 90_000 });
  await button.click();
  await page
    .getByRole('link', { name: /^Imported: edit / })
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'Search engine listing' })).toBeVisible();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

test('a product gets texts for search engines and customs data, and a faulty code is refused', async ({ page }) => {
  await signUp(page);
  const id = await openMug(page);
  const listing = page.getByRole('region', { name: 'Search engine listing' });
  const customs = page.getByRole('region', { name: 'Customs information' });
  const save = page.getByRole('button', { name: 'Save', exact: true });

  await test.step('the preview shows the title of the product until there is another one', async () => {
    const title = await page.getByRole('textbox', { name: 'Title', exact: true }).inputValue();
    await expect(listing.getByRole('figure')).toContainText(title.slice(0, 30));
    await listing.getByRole('textbox', { name: 'Page title' }).fill('A mug for slow mornings');
    await listing.getByRole('textbox', { name: 'Meta description' }).fill('Holds heat. Feels good.');
    await expect(listing.getByRole('figure')).toContainText('A mug for slow mornings');
    await expect(listing.getByText('23 of 70 characters')).toBeVisible();
    await expect(listing.getByText('Sent to Shopify only.')).toBeVisible();
  });

  await test.step('an HS code of too few digits cannot be saved', async () => {
    const code = customs.getByRole('textbox', { name: 'HS code' });
    await code.fill('69.12');
    await expect(customs.getByText('An HS code has 6 to 13 digits.')).toBeVisible();
    await expect(save).toBeDisabled();
    await code.fill('6912.00');
    await customs.getByRole('button', { name: /Choose country/ }).click();
    await page.getByRole('combobox', { name: 'Country or code' }).fill('China');
    await page.getByRole('option', { name: /^China/ }).click();
  });

  await test.step('saved, it is there after a reload and counts as a change of the owner', async () => {
    const tags = page.getByRole('combobox', { name: 'Tags' });
    await tags.fill('kitchen');
    await tags.press('Enter');
    await save.click();
    await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible();
    await page.reload();
    await expect(listing.getByRole('textbox', { name: 'Page title' })).toHaveValue('A mug for slow mornings');
    expect(await read<Product>(page, `/center/products/${id}`)).toMatchObject({
      seo_title: 'A mug for slow mornings',
      seo_description: 'Holds heat. Feels good.',
      hs_code: '691200',
      origin_country: 'CN',
    });
    expect((await read<{ items: { tag: string }[] }>(page, '/products/tags?keyword=kitch')).items[0]?.tag).toBe(
      'kitchen',
    );
    await expect(customs.getByText('China')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the product lists find it by its tag, which the address keeps', async () => {
    await page.goto('/app/products-import');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Tag' }).click();
    await page.getByRole('combobox', { name: 'Search' }).fill('kit');
    await page.getByRole('option', { name: /^kitchen/ }).click();
    await expect(page).toHaveURL(/[?&]tag=kitchen/);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Tag kitchen' })).toBeVisible();
    await expect(page.getByRole('row', { name: /mug/i }).first()).toBeVisible();
    await page.goto('/app/products-center?tag=garden');
    await expect(page.getByRole('button', { name: 'Tag garden' })).toBeVisible();
    await expect(page.getByRole('row', { name: /mug/i })).toHaveCount(0);
    await page.goto(`/app/products-import/editor/${id}`);
  });

  await test.step('the text writer proposes others, which replace them once they are accepted', async () => {
    await page.getByRole('button', { name: 'Improve text' }).click();
    await page.getByText('Search engine texts', { exact: true }).click();
    await page.getByRole('button', { name: 'Improve 1 product' }).click();
    await page.getByRole('button', { name: /^Accept Page title/ }).click();
    await expect(page.getByRole('button', { name: /^Undo Page title/ })).toBeVisible();
    const changed = await read<Product>(page, `/center/products/${id}`);
    expect(changed.seo_title).not.toBe('A mug for slow mornings');
    expect(changed.seo_title).not.toBe('');
    expect(changed.seo_description).toBe('Holds heat. Feels good.');
    await expectAccessible(page);
  });
});
