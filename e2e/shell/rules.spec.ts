import { expect, signIn, test } from '../kit.ts';

const nav = 'Main navigation';

test('B022, B012: the header holds language, bell, user and apps; the languages are nine', async ({ page }) => {
  // An operator who has a researcher app: its address comes with the account.
  await page.route('**/api/auth/account', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { links: Record<string, string | null> } };
    body.data.links.researcher = 'https://researcher.example/';
    await route.fulfill({ response: answer, json: body });
  });
  await signIn(page);
  await page.goto('/app');
  const header = page.getByRole('banner');
  for (const name of ['Language', /^Notifications|unread/, 'Your account', 'Apps'])
    await expect(header.getByRole('button', { name })).toBeVisible();
  expect((await header.boundingBox())?.height).toBe(56);
  await header.getByRole('button', { name: 'Language' }).click();
  await expect(page.getByRole('menuitemradio')).toHaveCount(9);
  await page.keyboard.press('Escape');
  // B011: two apps, the other one outside.
  await header.getByRole('button', { name: 'Apps' }).click();
  await expect(page.getByRole('menuitemradio')).toHaveCount(2);
});

test('B026, B453: Home and the import list have no line at the side, and are there all the same', async ({ page }) => {
  await signIn(page);
  await page.goto('/app');
  const places = page.getByRole('navigation', { name: nav });
  await expect(places.getByRole('link', { name: 'Product center' })).toBeVisible();
  await expect(places.getByRole('link', { name: 'Home' })).toHaveCount(0);
  await expect(places.getByRole('link', { name: 'Import list' })).toHaveCount(0);
  await places.getByRole('link', { name: 'Find products' }).click();
  await page.getByRole('link', { name: /Import list/ }).click();
  await expect(page).toHaveURL('/app/products-import');
  await page.getByRole('link', { name: 'Quayside, to Home' }).click();
  await expect(page).toHaveURL('/app');
  await page.setViewportSize({ width: 500, height: 800 });
  await expect(places.getByRole('link', { name: 'Home' })).toBeVisible();
  await expect(places.getByRole('link').or(places.getByRole('button', { name: 'More' }))).toHaveCount(5);
});

test('B040, B041, B074, B076: a drawer closes by its overlay and by Escape, slides out, and holds the page still', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/app/channel');
  const open = page.getByRole('button', { name: 'Connect a store' });
  const drawer = page.getByRole('dialog', { name: 'Connect a store' });
  const still = () => page.evaluate(() => getComputedStyle(document.body).overflow);
  await open.click();
  await expect(drawer).toBeVisible();
  await expect.poll(still).toBe('hidden');
  await page.mouse.click(80, 400);
  await expect(drawer).toHaveCount(0);
  await expect.poll(still).not.toBe('hidden');
  await open.click();
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
});

test('B039: the head of a screen stays while it scrolls', async ({ page }) => {
  await signIn(page);
  await page.goto('/app/find-product');
  await expect(page.getByRole('article').or(page.getByRole('row')).nth(12)).toBeVisible();
  await page.evaluate(() => scrollTo(0, 800));
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
});

test('B013: /campaign leads away to the page for partners', async ({ page }) => {
  const partners = 'https://partners.example/welcome';
  await page.route('**/api/meta', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { links: Record<string, string | null> } };
    body.data.links.partners = partners;
    await route.fulfill({ response: answer, json: body });
  });
  await page.route('https://partners.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: 'Partners' }),
  );
  await page.goto('/campaign');
  await expect(page).toHaveURL(partners);
});

test('B130: a picture that does not load gives way to a quiet box', async ({ page }) => {
  await page.route(/\/pictures\/|\.(?:png|jpe?g|webp)(?:\?|$)/, (route) => route.fulfill({ status: 404, body: '' }));
  await signIn(page);
  await page.goto('/app/products-center');
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  await expect(page.locator('main img')).toHaveCount(0);
});

test('B048: signing out leaves nothing of the session behind', async ({ page }) => {
  await signIn(page);
  await page.goto('/app');
  const kept = () =>
    page.evaluate(() => [
      document.cookie.includes('quayside_token='),
      localStorage.getItem('quayside.store'),
      localStorage.getItem('quayside.workplace'),
    ]);
  expect((await kept())[0]).toBe(true);
  await page.goto('/signout');
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(kept).toEqual([false, null, null]);
});

