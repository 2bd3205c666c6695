import { readFile } from 'node:fs/promises';
import { bearer, expect, expectAccessible, type Page, read, signUp, test } from '../kit.ts';

interface Found {
  items: { source_product_id: string; source: string }[];
}
interface Listed {
  items: { id: string; title: string; source: string }[];
}

/** Imports two products of the sandbox's own supplier by one call. */
async function importTwo(page: Page): Promise<void> {
  const find = async () => (await read<Found>(page, '/center/products/find?keyword=glass')).items;
  await expect.poll(async () => (await find()).length, { timeout: 90_000 }).toBeGreaterThanOrEqual(2);
  const chosen = (await find()).slice(0, 2);
  const answer = await page.request.post('/api/center/products/import-all', {
    headers: await bearer(page),
    data: {
      import_data: [
        ...chosen.map((one) => ({ product_id: one.source_product_id, source: one.source, niche: 'glass' })),
        { product_id: 'there-is-none', niche: 'glass' },
      ],
    },
  });
  const { data } = await answer.json();
  expect(Object.keys(data.success).toSorted()).toEqual(chosen.map((one) => one.source_product_id).toSorted());
  expect(Object.keys(data.failed)).toEqual(['there-is-none']);
}

const listed = async (page: Page) => (await read<Listed>(page, '/center/products/import/listing')).items;

test('C096: the catalog is exported as CSV, edited in a spreadsheet and imported again', async ({ page }) => {
  test.setTimeout(180_000);
  await signUp(page);
  await importTwo(page);
  const before = await listed(page);
  let text = '';

  await test.step('the file has everything that the list shows', async () => {
    await page.goto('/app/products-import');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export products' });
    await expect(dialog.getByText('Export 2 products as a CSV file.')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    const link = dialog.getByRole('link', { name: 'Download' });
    await expect(link).toBeVisible({ timeout: 30_000 });
    const downloaded = page.waitForEvent('download');
    await link.click();
    const file = await downloaded;
    expect(file.suggestedFilename()).toMatch(/^products-shopify-\d{4}-\d\d-\d\d\.csv$/);
    text = await readFile(await file.path(), 'utf8');
    expect(text.split('\r\n')[0]).toMatch(/^Handle,Title,Body \(HTML\),Vendor/);
    await page.keyboard.press('Escape');
  });

  await test.step('imported again it is nothing new, and changes what was changed in it', async () => {
    const [first] = before;
    const edited = text.replace(first?.title ?? '', 'Renamed in a spreadsheet');
    const broken = 'no-price,No price,,,,,TRUE,Title,Default Title,,,,,NP-1\r\n';
    const added =
      'blue-mug,Blue mug,<p>Big</p><script>alert(1)</script>,Acme,Mugs,new,TRUE,Title,Default Title,,,,,MUG-1,300,shopify,7,deny,manual,12.50\r\n';
    await page.getByRole('link', { name: 'Import CSV' }).click();
    await expect(page.getByRole('heading', { name: 'Import products from a file' })).toBeVisible();
    await page.locator('input[type=file]').setInputFiles({
      name: 'products.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${edited}${broken}${added}`),
    });
    await expect(page.getByText('1 product has errors and won’t be imported.')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText(/Variant Price:/)).toBeVisible();
    await expectAccessible(page);
    // The import survives a reload: its id is in the URL.
    await page.reload();
    await expect(page.getByText('2 products are already here')).toBeVisible();
    await page.getByText('Update', { exact: true }).click();
    await page.getByRole('button', { name: 'Import 3 products' }).click();
    await expect(page.getByText('1 product imported. 2 products updated.')).toBeVisible({ timeout: 30_000 });
    const after = await listed(page);
    expect(after.map(({ title }) => title)).toContain('Renamed in a spreadsheet');
    expect(after.find(({ title }) => title === 'Blue mug')).toMatchObject({ source: 'csv' });
    expect(after).toHaveLength(3);
  });

  await test.step('a file of something else is refused as a whole', async () => {
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'orders.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Order number,Full name\r\n1,Ada\r\n'),
    });
    await expect(page.getByText(/match neither Shopify’s nor WooCommerce’s/)).toBeVisible({ timeout: 30_000 });
  });
});
