import { expect, expectAccessible, type Page, read, signIn, test, world } from '../kit.ts';
import { losePurchases } from '../lost-purchases.ts';
import { buy, onSale } from '../shop.ts';

interface Order {
  id: string;
  name: string;
  payment_status: string;
  placement_status: string;
}

const orderOf = async (page: Page, name: string): Promise<Order | undefined> =>
  (await read<{ items: Order[] }>(page, `/orders/v5/list?tab=all&page_size=25&q=${name.slice(1)}`)).items.find(
    (one) => one.name === name,
  );

const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'Place order' });

test('a purchase that a restore lost is found, recorded for its order, and not bought again', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  await signIn(page);
  const windowUrl = (await world(page)).shops.find((one) => one.shop === 'harbour-goods')?.window_url ?? '';
  const title = (await onSale(request, windowUrl)).at(-1)?.title ?? '';
  const name = await buy(request, windowUrl, [title]);
  await expect.poll(() => orderOf(page, name), { timeout: 60_000 }).toBeTruthy();

  await page.goto(`/app/orders?q=${name.slice(1)}`);
  await page.getByRole('row').filter({ hasText: name }).getByText(name).click();
  await page.getByRole('complementary', { name }).getByRole('button', { name: 'Place order' }).click();
  await drawerOf(page)
    .getByRole('button', { name: /^Place and pay \$/ })
    .click();
  await expect.poll(async () => (await orderOf(page, name))?.payment_status, { timeout: 60_000 }).toBe('paid');

  await losePurchases(name);
  await page.goto('/app/orders');
  await page
    .getByRole('status')
    .filter({ hasText: 'Suppliers have orders that aren’t recorded' })
    .getByRole('link', { name: 'Review' })
    .click();
  await expect(page).toHaveURL(/orders\/unrecorded/);
  // The address changes before the page does, and the orders before it have a row of this name too.
  await expect(page.getByRole('heading', { name: 'Unrecorded supplier orders' })).toBeVisible();
  await page.getByRole('row').filter({ hasText: name }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Record purchase' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Record purchase' }).click();
  await expect(page.getByText('Every supplier order is recorded')).toBeVisible();
  await expect(page.getByText('Suppliers have orders that aren’t recorded')).toBeHidden();

  await expect.poll(async () => (await orderOf(page, name))?.payment_status, { timeout: 60_000 }).toBe('paid');
  expect(await orderOf(page, name)).toMatchObject({ placement_status: 'placed' });
  const path = `/orders/v5/supplier-orders?order_ids=${(await orderOf(page, name))?.id}`;
  expect((await read<{ items: unknown[] }>(page, path)).items).toHaveLength(1);
});