test('B043: K goes to the next row of a list and J to the one before, also while one is open', async ({ page }) => {
  await signIn(page);
  await page.goto('/app/products-center');
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  const at = () => page.locator('[role=row][data-active]');
  await page.keyboard.press('k');
  await expect(at()).toHaveCount(1);
  const first = await at().textContent();
  await page.keyboard.press('k');
  await expect(at()).not.toHaveText(first ?? '');
  await page.keyboard.press('j');
  await expect(at()).toHaveText(first ?? '');
  await page.keyboard.press('o');
  await expect(page).toHaveURL(/[?&]open=/);
  const opened = page.url();
  await page.keyboard.press('k');
  await expect(page).not.toHaveURL(opened);
  await page.keyboard.press('j');
  await expect(page).toHaveURL(opened);
});

test('B043: where the address names a page, K turns to the next page and J to the one before', async ({ page }) => {
  await signIn(page);
  await page.goto('/app/find-product?page=2');
  const titles = () => page.getByRole('article').allInnerTexts();
  await expect(page.getByRole('article').first()).toBeVisible();
  const second = (await titles())[0];
  await page.keyboard.press('k');
  await expect(page).toHaveURL(/[?&]page=3/);
  await expect.poll(async () => (await titles())[0]).not.toBe(second);
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/[?&]page=2/);
  await expect.poll(async () => (await titles())[0]).toBe(second);
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/[?&]page=1/);
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/[?&]page=1/);
});

test('B204: a search without results says so', async ({ page }) => {
  await signIn(page);
  await page.goto('/app/find-product?q=zzqqxxnothing');
  await expect(page.getByText("Sorry we couldn't find anything that matches")).toBeVisible();
});

test('B439: a wallet that cannot be read shows zero balances and says why', async ({ page }) => {
  await page.route('**/api/payments/user/wallets', (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/json',
      body: JSON.stringify({ status: 201, code: 'X', message: 'Broken', data: null }),
    }),
  );
  await signIn(page);
  await page.goto('/app/setting/wallet');
  await expect(page.getByText('Broken')).toBeVisible();
  // The chart's axis may begin at zero too.
  await expect(page.locator('main span').filter({ hasText: /^\$0\.00$/ })).toHaveCount(3);
});

test('B157: a picture of goods begins to load 200 px below the window, and no further down', async ({ page }) => {
  await signIn(page);
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.goto('/app/find-product');
  await expect(page.getByRole('article').nth(8)).toBeAttached();
  /** How far below the window each box of a picture begins, and whether its picture is asked for. */
  const boxes = () =>
    page.locator('main article [data-fill]').evaluateAll((all) =>
      all.map((box) => ({
        below: box.getBoundingClientRect().top - innerHeight,
        asked: box.querySelector('img') !== null,
      })),
    );
  await expect.poll(async () => (await boxes()).some((box) => box.asked)).toBe(true);
  for (let step = 0; step < 12; step += 1) {
    await page.mouse.wheel(0, 60);
    await expect.poll(async () => (await boxes()).filter((box) => box.below < 195 && !box.asked)).toEqual([]);
  }
  // From the very top, where nothing was near before: those further down wait.
  await page.reload();
  await expect(page.getByRole('article').nth(8)).toBeAttached();
  await expect.poll(async () => (await boxes()).filter((box) => box.below < 195 && !box.asked)).toEqual([]);
  const far = async () => (await boxes()).filter((box) => box.below > 205);
  await expect.poll(async () => (await far()).length).toBeGreaterThan(0);
  expect((await far()).filter((box) => box.asked)).toEqual([]);
});

