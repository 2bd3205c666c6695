import { readFileSync } from 'node:fs';
import { type APIRequestContext, expect, expectAccessible, type Page, read, signIn, test, world } from '../kit.ts';
import { buy, onSale } from '../shop.ts';

interface Shop {
  window: string;
  admin: string;
}

/** A Shopify store of the demo, stocked. */
async function shopOf(page: Page, request: APIRequestContext): Promise<Shop & { title: string }> {
  const found = (await world(page)).shops.find((one) => one.shop === 'north-pier');
  const shop = { window: found?.window_url ?? '', admin: found?.admin_url ?? '' };
  const [{ title }] = await onSale(request, shop.window);
  return { ...shop, title };
}

const found = async (page: Page, keyword: string, tab = 'all'): Promise<string[]> =>
  (
    await read<{ items: { name: string }[] }>(
      page,
      `/orders/v5/list?tab=${tab}&page_size=25&keyword=${encodeURIComponent(keyword)}`,
    )
  ).items.map((one) => one.name);

/** The merchant cancels an order in the shop's admin; ends when Quayside knows. */
async function cancelInShop(page: Page, shop: Shop, name: string): Promise<void> {
  await page.goto(shop.admin);
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByText('CANCELLED')).toBeVisible();
  await page.goto('/app/setting/privacy');
  await expect.poll(() => found(page, name.replace('#', ''), 'archived'), { timeout: 60_000 }).toContain(name);
}

async function lookUp(page: Page, email: string): Promise<void> {
  await page.getByLabel('Search by').selectOption('email');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Look up' }).click();
}

test('an owner looks a shopper up, exports what is held, and has it erased once the order is completed', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000);
  await signIn(page);
  const shop = await shopOf(page, request);
  const email = 'tilda.oakvessel@example.com';
  const shopper = { email, firstName: 'Tilda', lastName: 'Oakvessel', phone: '+44 117 555 0199' };
  const name = await buy(request, shop.window, [shop.title], shopper);
  await expect.poll(() => found(page, 'tilda'), { timeout: 60_000 }).toEqual([name]);

  await page.goto('/app/setting/privacy');
  await lookUp(page, email);
  await expect(page.getByText('Tilda Oakvessel', { exact: false }).first()).toBeVisible();
  await expect(page.getByText('In progress', { exact: true }).first()).toBeVisible();
  await expectAccessible(page);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as JSON' }).click();
  const file = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as {
    is_complete: boolean;
    orders: { order: string }[];
  };
  expect(file.orders.map((one) => one.order)).toEqual([name]);
  expect(file.is_complete).toBe(true);

  const dialog = page.getByRole('dialog');
  const erase = async () => {
    await page.getByRole('button', { name: 'Erase personal data' }).click();
    await expect(dialog.getByText('Kept for your records', { exact: false })).toBeVisible();
    await dialog.getByRole('button', { name: 'Erase when completed' }).click();
    await expect(dialog).toHaveCount(0);
  };
  await erase();
  const row = page.getByRole('listitem').filter({ hasText: 'Erase a customer' }).first();
  await expect(row.getByText(`Waiting for orders ${name}`)).toBeVisible({ timeout: 30_000 });

  // The shopper thinks better of it, and then does not.
  await row.getByRole('button', { name: 'Cancel request' }).click();
  await dialog.getByRole('button', { name: 'Cancel request' }).click();
  await expect(row.getByText('Canceled by your team.')).toBeVisible();
  await expect(row).not.toContainText(email);
  await lookUp(page, email);
  await expect(page.getByText('Tilda Oakvessel', { exact: false }).first()).toBeVisible();
  await erase();
  await expect(row.getByText(`Waiting for orders ${name}`)).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);

  await cancelInShop(page, shop, name);
  await row.getByRole('button', { name: 'Check now' }).click();
  await expect(row.getByText('Done', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(row).toContainText('Orders: 1');
  await expect(row).not.toContainText(email);

  await lookUp(page, email);
  await expect(page.getByText('No data found for this customer.')).toBeVisible();
  for (const word of ['tilda', 'oakvessel', email]) expect(await found(page, word)).toEqual([]);
  expect(await found(page, name.replace('#', ''))).toContain(name);
});

test('a customer whose data a merchant requests and erases at Shopify is answered and erased here', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000);
  await signIn(page);
  const shop = await shopOf(page, request);
  const email = 'wim.kok@example.com';
  const shopper = { email, firstName: 'Wim', lastName: 'Kok', phone: '+31 20 555 0177' };
  const name = await buy(request, shop.window, [shop.title], shopper);
  await expect.poll(() => found(page, 'wim'), { timeout: 60_000 }).toEqual([name]);

  await page.goto(`${shop.admin}/customers`);
  await page.getByRole('link', { name: `Wim Kok, ${email}` }).click();
  await page.getByRole('button', { name: 'Request customer data' }).click();
  await page.goto('/app/setting/privacy');
  const data = page.getByRole('listitem').filter({ hasText: `Data export · ${email}` });
  const download = page.waitForEvent('download');
  await data.getByRole('button', { name: 'Download export' }).click({ timeout: 30_000 });
  const file = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as { orders: { order: string }[] };
  expect(file.orders.map((one) => one.order)).toEqual([name]);
  await data.getByRole('button', { name: 'Mark as delivered' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as delivered' }).click();
  await expect(data).toHaveCount(0);
  const done = page.getByRole('listitem').filter({ hasText: 'Data export · w…@e….com' });
  await expect(done.getByText('Done', { exact: true })).toBeVisible();

  // Shopify waits until six months after the order; a person at the sandbox need not.
  await page.goto(`${shop.admin}/customers`);
  await page.getByRole('link', { name: `Wim Kok, ${email}` }).click();
  await page.getByRole('button', { name: 'Erase personal data' }).click();
  await expect(page.getByText('Personal data will be erased on')).toBeVisible();
  await page.goto(`${shop.admin}/customers`);
  await page.getByRole('button', { name: 'Erase now' }).click();
  await expect(page.getByRole('link', { name: 'Wim Kok' })).toHaveCount(0);
  await page.goto('/app/setting/privacy');
  const row = page.getByRole('listitem').filter({ hasText: 'Erase a customer' }).first();
  await expect(row.getByText(`Waiting for orders ${name}`)).toBeVisible({ timeout: 30_000 });
  await expect(row).toContainText('Requested by Shopify');
  await expect(row.getByRole('button', { name: 'Cancel request' })).toHaveCount(0);

  await cancelInShop(page, shop, name);
  await row.getByRole('button', { name: 'Check now' }).click();
  await expect(row.getByText('Done', { exact: true })).toBeVisible({ timeout: 30_000 });
  await lookUp(page, email);
  await expect(page.getByText('No data found for this customer.')).toBeVisible();
});
