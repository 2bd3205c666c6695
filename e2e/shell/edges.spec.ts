import { CHROMIUM_ARGS, findChromium } from '../../scripts/chromium.mjs';
import { expect, type Page, signIn, test } from '../kit.ts';

// With the scroll bars that a person has; Playwright hides them otherwise.
test.use({
  launchOptions: {
    executablePath: await findChromium(),
    args: CHROMIUM_ARGS,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  },
});

/** Where the fixed and the flowing parts of the page begin and end, in pixels from the left. */
const edges = (page: Page) =>
  page.evaluate(() =>
    ['header', 'nav[aria-label]', '[role=table], [role=grid], main h1'].map((part) => {
      const box = document.querySelector(part)?.getBoundingClientRect();
      return [Math.round(box?.left ?? -1), Math.round(box?.right ?? -1)];
    }),
  );
const windowWidth = (page: Page) => page.evaluate(() => innerWidth);

for (const [language, connect] of [
  ['en', 'Connect a store'],
  ['ar', 'ربط متجر'],
] as const) {
  test(`screens reach the edge of the window and hold still under a drawer (${language})`, async ({ page }) => {
    await page.addInitScript((code) => localStorage.setItem('quayside.language', code), language);
    await signIn(page);
    await page.goto('/app/channel');
    await expect(page.getByRole('article').first()).toBeVisible();
    // A screen that fits has no scroll bar and no strip in its place.
    await page.setViewportSize({ width: 1440, height: 2400 });
    const header = page.getByRole('banner');
    await expect.poll(async () => (await header.boundingBox())?.width).toBe(await windowWidth(page));
    // A long one has the bar; what opens above it moves nothing.
    await page.setViewportSize({ width: 1440, height: 420 });
    await expect.poll(async () => (await header.boundingBox())?.width).toBeLessThan(await windowWidth(page));
    const before = await edges(page);
    await page.getByRole('button', { name: connect }).first().click();
    const drawer = page.getByRole('dialog');
    await expect(drawer).toBeVisible();
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('hidden');
    expect(await edges(page)).toEqual(before);
    const end = async () => {
      const box = await drawer.boundingBox();
      return language === 'ar' ? Math.round(box?.x ?? -1) : Math.round((box?.x ?? 0) + (box?.width ?? 0));
    };
    await expect.poll(end).toBe(language === 'ar' ? 0 : await windowWidth(page));
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
    expect(await edges(page)).toEqual(before);
  });
}
