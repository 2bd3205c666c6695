import { readFileSync } from 'node:fs';
import { expect, expectAccessible, type Page, read, signIn, test } from '../kit.ts';
import { orderFromShopper } from '../orders.ts';

const markOf = async (page: Page, id: string): Promise<string> =>
  (await read<{ mark_order: string }>(page, `/orders/v5/detail/${id}`)).mark_order;
const tabOf = async (page: Page, id: string): Promise<string> =>
  (await read<{ tab: string }>(page, `/orders/v5/detail/${id}`)).tab;

test('orders are marked, archived with undo, exported, and kept as a view', async ({ page, request }) => {
  test.setTimeout(180_000);
  await signIn(page);
  const [first, second] = [await orderFromShopper(page, request), await orderFromShopper(page, request)];
  await page.goto(`/app/orders?period=all&q=${encodeURIComponent(first.name)}`);
  const row = page.getByRole('row').filter({ hasText: first.name });
  await expect(row).toBeVisible();

  await row.getByRole('checkbox').check();
  const bar = page.getByRole('toolbar');
  await bar.getByRole('button', { name: 'More bulk actions' }).click();
  await page.getByRole('menuitem', { name: 'Red' }).click();
  await expect(page.getByText('1 order marked')).toBeVisible();
  await expect.poll(() => markOf(page, first.id)).toBe('red');

  await row.getByRole('checkbox').check();
  await bar.getByRole('button', { name: 'More bulk actions' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect.poll(() => tabOf(page, first.id)).toBe('archived');
  await expect(page.getByText('1 order archived')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(() => tabOf(page, first.id)).toBe('unfulfilled');
  expect(await markOf(page, first.id)).toBe('red');

  // Every match of the red mark, whether it is loaded or not.
  await page.goto('/app/orders?period=all&mark=red');
  await expect(row).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const csv = readFileSync(await (await download).path(), 'utf8');
  expect(csv.split('\r\n')[0]).toContain('Order,Order ID,Store');
  expect(csv).toContain(first.id);
  expect(csv).not.toContain(second.id);

  const name = `Red ones ${Date.now()}`;
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save current view…' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('button', { name })).toBeVisible();
  await expectAccessible(page);

  await page.goto('/app/orders');
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
  await expect(page).toHaveURL(/mark=red/);
  await expect(row).toBeVisible();
  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: `Delete “${name}”` }).click();
  await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible();
});
