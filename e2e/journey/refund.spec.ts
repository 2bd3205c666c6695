import { CATALOGUE } from '@quayside/sandbox/cj/catalogue.ts';
import { quotes } from '@quayside/sandbox/cj/freight.ts';
import { bearer, expect, expectAccessible, operatorPage, type Page, read, signIn, test, world } from '../kit.ts';
import { buy } from '../shop.ts';

interface Order {
  id: string;
  name: string;
  payment_status: string;
  line_items: { id: string }[];
}
interface SupplierOrder {
  reference: string;
  order_no: string | null;
  pay_state: string;
  total_cost: { amount: number } | null;
  refund_pending: { amount: number } | null;
}

async function post(page: Page, path: string, data: object): Promise<void> {
  const answer = await page.request.post(`/api${path}`, { headers: await bearer(page), data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

const orderOf = async (page: Page, name: string): Promise<Order | undefined> =>
  (await read<{ items: Order[] }>(page, `/orders/v5/list?tab=all&page_size=25&q=${name.slice(1)}`)).items.find(
    (one) => one.name === name,
  );

const purchaseOf = async (page: Page, orderId: string): Promise<SupplierOrder | undefined> =>
  (await read<{ items: SupplierOrder[] }>(page, `/orders/v5/supplier-orders?order_ids=${orderId}`)).items[0];

const spendable = async (page: Page): Promise<number> =>
  (await read<{ total: { amount: number } }>(page, '/payments/user/wallets')).total.amount;

/** A variant that CJ has in China and sends to Germany. */
function goods(): { pid: string; vid: string } {
  for (const product of CATALOGUE)
    for (const { vid, stock } of product.variants)
      if (product.onSale && (stock.CN ?? 0) > 10 && quotes('CN', 'DE', [{ vid, quantity: 1 }]).length > 0)
        return { pid: product.pid, vid };
  throw new Error('CJ has nothing to buy');
}

test('the refund of an order that CJ cancels is pending until the operator confirms it', async ({
  page,
  request,
  browser,
}) => {
  test.setTimeout(240_000);
  await signIn(page);
  const windowUrl = (await world(page)).shops.find((one) => one.shop === 'harbour-goods')?.window_url ?? '';
  let title = '';
  const forSale = async () => {
    const { products } = (await (await request.get(`${windowUrl}/products.json`)).json()) as {
      products: { title: string }[];
    };
    title = products.at(-1)?.title ?? '';
    return title;
  };
  await expect.poll(forSale, { timeout: 90_000 }).not.toBe('');
  await post(page, '/connections/suppliers', { supplier: 'cj', payer: 'wallet' });
  const name = await buy(request, windowUrl, [title]);
  await expect.poll(async () => (await orderOf(page, name))?.name, { timeout: 60_000 }).toBe(name);
  const order = (await orderOf(page, name)) as Order;
  const { pid, vid } = goods();
  const line = { id: order.line_items[0]?.id, source: 'cj', source_product_id: pid, sku_id: vid };
  await post(page, `/orders/${order.id}/change-supplier`, { line_items: [line] });
  const before = await spendable(page);
  await post(page, '/orders/v5/create', { orders: [{ order_id: order.id }], pay: true });
  const paid = async () => (await purchaseOf(page, order.id))?.pay_state;
  await expect.poll(paid, { timeout: 60_000 }).toBe('paid');
  const bought = (await purchaseOf(page, order.id)) as SupplierOrder;
  const cost = bought.total_cost?.amount ?? 0;
  expect(await spendable(page)).toBe(before - cost);

  const cancelled = await request.post(`${new URL(windowUrl).origin}/cj/setup/orders/cancel`, {
    data: { orderNumber: bought.reference },
  });
  expect(cancelled.ok(), await cancelled.text()).toBe(true);
  const pending = async () => (await purchaseOf(page, order.id))?.refund_pending?.amount;
  await expect.poll(pending, { timeout: 60_000 }).toBe(cost);
  expect(await spendable(page)).toBe(before - cost);
  await page.goto('/app/orders/payments?tab=refund_pending');
  await expect(page.getByText('1 refund pending')).toBeVisible();
  await page.getByRole('row').filter({ hasText: name }).click();
  await expect(page.getByText('added to your wallet once the refund is confirmed')).toBeVisible();

  const operator = await operatorPage(browser);
  await operator.goto('/app/pending-refunds');
  await operator
    .getByRole('row')
    .filter({ hasText: bought.order_no ?? '' })
    .click();
  await operator.getByRole('button', { name: 'Confirm refund' }).click();
  const dialog = operator.getByRole('dialog').filter({ hasText: bought.order_no ?? '' });
  await expect(dialog.getByLabel('Refunded amount')).toBeVisible();
  await expectAccessible(operator);
  await dialog.getByRole('button', { name: 'Confirm refund' }).click();
  await expect(operator.getByText('No refund is pending')).toBeVisible();

  await expect.poll(() => spendable(page)).toBe(before);
  await expect(page.getByText('1 refund pending')).toBeHidden();
  await page.goto('/app/setting/wallet');
  await expect(page.getByText('Refund', { exact: true }).first()).toBeVisible();
});
