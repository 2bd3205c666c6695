import { connectByKeys, disconnect, expect, expectAccessible, type Page, read, signUp, test } from '../kit.ts';

const ADDRESS = '/app/setting/integration/ai-writing';

/** Imports the product at a place among those found; answers its name. */
async function importAt(page: Page, place: number): Promise<string> {
  await page.goto('/app/find-product?q=lamp');
  const button = page.getByRole('button', { name: /^Import / }).nth(place);
  await expect(button).toBeVisible({ timeout: 90_000 });
  const name = ((await button.getAttribute('aria-label')) ?? '').replace(/^Import /, '');
  await button.click();
  await expect(page.getByRole('link', { name: `Imported: edit ${name}`, exact: true })).toBeVisible();
  return name;
}

const proposals = async (page: Page) =>
  (
    await read<{ items: { title: string; state: string; style: string | null }[] }>(
      page,
      '/center/products/enhancements',
    )
  ).items;

test('B108: integrations are for who has a shop; then imported products are enhanced by themselves', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await signUp(page);
  const sections = page.getByRole('navigation', { name: 'Settings' });
  const entry = sections.getByRole('link', { name: 'AI writing' });

  await test.step('without a shop the menu has no integration, and the address says what to do', async () => {
    await page.goto('/app/setting/workspace');
    await expect(sections.getByRole('link', { name: 'Workspace' })).toBeVisible();
    await expect(entry).toBeHidden();
    await page.goto(ADDRESS);
    await expect(page.getByRole('heading', { name: 'Connect a store first' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'My channels' }).last()).toHaveAttribute('href', '/app/channel');
    await expectAccessible(page);
  });

  await connectByKeys(page, 'fjord-living', 'Fjord Living');

  await test.step('with one it does, also among what Cmd-K finds', async () => {
    await page.goto('/app/setting/workspace');
    await entry.click();
    await expect(page).toHaveURL(ADDRESS);
    await expect(page.getByText('No AI is set up here.')).toBeVisible();
    await expect(page.getByText('before the start')).toBeHidden();
    await page.goto('/app');
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Search or go to/ })
      .click();
    const palette = page.getByRole('dialog');
    await palette.getByLabel('Search', { exact: false }).first().fill('AI wri');
    await palette.getByText('AI writing', { exact: true }).click();
    await expect(page).toHaveURL(ADDRESS);
  });

  await test.step('what is set is kept, and what is too long is named', async () => {
    await page.getByRole('combobox', { name: 'Style' }).selectOption('Simple');
    await page.getByRole('combobox', { name: 'Text language' }).selectOption('Deutsch');
    const avoid = page.getByRole('textbox', { name: 'Blocked words' });
    await avoid.fill(`Material\n${'x'.repeat(41)}`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(/^This is longer than 40 characters/)).toBeVisible();
    await expect(avoid).toBeFocused();
    await avoid.fill('Material\nMATERIAL');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    // Each word once.
    await expect(avoid).toHaveValue('Material');
    await page.reload();
    await expect(avoid).toHaveValue('Material');
    await expect(page.getByRole('combobox', { name: 'Style' })).toHaveValue('simple');
    await expect(page.getByRole('combobox', { name: 'Text language' })).toHaveValue('de');
  });

  const rule = page.getByRole('switch', { name: 'Improve each imported product automatically' });

  await test.step('turned on in one tab, it is on in the other', async () => {
    const other = await page.context().newPage();
    await other.goto(ADDRESS);
    const there = other.getByRole('switch', { name: 'Improve each imported product automatically' });
    await expect(there).not.toBeChecked();
    await rule.click();
    await expect(rule).toBeChecked();
    await expect(page.getByText(/turned on by Ada Byron/)).toBeVisible();
    await expect(there).toBeChecked();
    await other.close();
    await expectAccessible(page);
  });

  await test.step('an imported product gets a proposal, which says what is to be avoided, and changes nothing', async () => {
    const name = await importAt(page, 0);
    await page.goto('/app/ob-ai-enhancer');
    const card = page.getByRole('article', { name, exact: true });
    await expect(card.getByText('Proposed', { exact: true }).first()).toBeVisible();
    await expect(card.getByText(/^This text contains blocked words: Material$/).first()).toBeVisible();
    expect(await proposals(page)).toMatchObject([{ title: name, state: 'proposed', style: 'simple' }]);
    await page.goto('/app/setting/audit');
    const entries = page.getByRole('listitem').filter({ hasText: 'Ada Byron (AI writing)' });
    await expect(entries.filter({ hasText: /Enhanced \d+ imported product/ }).filter({ hasText: name })).toBeVisible();
  });

  await test.step('turned off, nothing is begun', async () => {
    await page.goto('/app/ob-ai-enhancer');
    await page.getByRole('link', { name: 'AI writing settings' }).click();
    await expect(rule).toBeChecked();
    await rule.click();
    await expect(page.getByText(/turned on by/)).toBeHidden();
    await expect(rule).not.toBeChecked();
    const name = await importAt(page, 1);
    await page.goto('/app/products-import');
    await expect(page.getByRole('row', { name: new RegExp(name.replace(/\W/g, '.')) })).toBeVisible();
    expect(await proposals(page)).toHaveLength(1);
  });

  await test.step('a row leads to the enhancer with its product', async () => {
    const row = page.getByRole('row').nth(1);
    await row.hover();
    await row.getByRole('button', { name: /^Improve the text of / }).click();
    await expect(page.getByRole('button', { name: 'Improve 1 product' })).toBeVisible();
  });

  await page.goto('/app/channel');
  await disconnect(page, 'Fjord Living');
});
