import { expect, type Page, signIn, signUp, test } from '../kit.ts';

const usage = (page: Page) => page.getByRole('dialog', { name: 'Your usage' });

test('who comes for the first time learns what this is, and looks around in the demo', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Run your store’s supply chain from one place');
  await page.getByRole('link', { name: 'Plans', exact: true }).click();
  await expect(page).toHaveURL('/public/pricing');
  const growth = page.getByRole('columnheader', { name: /Growth/ });
  await expect(growth).toContainText('Recommended');
  await expect(growth).toContainText('$19.90');
  await page.getByText('Yearly, two months free').click();
  await expect(growth).toContainText('$16.58');
  await page.goBack();
  await page.getByRole('button', { name: 'Try the demo' }).click();
  await expect(page).toHaveURL('/app');
  await page.goto('/');
  await expect(page).toHaveURL('/app');
});

test('the usage of a new account is that of the plan that this installation gives to everybody', async ({ page }) => {
  await signUp(page);
  await page.goto('/app');
  await page.getByRole('button', { name: 'Your usage' }).click();
  await expect(usage(page)).toContainText('Enterprise 3 plan');
  await expect(usage(page)).toContainText('0 of 200,000');
  await expect(usage(page)).toContainText('1, no limit');
  await usage(page).getByRole('link', { name: 'See all plans' }).click();
  await expect(page).toHaveURL('/public/pricing');
  await expect(page.getByText('This installation doesn’t charge for plans.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Switch to Free' }).click();
  await expect(page.getByText('You are on the Free plan.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Switch to Free' })).toHaveCount(0);
  await page.goto('/app');
  await page.getByRole('button', { name: 'Your usage' }).click();
  await expect(usage(page)).toContainText('Free plan');
});

test('the quick start has a page, and comes back to Home from there', async ({ page }) => {
  await signUp(page);
  await page.goto('/app');
  await page.getByRole('button', { name: 'Dismiss the quick start' }).click();
  await expect(page.getByRole('heading', { name: 'Get your first order' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Quick start' }).click();
  await expect(page).toHaveURL('/app/guide-line');
  await expect(page.getByRole('listitem').filter({ hasText: 'Find and import' })).toBeVisible();
  await page.getByRole('button', { name: 'Show on Home again' }).click();
  await expect(page.getByRole('button', { name: 'Show on Home again' })).toHaveCount(0);
  await page.goto('/app');
  await expect(page.getByRole('heading', { name: 'Get your first order' })).toBeVisible();
});

test('B016: addresses that lead nowhere say so, each inside its area', async ({ page }) => {
  await signUp(page);
  const nothing = page.getByRole('heading', { name: 'We couldn’t find this page' });
  for (const path of ['/zzz', '/recommended/nothing']) {
    await page.goto(path);
    await expect(nothing, path).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main navigation' })).toHaveCount(0);
  }
  for (const path of ['/app/does-not-exist', '/app/community/nothing']) {
    await page.goto(path);
    await expect(nothing, path).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
  }
  await page.goto('/app/setting/nowhere');
  await expect(nothing).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Settings' })).toBeVisible();
});

test('B042: the way back to the top is there from 500 px on', async ({ page }) => {
  await signIn(page);
  await page.goto('/app/find-product');
  await expect(page.getByRole('article').or(page.getByRole('row')).nth(12)).toBeVisible();
  // What comes above the products moves them: the page is measured when it stands.
  await expect(page.getByRole('link', { name: /^Trending/ })).toBeVisible();
  const up = page.getByRole('button', { name: 'Back to top' });
  await page.evaluate(() => scrollTo(0, 499));
  await expect(up).toHaveCount(0);
  await page.evaluate(() => scrollTo(0, 501));
  await up.click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('on a phone the way back to the top gives way to the controls of a form', async ({ page }) => {
  await signIn(page);
  await page.setViewportSize({ width: 360, height: 560 });
  await page.goto('/app/orders/create?way=sample');
  await page.getByLabel('Search products by title or SKU').fill('a');
  await page.getByRole('main').getByRole('listitem').getByRole('button').first().click();
  const send = page.getByRole('button', { name: 'Continue to price' });
  const up = page.locator('button[data-hint="Back to top"]');
  // The button is moved under it, wherever the form has it.
  await send.evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    scrollTo(0, 501);
    scrollTo(0, scrollY + top);
  });
  await expect(up).toBeAttached();
  const box = await up.boundingBox();
  await send.evaluate((element, to) => scrollBy(0, element.getBoundingClientRect().top - to), box?.y ?? 0);
  // Tasks of other flows may still run, and their tray lies above both.
  const seen = () =>
    send.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [0.02, 0.5, 0.98].every((part) => {
        const found = document.elementFromPoint(left + width * part, top + height / 2);
        return element.contains(found) || found?.closest('[data-task-tray]') !== null;
      });
    });
  await expect.poll(seen).toBe(true);
  await page.screenshot({ path: 'test-results/back-to-top.png' });
});

test('a cut of the network is said, and what failed comes by itself afterwards', async ({ page, context }) => {
  await signIn(page);
  await page.goto('/app/channel');
  // All that is fetched a moment later is here: what lies on the way when the network goes is another matter.
  await expect(page.getByRole('button', { name: 'Your usage' })).toBeVisible();
  await expect(page.getByText('Harbour Goods').first()).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You’re offline.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You’re offline.')).toHaveCount(0);
  // The server alone is away: the list fails, and is there once it answers again.
  let away = true;
  await page.route('**/api/orders/v5/list*', (route) => (away ? route.abort() : route.continue()));
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: /Orders/ })
    .click();
  await expect(page.getByText('No connection to the server.').first()).toBeVisible();
  away = false;
  await expect(page.getByText('No connection to the server.')).toHaveCount(0);
});

test('a page that was slow is reported when it is left, and counted', async ({ page }) => {
  await signIn(page);
  const measured = page.waitForRequest((request) => /report-page/.test(request.url()));
  await page.goto('/app/orders?period=all');
  // It listens once its part has not only been fetched: that has run when who asks for it again is given it.
  await page.evaluate((part) => import(part), (await measured).url());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const sent = page.waitForRequest('**/api/log/page-performance');
  // A shift as no screen of ours has one.
  await page.evaluate(async () => {
    const block = document.createElement('div');
    block.style.cssText = 'height:0';
    document.body.prepend(block);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const shifted = new Promise((done) => new PerformanceObserver(done).observe({ type: 'layout-shift' }));
    document.querySelector<HTMLElement>('#main')?.style.setProperty('margin-block-start', '400px');
    await shifted;
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const report = (await sent).postDataJSON() as { url: string; layout_shift: number };
  expect(report.url).toBe('/app/orders');
  expect(report.layout_shift).toBeGreaterThan(0.1);
});
