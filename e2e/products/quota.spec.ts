import { expect, expectAccessible, type Page, signIn, test } from '../kit.ts';

/** Returns the response that the server sends once the plan limit is reached. */
const refuse = (page: Page, path: RegExp, feature: 'PRODUCT_IMPORT' | 'PRODUCT_LISTING', error_code: string) =>
  page.route(path, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 402,
          contentType: 'application/json',
          body: JSON.stringify({
            status: 401,
            code: 'QUOTA_LIMIT_REACHED',
            message: 'Your plan allows 30. Used so far: 30.',
            data: { error_code, feature, by: 'limit', limit: 30, usage: 30 },
          }),
        })
      : route.continue(),
  );

test('B236, B252, B306: a push that the plan does not allow opens the upgrade dialog and begins nothing', async ({
  page,
}) => {
  await refuse(
    page,
    /\/center\/products\/(source\/push|push-multiple-channel)/,
    'PRODUCT_LISTING',
    'LISTING_PRODUCT_EXCEED_QUOTA_LIMIT',
  );
  await signIn(page);
  const importButton = page.getByRole('button', { name: /^Import / }).first();
  // A new installation is still reading its catalogue.
  await expect(async () => {
    await page.goto('/app/find-product?q=candle');
    await expect(importButton).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 90_000 });
  const name = ((await importButton.getAttribute('aria-label')) ?? '').replace(/^Import /, '');
  await importButton.click();
  await page.getByRole('link', { name: `Imported: edit ${name}`, exact: true }).click();
  await page.getByRole('button', { name: 'Push to store' }).click();
  const drawer = page.getByRole('dialog', { name: 'Push to stores' });
  await drawer.getByRole('checkbox', { name: 'Harbour Goods' }).check();
  await drawer.getByRole('button', { name: /^Push 1 product/ }).click();
  const dialog = page.getByRole('dialog', { name: 'You’ve reached your plan’s limit' });
  await expect(dialog.getByText('30 of 30')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'See all plans' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(drawer.getByText('Your plan allows 30. Used so far: 30.')).toBeVisible();
});

test('B309: an import that the plan does not allow scrolls up on a large screen and says so on a small one', async ({
  page,
}) => {
  await refuse(page, /\/center\/products\/import\//, 'PRODUCT_IMPORT', 'EXCEED_QUOTA_LIMIT');
  await signIn(page);
  await page.goto('/app/find-product');
  const text = page.getByText('Your plan allows 30. Used so far: 30.');
  await page
    .getByRole('button', { name: /^Import / })
    .first()
    .scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, 300));
  await page
    .getByRole('button', { name: /^Import / })
    .nth(7)
    .click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(text).toHaveCount(0);
  await page.setViewportSize({ width: 500, height: 900 });
  await page
    .getByRole('button', { name: /^Import / })
    .nth(1)
    .click();
  await expect(text).toBeVisible();
});
