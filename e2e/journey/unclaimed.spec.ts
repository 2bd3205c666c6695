import { expect, expectAccessible, operatorPage, test } from '../kit.ts';
import { leaveUnclaimed } from '../lost-purchases.ts';

test('the operator sees an order that belongs to no workspace after a restore, and dismisses it', async ({
  browser,
}) => {
  await leaveUnclaimed('QW-77001');
  await leaveUnclaimed('QW-77002');
  const page = await operatorPage(browser);
  await page.goto('/app/unclaimed-orders');
  await expect(page.getByRole('row').filter({ hasText: 'QW-77002' })).toContainText('$24.50');
  await page.getByRole('row').filter({ hasText: 'QW-77001' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'QW-77001' });
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'QW-77001' })).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: 'QW-77002' })).toBeVisible();
});
