import { expect, type Page, signIn, signUp, test } from '../kit.ts';

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search the help center' });

test('B015, B029: the help center is in the navigation, finds articles at once, and opens them at the right place', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/app');
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Help center', exact: true })
    .click();
  await expect(page).toHaveURL('/app/help');
  await expect(page.getByRole('heading', { name: 'Troubleshooting' })).toBeVisible();
  await search(page).fill('claim period');
  await expect(page).toHaveURL('/app/help?q=claim+period');
  await page.getByRole('link', { name: /^Tracking is late/ }).click();
  await expect(page).toHaveURL(/\/app\/help\/tracking-late/);
  await expect(page.getByRole('heading', { level: 1, name: 'Tracking is late' })).toBeVisible();
  // From one article to a part of another, and to the screen that it is about.
  await page.getByRole('article').getByRole('link', { name: 'Refunds and claims' }).click();
  await expect(page).toHaveURL('/app/help/refunds-and-claims#lost-late-damaged-or-wrong-items');
  await expect(page.getByRole('heading', { name: 'Lost, late, damaged or wrong items' })).toBeInViewport();
  await page.getByRole('article').getByRole('link', { name: 'Payments > Refund pending' }).click();
  await expect(page).toHaveURL('/app/orders/payments?tab=refund_pending');
  await page.goto('/app/help');
  await search(page).fill('zzqqxx');
  await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible();
  await page.goto('/app/help/nowhere');
  await expect(page.getByRole('heading', { name: 'We couldn’t find this article' })).toBeVisible();
});

test('anybody can read the help center, on a phone and in a language that runs the other way', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/help/place-and-pay-orders');
  await expect(page.getByRole('heading', { level: 1, name: 'Place and pay orders' })).toBeVisible();
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await wide()).toBeLessThanOrEqual(0);
  await page.getByText('On this page').first().click();
  await page.getByRole('link', { name: 'Fix an address' }).first().click();
  await expect(page).toHaveURL('/help/place-and-pay-orders#fix-an-address');
  await page.evaluate(() => localStorage.setItem('quayside.language', 'ar'));
  await page.goto('/help');
  await expect(page.getByText('مقالات المساعدة باللغة الإنجليزية.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'A payment failed' })).toBeVisible();
  expect(await wide()).toBeLessThanOrEqual(0);
});

test('help for a page opens beside it', async ({ page }) => {
  await signIn(page);
  await page.goto('/app/orders?period=all');
  await page.getByRole('button', { name: 'Help for this page' }).click();
  const drawer = page.getByRole('dialog', { name: 'Place and pay orders' });
  await expect(drawer.getByRole('heading', { name: 'Place an order' })).toBeVisible();
  await drawer.getByRole('button', { name: 'Refunds and claims' }).click();
  await expect(page.getByRole('dialog', { name: 'Refunds and claims' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/app/orders?period=all');
});

test('an address that the operator set replaces the help center', async ({ page }) => {
  // A page carries what the installation says of itself.
  await page.route('**/help/payment-failed', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace('"help":null', '"help":"https://help.example/en"');
    await route.fulfill({ response: answer, body });
  });
  await page.route('https://help.example/**', (route) => route.fulfill({ contentType: 'text/html', body: 'Help' }));
  await page.goto('/help/payment-failed');
  await expect(page).toHaveURL('https://help.example/en/payment-failed');
});

test('the community has what every installation has, and details of a problem without anything personal', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page);
  await page.goto('/app');
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Community' }).click();
  await expect(page).toHaveURL('/app/community');
  await page.getByText('Show details').click();
  await expect(page.getByText(/Stores: .*active/)).toBeVisible();
  await page.getByRole('button', { name: 'Copy details' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^Quayside \d+\.\d+\.\d+, sandbox on\n/);
  expect(copied).toMatch(/^Suppliers: \S/m);
  expect(copied).not.toMatch(/@|Harbour|North Pier|127\.0\.0\.1/);
  for (const [link, title] of [
    ['Read the changelog', 'Changelog'],
    ['See shortcuts', 'Keyboard shortcuts'],
    ['How to contribute', 'Contributing'],
    ['Open the help center', 'Help center'],
  ] as const) {
    await page.goto('/app/community');
    await page.getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
});

test('B011: the switcher of a default installation leads to what it has', async ({ page }) => {
  await signIn(page);
  const apps = page.getByRole('button', { name: 'Apps', exact: true });
  const choose = async (name: RegExp) => {
    await page.goto('/app');
    await apps.click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose(/^Help center/);
  await expect(page).toHaveURL('/app/help');
  await choose(/^Public catalog/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Products for your store, shipped from our warehouse',
  );
  await choose(/^Outbox/);
  await expect(page).toHaveURL('/app/outbox');
  const opened = async (name: RegExp) => {
    const other = page.context().waitForEvent('page');
    await choose(name);
    return other;
  };
  const api = await opened(/^API reference/);
  await expect(api.getByRole('heading', { name: /Quayside/ }).first()).toBeVisible();
  await api.close();
  const tracking = await opened(/^Tracking page/);
  await expect(tracking.getByRole('heading', { name: 'The tracking page' })).toBeInViewport();
  await tracking.close();
  await choose(/^Recommended apps/);
  await expect(page).toHaveURL('/recommended/apps');
});

test('recommended apps say what each is for and which store uses it', async ({ page }) => {
  await page.goto('/recommended/apps');
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Judge.me' }) });
  await expect(card).toContainText('For Shopify');
  await expect(card).toContainText('Asks customers for reviews after delivery');
  await expect(card.getByRole('link')).toHaveAttribute('href', 'https://apps.shopify.com/judgeme');
  await expect(page.getByText(/^In use in/)).toHaveCount(0);
  await signIn(page);
  let store = '';
  await page.route('**/api/auth/account', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { linked_stores: Record<string, { id: string; status: string }[]> } };
    store ||= Object.values(body.data.linked_stores).flat()[0]?.id ?? '';
    await route.fulfill({ response: answer });
  });
  await page.route('**/api/connections/storefronts/apps', async (route) => {
    const answer = await route.fetch();
    expect(answer.status()).toBe(200);
    const body = (await answer.json()) as { data: { items: object[] } };
    body.data.items = [{ store_id: store, apps: ['Judge.me'] }];
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto('/recommended/apps');
  await expect(card.getByText(/^In use in/)).toBeVisible();
  await expect(page.getByText(/^In use in/)).toHaveCount(1);
});

test('B013: a campaign leads to the plans, wherever its address wants to go', async ({ page }) => {
  await page.goto('/campaign?next=https://evil.example/&url=https://evil.example/&utm_source=x');
  await expect(page).toHaveURL('/public/pricing');
  await expect(page.getByRole('heading', { level: 1, name: 'Plans' })).toBeVisible();
});
