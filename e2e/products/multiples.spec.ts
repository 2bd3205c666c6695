import { bearer, expect, type Page, read, signIn, test, wooKeys } from '../kit.ts';
import { demoStore, placeAndPay, readSuppliers } from '../orders.ts';
import { buy, storeOrder } from '../shop.ts';

interface Panel {
  order: {
    fulfillment_status: string;
    line_items: { pieces_per_unit: number; fulfillable_quantity: number; source: string | null; state: string }[];
    source_orders: { line_items: { quantity: number; pieces_per_unit: number }[] }[];
    shipments: { report_state: string; line_items: { quantity: number; units: number }[] }[];
  };
}

/** Makes a call to the store's own API with the merchant's key, as somebody in its admin does. */
async function asMerchant(page: Page, address: string, method: 'post' | 'delete', path: string, data?: object) {
  const keys = await wooKeys(page, address);
  const secret = Buffer.from(`${keys.consumer_key}:${keys.consumer_secret}`).toString('base64');
  const headers = { authorization: `Basic ${secret}`, 'x-forwarded-proto': 'https' };
  const answer = await page.request[method](`${address}/wp-json/wc/v3/${path}`, { headers, ...(data ? { data } : {}) });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as { id: number };
}

test('a 3-pack is mapped to three pieces: two sold are six bought, and two fulfilled', async ({ page, request }) => {
  test.setTimeout(240_000);
  await signIn(page);
  const { address, windowUrl } = await demoStore(page);
  type Imported = { id: string; title: string; source: string };
  let imported: Imported | undefined;
  const find = async () => {
    const { items } = await read<{ items: Imported[] }>(
      page,
      '/center/products/listings/elastic-products?state=all&sort=newest&page_size=50',
    );
    imported = items.find((one) => one.source === 'quayside');
    return imported?.title;
  };
  await expect.poll(find, { timeout: 90_000 }).toBeTruthy();
  const { id = '', title = '' } = imported ?? {};
  const own = `Pack of three ${Date.now()}`;
  const facts = { name: own, type: 'simple', status: 'publish', regular_price: '89.00' };
  const product = await asMerchant(page, address, 'post', 'products', { ...facts, sku: `PACK-${Date.now()}` });
  try {
    const orderName = await buy(request, windowUrl, [own], {}, 2);
    let orderId = '';
    const arrived = async () => {
      const { items } = await read<{ items: { id: string; name: string }[] }>(
        page,
        `/orders/v5/list?tab=all&page_size=25&q=${orderName.slice(1)}`,
      );
      orderId = items.find((one) => one.name === orderName)?.id ?? '';
      return orderId;
    };
    await expect.poll(arrived, { timeout: 60_000 }).not.toBe('');
    const panelOf = async () => (await read<Panel>(page, `/orders/v5/panel/${orderId}`)).order;

    await test.step('the pack is mapped to a product, one piece at first', async () => {
      await page.goto('/app/products-center/unmapped');
      const row = page.getByRole('row').filter({ hasText: own });
      await expect(row).toBeVisible({ timeout: 30_000 });
      await row.hover();
      await row.getByRole('button', { name: `Choose a supplier variant for ${own}` }).click();
      const drawer = page.getByRole('dialog').filter({ hasText: own });
      await drawer.getByRole('searchbox').fill(title);
      await drawer.getByRole('button', { name: title }).first().click();
      await drawer.getByRole('list', { name: 'Supplier’s variants' }).getByRole('button').first().click();
      await expect(row).toBeHidden({ timeout: 30_000 });
    });

    await test.step('three pieces are one unit', async () => {
      await page.goto(`/app/products-center?open=${id}`);
      await page.getByRole('button', { name: 'Suppliers by variant' }).click();
      const drawer = page.getByRole('dialog').filter({ hasText: 'Suppliers by variant' });
      const pieces = drawer.getByRole('region', { name: own }).getByRole('textbox', { name: /^Pieces of / });
      await pieces.fill('3');
      await drawer.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Suppliers saved.', { exact: false })).toBeVisible();
      await expect.poll(async () => (await panelOf()).line_items[0]?.pieces_per_unit, { timeout: 30_000 }).toBe(3);
    });

    await test.step('two sold are six bought', async () => {
      await page.goto(`/app/orders?period=all&open=${orderId}`);
      const panel = page.getByRole('complementary', { name: orderName });
      await expect(panel.getByText('2 sold × 3 pieces = 6 pieces')).toBeVisible();
      await placeAndPay(page, orderId);
      expect((await panelOf()).source_orders.map((one) => one.line_items)).toMatchObject([
        [{ quantity: 6, pieces_per_unit: 3 }],
      ]);
      await expect(panel.getByText('2 sold × 3 pieces = 6 pieces')).toHaveCount(2);
    });

    await test.step('the parcel with six pieces fulfills two units in the store', async () => {
      const isFulfilled = async () => {
        const jump = { headers: await bearer(page), data: { advance_hours: 24 } };
        expect((await request.post('/api/sandbox/clock', jump)).ok()).toBe(true);
        await readSuppliers(page, orderId);
        return (await storeOrder(request, address, orderName))?.status;
      };
      await expect.poll(isFulfilled, { timeout: 90_000, intervals: [2_000] }).toBe('completed');
      const told = await storeOrder(request, address, orderName);
      // The warehouse may send the pieces in several parcels: all numbers reach the store, and two units in total.
      type Told = { lines?: { quantity: number }[] };
      const units = (told?.parcels ?? []).flatMap((text) => (JSON.parse(text) as Told).lines ?? []);
      expect(units.reduce((sum, one) => sum + one.quantity, 0)).toBe(2);
      const order = await panelOf();
      expect(order).toMatchObject({ fulfillment_status: 'fulfilled' });
      const sent = order.shipments.flatMap((one) => one.line_items);
      expect(sent.reduce((sum, one) => sum + one.quantity, 0)).toBe(6);
      expect(sent.reduce((sum, one) => sum + one.units, 0)).toBe(2);
      expect(order.line_items[0]?.fulfillable_quantity).toBe(0);
    });
  } finally {
    await asMerchant(page, address, 'delete', `products/${product.id}?force=true`);
  }
});
