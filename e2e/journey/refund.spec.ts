import { expect, expectAccessible, operatorPage, type Page, read, signIn, test } from '../kit.ts';
import { actAsCj, buyFromCj, orderFromShopper, placeAndPay, readSuppliers, supplierOrdersOf } from '../orders.ts';

const spendable = async (page: Page): Promise<number> =>
  (await read<{ total: { amount: number } }>(page, '/payments/user/wallets')).total.amount;

test('the refund of an order that CJ cancels is pending until the operator confirms it, in part and then the rest', async ({
  page,
  request,
  browser,
}) => {
  await signIn(page);
  const order = await orderFromShopper(page, request);
  await buyFromCj(page, order);
  const before = await spendable(page);
  const bought = await placeAndPay(page, order.id);
  const cost = bought.total_cost?.amount ?? 0;
  expect(await spendable(page)).toBe(before - cost);

  await test.step('CJ cancels it on its own page', () => actAsCj(page, bought.order_no, 'Cancel and refund'));

  await test.step('the order and Payments show the refund as pending, and the wallet has nothing yet', async () => {
    await readSuppliers(page, order.id);
    const pending = async () => (await supplierOrdersOf(page, order.id))[0]?.refund_pending?.amount;
    await expect.poll(pending, { timeout: 60_000 }).toBe(cost);
    expect(await spendable(page)).toBe(before - cost);
    await page.goto('/app/orders?period=all');
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByText('Refund pending', { exact: true }).first()).toBeVisible();
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/app/orders/payments?tab=refund_pending');
    await page.getByRole('row').filter({ hasText: order.name }).click();
    await expect(page.getByText('added to your wallet once the refund is confirmed')).toBeVisible();
  });

  const operator = await operatorPage(browser);
  const row = operator.getByRole('row').filter({ hasText: bought.order_no ?? '' });
  const open = async (): Promise<void> => {
    await row.click();
    await operator.getByRole('button', { name: 'Confirm refund' }).click();
  };
  const dialog = operator.getByRole('dialog').filter({ hasText: bought.order_no ?? '' });
  const verb = dialog.getByRole('button', { name: 'Confirm refund' });

  await test.step('the operator confirms a part, by two presses: the wallet gets it once', async () => {
    await operator.goto('/app/pending-refunds');
    await open();
    await dialog.getByLabel('Refunded amount').fill('1.00');
    const rest = dialog.getByLabel('No further refund expected');
    await rest.check();
    await expect(dialog.getByLabel('Reason')).toBeVisible();
    await expect(dialog.getByText('Enter a reason.')).toBeHidden();
    await verb.click();
    await expect(dialog.getByText('Enter a reason.')).toBeVisible();
    await rest.uncheck();
    await expectAccessible(operator);
    await verb.dblclick();
    await expect(dialog).toBeHidden();
    await expect.poll(() => spendable(page)).toBe(before - cost + 100);
  });

  await test.step('and the rest: it is pending no longer', async () => {
    await open();
    await verb.dblclick();
    // Refunds of other flows may still be pending.
    await expect(dialog).toBeHidden();
    await expect(row).toBeHidden();
    await expect.poll(() => spendable(page)).toBe(before);
    await expect(page.getByText('added to your wallet once the refund is confirmed')).toBeHidden();
  });
});
