import { disconnect, expect, expectAccessible, type Locator, read, signIn, test, world } from '../kit.ts';
import { post } from '../orders.ts';
import { buy, productsOf, storeOrder } from '../shop.ts';

interface Order {
  id: string;
  name: string;
  fulfillment_status: string;
  payment_status: string;
  profit: { amount: number; currency: string } | null;
  profit_rate: { source: string | null } | null;
}

/** The most clicks from signing up to a fulfilled order, the payment provider's page not counted. */
const MOST_CLICKS = 25;

test('a new owner connects a store in euros, sells, tops up inside the placing drawer and has the order fulfilled', async ({
  page,
  request,
}) => {
  test.setTimeout(300_000);
  let clicks = 0;
  const press = async (what: Locator): Promise<void> => {
    clicks += 1;
    await what.click();
  };
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name }).first();

  await test.step('sign up and connect a store', async () => {
    await page.goto('/signup');
    const person = {
      first_name: 'Grace',
      last_name: 'Hopper',
      email: `grace-${Date.now()}@example.com`,
      password: 'a good long password',
    };
    for (const [name, value] of Object.entries(person)) await page.locator(`[name=${name}]`).fill(value);
    await press(page.locator('button[type=submit]'));
    await expect(page).toHaveURL(/\/app\/ob-welcome$/);
    await press(page.locator('[data-home]'));
    const first = page.getByRole('region', { name: 'Connect your store' });
    await expect(first).toBeVisible();
    await expectAccessible(page);
    await press(first.getByRole('link', { name: 'Connect a store' }));
    await press(page.getByRole('button', { name: 'Connect a store' }).first());
    await press(page.getByRole('dialog').getByText('WooCommerce', { exact: true }));
    await press(page.getByRole('button', { name: 'Connect Fjord Living' }));
    await expect(page.getByRole('article', { name: 'Fjord Living' }).getByText('Connected')).toBeVisible();
  });
  const shop = (await world(page)).shops.find((one) => one.shop === 'fjord-living');
  const { window_url: shopUrl = '', address = '' } = shop ?? {};

  let title = '';
  await test.step('find, import and push a product', async () => {
    await press(link('Find products'));
    const importButton = page.getByRole('button', { name: /^Import / }).first();
    await expect(importButton).toBeVisible({ timeout: 90_000 });
    title = ((await importButton.getAttribute('aria-label')) ?? '').replace(/^Import /, '');
    await press(importButton);
    await press(page.getByRole('link', { name: `Imported: edit ${title}`, exact: true }));
    await press(page.getByRole('button', { name: 'Push to store' }));
    const drawer = page.getByRole('dialog', { name: 'Push to stores' });
    await expect(drawer.getByText(/€\d/).first()).toBeVisible();
    await press(drawer.getByRole('button', { name: /^Push 1 product/ }));
    const sold = async () => (await productsOf(request, shopUrl)).some((one) => one.title === title);
    await expect.poll(sold, { timeout: 90_000 }).toBe(true);
  });

  let name = '';
  const order = async (): Promise<Order | undefined> =>
    (await read<{ items: Order[] }>(page, '/orders/v5/list?tab=all&page_size=25')).items.find(
      (one) => one.name === name,
    );
  await test.step('a customer buys; the profit is shown in the currency of the store', async () => {
    name = await buy(request, shopUrl, [title]);
    await press(link('Orders'));
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toBeVisible({ timeout: 60_000 });
    await expect.poll(async () => (await order())?.profit?.currency, { timeout: 60_000 }).toBe('EUR');
    expect((await order())?.profit_rate).toMatchObject({ source: 'Quayside sandbox' });
    await expect(row.getByTitle(/^Converted at 1 USD = 0\.\d+ EUR/)).toBeVisible();
    await row.hover();
    await press(row.getByRole('button', { name: 'Place order' }));
  });

  const before = clicks;
  await test.step('the wallet is empty: topped up by what is missing, it pays once the provider says so', async () => {
    const drawer = page.getByRole('dialog', { name: 'Place order' });
    await drawer.getByLabel('I accept the wallet’s terms').check();
    clicks += 1;
    const topUp = drawer.getByRole('button', { name: /^Top up \$\d+\.00 and pay$/ });
    await expect(topUp).toBeEnabled();
    await expectAccessible(page);
    await press(topUp);
    await expect(page).toHaveURL(/\/stripe\/pay\//);
    await page.getByRole('button', { name: /^Pay / }).click();
    await expect(page).toHaveURL(/\/app\/orders/);
    await expect.poll(async () => (await order())?.payment_status, { timeout: 60_000 }).toBe('paid');
  });
  expect(clicks - before).toBeLessThanOrEqual(4);

  await test.step('days pass in seconds: the store knows of its parcel and the order is fulfilled', async () => {
    await post(page, '/sandbox/clock', { speed: 20_000 });
    await expect.poll(async () => (await order())?.fulfillment_status, { timeout: 90_000 }).toBe('fulfilled');
    await post(page, '/sandbox/clock', { speed: 1 });
    expect((await storeOrder(request, address, name))?.parcels.length).toBeGreaterThan(0);
  });
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);

  await page.goto('/app/channel');
  await disconnect(page, 'Fjord Living');
});

test('opening an address that names a top-up pays nothing', async ({ page }) => {
  await signIn(page);
  await page.goto('/app/orders?topup=01990000-0000-7000-8000-000000000001');
  await expect(page).toHaveURL(/\/app\/setting\/wallet/);
  await expect(page.getByRole('dialog', { name: 'Place order' })).toHaveCount(0);
});
