import { bearer, expect, type Page, read, signIn, test, wooKeys } from '../kit.ts';
import { demoStore, placeAndPay, readSuppliers } from '../orders.ts';
import { buy, storeOrder } from '../shop.ts';

interface Panel {
  order: {
    fulfillment_status: string;
    line_items: { id: string; title: string; bundle_line_id: string | null; pieces_per_unit: number; state: string }[];
    source_orders: { line_items: { quantity: number }[] }[];
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

test('a gift set is mapped to two products: all parts are bought, and one sold is one fulfilled', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  await signIn(page);
  const { address, windowUrl } = await demoStore(page);
  type Imported = { id: string; title: string; source: string };
  let imported: Imported[] = [];
  const find = async () => {
    const { items } = await read<{ items: Imported[] }>(
      page,
      '/center/products/listings/elastic-products?state=all&sort=newest&page_size=50',
    );
    const own = items.filter((one) => one.source === 'quayside');
    imported = [...new Map(own.map((one) => [one.title, one])).values()];
    return imported.length;
  };
  await expect.poll(find, { timeout: 90_000 }).toBeGreaterThan(1);
  const [first, second] = imported;
  if (!first || !second) throw new Error('the demo has too few products');
  const own = `Gift set ${Date.now()}`;
  const facts = { name: own, type: 'simple', status: 'publish', regular_price: '89.00' };
  const product = await asMerchant(page, address, 'post', 'products', { ...facts, sku: `SET-${Date.now()}` });
  try {
    const orderName = await buy(request, windowUrl, [own], {}, 1);
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

    await test.step('the set is mapped to one product at first', async () => {
      await page.goto('/app/products-center/unmapped');
      const row = page.getByRole('row').filter({ hasText: own });
      await expect(row).toBeVisible({ timeout: 30_000 });
      await row.hover();
      await row.getByRole('button', { name: `Choose a supplier variant for ${own}` }).click();
      const drawer = page.getByRole('dialog').filter({ hasText: own });
      await drawer.getByRole('searchbox').fill(first.title);
      await drawer.getByRole('button', { name: first.title }).first().click();
      await drawer.getByRole('list', { name: 'Supplier’s variants' }).getByRole('button').first().click();
      await expect(row).toBeHidden({ timeout: 30_000 });
    });

    await test.step('two pieces of another product are added to it', async () => {
      await page.goto(`/app/products-center?open=${first.id}`);
      await page.getByRole('button', { name: 'Suppliers by variant' }).click();
      const drawer = page.getByRole('dialog').filter({ hasText: 'Suppliers by variant' });
      const region = drawer.getByRole('region', { name: own });
      await region.getByRole('button', { name: /^Add part: / }).click();
      await drawer.getByRole('searchbox').fill(second.title);
      await drawer.getByRole('button', { name: second.title }).first().click();
      await drawer.getByRole('list', { name: 'Supplier’s variants' }).getByRole('button').first().click();
      const pieces = region.getByRole('textbox', { name: /^Pieces of / });
      await expect(pieces).toHaveCount(2);
      await pieces.nth(1).fill('2');
      await expect(region.getByText('Cost per unit sold', { exact: false })).toBeVisible();
      await drawer.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Suppliers saved.', { exact: false })).toBeVisible();
      const parts = async () => (await panelOf()).line_items.map((line) => line.pieces_per_unit);
      await expect.poll(parts, { timeout: 30_000 }).toEqual([1, 2]);
    });

    await test.step('all parts of one sold are bought', async () => {
      await page.goto(`/app/orders?period=all&open=${orderId}`);
      const panel = page.getByRole('complementary', { name: orderName });
      await expect(panel.getByText(`Part of ${own}`)).toBeVisible();
      await placeAndPay(page, orderId);
      const { line_items: lines, source_orders: orders } = await panelOf();
      const bought = orders.flatMap((one) => one.line_items.map((line) => line.quantity));
      expect(bought.toSorted()).toEqual([1, 2]);
      expect(lines.every((line) => line.state === 'placed')).toBe(true);
    });

    await test.step('its parcels fulfill one unit in the store', async () => {
      const isFulfilled = async () => {
        const jump = { headers: await bearer(page), data: { advance_hours: 24 } };
        expect((await request.post('/api/sandbox/clock', jump)).ok()).toBe(true);
        await readSuppliers(page, orderId);
        return (await storeOrder(request, address, orderName))?.status;
      };
      await expect.poll(isFulfilled, { timeout: 90_000, intervals: [2_000] }).toBe('completed');
      const told = await storeOrder(request, address, orderName);
      type Told = { lines?: { quantity: number }[] };
      const units = (told?.parcels ?? []).flatMap((text) => (JSON.parse(text) as Told).lines ?? []);
      expect(units.reduce((sum, one) => sum + one.quantity, 0)).toBe(1);
      const order = await panelOf();
      expect(order).toMatchObject({ fulfillment_status: 'fulfilled' });
      const sent = order.shipments.flatMap((one) => one.line_items);
      expect(sent.reduce((sum, one) => sum + one.quantity, 0)).toBe(3);
      expect(sent.reduce((sum, one) => sum + one.units, 0)).toBe(1);
    });
  } finally {
    await asMerchant(page, address, 'delete', `products/${product.id}?force=true`);
  }
});
