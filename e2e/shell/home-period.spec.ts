import { expect, read, signIn, test } from '../kit.ts';

test('the figures, the chart and its table on Home follow the period, which the address keeps', async ({ page }) => {
  await signIn(page);
  // A new installation's demo account gets its orders a little later.
  const hasOrders = async () => (await read<{ has_orders: boolean }>(page, '/home/summary')).has_orders;
  await expect.poll(hasOrders, { timeout: 90_000 }).toBe(true);
  await page.goto('/app');
  const results = page.getByRole('region', { name: /^(Last|Today)/ });
  const period = results.getByRole('radiogroup', { name: 'Period' });
  const days = results.getByRole('table').getByRole('row');
  await expect(results.getByRole('heading', { name: 'Last 30 days' })).toBeVisible();
  await expect(period.getByRole('radio', { name: '30 days' })).toBeChecked();
  await expect(page).toHaveURL('/app');
  await results.getByRole('button', { name: 'Show as table' }).click();
  // With the header.
  await expect(days).toHaveCount(31);
  const orders = () => results.getByRole('group', { name: 'Orders' }).locator('> div').first().innerText();
  const ofMonth = await orders();

  await period.getByText('7 days').click();
  await expect(page).toHaveURL(/[?&]period=7_days/);
  await expect(results.getByRole('heading', { name: 'Last 7 days' })).toBeVisible();
  await expect(days).toHaveCount(8);
  await expect(days.nth(1)).toContainText('so far');
  const ofWeek = await orders();
  expect(Number(/\d+/.exec(ofWeek)?.[0])).toBeLessThanOrEqual(Number(/\d+/.exec(ofMonth)?.[0]));

  await page.reload();
  await expect(results.getByRole('heading', { name: 'Last 7 days' })).toBeVisible();
  await expect.poll(orders).toBe(ofWeek);

  await period.getByText('Today').click();
  await expect(results.getByRole('heading', { name: 'Today so far' })).toBeVisible();
  await results.getByRole('button', { name: 'Show as table' }).click();
  await expect(days.nth(0)).toContainText('Hour');
  await expect(days.nth(1)).toContainText('so far');
  await period.getByText('90 days').click();
  await expect(days).toHaveCount(91);
});
