import { installHere } from '../installation.ts';
import { DEMO, expect, expectAccessible, type Page, read, signIn, test } from '../kit.ts';
import { placeAndPay, post } from '../orders.ts';

/** The demo account of a fresh installation, with its orders of the last 90 days. */
let here: Awaited<ReturnType<typeof installHere>>;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  here = await installHere();
});
test.afterAll(() => here.stop());

interface Summary {
  id: string;
  name: string;
  placement_status: string;
  payment_status: string;
}

const orders = async (page: Page, query: string): Promise<Summary[]> =>
  (await read<{ items: Summary[] }>(page, `/orders/v5/list?period=all&page_size=50&${query}`)).items;

test('the demo account is a store that has been at work for months', async ({ browser }) => {
  test.setTimeout(600_000);
  const context = await browser.newContext({ baseURL: here.url });
  const page = await context.newPage();
  await signIn(page, DEMO);
  await expect
    .poll(
      async () =>
        (await read<{ unfulfilled: number; fulfilled: number }>(page, '/orders/v5/count-order-status?period=all'))
          .fulfilled,
      {
        timeout: 200_000,
      },
    )
    .toBeGreaterThan(80);
  // The history is written from its oldest order on, and today's orders come last.
  const salesDays = async () =>
    (await read<{ days: { orders: number }[] }>(page, '/home/summary')).days.filter((day) => day.orders > 0).length;
  await expect.poll(salesDays, { timeout: 200_000 }).toBeGreaterThan(25);
  await expect
    .poll(async () => (await orders(page, 'placement_status=ready')).length, { timeout: 100_000 })
    .toBeGreaterThan(3);

  await test.step('Home shows sales of the last 30 days, and says Sandbox once', async () => {
    await page.goto('/app');
    await expect(page.getByText('Sandbox', { exact: true })).toHaveCount(1);
    await expect(page.locator('svg path').first()).toBeVisible();
    const home = await read<{ days: { orders: number }[]; in_transit: number }>(page, '/home/summary');
    expect(home.days.filter((day) => day.orders > 0).length).toBeGreaterThan(25);
    expect(home.in_transit).toBeGreaterThan(3);
    // The supplier refuses an item of a placed order a little later than the history is written.
    await expect
      .poll(async () => (await read<{ attention: number }>(page, '/home/summary')).attention, { timeout: 60_000 })
      .toBeGreaterThan(2);
    await expectAccessible(page);
  });

  await test.step('orders, parcels and payments are in several states; no row says Sandbox', async () => {
    await page.goto('/app/orders?period=all');
    await expect(page.getByText('To place').first()).toBeVisible();
    await expect(page.getByText('Sandbox', { exact: true })).toHaveCount(1);
    await page.goto('/app/orders/shipment');
    await expect(page.getByText('Delivered').first()).toBeVisible();
    await expect(page.getByText('Sandbox', { exact: true })).toHaveCount(1);
    await page.goto('/app/orders/payments');
    await expect(page.getByText('Paid').first()).toBeVisible();
    await expect(page.getByText('Sandbox', { exact: true })).toHaveCount(1);
  });

  await test.step('an order that was delivered long ago reads its supplier again, and nothing is missing', async () => {
    const [old] = await orders(page, 'tab=fulfilled&payment_status=paid');
    await post(page, '/orders/v4/sync-status', { order_ids: [old?.id] });
    await expect
      .poll(async () => {
        const { items } = await read<{ items: { status: string }[] }>(
          page,
          `/orders/v5/sync-status?order_ids=${old?.id}`,
        );
        return items[0]?.status;
      })
      .toBe('success');
  });

  await test.step('an order waiting to be placed is placed and paid', async () => {
    const [waiting] = await orders(page, 'placement_status=ready');
    await placeAndPay(page, waiting?.id ?? '');
    await expect
      .poll(
        async () =>
          (await orders(page, `keyword=${waiting?.name.slice(1)}`)).find((one) => one.id === waiting?.id)
            ?.payment_status,
      )
      .toBe('paid');
  });
  await context.close();
});
