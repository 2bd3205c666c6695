import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, signIn, test } from '../kit.ts';
import { orderFromShopper } from '../orders.ts';

const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAwAAAAGCAIAAAB4jOjWAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWPgzssjiBiGqiIAEjJA+UJniOcAAAAASUVORK5CYII=',
  'base64',
);

test('invoices and packing slips are downloaded with the brand, alone and in bulk', async ({ page, request }) => {
  await signIn(page);
  const orders = [await orderFromShopper(page, request), await orderFromShopper(page, request)];

  await test.step('the brand is saved', async () => {
    await page.goto('/app/setting/documents');
    await page.locator('[name=brand_name]').fill('Harbour Goods Ltd');
    await page.locator('[name=address]').fill('Quay 1\n20457 Hamburg');
    await page.locator('[name=tax_number]').fill('DE123456789');
    await page.getByRole('button', { name: 'Save' }).click();
    const large = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.alloc(2 * 1024 * 1024 + 1) };
    await page.locator('input[type=file]').setInputFiles(large);
    await expect(page.getByRole('alert').filter({ hasText: '2 MB' })).toBeVisible();
    await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: LOGO });
    await expect(page.getByRole('img', { name: 'Logo' })).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(page.locator('[name=brand_name]')).toHaveValue('Harbour Goods Ltd');
  });

  await test.step('one invoice from the panel, in Arabic', async () => {
    await page.goto(`/app/orders?period=all&open=${orders[0]?.id}`);
    const panel = page.getByRole('complementary').or(page.getByRole('dialog')).last();
    await panel.getByRole('button', { name: /more/i }).first().click();
    await page.getByRole('menuitem', { name: 'Invoice or packing slip' }).click();
    const dialog = page.getByRole('dialog', { name: 'Document for 1 order' });
    await dialog.getByLabel('Language').selectOption('ar');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download PDF' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^invoice-.+\.pdf$/);
    const pdf = (await readFile(await download.path())).toString('latin1');
    expect(pdf.startsWith('%PDF-')).toBe(true);
    expect(pdf).toContain('/Lang (ar)');
    expect(pdf).toContain('NotoSansArabic');
    await expect(dialog).toBeHidden();
  });

  await test.step('packing slips of all selected orders in one file', async () => {
    await page.goto('/app/orders?period=all');
    for (const { name } of orders) {
      const row = page.getByRole('row').filter({ hasText: name });
      await row.getByRole('checkbox').check();
    }
    await page.getByRole('button', { name: 'More bulk actions' }).click();
    await page.getByRole('menuitem', { name: 'Documents' }).click();
    const dialog = page.getByRole('dialog', { name: 'Documents for 2 orders' });
    await dialog.getByRole('radio', { name: /Packing slip/ }).check();
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download PDF' }).click(),
    ]);
    const pdf = (await readFile(await download.path())).toString('latin1');
    expect([...pdf.matchAll(/\/Type \/Page\b(?!s)/g)]).toHaveLength(2);
  });
});