test('B280, B352: a plan that is used up says so above what it holds up, and leads to the plans', async ({ page }) => {
  let used = { credits: 25, listings: 0 };
  await page.route('**/api/payments/user/v2/current-plan', async (route) => {
    // Leaving the page ends the request.
    const answer = await route.fetch().catch(() => undefined);
    if (!answer) return;
    const body = (await answer.json()) as {
      data: { total_credit: number; total_credit_used: number; package: { features: Record<string, object> } };
    };
    body.data.total_credit = 25;
    body.data.total_credit_used = used.credits;
    body.data.package.features.PRODUCT_IMPORT = { ...body.data.package.features.PRODUCT_IMPORT, limit: -1, usage: 6 };
    body.data.package.features.PRODUCT_LISTING = {
      ...body.data.package.features.PRODUCT_LISTING,
      limit: 30,
      usage: used.listings,
    };
    await route.fulfill({ response: answer, json: body }).catch(() => undefined);
  });
  await signIn(page);
  await page.goto('/app/find-product');
  const banner = page.getByRole('status').filter({ has: page.getByRole('link', { name: 'See all plans' }) });
  await expect(banner).toContainText('You’ve used all 25 credits in your current plan.');
  used = { credits: 0, listings: 30 };
  await page.goto('/app/products-center');
  await expect(banner).toContainText('You’ve exceeded your current plan’s quota limit of 30.');
  await banner.getByRole('link').click();
  await expect(page).toHaveURL(/\/public\/pricing/);
  used = { credits: 0, listings: 29 };
  const answered = page.waitForResponse('**/api/payments/user/v2/current-plan');
  await page.goto('/app/products-center');
  await answered;
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  await expect(banner).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('B382: an import of which a part failed is a warning with a title, its words, and a button', async ({ page }) => {
  await signIn(page);
  await page.goto('/app/find-product?q=umbrella');
  const articles = page.getByRole('article');
  await expect(articles.nth(2)).toBeVisible({ timeout: 90_000 });
  await page.route('**/api/center/products/import-all', async (route) => {
    const body = route.request().postDataJSON();
    const [first, second] = body.import_data;
    const response = await route.fetch({ postData: JSON.stringify({ ...body, import_data: [first] }) });
    const json = await response.json();
    json.data.failed[second.product_id] = { key: 'SOLD_OUT', text: 'It is sold out.', status: 201 };
    return route.fulfill({ response, json });
  });
  for (const at of [0, 1]) await articles.nth(at).getByRole('checkbox').check({ force: true });
  await page.getByRole('button', { name: /^Import 2/ }).click();
  const notice = page.getByRole('status').getByRole('listitem').filter({ hasText: 'It is sold out.' });
  await expect(notice).toContainText('1 product added to your import list');
  await expect(notice).toHaveAttribute('data-kind', 'warning');
  // Above, so that what is still chosen can be tried again below.
  await expect.poll(async () => (await notice.boundingBox())?.y).toBeLessThan(200);
  await notice.getByRole('button', { name: 'Open list' }).click();
  await expect(page).toHaveURL('/app/products-import');
});

test('Enter in the search moves on to the rows, arrows move there and Escape comes back', async ({ page }) => {
  await signIn(page);
  await page.goto('/app/products-center');
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  const search = page.getByRole('searchbox');
  await search.fill('a');
  await search.press('Enter');
  const active = page.locator('[role=row][data-active]');
  // The first row is marked before a search too: its results are in once the list is no longer busy.
  await expect(page).toHaveURL(/q=a/);
  await expect(page.getByRole('grid')).not.toHaveAttribute('aria-busy');
  await expect(active).toHaveAttribute('aria-rowindex', '2');
  await page.keyboard.press('k');
  await expect(active).toHaveAttribute('aria-rowindex', '3');
  await page.keyboard.press('ArrowDown');
  await expect(active).toHaveAttribute('aria-rowindex', '4');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('j');
  await expect(active).toHaveAttribute('aria-rowindex', '2');
  await expect(search).toHaveValue('a');
  await page.keyboard.press('Escape');
  await expect(search).toBeFocused();
});

test('J moves down where the person chose so', async ({ page }) => {
  await signIn(page);
  await page.goto('/app/products-center');
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByLabel('J moves down and K moves up').check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const active = page.locator('[role=row][data-active]');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(active).toHaveAttribute('aria-rowindex', '3');
  await page.reload();
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(active).toHaveAttribute('aria-rowindex', '2');
});
