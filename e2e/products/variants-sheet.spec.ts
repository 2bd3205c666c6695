import { expect, expectAccessible, type Page, read, signUp, test } from '../kit.ts';

interface Product {
  title: string;
  vendor: string;
  product_type: string;
  images: { url: string; alt?: string }[];
  weight_unit: string;
  length_mm: number | null;
  variants: {
    price: { amount: number };
    cost: { amount: number };
    weight_grams: number | null;
    sku: string;
    barcode: string;
    enabled: boolean;
  }[];
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

/** Imports a product with at least five variants and opens it in the editor; answers its id. */
async function openShirt(page: Page): Promise<string> {
  await page.goto('/app/find-product?q=shirt');
  for (let at = 0; at < 8; at += 1) {
    const button = page.getByRole('button', { name: /^Import / }).first();
    await expect(button).toBeVisible({ timeout: 90_000 });
    await button.click();
    const link = page.getByRole('link', { name: /^Imported: edit / }).nth(at);
    await expect(link).toBeVisible();
    const id = ((await link.getAttribute('href')) ?? '').split('/').at(-1) ?? '';
    if ((await read<Product>(page, `/center/products/${id}`)).variants.length < 5) continue;
    await page.goto(`/app/products-import/editor/${id}`);
    await expect(page.getByRole('grid', { name: 'Variants' })).toBeVisible();
    return id;
  }
  throw new Error('no product with five variants');
}

const COLUMNS = ['price', 'compare', 'weight', 'sku', 'barcode', 'enabled'] as const;
/** A cell's field, by row from 0. */
const cell = (page: Page, row: number, column: (typeof COLUMNS)[number]) =>
  page
    .getByRole('grid', { name: 'Variants' })
    .locator(`[data-index="${row}"] [data-column="${COLUMNS.indexOf(column)}"] input`);

const paste = (page: Page, text: string) =>
  page
    .evaluate((copied) => navigator.clipboard.writeText(copied), text)
    .then(() => page.keyboard.press('ControlOrMeta+v'));

test('the variants table works like a spreadsheet', async ({ page }) => {
  await signUp(page);
  const id = await openShirt(page);
  const before = await read<Product>(page, `/center/products/${id}`);
  const cost = (row: number) => before.variants[row]?.cost.amount ?? 0;
  const amount = (minor: number) => (minor / 100).toFixed(2);
  const price = (row: number) => cell(page, row, 'price');

  await test.step('arrows, Enter and Tab move the active cell, and typing replaces it', async () => {
    await price(0).click();
    await page.keyboard.type('12.50');
    await page.keyboard.press('Enter');
    await expect(price(1)).toBeFocused();
    await expect(price(0)).toHaveValue('12.50');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Tab');
    await expect(cell(page, 0, 'compare')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(cell(page, 0, 'weight')).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(cell(page, 0, 'compare')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
  });

  await test.step('Escape puts back what was there before typing', async () => {
    await page.keyboard.type('99');
    await page.keyboard.press('Escape');
    await expect(price(0)).toHaveValue('12.50');
    await expect(price(0)).toBeFocused();
  });

  await test.step('a formula is calculated, and filled down by row', async () => {
    await page.keyboard.type('=cost*2+1.5');
    await page.keyboard.press('Enter');
    await expect(price(0)).toHaveValue(amount(cost(0) * 2 + 150));
    await price(0).click();
    await price(3).click({ modifiers: ['Shift'] });
    await page.keyboard.press('ControlOrMeta+d');
    await expect(price(3)).toHaveValue(amount(cost(3) * 2 + 150));
    await expect(page.getByRole('grid', { name: 'Variants' }).locator('[aria-selected="true"]')).toHaveCount(4);
  });

  await test.step('undo and redo', async () => {
    await page.keyboard.press('ControlOrMeta+z');
    await expect(price(3)).toHaveValue(amount(before.variants[3]?.price.amount ?? 0));
    await expect(price(0)).toHaveValue(amount(cost(0) * 2 + 150));
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(price(3)).toHaveValue(amount(cost(3) * 2 + 150));
  });

  await test.step('a block from a sheet goes in, and a cell that does not fit says why', async () => {
    await price(0).click();
    await paste(page, '21,90\t30,00\t0,4 kg\n1.234\tabc\t250');
    await expect(price(0)).toHaveValue('21.90');
    await expect(price(1)).toHaveValue('1234.00');
    await expect(cell(page, 0, 'weight')).toHaveValue('400');
    await expect(cell(page, 1, 'weight')).toHaveValue('250');
    await expect(page.getByText('1 value doesn’t fit its cell and wasn’t entered.')).toBeVisible();
    await expect(cell(page, 1, 'compare')).toHaveAttribute('aria-invalid', 'true');
    await expect(cell(page, 1, 'compare')).toHaveAccessibleDescription('Enter a number.');
  });

  await test.step('copied cells are what a sheet reads', async () => {
    await price(0).click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ControlOrMeta+c');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('21.90\t30.00\n1234.00\t');
  });

  await test.step('dragging selects, the handle fills, Delete clears', async () => {
    await cell(page, 0, 'compare').hover();
    await page.mouse.down();
    await cell(page, 1, 'weight').hover();
    await page.mouse.up();
    await expect(page.getByRole('grid', { name: 'Variants' }).locator('[aria-selected="true"]')).toHaveCount(4);
    await page.keyboard.press('Delete');
    await expect(cell(page, 0, 'compare')).toHaveValue('');
    await expect(cell(page, 1, 'weight')).toHaveValue('');
    await cell(page, 0, 'weight').click();
    await page.keyboard.type('333');
    await page.keyboard.press('Enter');
    await cell(page, 0, 'weight').click();
    await page.locator('[data-handle]').hover();
    await page.mouse.down();
    await cell(page, 2, 'weight').hover();
    await page.mouse.up();
    await expect(cell(page, 2, 'weight')).toHaveValue('333');
    await expect(cell(page, 3, 'weight')).not.toHaveValue('333');
  });

  await test.step('barcodes go in as they are, and one that is no GTIN says so', async () => {
    await cell(page, 0, 'barcode').click();
    await paste(page, '4006381333931\nSHELF-12');
    await expect(cell(page, 0, 'barcode')).toHaveValue('4006381333931');
    await expect(cell(page, 0, 'barcode')).toHaveAccessibleDescription('');
    await expect(cell(page, 1, 'barcode')).toHaveValue('SHELF-12');
    await expect(cell(page, 1, 'barcode')).toHaveAccessibleDescription(/^Not a valid GTIN\./);
    await expectAccessible(page);
  });

  await test.step('Escape, then Tab, leads out of the cells', async () => {
    await cell(page, 0, 'weight').click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(page.locator('[data-column] input:focus[inputmode]')).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('saved, it is what the server has', async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible();
    const { variants } = await read<Product>(page, `/center/products/${id}`);
    expect(variants[0]).toMatchObject({ price: { amount: 2190 }, weight_grams: 333, barcode: '4006381333931' });
    expect(variants[1]).toMatchObject({ price: { amount: 123400 }, barcode: 'SHELF-12' });
  });
});

test('sizes, weights in another unit, alt text, type and vendor are saved', async ({ page }) => {
  await signUp(page);
  const id = await openShirt(page);
  const size = page.getByRole('region', { name: 'Size and weight' });
  await test.step('a size that is none is named and changes nothing', async () => {
    const length = size.getByRole('textbox', { name: /^Length/ });
    await length.fill('30.5');
    await size.getByRole('textbox', { name: /^Width/ }).fill('wide');
    await expect(size.getByText('A size is a number above 0, up to 100 m.')).toBeVisible();
    await expect(size.getByText('Sent to WooCommerce only.')).toBeVisible();
  });
  await test.step('ounces bring inches', async () => {
    await cell(page, 0, 'weight').fill('1000');
    await size.getByText('lb', { exact: true }).click();
    await expect(cell(page, 0, 'weight')).toHaveValue('2.205');
    await expect(size.getByRole('textbox', { name: /^Length/ })).toHaveValue('12.01');
  });
  await page.getByRole('textbox', { name: 'Alt text of picture 1' }).fill('Shirt on a hanger');
  await page.getByRole('textbox', { name: 'Product type' }).fill('Shirts');
  await page.getByRole('textbox', { name: 'Vendor' }).fill('Harbour');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible();
  const saved = await read<Product>(page, `/center/products/${id}`);
  expect(saved).toMatchObject({ length_mm: 305, weight_unit: 'lb', vendor: 'Harbour', product_type: 'Shirts' });
  expect(saved.images[0]?.alt).toBe('Shirt on a hanger');
  expect(saved.variants[0]?.weight_grams).toBe(1000);
});
