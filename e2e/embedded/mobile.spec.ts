import { type Browser, DEMO, expect, type FrameLocator, type Page, read, signUp, test } from '../kit.ts';

test.use({ viewport: { width: 390, height: 844 } });

interface Shops {
  shops: { admin_url: string }[];
}

/** The page of the sandbox that acts as the phone app. */
async function phoneApp(browser: Browser): Promise<string> {
  const other = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await signUp(other);
  const { shops } = await read<Shops>(other, '/sandbox');
  await other.context().close();
  return `${new URL(shops[0]?.admin_url ?? '').origin}/mobile`;
}

async function signInPhone(page: Page, hideBilling = false): Promise<FrameLocator> {
  await page.getByLabel('E-mail').fill(DEMO.email);
  await page.getByLabel('Password').fill(DEMO.password);
  if (hideBilling) await page.getByLabel('Hide billing').check();
  await page.getByRole('button', { name: 'Sign in' }).click();
  return page.frameLocator('iframe');
}

const tabs = (frame: FrameLocator) => frame.getByRole('navigation');

test('the phone app’s token signs in, and the way back closes the page', async ({ page, browser }) => {
  await page.goto(await phoneApp(browser));
  const frame = await signInPhone(page);
  await expect(tabs(frame).getByRole('link', { name: 'Orders' })).toBeVisible();
  await expect(page.locator('body')).toHaveAttribute('data-asked', '1');
  await expect(tabs(frame).getByRole('link')).toHaveCount(4);
  expect((await page.context().cookies()).filter(({ name }) => name.includes('quayside'))).toEqual([]);

  await tabs(frame).getByRole('link', { name: 'Orders' }).click();
  await expect(frame.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible();
  await page
    .frames()
    .at(-1)
    ?.evaluate(() => location.reload());
  await expect(frame.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible();

  await tabs(frame).getByRole('button', { name: 'More' }).click();
  await frame
    .getByRole('menuitem', { name: 'Back to the app' })
    .or(frame.getByRole('button', { name: 'Back to the app' }))
    .click();
  await expect(page.getByText('The page was closed.')).toBeVisible();
});

test('a phone app that hides billing shows four tabs', async ({ page, browser }) => {
  await page.goto(await phoneApp(browser));
  const frame = await signInPhone(page, true);
  await expect(tabs(frame).getByRole('link')).toHaveCount(4);
  await expect(tabs(frame).getByRole('button', { name: 'More' })).toHaveCount(0);

  await expect(frame.getByText('Find and import').first()).toBeVisible();
  await expect(frame.getByText('Choose a plan')).toHaveCount(0);
  const home = page.frames().at(-1);
  const address = home?.url() ?? '';
  await home?.goto(address.replace(/\/app(?=[?#]|$)/, '/app/setting/wallet'));
  await expect(frame.getByRole('heading', { name: 'Wallet' })).toBeVisible();
  await expect(frame.getByText('Available', { exact: true }).first()).toBeVisible();
  await expect(frame.getByRole('button', { name: /Top up/ })).toHaveCount(0);
  await home?.goto(address);

  // What is no billing is still reached, at the head of Home.
  await frame.getByRole('button', { name: 'More' }).click();
  const more = frame.getByRole('dialog');
  await expect(more.getByRole('menuitem', { name: /otifications/ })).toBeVisible();
  await expect(more.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await expect(more.getByRole('menuitem', { name: /Settings|Your usage/ })).toHaveCount(0);
  await more.getByRole('menuitem', { name: 'Back to the app' }).click();
  await expect(page.getByText('The page was closed.')).toBeVisible();
});

test('a phone app that does not answer leaves the sign-in, after two seconds', async ({ page, browser }) => {
  await page.goto(`${await phoneApp(browser)}?silent=1`);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'Sign in to Quayside' })).toBeVisible();
  // The houses of identity let nobody in from a web view.
  await expect(frame.getByRole('button', { name: /Google/ })).toHaveCount(0);
  await frame.locator('[name=email]').fill(DEMO.email);
  await frame.locator('[name=password]').fill(DEMO.password);
  await frame.locator('button[type=submit]').click();
  await expect(tabs(frame).getByRole('link', { name: 'Orders' })).toBeVisible();
});
