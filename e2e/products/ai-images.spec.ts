import { connectByKeys, disconnect, expect, expectAccessible, type Page, read, signUp, test } from '../kit.ts';

interface Detail {
  images: { url: string }[];
}

/** Imports the first mug that is found; returns its name. */
async function importMug(page: Page): Promise<string> {
  await page.goto('/app/find-product?q=mug');
  const button = page.getByRole('button', { name: /^Import / }).first();
  await expect(button).toBeVisible({ timeout: 90_000 });
  const name = ((await button.getAttribute('aria-label')) ?? '').replace(/^Import /, '');
  await button.click();
  await expect(page.getByRole('link', { name: `Imported: edit ${name}`, exact: true })).toBeVisible();
  return name;
}

test('an image is enlarged without AI, compared, used in place of its original, and undone', async ({ page }) => {
  test.setTimeout(180_000);
  await signUp(page);
  const name = await importMug(page);

  await test.step('it is reached from the images of the editor', async () => {
    await page.getByRole('link', { name: `Imported: edit ${name}`, exact: true }).click();
    await page.getByRole('button', { name: 'Improve images' }).click();
    await expect(page).toHaveURL('/app/ai-images');
  });
  const card = page.getByRole('article', { name });

  await test.step('without an AI it offers only what is none, says so, and names the price', async () => {
    await expect(page.getByText('No AI for images is set up here')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Improvement' }).locator('option')).toHaveText(['Enlarge']);
    await expect(page.getByText('Uses no credits.', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No results yet' })).toBeVisible();
    await page.getByRole('button', { name: 'Improve 1 image' }).click();
    await expect(card.getByText('Ready', { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(card.getByText('Result')).toBeVisible();
    await expectAccessible(page);
  });

  const listed = async () =>
    (
      await read<{ items: { product_id: string; before: string; after: string }[] }>(
        page,
        '/center/products/image-enhancements',
      )
    ).items[0];
  const first = async () => {
    const one = await listed();
    return (await read<Detail>(page, `/center/products/${one?.product_id}`)).images[0]?.url;
  };

  await test.step('it replaces the original, and is undone', async () => {
    expect(await first()).toBe((await listed())?.before);
    await card.getByRole('button', { name: /^Replace original/ }).click();
    await expect(card.getByText('Replaced', { exact: true })).toBeVisible();
    expect(await first()).toBe((await listed())?.after);
    await card.getByRole('button', { name: /^Undo/ }).click();
    await expect(card.getByText('Undone', { exact: true })).toBeVisible();
    expect(await first()).toBe((await listed())?.before);
  });

  await test.step('it is discarded', async () => {
    await card.getByRole('button', { name: /^Discard: / }).click();
    await expect(page.getByRole('heading', { name: 'No results yet' })).toBeVisible();
  });

  await test.step('the settings say what is missing for AI, and take what works without', async () => {
    await connectByKeys(page, 'fjord-living', 'Fjord Living');
    await page.goto('/app/setting/integration/ai-writing');
    const rule = page.getByRole('switch', { name: 'Improve images of imported products automatically' });
    await expect(rule).toBeDisabled();
    await page.getByRole('combobox', { name: 'Improvement' }).selectOption('Enlarge');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await expect(rule).toBeEnabled();
    await rule.click();
    await expect(rule).toBeChecked();
    await page.goto('/app/channel');
    await disconnect(page, 'Fjord Living');
  });
});
