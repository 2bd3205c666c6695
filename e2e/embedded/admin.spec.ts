import {
  type Browser,
  expect,
  expectAccessible,
  type Frame,
  type FrameLocator,
  type Page,
  read,
  signUp,
  test,
} from '../kit.ts';

const APP = 'quayside-sandbox-app';
const PASSWORD = 'a good long password';

interface Shops {
  shops: { platform: string; shop: string; admin_url: string }[];
}

/** The page of a shop's admin in which the app is shown; and somebody with an account, on a page of his own. */
async function prepare(browser: Browser, shop: string): Promise<{ admin: string; email: string; owner: Page }> {
  const owner = await (await browser.newContext()).newPage();
  const email = await signUp(owner);
  const { shops } = await read<Shops>(owner, '/sandbox');
  const admin = shops.find((one) => one.platform === 'shopify' && one.shop === shop)?.admin_url ?? '';
  return { admin: `${admin}/apps/${APP}`, email, owner };
}

const frameIn = (page: Page): FrameLocator => page.frameLocator('iframe');
const home = (frame: FrameLocator) => frame.getByRole('navigation').getByRole('link', { name: 'Orders' });

async function signInFrame(frame: FrameLocator, email: string): Promise<void> {
  await frame.getByRole('button', { name: 'Sign in to my account' }).click();
  await frame.locator('[name=email]').fill(email);
  await frame.locator('[name=password]').fill(PASSWORD);
  await frame.locator('button[type=submit]').click();
}

const inner = (page: Page): Frame => page.frames().at(-1) ?? page.mainFrame();

/** The token that the frame keeps for itself. */
const tokenIn = (page: Page): Promise<string> =>
  page
    .frames()
    .at(-1)
    ?.evaluate(
      () => Object.entries({ ...sessionStorage }).find(([name]) => /embedded.*token$/.test(name))?.[1] ?? '',
    ) ?? Promise.resolve('');

test('a shop without an account begins in its own admin, and is signed in there from then on', async ({
  page,
  browser,
}) => {
  const { admin } = await prepare(browser, 'lamplight');
  await page.goto(admin);
  await page.getByRole('button', { name: 'Install app' }).click();
  const frame = frameIn(page);
  await expect(frame.getByText('Welcome to Quayside')).toBeVisible();
  await expect(frame.getByText('lamplight.myshopify.com is ready')).toBeVisible();
  await expectAccessible(inner(page), undefined, 'welcome in the frame');
  await frame.getByRole('button', { name: 'Create an account with this store' }).click();
  await expect(home(frame)).toBeVisible();
  await expect(frame.getByRole('heading', { name: /Welcome back/ })).toBeVisible();
  await expectAccessible(inner(page), undefined, 'home in the frame');

  // No bar of ours, no extra section: the settings stand with the rest.
  await expect(frame.getByRole('banner')).toHaveCount(0);
  await expect(frame.getByRole('navigation').getByRole('list')).toHaveCount(1);
  await expect(frame.getByRole('navigation').getByRole('link', { name: 'Settings' })).toBeVisible();
  await expect(frame.getByRole('button', { name: /Lamplight Supply/ })).toBeVisible();
  // In session storage, and in no cookie.
  await expect.poll(() => tokenIn(page)).toMatch(/\S{20}/);
  expect((await page.context().cookies()).filter(({ name }) => name.includes('quayside'))).toEqual([]);

  // Whatever the person does, a fresh page of the frame is framed again, at the place where it stood.
  await home(frame).click();
  await expect(frame.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible();
  expect(inner(page).url()).toContain('/app/orders?');
  expect(inner(page).url()).toContain('shop=lamplight.myshopify.com');
  expect(inner(page).url()).not.toMatch(/id_token|hmac/);
  await inner(page).evaluate(() => location.reload());
  await expect(frame.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible();

  await page.goto(admin);
  await expect(home(frame)).toBeVisible();
});

test('the language is the admin’s', async ({ page, browser }) => {
  const { admin } = await prepare(browser, 'lamplight');
  await page.goto(`${admin}?locale=ar`);
  const frame = frameIn(page);
  await expect(frame.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(frame.getByRole('navigation')).toBeVisible();
  await page.goto(`${admin}?locale=pt-PT`);
  await expect(frame.locator('html')).toHaveAttribute('lang', 'pt-BR');
});

test('a session that ended is made anew by the admin, without a question', async ({ page, browser }) => {
  const { admin } = await prepare(browser, 'lamplight');
  await page.goto(admin);
  const frame = frameIn(page);
  await expect(home(frame)).toBeVisible();
  const before = await tokenIn(page);
  const ended = await page.request.post(`${new URL(inner(page).url()).origin}/api/auth/logout`, {
    headers: { authorization: `Bearer ${before}` },
    data: {},
  });
  expect(ended.ok()).toBe(true);
  const asked = page.waitForRequest(/auto-login$/);
  await home(frame).click();
  await asked;
  await expect(frame.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible();
  await expect.poll(() => tokenIn(page)).not.toBe(before);
});

test('an owner with an account signs in and gives the shop its workspace; a stranger of the shop stays out', async ({
  page,
  browser,
}) => {
  const { admin, email, owner } = await prepare(browser, 'saltworks');
  await page.goto(admin);
  await page.getByRole('button', { name: 'Install app' }).click();
  const frame = frameIn(page);
  await signInFrame(frame, email);
  await expect(frame.getByText('saltworks.myshopify.com is not connected yet')).toBeVisible();
  await expectAccessible(inner(page), undefined, 'bind in the frame');
  await frame.getByRole('button', { name: 'Connect the store' }).click();
  await expect(frame.getByRole('button', { name: /Saltworks Trading/ })).toBeVisible();
  const { items } = await read<{ items: { platform_domain: string }[] }>(owner, '/stores/list-store');
  expect(items.map((one) => one.platform_domain)).toEqual(['saltworks.myshopify.com']);

  const clerk = await (await browser.newContext()).newPage();
  const other = await prepare(browser, 'saltworks');
  await clerk.goto(`${admin}?as=clerk`);
  const theirs = frameIn(clerk);
  // The shop is taken: an account of its own would be no way in, an invitation is.
  await expect(
    theirs.getByText(/saltworks\.myshopify\.com is already connected.*ask its owner for an invitation/),
  ).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Create an account with this store' })).toHaveCount(0);
  await theirs.getByRole('button', { name: 'Sign in to my account' }).click();
  await theirs.locator('[name=email]').fill(other.email);
  await theirs.locator('[name=password]').fill(PASSWORD);
  await theirs.locator('button[type=submit]').click();
  await expect(theirs.getByText('saltworks.myshopify.com belongs to another workspace')).toBeVisible();
  await clerk.context().close();
});

test('connecting a shop that was begun outside goes on after the sign-up', async ({ page, browser }) => {
  const { admin } = await prepare(browser, 'north-pier');
  expect(admin).toContain('north-pier');
  await page.goto('/auth/platform/shopify/install?shop=north-pier.myshopify.com');
  await page.getByRole('link', { name: 'Create account' }).click();
  expect((await page.context().cookies()).map(({ name }) => name)).toContain('quayside_install');
  await page.locator('[name=first_name]').fill('Ada');
  await page.locator('[name=last_name]').fill('Byron');
  await page.locator('[name=email]').fill(`begun-${Date.now()}@example.com`);
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue to Shopify' }).click();
  await expect(page.getByRole('heading', { name: /Install Quayside in North Pier Goods/ })).toBeVisible();
});
