import { connectByKeys, disconnect, expect, expectAccessible, signUp, test } from '../kit.ts';

test('a store moves to another workspace, and its owner follows it there', async ({ page }) => {
  await signUp(page);
  const card = await connectByKeys(page, 'fjord-living', 'Fjord Living');

  // Without another workspace of one's own there is nowhere to go, and the way to one is shown.
  await card.getByRole('button', { name: 'Move', exact: true }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'Move Fjord Living to another workspace?' });
  await expect(question.getByRole('button', { name: 'Move', exact: true })).toBeDisabled();
  await question.getByRole('link', { name: 'Create one in Settings' }).click();
  await page.getByRole('button', { name: 'New workspace' }).click();
  const making = page.getByRole('dialog').filter({ hasText: 'New workspace' });
  await making.locator('[name=name]').fill('Nordic');
  await making.locator('button[type=submit]').click();
  await expect(page.getByText('Nordic').first()).toBeVisible();

  await page.goto('/app/channel');
  await card.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(question.getByLabel('To')).toHaveValue(/.+/);
  await expect(question.getByText('Orders', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(question).toBeHidden();

  const moves = page.getByRole('region', { name: 'Store moves' });
  await expect(moves.getByText('Moved', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(card).toBeHidden();
  // What became of it is still there after a reload.
  await page.reload();
  await expect(moves.getByText('Fjord Living to Nordic')).toBeVisible();
  await expectAccessible(page);
  await moves.getByRole('button', { name: 'Open Nordic' }).click();
  await expect(card.getByText('Connected')).toBeVisible();
  await expect(moves.getByText(/Fjord Living from/)).toBeVisible();
  // The store is the one in use here, and stays so.
  await page.reload();
  await expect(card.getByText('Connected')).toBeVisible();
  await expect(page).toHaveURL('/app/channel');

  // Over there it is disconnected like any other: its address is free again.
  await disconnect(page, 'Fjord Living');
});
