import { expect, expectAccessible, type Page, read, signIn, test } from '../kit.ts';
import { orderFromShopper } from '../orders.ts';

interface Detail {
  placement_status: string;
  source_orders: { order_no: string; is_manual: boolean; source: string }[];
  shipments: { tracking_number: string; report_state: string }[];
}
const detail = (page: Page, id: string) => read<Detail>(page, `/orders/v5/detail/${id}`);

test('a purchase at a marketplace is recorded, tracked and reported to the store', async ({ page, request }) => {
  test.setTimeout(180_000);
  await signIn(page);
  const order = await orderFromShopper(page, request);
  await page.goto(`/app/orders?period=all&open=${order.id}`);
  const panel = page.getByRole('complementary').or(page.getByRole('dialog')).filter({ hasText: order.name }).first();
  await panel
    .getByRole('button', { name: 'More actions' })
    .or(panel.getByRole('button', { name: 'More' }))
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Fulfill manually' }).click();
  const drawer = page.getByRole('dialog').filter({ hasText: `Fulfill ${order.name} manually` });
  await drawer.getByLabel('Bought at').selectOption('temu');
  await drawer.getByLabel('Order number there').fill('PO-211-0001');
  await drawer.getByLabel('Product cost').fill('12.5');
  await drawer.getByLabel('Supplier shipping').fill('0');
  await drawer.getByRole('button', { name: /Record purchase/ }).click();
  await expect
    .poll(async () => (await detail(page, order.id)).source_orders)
    .toMatchObject([{ order_no: 'PO-211-0001', is_manual: true, source: 'temu' }]);
  await expect(panel.getByText('PO-211-0001', { exact: true })).toBeVisible();
  await expectAccessible(page);

  // Temu shows orders only to who is signed in there.
  await panel.getByRole('button', { name: 'Open orders at Temu' }).click();
  await expect(page.getByRole('dialog').filter({ hasText: 'Sign in to your Temu account' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await panel.getByRole('button', { name: 'Edit number or tracking' }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'Purchase at Temu' });
  await dialog.getByLabel('Carrier').fill('YunExpress');
  await dialog.getByLabel('Tracking number').fill('YT2111111111111111');
  await dialog.getByRole('button', { name: 'Save purchase' }).click();
  await expect
    .poll(async () => (await detail(page, order.id)).shipments, { timeout: 60_000 })
    .toMatchObject([{ tracking_number: 'YT2111111111111111', report_state: 'sent' }]);
});

test('purchases are pasted from a spreadsheet, checked first', async ({ page, request }) => {
  test.setTimeout(120_000);
  await signIn(page);
  const order = await orderFromShopper(page, request);
  await page.goto('/app/orders');
  await page.getByRole('button', { name: 'More', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Record marketplace purchases' }).click();
  const drawer = page.getByRole('dialog').filter({ hasText: 'Record marketplace purchases' });
  await drawer.getByLabel('Bought at').selectOption('ebay');
  await drawer.getByRole('textbox').fill(`${order.name}\t19-00001-2\n#nowhere\t19-00001-3`);
  await drawer.getByRole('button', { name: 'Check rows' }).click();
  await expect(drawer.getByText('No order is named “#nowhere”.')).toBeVisible();
  expect((await detail(page, order.id)).source_orders).toEqual([]);
  await drawer.getByRole('button', { name: 'Save 1 purchase' }).click();
  await expect
    .poll(async () => (await detail(page, order.id)).source_orders)
    .toMatchObject([{ order_no: '19-00001-2', source: 'ebay' }]);
});

test('analytics, feedback and the second list address work', async ({ page, request }) => {
  test.setTimeout(120_000);
  await signIn(page);
  const order = await orderFromShopper(page, request);
  await page.goto('/app/orders/analyses');
  await expect(page.getByRole('heading', { name: 'Progress of orders' })).toBeVisible();
  await expect(page.getByRole('link', { name: order.name })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/app/orders?period=all&open=${order.id}`);
  await page.getByRole('button', { name: 'Leave feedback' }).click();
  await page.getByLabel('Message').fill('The customer asked for gift wrapping.');
  await page.getByRole('button', { name: 'Send feedback' }).click();
  await expect(page.getByText('The customer asked for gift wrapping.')).toBeVisible();
  await page.goto('/app/orders/feedback');
  const entry = page.getByRole('article').filter({ hasText: 'gift wrapping' });
  await entry.getByRole('button', { name: 'Mark as done' }).click();
  await expect(entry).toHaveCount(0);
  await page.getByText('Done', { exact: true }).click();
  await expect(entry.first()).toBeVisible();

  await page.goto('/app/v2/orders?from_date=2020-01-01&to_date=2020-01-02&source=all&mark_order=all&sort=desc');
  await expect(page).toHaveURL(/\/app\/v2\/orders\?.*period=another_time/);
  await expect(page.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible();
});
