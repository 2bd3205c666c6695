import { bearer, expect, expectAccessible, type Page, signIn, test } from '../kit.ts';
import { demoStore, type Order, orderFromShopper, post, supplierOrdersOf } from '../orders.ts';
import { changeStoreOrder } from '../shop.ts';

const WAITS = 'the store has not confirmed that this order is still open and paid';

/** Places and pays an order whose store does not answer, and opens it once it waits. */
async function placeWhileSilent(page: Page, order: Order): Promise<void> {
  await post(page, '/orders/v5/create', { orders: [{ order_id: order.id }], pay: true });
  await page.goto(`/app/orders?period=all&open=${order.id}`);
}

test('an order waits while its store does not answer; a person buys it anyway, but not once it is cancelled', async ({
  page,
  request,
}) => {
  await signIn(page);
  const { address, origin } = await demoStore(page);
  const [order, cancelled] = [await orderFromShopper(page, request), await orderFromShopper(page, request)];
  const cancelledPanel = page.getByRole('complementary', { name: cancelled.name });
  const fault = { standIn: 'woocommerce', kind: 'status-503', match: 'GET .*/orders' };
  expect((await request.post(`${origin}/control/faults`, { data: fault })).ok()).toBe(true);
  try {
    await placeWhileSilent(page, order);
    const panel = page.getByRole('complementary', { name: order.name });
    await expect(panel.getByText(WAITS)).toBeVisible({ timeout: 60_000 });
    expect(await supplierOrdersOf(page, order.id)).toMatchObject([{ state: 'requested', order_no: null }]);
    await panel.getByRole('button', { name: 'Buy anyway' }).click();
    const dialog = page.getByRole('dialog').filter({ hasText: `Buy ${order.name} without the store’s confirmation?` });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Buy anyway' }).click();
    await expect(panel.getByText('Paid', { exact: true }).first()).toBeVisible({ timeout: 60_000 });
    await expect(panel.getByText(WAITS)).toBeHidden();

    await placeWhileSilent(page, cancelled);
    await expect(cancelledPanel.getByText(WAITS)).toBeVisible({ timeout: 60_000 });
    // Before the store answers again: the first answer about the order must be the cancellation.
    await changeStoreOrder(page, address, cancelled.name, { status: 'cancelled' });
  } finally {
    await request.delete(`${origin}/control/faults`);
  }
  await expect(cancelledPanel.getByText('Canceled', { exact: true }).first()).toBeVisible({ timeout: 60_000 });
  await expect(cancelledPanel.getByRole('button', { name: 'Buy anyway' })).toBeHidden();
  const headers = await bearer(page);
  const refused = await request.post('/api/orders/v5/buy-anyway', { headers, data: { order_id: cancelled.id } });
  expect(((await refused.json()) as { code: string }).code).toBe('ORDER_CANCELLED');
  const bought = await supplierOrdersOf(page, cancelled.id);
  expect(bought.filter((one) => one.state === 'placed')).toEqual([]);
});
