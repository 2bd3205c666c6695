import { expect, expectAccessible, signIn, test } from '../kit.ts';
import { orderFromShopper, post, quotedCost } from '../orders.ts';

test('orders placed one after the other are one row of the activity log, which opens to their entries', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  await signIn(page);
  const orders = [await orderFromShopper(page, request), await orderFromShopper(page, request)];
  const [first, second] = orders.map((one) => one.name) as [string, string];
  for (const { id } of orders) await quotedCost(page, id);
  for (const { id } of orders) await post(page, '/orders/v5/create', { orders: [{ order_id: id }] });
  await page.goto('/app/setting/audit');
  const toggle = page.getByRole('button', { name: /^Placed \d+ orders$/ }).first();
  const act = page.getByRole('list').locator('> li').filter({ has: toggle });
  await expect(act.getByRole('link', { name: first })).toBeVisible();
  await expect(act.getByRole('link', { name: second })).toBeVisible();

  await test.step('it opens by keyboard to entries that each lead to their order', async () => {
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await toggle.press('Enter');
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    const entries = act.getByRole('listitem');
    await expect(entries.filter({ hasText: 'Supplier order: Added' }).first()).toBeVisible();
    expect(await entries.count()).toBeGreaterThanOrEqual(6);
    expect(await entries.getByRole('link').count()).toBe(await entries.count());
    const changed = entries.filter({ hasText: second }).getByRole('button', { name: 'Order: Changed' }).first();
    await changed.press('Enter');
    await expect(act.getByRole('row', { name: 'Placement' })).toContainText('Placing');
    await expectAccessible(page);
  });

  await test.step('a search narrows the row to what matches', async () => {
    await page.getByLabel('Search by name').fill(first);
    const found = page.getByRole('listitem').filter({ hasText: first });
    await expect(found.getByRole('button', { name: 'Placed 1 order', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: second })).toHaveCount(0);
    await page.getByRole('link', { name: first, exact: true }).click();
    await expect(page.getByRole('complementary', { name: first })).toBeVisible();
  });
});
