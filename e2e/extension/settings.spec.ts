import { withExtension } from '../extension.ts';
import { expect, expectAccessible, type Page, signIn, test } from '../kit.ts';

/** What a browser tells a page whose tab is looked at again. */
const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

test('B008, B010: an extension that is not installed is offered, with the steps for each browser', async ({
  page,
  quiet,
}) => {
  void quiet;
  await signIn(page);
  await page.goto('/app');
  await page.getByRole('link', { name: 'How to install' }).click();
  await expect(page).toHaveURL('/app/setting/extension');
  await expect(page.getByText('Not installed')).toBeVisible();
  const download = page.getByRole('link', { name: 'Download the extension' });
  await expect(download).toHaveAttribute('href', /\/extension\.zip$/);
  await expect(page.getByText('chrome://extensions')).toBeVisible();
  await expectAccessible(page);
  await page.getByText('Edge', { exact: true }).click();
  await expect(page.getByText('edge://extensions')).toBeVisible();
  await expect(page.getByText('Firefox, Safari and phones aren’t supported.', { exact: false })).toBeVisible();
});

test('B009: an extension that is installed tells where this browser is signed in, by the chosen region', async ({
  page,
  quiet,
}) => {
  void quiet;
  const list = (site: string) => `https://www.amazon.${site}/gp/css/order-history`;
  const signedOut = { address: 'https://www.amazon.de/ap/signin?next=1', html: '<title>Sign in</title>' };
  const pages: Record<string, string | typeof signedOut> = {
    [list('com')]: '<title>Your Orders</title>',
    [list('de')]: signedOut,
  };
  const extension = await withExtension(page, { pages });
  await signIn(page);
  await page.goto('/app/setting/extension');
  await expect(page.getByText('Installed and connected')).toBeVisible();
  await expect(page.getByText('Version 0.1.0')).toBeVisible();
  const amazon = page.getByRole('listitem').filter({ hasText: 'Amazon' });
  await expect(amazon.getByText('Signed in', { exact: true })).toBeVisible();
  await expect(amazon.getByRole('link')).toHaveCount(0);
  // One that does not answer holds up no other, and is no error of the page.
  const aliexpress = page.getByRole('listitem').filter({ hasText: 'AliExpress' });
  await expect(aliexpress.getByText('The site didn’t respond.', { exact: false })).toBeVisible();
  await expect(aliexpress.getByText('All countries')).toBeVisible();

  await amazon.getByRole('button', { name: 'Region of Amazon: United States' }).click();
  await page.getByRole('option', { name: /^Germany/ }).click();
  await expect(amazon.getByText('amazon.de')).toBeVisible();
  await expect(amazon.getByText('Signed out', { exact: true })).toBeVisible();
  const way = amazon.getByRole('link', { name: 'Sign in at Amazon' });
  await expect(way).toHaveAttribute('href', list('de'));
  await expect(way).toHaveAttribute('target', '_blank');
  expect(extension.messages).toContainEqual({
    type: 'REGION_LISTS',
    choose: { marketplace: 'amazon', region: 'DE' },
  });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectAccessible(page, ['color-contrast'], 'the sign-ins, in the dark');

  // He signs in there, in another tab, and comes back.
  pages[list('de')] = '<title>Meine Bestellungen</title>';
  await comeBack(page);
  await expect(amazon.getByText('Signed in', { exact: true })).toBeVisible();
  // The choice is the browser's own, and outlives the page.
  await page.reload();
  await expect(amazon.getByRole('button', { name: 'Region of Amazon: Germany' })).toBeVisible();

  await page.evaluate(() => localStorage.setItem('quayside.language', 'ar'));
  await page.reload();
  await expect(amazon.getByText('مسجَّل الدخول', { exact: true })).toBeVisible();
  await expectAccessible(page, undefined, 'the sign-ins, in Arabic and in the dark');
});

test('an extension that was put in by hand and has grown old says how it is renewed', async ({ page }) => {
  await withExtension(page, { version: '0.0.9' });
  await signIn(page);
  await page.goto('/app/setting/extension');
  await expect(page.getByText(/^Version 0\.0\.9\. Version \d+\.\d+\.\d+ is available/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download the extension' })).toHaveAttribute('href', /\/extension\.zip$/);
});
