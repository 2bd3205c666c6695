import { settled } from '../accessibility/screens.ts';
import { expect, expectAccessible, type Locator, type Page, read, signIn, test } from '../kit.ts';
import { type Order, orderFromShopper, post, readSuppliers, supplierOrdersOf } from '../orders.ts';

const SMALL = { width: 360, height: 740 };
const LARGE = { width: 1440, height: 900 };

async function openDrawer(page: Page, orders: readonly Order[], button: RegExp) {
  await page.setViewportSize(LARGE);
  await page.goto('/app/orders?period=all');
  for (const { name } of orders) await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check();
  await page.getByRole('toolbar').getByRole('button', { name: button }).first().click();
  return page.getByRole('dialog');
}

/** As seen on a desk and on a phone, in light and dark. */
async function photograph(page: Page, name: string, shown?: Locator): Promise<void> {
  for (const [size, viewport] of Object.entries({ large: LARGE, small: SMALL }))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForFunction(
        (scheme) => document.documentElement.dataset.mantineColorScheme === scheme,
        colorScheme,
      );
      await shown?.scrollIntoViewIfNeeded();
      await settled(page);
      await page.screenshot({ path: `test-results/combine-${name}-${size}-${colorScheme}.png` });
    }
  await page.setViewportSize(LARGE);
  await page.emulateMedia({ colorScheme: 'light' });
}

const cents = (text: string): number => Number(text.replaceAll(/\D/g, ''));

test('orders of one customer are combined by choice, paid once, and each has its parcel', async ({ page, request }) => {
  test.setTimeout(300_000);
  await signIn(page);
  const orders = [await orderFromShopper(page, request), await orderFromShopper(page, request)];
  const [first, second] = orders as [Order, Order];

  const drawer = await openDrawer(page, orders, /^Place 2 orders$/);
  const choice = drawer.getByRole('switch', { name: 'Combine into one supplier order' });
  await expect(choice).toBeEnabled({ timeout: 60_000 });
  await expect(choice).not.toBeChecked();
  const pay = drawer.getByRole('button', { name: /^Place and pay \$/ });
  await expect(pay).toBeEnabled({ timeout: 60_000 });
  const separate = cents(await pay.innerText());
  await photograph(page, 'off');

  await choice.click();
  await expect(choice).toBeChecked();
  await expect(drawer.getByText(`Combined with ${second.name}`)).toBeVisible();
  await expect(drawer.getByText(`Combined with ${first.name}`)).toBeVisible();
  await expect(drawer.getByText('Share of combined shipping').first()).toBeVisible();
  const sums = drawer.getByRole('table').locator('tfoot td');
  const saved = cents(await sums.first().innerText()) - cents(await sums.last().innerText());
  expect(saved).toBeGreaterThan(0);
  await expect(drawer.getByText(/^You save/)).toHaveText(new RegExp(`${(saved / 100).toFixed(2)}`));
  await expect.poll(async () => cents(await pay.innerText())).toBe(separate - saved);
  await expectAccessible(page);
  await photograph(page, 'on');

  await page.evaluate(() => localStorage.setItem('quayside.language', 'ar'));
  const arabic = await openDrawer(page, orders, /تقديم/);
  const arabicChoice = arabic.getByRole('switch').first();
  await expect(arabicChoice).toBeEnabled({ timeout: 60_000 });
  await expect(arabicChoice).not.toBeChecked();
  await arabicChoice.click();
  await expect(arabic.getByText(/مدمج مع/)).toHaveCount(2);
  await photograph(page, 'arabic');
  await page.evaluate(() => localStorage.setItem('quayside.language', 'en'));

  const again = await openDrawer(page, orders, /^Place 2 orders$/);
  const againChoice = again.getByRole('switch', { name: 'Combine into one supplier order' });
  await expect(againChoice).toBeEnabled({ timeout: 60_000 });
  await againChoice.click();
  await again.getByRole('button', { name: /^Place and pay \$/ }).click({ timeout: 60_000 });
  const shared = async (id: string) => (await supplierOrdersOf(page, id)).map((one) => [one.reference, one.pay_state]);
  await expect.poll(async () => (await shared(second.id))[0]?.[1], { timeout: 60_000 }).toBe('paid');
  expect(await shared(first.id)).toEqual(await shared(second.id));
  expect(await shared(first.id)).toHaveLength(1);
  const [bought] = await supplierOrdersOf(page, first.id);
  expect(bought?.total_cost?.amount).toBe(separate - saved);

  await post(page, '/sandbox/clock', { speed: 20_000 });
  const parcels = async (id: string) => {
    await readSuppliers(page, id);
    const { items } = await read<{ items: { order_id: string }[] }>(page, '/orders/v5/shipments?page_size=100');
    return items.filter((one) => one.order_id === id).length;
  };
  for (const { id } of orders) await expect.poll(() => parcels(id), { timeout: 90_000 }).toBe(1);
  await post(page, '/sandbox/clock', { speed: 1 });

  for (const [order, other] of [
    [first, second],
    [second, first],
  ] as const) {
    await page.goto(`/app/orders?period=all&open=${order.id}`);
    const panel = page.getByRole('complementary', { name: order.name });
    await expect(panel.getByText(`Combined with ${other.name}.`, { exact: false })).toBeVisible();
    await expect(panel.getByText(new RegExp(`together with ${other.name}`))).toBeVisible();
  }
  await photograph(page, 'panel', page.getByText(/^Combined with/));
  await page.evaluate(() => localStorage.setItem('quayside.language', 'ar'));
  await page.goto(`/app/orders?period=all&open=${first.id}`);
  await expect(page.getByText(`مدمج مع`).first()).toBeVisible();
  await photograph(page, 'panel-arabic', page.getByText(/^مدمج مع/));
  await page.evaluate(() => localStorage.setItem('quayside.language', 'en'));
});
