import { readFileSync } from 'node:fs';
import { expect, expectAccessible, read, signIn, test, world } from '../kit.ts';
import { buy } from '../shop.ts';

test('an owner looks a shopper up, exports what is held, and has it erased once the order is completed', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000);
  await signIn(page);
  const woo = (await world(page)).shops.find((one) => one.shop === 'harbour-goods');
  let title = '';
  await expect(async () => {
    const answer = await request.get(`${woo?.window_url}/products.json`);
    title = ((await answer.json()) as { products: { title: string }[] }).products[0]?.title ?? '';
    expect(title).not.toBe('');
  }).toPass({ timeout: 60_000 });
  const name = await buy(request, woo?.window_url ?? '', [title]);
  await expect
    .poll(
      async () =>
        (await read<{ items: { name: string }[] }>(page, '/orders/v5/list?tab=all&page_size=25')).items.map(
          (one) => one.name,
        ),
      { timeout: 60_000 },
    )
    .toContain(name);

  await page.goto('/app/setting/privacy');
  await page.getByLabel('Search by').selectOption('order');
  await page.getByRole('textbox', { name: 'Order number' }).fill(name);
  await page.getByRole('button', { name: 'Look up' }).click();
  await expect(page.getByText('Pia Keller', { exact: false }).first()).toBeVisible();
  await expect(page.getByText('Under way').first()).toBeVisible();
  await expectAccessible(page);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as JSON' }).click();
  const file = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as { orders: { order: string }[] };
  expect(file.orders.map((one) => one.order)).toContain(name);

  await page.getByRole('button', { name: 'Erase personal data' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Kept for your books', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Erase when completed' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Waits for orders', { exact: false })).toBeVisible({ timeout: 30_000 });
});
