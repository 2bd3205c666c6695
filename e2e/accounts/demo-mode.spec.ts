import { expect, expectAccessible, signUp, test } from '../kit.ts';

test('B352: in demo mode an import asks the server nothing and shows the way out, and left, it imports', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/app/setting/account');
  const card = page.getByRole('region', { name: 'Demo mode' });
  const banner = page.getByText('Demo mode is on. Nothing is imported or pushed.');
  await card.getByRole('switch').click({ force: true });
  await expect(banner).toBeVisible();
  // It is the account's, and not this page's.
  await page.reload();
  await expect(banner).toBeVisible();
  await expect(card.getByRole('switch')).toBeChecked();

  const imports: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/center\/products\/import/.test(request.url())) imports.push(request.url());
  });
  await page.goto('/app/find-product?q=mug');
  const button = page.getByRole('button', { name: /^Import / }).first();
  await expect(button).toBeVisible({ timeout: 90_000 });
  const name = ((await button.getAttribute('aria-label')) ?? '').replace(/^Import /, '');
  await button.click();
  const prompt = page.getByRole('dialog', { name: 'Demo mode is on' });
  await expect(prompt).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(prompt).toBeHidden();
  expect(imports).toEqual([]);

  await button.click();
  await prompt.getByRole('button', { name: 'Leave demo mode' }).click();
  await expect(prompt).toBeHidden();
  await expect(banner).toBeHidden();
  await button.click();
  await expect(page.getByRole('link', { name: `Imported: edit ${name}`, exact: true })).toBeVisible();
  expect(imports).toHaveLength(1);
});
