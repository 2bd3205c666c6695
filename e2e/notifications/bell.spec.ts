import { expect, expectAccessible, type Page, signIn, test, world } from '../kit.ts';
import { buy, onSale } from '../shop.ts';

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /notification/i });
const badge = (page: Page) => page.locator('[data-bell-badge]');

/** Everything read, so that what is counted is this test's own. */
async function clean(page: Page): Promise<void> {
  await page.goto('/app/notifications');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notifications');
  const all = page.getByRole('button', { name: 'Mark all as read' });
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  // What the flow before has set going may be told of meanwhile.
  await expect(async () => {
    if (await all.isEnabled()) await all.click();
    await bell(page).click();
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(badge(page)).toHaveCount(0, { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
}

test('an order comes in: the badge rises by itself, opening the notification leads to the order and marks it read', async ({
  page,
  request,
}) => {
  await signIn(page);
  await clean(page);
  await page.goto('/app/channel');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const shop = (await world(page)).shops.find((one) => one.shop.startsWith('north-pier'));
  const [{ title }] = await onSale(request, shop?.window_url);
  const order = await buy(request, shop?.window_url ?? '', [title]);

  // Nothing on the page is touched: the stream alone tells it.
  await expect(badge(page)).toHaveText(/^\d+$/, { timeout: 60_000 });
  await bell(page).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  // Orders of the last two minutes are told of as one.
  const notice = list.getByRole('link', { name: new RegExp(`new orders? .*${order}\\b`, 'i') });
  await expect(notice).toBeVisible({ timeout: 60_000 });
  await expect(notice).toHaveAccessibleName(/^Unread/);
  await expectAccessible(page);
  await notice.click();
  await expect(page).toHaveURL(/\/app\/orders/);
  await expect(page.getByText(order, { exact: true }).first()).toBeVisible();
  await bell(page).click();
  await expect(notice).toBeVisible();
  await expect(notice).not.toHaveAccessibleName(/^Unread/);
});

test('what a person is told of is chosen in the settings, and a webhook is set up, tried and removed', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/app/setting/notification');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notifications');
  const mail = page.getByRole('checkbox', { name: 'New order: Email' });
  await expect(mail).not.toBeChecked();
  const saved = page.waitForResponse(/\/api\/setting-notification$/);
  await mail.check();
  expect((await saved).ok()).toBe(true);
  await page.reload();
  await expect(mail).toBeChecked();
  await mail.uncheck();

  await test.step('an address of this network is refused in words', async () => {
    await page.getByLabel('URL').fill('http://10.1.2.3/hook');
    await page.getByRole('button', { name: 'Set up webhook' }).click();
    const shown = page.getByRole('dialog', { name: 'Webhook secret' });
    await expect(shown.getByText(/^whsec_/)).toBeVisible();
    await shown.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Send test' }).click();
    await expect(page.getByText(/must be a public address/).first()).toBeVisible();
    await expectAccessible(page);
  });

  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Set up webhook' })).toBeVisible();
});
