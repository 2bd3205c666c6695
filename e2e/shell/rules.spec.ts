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
