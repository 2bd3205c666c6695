import { expect, expectAccessible, type Page, read, signIn, test } from '../kit.ts';
import { actAsCj, buyFromCj, type Order, orderFromShopper, post, readSuppliers, supplierOrdersOf } from '../orders.ts';

interface Money {
  amount: number;
}
interface Preview {
  quotes_pending: boolean;
  groups: { order_ids: string[]; quotes_pending: boolean }[];
}
interface Request {
  order_id: string;
  state: string;
  send_state: string;
  amount: Money;
  received: Money | null;
}

const spendable = async (page: Page): Promise<number> =>
  (await read<{ total: Money }>(page, '/payments/user/wallets')).total.amount;
const costOf = async (page: Page, { id }: Order): Promise<number> =>
  (await read<{ cost: Money | null }>(page, `/orders/v5/detail/${id}`)).cost?.amount ?? 0;
const requestsOf = async (page: Page, { id }: Order): Promise<Request[]> =>
  (await read<{ items: Request[] }>(page, `/orders/v4/refund/list?order_id=${id}`)).items;

async function openForm(page: Page, order: Order) {
  await page.goto(`/app/orders?period=all&open=${order.id}`);
  await page.getByRole('button', { name: 'Request refund' }).click();
  const form = page.getByRole('dialog').filter({ has: page.getByRole('checkbox') });
  await expect(form.getByRole('checkbox').last()).toBeVisible();
  return form;
}

/** Buys both orders at CJ as one, from the wallet. */
async function buyTogether(page: Page, orders: readonly Order[]): Promise<void> {
  for (const order of orders) await buyFromCj(page, order);
  const wanted = orders.map(({ id }) => ({ order_id: id }));
  const ids = orders.map((order) => order.id);
  const isKnown = async () => {
    const { quotes_pending, groups } = await post<Preview>(page, '/orders/v4/preview', { orders: wanted });
    return !quotes_pending && groups.length === 1 && !groups[0]?.quotes_pending;
  };
  await expect.poll(isKnown, { timeout: 60_000 }).toBe(true);
  await post(page, '/orders/v5/create', { orders: wanted, pay: true, combine: [ids] });
}

test('one of two combined orders gets its refund, and the other keeps its cost', async ({ page, request }) => {
  test.setTimeout(300_000);
  await signIn(page);
  const orders = [await orderFromShopper(page, request), await orderFromShopper(page, request)] as const;
  const [first, second] = orders;
  const funds = await spendable(page);
  await buyTogether(page, orders);
  const bought = async (order: Order) => (await supplierOrdersOf(page, order.id))[0];
  await expect.poll(async () => (await bought(second))?.pay_state, { timeout: 60_000 }).toBe('paid');
  expect((await bought(first))?.reference).toBe((await bought(second))?.reference);
  const number = (await bought(first))?.order_no ?? '';
  const total = (await bought(first))?.total_cost?.amount ?? 0;
  const costs = [await costOf(page, first), await costOf(page, second)] as const;
  expect(costs[0] + costs[1]).toBe(total);
  expect(await spendable(page)).toBe(funds - total);

  await test.step('the form says that it covers this order only, and up to which sum', async () => {
    const form = await openForm(page, second);
    const sum = (costs[1] / 100).toFixed(2);
    await expect(form.getByText(new RegExp(`Covers only this order’s items, up to \\$${sum}`))).toBeVisible();
    await expect(form.getByText(new RegExp(`shared with ${first.name}`))).toBeVisible();
    await expect(form.getByRole('checkbox')).toHaveCount(1);
    await form.getByRole('checkbox').check();
    await expect(form.getByText(`Up to $${sum}`, { exact: true })).toBeVisible();
    await expectAccessible(page);
    await form
      .getByRole('combobox', { name: 'Reason' })
      .or(form.getByRole('textbox', { name: 'Reason' }))
      .first()
      .click();
    await page.getByRole('option', { name: 'Item not received' }).click();
    await form.getByLabel('What happened').fill('It never came.');
    await form.getByRole('button', { name: 'Send request' }).click();
    await expect(form).toBeHidden();
    await expect.poll(async () => (await requestsOf(page, second))[0]?.send_state, { timeout: 60_000 }).toBe('sent');
  });

  await test.step('the same item of the other order waits for the answer', async () => {
    const form = await openForm(page, first);
    await expect(form.getByText(`order ${second.name} already has one for this item`, { exact: false })).toBeVisible();
    await expect(form.getByRole('checkbox')).toBeDisabled();
    await expect(form.getByRole('button', { name: 'Send request' })).toBeDisabled();
    await expectAccessible(page);
  });

  const asked = (await requestsOf(page, second))[0]?.amount.amount ?? 0;
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThanOrEqual(costs[1]);

  await test.step('CJ refunds it: the wallet, the cost of that order and its request have the sum, once', async () => {
    await actAsCj(page, number, 'Refund the dispute');
    await expect
      .poll(
        async () => {
          await readSuppliers(page, second.id);
          return (await requestsOf(page, second))[0]?.state;
        },
        { timeout: 120_000, intervals: [3_000] },
      )
      .toBe('completed');
    expect((await requestsOf(page, second))[0]?.received?.amount).toBe(asked);
    expect(await requestsOf(page, first)).toEqual([]);
    expect(await spendable(page)).toBe(funds - total + asked);
    expect(await costOf(page, first)).toBe(costs[0]);
    expect(await costOf(page, second)).toBe(costs[1] - asked);
  });

  await test.step('the panels of both orders and the list show it', async () => {
    const sum = (asked / 100).toFixed(2);
    const refunded = page.getByText(new RegExp(`refunded .*${sum}`));
    await page.goto(`/app/orders?period=all&open=${second.id}`);
    await expect(refunded.first()).toBeVisible();
    await expect(page.getByText(new RegExp(`^Refunded by the supplier: .*${sum}`))).toBeVisible();
    await expect(page.getByText('Refunded by supplier', { exact: true })).toBeVisible();
    await page.goto(`/app/orders?period=all&open=${first.id}`);
    await expect(page.getByText(`Combined with ${second.name}.`, { exact: false })).toBeVisible();
    await expect(refunded).toHaveCount(0);
    await expect(page.getByText(/^Refunded by/)).toHaveCount(0);
    // Its own request is possible now.
    await page.getByRole('button', { name: 'Request refund' }).click();
    await expect(page.getByRole('dialog').getByRole('checkbox')).toBeEnabled();
    await page.goto('/app/orders/cancel-refund?tab=completed');
    await expect(page.getByRole('row').filter({ hasText: second.name })).toContainText(sum);
  });
});
