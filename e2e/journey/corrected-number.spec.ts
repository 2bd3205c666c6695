import { bearer, expect, expectAccessible, signIn, test } from '../kit.ts';
import { buyFromCj, demoStore, orderFromShopper, placeAndPay, readSuppliers } from '../orders.ts';
import { changeStoreOrder, storeOrder } from '../shop.ts';

const TRACKING = '_wc_shipment_tracking_items';
type Items = { tracking_number: string }[];

test('a corrected tracking number reaches the order and its store; one that the merchant typed in stays', async ({
  page,
  request,
}) => {
  await signIn(page);
  const { address, origin } = await demoStore(page);
  const order = await orderFromShopper(page, request);
  await buyFromCj(page, order);
  const bought = await placeAndPay(page, order.id);
  const numbersInStore = async () =>
    ((await storeOrder(request, address, order.name))?.shipmentTracking ?? []).map((one) => one.tracking_number);
  const staff = await page.context().newPage();
  const row = staff.getByRole('listitem').filter({ hasText: bought.order_no ?? '' });
  const correct = row.getByRole('button', { name: 'Correct the tracking number' });
  const readNumber = async () => /CJPKL\w+/.exec((await row.textContent()) ?? '')?.[0] ?? '';
  const panel = page.getByRole('complementary', { name: order.name });
  const expectShown = async (): Promise<void> => {
    await readSuppliers(page, order.id);
    await expect(panel.getByRole('link', { name: await readNumber() })).toBeVisible({ timeout: 60_000 });
  };

  await test.step('CJ ships it, and the store gets the number', async () => {
    const jump = { headers: await bearer(page), data: { advance_hours: 80 } };
    expect((await request.post('/api/sandbox/clock', jump)).ok()).toBe(true);
    const isShipped = async () => {
      await staff.goto(`${origin}/cj/orders`);
      return correct.isVisible();
    };
    await expect.poll(isShipped).toBe(true);
    await page.goto(`/app/orders?period=all&open=${order.id}`);
    await expectShown();
    await expect.poll(numbersInStore, { timeout: 60_000 }).toEqual([await readNumber()]);
  });

  await test.step('CJ corrects it: the order shows the new number, the store has it in place of the old one', async () => {
    const before = await readNumber();
    await correct.click();
    await expect(row).not.toContainText(before);
    const number = await readNumber();
    await expectShown();
    await expect.poll(numbersInStore, { timeout: 60_000 }).toEqual([number]);
    await expect(panel.getByText(/^Store updated /)).toBeVisible();
  });

  await test.step('the merchant types another number in: it stays, and the order says so', async () => {
    await changeStoreOrder(page, address, order.name, ({ meta_data }) => {
      const items = meta_data.find((one) => one.key === TRACKING)?.value as Items;
      return { meta_data: [{ key: TRACKING, value: items.map((one) => ({ ...one, tracking_number: 'MINE-1' })) }] };
    });
    await correct.click();
    await expectShown();
    await expect(panel.getByText('changed or removed the tracking number in the store')).toBeVisible({
      timeout: 60_000,
    });
    expect(await numbersInStore()).toEqual(['MINE-1']);
    await expectAccessible(page);
  });
});
