import { expect, read, signIn, test } from '../kit.ts';
import { actAsCj, buyFromCj, demoStore, orderFromShopper, placeAndPay } from '../orders.ts';

interface Synced {
  items: { status: string; cancelled: boolean }[];
}

test('a refresh of the supplier status says when it begins and how it ended', async ({ page, request }) => {
  test.setTimeout(180_000);
  await signIn(page);
  const { origin } = await demoStore(page);
  const order = await orderFromShopper(page, request);
  await buyFromCj(page, order);
  const { order_no: number } = await placeAndPay(page, order.id);
  await page.goto(`/app/orders?period=all&open=${order.id}`);
  const panel = page.getByRole('complementary').or(page.getByRole('dialog')).filter({ hasText: order.name });
  const more = panel.getByRole('button', { name: /^More( actions)?$/ }).first();
  const refresh = page.getByRole('menuitem', { name: 'Refresh supplier status' });

  await test.step('B385: up to date', async () => {
    await more.click();
    await refresh.click();
    await expect(page.getByText(`The supplier status of ${order.name} is up to date`)).toBeVisible({ timeout: 30_000 });
  });

  await test.step('B314: canceled by the supplier', async () => {
    // Without CJ's message, so that the refresh is the first to learn of it.
    const fault = { standIn: 'cj', kind: 'webhook-drop', match: '^WEBHOOK' };
    const answer = await request.post(`${origin}/control/faults`, { data: fault });
    const { id } = (await answer.json()) as { id: number };
    try {
      await actAsCj(page, number, 'Cancel and refund');
      await more.click();
      await refresh.click();
      await expect(page.getByText(`The supplier canceled order ${number}`)).toBeVisible({ timeout: 30_000 });
    } finally {
      await request.delete(`${origin}/control/faults/${id}`);
    }
    const { items } = await read<Synced>(page, `/orders/v5/sync-status?order_ids=${order.id}`);
    expect(items).toMatchObject([{ status: 'success', cancelled: true }]);
  });
});
