import { expect, expectAccessible, read, signIn, test } from '../kit.ts';

const SCREENS = [
  '/app',
  '/app/find-product',
  '/app/products-import',
  '/app/products-center',
  '/app/orders?period=all',
  '/app/orders/payments',
  '/app/orders/shipment',
  '/app/channel',
  '/app/setting/wallet',
  '/app/warehouse',
];

for (const language of ['en', 'ar'] as const) {
  test(`axe finds nothing on any screen in ${language}`, async ({ page }) => {
    test.setTimeout(240_000);
    await page.addInitScript((chosen) => localStorage.setItem('quayside.language', chosen), language);
    await signIn(page);
    await expect
      .poll(async () => (await read<{ items: unknown[] }>(page, '/orders/v5/list?period=all')).items.length, {
        timeout: 90_000,
      })
      .toBeGreaterThan(3);
    for (const path of SCREENS) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.locator('h1')).toBeVisible();
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
        await expectAccessible(page);
      });
    }
  });
}
