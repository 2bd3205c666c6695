import { expect, expectAccessible, read, signIn, test } from '../kit.ts';
import { demoStore } from '../orders.ts';

const HEAD =
  'Order number,Full name,Address line 1,City,Postal code,Country code,Item,Quantity,Unit price,Shipping price';
const stamp = Date.now().toString(36);

interface Order {
  id: string;
  name: string;
  is_manual: boolean;
  total: { amount: number };
}
const find = async (page: Parameters<typeof read>[0], keyword: string): Promise<Order[]> =>
  (await read<{ items: Order[] }>(page, `/orders/v5/list?tab=all&period=all&keyword=${keyword}`)).items;

test('an order is created by hand, and canceled', async ({ page }) => {
  await signIn(page);
  await demoStore(page);
  await page.goto('/app/orders');
  await page.getByRole('link', { name: 'Create order' }).click();
  await expect(page).toHaveURL(/\/app\/orders\/create/);
  await page.getByLabel('Order number').fill(`H-${stamp}`);
  // Without items the form says what is missing.
  await page.getByRole('button', { name: 'Create order' }).click();
  await expect(page.getByRole('region', { name: 'Items' }).getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'Add another item' }).click();
  await page.getByLabel('Item name').fill('Custom mug');
  await page.getByLabel('Quantity').fill('3');
  await page.getByLabel('Unit price').fill('9.90');
  await page.getByLabel('Shipping price').fill('5');
  for (const [label, text] of Object.entries({
    'First name': 'Ada',
    'Last name': 'Byron',
    'Street and number': 'Linden 5',
    City: 'Berlin',
    'Postal code': '1011',
  }))
    await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByLabel('Country', { exact: true }).selectOption('DE');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create order' }).click();
  // The postal code is wrong: the field says so, and nothing else is lost.
  await expect(page.getByText(/postal code of this country/)).toBeVisible();
  await page.getByLabel('Postal code', { exact: true }).fill('10117');
  await page.getByRole('button', { name: 'Create order' }).click();
  await expect(page).toHaveURL(/\/app\/orders\?.*open=/);
  await expect(page.getByText(/Created in Quayside\. This order isn’t in your store/)).toBeVisible();
  const [made] = await find(page, `H-${stamp}`);
  expect(made).toMatchObject({ name: `#H-${stamp}`, is_manual: true, total: { amount: 3_470 } });
});

test('orders are created from a CSV file, once, with the errors shown before', async ({ page }) => {
  await signIn(page);
  const file = (rows: string[]) => ({
    name: 'orders.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${[HEAD, ...rows].join('\r\n')}\r\n`),
  });
  const good = [1, 2, 3].map((at) => `C${at}-${stamp},Bo Lee,Linden 5,Berlin,10117,DE,=SUM(1),2,12.50,4.95`);
  const bad = `C4-${stamp},Bo Lee,Linden 5,Berlin,10117,XX,Tote,1,12.50,`;
  await page.goto('/app/orders/create?way=file');
  await expectAccessible(page);
  // Made in the page: sending it there would take longer than the rest of the test.
  await page.locator('input[type=file]').evaluate((input: HTMLInputElement) => {
    const chosen = new DataTransfer();
    chosen.items.add(new File([new Uint8Array(32 * 1024 * 1024 + 1)], 'all.csv', { type: 'text/csv' }));
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(page.getByRole('alert').filter({ hasText: 'larger than 32 MB' })).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(file([...good, bad]));
  await expect(page.getByText(/1 order has errors/)).toBeVisible();
  await expect(page.getByText('XX isn’t a country code')).toBeVisible();
  await expectAccessible(page);
  // The import survives a reload: its id is in the URL.
  await page.reload();
  await page.getByRole('button', { name: 'Create 3 orders' }).click();
  await expect(page.getByText('3 orders created.', { exact: true })).toBeVisible();
  expect((await find(page, `C1-${stamp}`))[0]).toMatchObject({ is_manual: true, total: { amount: 2_995 } });

  await page.getByRole('button', { name: 'Close' }).click();
  await page.locator('input[type=file]').setInputFiles(file(good));
  await expect(page.getByRole('button', { name: 'Create 0 orders' })).toBeDisabled();
  await expect(page.getByText('Already here').first()).toBeVisible();
});
