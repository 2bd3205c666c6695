import { installBehindHttps } from '../installation.ts';
import { expect, expectAccessible, type Page, signUp, test, world } from '../kit.ts';

/** The drawer to connect a WooCommerce store, with its address given. */
async function begin(page: Page, address: string) {
  await page.goto('/app/channel');
  await page.getByRole('button', { name: 'Connect a store' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('WooCommerce', { exact: true }).click();
  await drawer.getByLabel('Store URL').fill(address);
  return { drawer, approve: drawer.getByRole('button', { name: 'Approve in WooCommerce' }) };
}

test('without https the store’s own page is not offered, and the screen says why and what to do', async ({ page }) => {
  await signUp(page);
  const shop = (await world(page)).shops.find((one) => one.shop === 'fjord-living');
  const { drawer, approve } = await begin(page, shop?.address ?? '');
  await expect(drawer.getByText(/^Automatic connection isn’t available/)).toBeVisible();
  await expect(drawer.getByText(/set APP_URL/).first()).toBeHidden();
  await drawer.getByText('Details', { exact: true }).first().click();
  await expect(drawer.getByText(/set APP_URL/).first()).toBeVisible();
  await expect(approve).toHaveCount(0);
  await expect(drawer.getByLabel('Consumer key')).toBeVisible();
});

test.describe('behind https', () => {
  let here: Awaited<ReturnType<typeof installBehindHttps>>;
  test.beforeAll(async () => {
    here = await installBehindHttps();
  });
  test.afterAll(() => here.stop());

  test('a WooCommerce store is connected on its own page, after it was denied once', async ({ browser }) => {
    const page = await (await browser.newContext({ baseURL: here.url, ignoreHTTPSErrors: true })).newPage();
    await signUp(page);

    await test.step('denied: the screen says so, and the way leads there again', async () => {
      const { approve } = await begin(page, `${here.sandboxUrl()}/woo/fjord-living`);
      await approve.click();
      await expect(page.getByText(/would like to connect to your store/)).toBeVisible();
      await page.getByRole('link', { name: 'Deny' }).click();
      await expect(page.getByText(/Access wasn’t granted/)).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Try again' }).click();
    });

    await test.step('approved: the store hands its keys over, and its orders come in by its reports', async () => {
      await page.getByRole('link', { name: 'Approve' }).click();
      await expect(page.getByText('Fjord Living is connected')).toBeVisible();
      await page.getByRole('button', { name: 'Go to My channels' }).click();
      const card = page.getByRole('article', { name: 'Fjord Living' });
      await expect(card.getByText('Connected')).toBeVisible();
      await expect(card.getByText('Instantly (webhook)')).toBeVisible();
    });
    await page.context().close();
  });
});
