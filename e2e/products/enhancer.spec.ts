import { expect, expectAccessible, type Page, read, signUp, test } from '../kit.ts';

interface Product {
  title: string;
  description_html: string;
}

/** Imports the first mug that is found; answers its name. */
async function importMug(page: Page): Promise<string> {
  await page.goto('/app/find-product?q=mug');
  const button = page.getByRole('button', { name: /^Import / }).first();
  await expect(button).toBeVisible({ timeout: 90_000 });
  const name = ((await button.getAttribute('aria-label')) ?? '').replace(/^Import /, '');
  await button.click();
  await expect(page.getByRole('link', { name: `Imported: edit ${name}`, exact: true })).toBeVisible();
  return name;
}

test('words are proposed side by side, accepted for one field, undone, and the introduction is put away', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await signUp(page);

  await test.step('without a product it leads to where one is found', async () => {
    await page.goto('/app/ob-ai-enhancer');
    await expect(page.getByRole('heading', { name: 'Improve text' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No products yet' })).toBeVisible();
    const choose = page.getByRole('region', { name: 'Choose products' });
    await expect(choose.getByRole('link', { name: 'Find products' })).toHaveAttribute('href', '/app/find-product');
  });

  const name = await importMug(page);
  const shouted = `HOT SALE ${name.toUpperCase()}`;

  await test.step('it is reached from the editor, where the words were shouted', async () => {
    await page.getByRole('link', { name: `Imported: edit ${name}`, exact: true }).click();
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill(shouted);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible();
    await page.getByRole('button', { name: 'Improve text' }).click();
    await expect(page).toHaveURL('/app/ob-ai-enhancer');
  });

  const card = page.getByRole('article', { name: shouted });
  const id = async () =>
    (await read<{ items: { product_id: string }[] }>(page, '/center/products/enhancements')).items[0]?.product_id;
  const product = async () => read<Product>(page, `/center/products/${await id()}`);

  await test.step('it says what it does and who writes, and never calls a template AI', async () => {
    await expect(page.getByText('nothing changes until you accept it')).toBeVisible();
    await expect(page.getByText('No AI is set up here.')).toBeVisible();
    const search = page.getByRole('searchbox', { name: 'Search your products' });
    await search.fill('zzzzqqqq');
    await expect(page.getByText('Nothing found', { exact: true })).toBeVisible();
    await search.fill('');
    // The choice survives a reload.
    await page.reload();
    await expect(page.getByRole('checkbox', { name: `Select ${shouted}` })).toBeChecked();
    await page.getByRole('button', { name: 'Improve 1 product' }).click();
    await expect(card.getByText('Proposed', { exact: true }).first()).toBeVisible();
    await expect(card.getByText('Template writer')).toBeVisible();
    expect((await product()).title).toBe(shouted);
    await expectAccessible(page);
  });

  await test.step('one field is accepted, the other stays as it is', async () => {
    const before = await product();
    await card.getByRole('button', { name: /^Accept Title/ }).click();
    // The card is called by the title that the product has now.
    const accepted = page.getByRole('article').first();
    await expect(accepted.getByRole('button', { name: /^Undo Title/ })).toBeVisible();
    const after = await product();
    expect(after.title.toLowerCase()).toBe(name.toLowerCase());
    expect(after.title).not.toBe(shouted);
    expect(after.description_html).toBe(before.description_html);
  });

  await test.step('undone, the snapshot is back', async () => {
    await page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Undo Title/ })
      .click();
    await expect(card.getByText('Undone', { exact: true })).toBeVisible();
    expect((await product()).title).toBe(shouted);
  });

  await test.step('what the owner changed meanwhile is not overwritten', async () => {
    await card.getByRole('link', { name: shouted }).click();
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('A mug of my own');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible();
    await page.goto('/app/ob-ai-enhancer');
    const mine = page.getByRole('article', { name: 'A mug of my own' });
    await expect(mine.getByText('This was changed after the proposal was made')).toBeVisible();
    await expect(mine.getByRole('button', { name: /^Accept Title/ })).toBeDisabled();
    await mine.getByRole('button', { name: /^Dismiss/ }).click();
    await expect(page.getByRole('heading', { name: 'No proposals yet' })).toBeVisible();
  });

  await test.step('done, the introduction does not come back', async () => {
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await expect(page).toHaveURL('/app/products-import');
    // From the list, for what is selected there.
    await page
      .getByRole('row', { name: /A mug of my own/ })
      .getByRole('checkbox')
      .check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Improve text' }).click();
    await expect(page.getByRole('button', { name: 'Improve 1 product' })).toBeVisible();
    await expect(page.getByText('No AI is set up here.')).toBeVisible();
    await expect(page.getByText('nothing changes until you accept it')).toBeHidden();
  });
});
