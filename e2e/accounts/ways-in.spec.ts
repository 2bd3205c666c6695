import type { FrameLocator } from '@playwright/test';
import { wordsOf } from '../accessibility/screens.ts';
import { bearer, expect, operatorPage, type Page, read, test, wooKeys, world } from '../kit.ts';

const PASSWORD = 'a good long password';
const LANGUAGES = ['en', 'ar', 'zh-CN'] as const;
type Word = (key: string, values?: Record<string, string>) => string;

const direction = (language: string): string => (language === 'ar' ? 'rtl' : 'ltr');

/** The words of a language, with what is put into them. */
function words(language: string): Word {
  const word = wordsOf(language);
  return (key, values = {}) =>
    Object.entries(values).reduce((text, [name, value]) => {
      // Names from the left are kept apart in a sentence from the right.
      const shown = language === 'ar' && /[A-Za-z]/.test(value) ? `\u2068${value}\u2069` : value;
      return text.replace(`{{${name}}}`, shown);
    }, word(key));
}

/** Speaks a language in every page and frame of this test, as somebody who chose it in this browser. */
async function speak(page: Page, language: string): Promise<void> {
  await page.addInitScript((name) => {
    try {
      localStorage.setItem('quayside.language', name);
    } catch {
      // A page of somebody else.
    }
  }, language);
}

let people = 0;
async function fillSignUp(scope: Page | FrameLocator): Promise<string> {
  people += 1;
  const email = `way-${process.pid}-${people}-${Date.now()}@example.com`;
  await scope.locator('[name=first_name]').fill('Mira');
  await scope.locator('[name=last_name]').fill('Lind');
  await scope.locator('[name=email]').fill(email);
  await scope.locator('[name=password]').fill(PASSWORD);
  await scope.locator('button[type=submit]').click();
  return email;
}

/** Connects the sandbox's WooCommerce by pasted keys, beginning on My channels. */
async function connectWoo(scope: Page | FrameLocator, word: Word, shop: { address: string; name: string }, keys: Keys) {
  await scope
    .getByRole('button', { name: word('channels:connect'), exact: true })
    .first()
    .click();
  const drawer = scope.getByRole('dialog');
  await drawer.getByText('WooCommerce', { exact: true }).click();
  await drawer.getByLabel(word('channels:address')).fill(shop.address);
  await drawer.getByLabel(word('channels:fields.consumerKey')).fill(keys.consumer_key);
  await drawer.getByLabel(word('channels:fields.consumerSecret')).fill(keys.consumer_secret);
  await drawer.getByRole('button', { name: word('channels:connectVerb'), exact: true }).click();
  await expect(scope.getByRole('article', { name: shop.name }).getByText(word('channels:status.active'))).toBeVisible();
}

type Keys = Awaited<ReturnType<typeof wooKeys>>;

async function freeWoo(operator: Page): Promise<{ shop: { address: string; name: string }; keys: Keys }> {
  const shop = (await world(operator)).shops.find((one) => one.platform === 'woocommerce' && one.shop === 'tidewater');
  if (!shop) throw new Error('the sandbox has no such shop');
  return { shop, keys: await wooKeys(operator, shop.address) };
}

/** The store is free for the next one again. */
async function letGo(page: Page, headers: Record<string, string>, platform: string): Promise<void> {
  const stores = (await (await page.request.get('/api/stores/list-store', { headers })).json()) as {
    data: { items: { platform_domain: string }[] };
  };
  const shop = stores.data.items[0]?.platform_domain;
  const answer = await page.request.post(`/api/auth/platform/${platform}/uninstall`, { headers, data: { shop } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

for (const language of LANGUAGES) {
  test(`on its own, ${language}: sign up, prove the e-mail, first steps, a store by its keys`, async ({
    page,
    browser,
  }) => {
    const word = words(language);
    const operator = await operatorPage(browser);
    await speak(page, language);
    await page.goto('/store-dropshipping');
    await expect(page.locator('html')).toHaveAttribute('dir', direction(language));
    await page.getByRole('link', { name: word('public:store.begin') }).click();
    await expect(page.getByRole('heading', { name: word('auth:signUp.title') })).toBeVisible();
    const email = await fillSignUp(page);
    await expect(page).toHaveURL('/app/ob-welcome');
    await expect(
      page.getByRole('heading', { level: 1, name: word('guide:welcome.title', { name: 'Mira' }) }),
    ).toBeVisible();
    // From the marketplace: its import comes first of what is open (rules B064 and B065).
    await expect(page.locator('[data-step]').nth(1)).toHaveAttribute('data-step', 'marketplace_import');

    interface Mail {
      mail_id: string;
      recipient: string;
      text: string;
    }
    const { items } = await read<{ items: Omit<Mail, 'text'>[] }>(operator, '/operator/mails');
    const mail = items.find((one) => one.recipient === email);
    const whole = await read<Mail>(operator, `/operator/mails/${mail?.mail_id}`);
    await page.goto(/https?:\S+email-verification\S+/.exec(whole.text)?.[0] ?? '');
    await expect(page.getByRole('heading', { name: word('auth:verify.done') })).toBeVisible();

    await page.goto('/app/ob-welcome');
    await page.getByRole('link', { name: word('guide:welcome.step.store.action') }).click();
    await expect(page).toHaveURL('/app/channel');
    const { shop, keys } = await freeWoo(operator);
    await connectWoo(page, word, shop, keys);
    const user = await read<{ is_user_mkt: boolean; email_verified: boolean }>(page, '/auth/account');
    expect(user).toMatchObject({ is_user_mkt: false, email_verified: true });
    await letGo(page, await bearer(page), 'woocommerce');
  });
}

const FRAMED = [
  { language: 'ar', shop: 'capstan', name: 'Capstan Stores' },
  { language: 'de', shop: 'halyard', name: 'Halyard & Sons' },
] as const;
// English is in embedded/admin.spec.ts.
for (const { language, shop, name } of FRAMED) {
  test(`in a shop’s admin, ${language}: installed without a sign-in, an account and its store in one`, async ({
    page,
    browser,
  }) => {
    const word = words(language);
    const operator = await operatorPage(browser);
    const { shops } = await read<{ shops: { shop: string; admin_url: string }[] }>(operator, '/sandbox');
    await page.goto(
      `${shops.find((one) => one.shop === shop)?.admin_url}/apps/quayside-sandbox-app?locale=${language}`,
    );
    await page.getByRole('button', { name: 'Install app' }).click();
    const frame = page.frameLocator('iframe');
    await expect(frame.locator('html')).toHaveAttribute('dir', direction(language));
    await frame.getByRole('button', { name: word('embedded:welcome.begin') }).click();
    await expect(frame.getByRole('navigation').getByRole('link', { name: word('shell:places.orders') })).toBeVisible();
    await expect(frame.getByRole('button', { name: new RegExp(name) })).toBeVisible();
    await frame
      .getByRole('navigation')
      .getByRole('link', { name: word('shell:places.channels') })
      .click();
    await expect(frame.getByRole('article', { name }).getByText(word('channels:status.active'))).toBeVisible();
  });
}

for (const language of ['en', 'ar', 'de'] as const) {
  test(`in the phone app, ${language}: sign up in its view, and a store by its keys`, async ({ page, browser }) => {
    const word = words(language);
    const operator = await operatorPage(browser);
    const { shops } = await read<{ shops: { admin_url: string }[] }>(operator, '/sandbox');
    const { shop, keys } = await freeWoo(operator);
    await speak(page, language);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${new URL(shops[0]?.admin_url ?? '').origin}/mobile?silent=1`);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('link', { name: word('auth:signIn.toSignUp') }).click();
    await fillSignUp(frame);
    await frame.getByRole('link', { name: word('guide:welcome.step.store.action') }).click();
    await connectWoo(frame, word, shop, keys);
    const held = await page
      .frames()
      .at(-1)
      ?.evaluate(() => ({ ...sessionStorage }));
    const token = Object.entries(held ?? {}).find(([key]) => /token$/.test(key))?.[1] ?? '';
    const headers = { authorization: `Bearer ${token}` };
    const account = (await (await page.request.get('/api/auth/account', { headers })).json()) as {
      data: { from_mobile: boolean };
    };
    expect(account.data.from_mobile).toBe(true);
    await letGo(page, headers, 'woocommerce');
  });
}

test('in a look, Arabic: the demo is entered from the landing page', async ({ page }) => {
  const word = words('ar');
  await speak(page, 'ar');
  await page.goto('/');
  await page.getByRole('button', { name: word('public:landing.demo') }).click();
  await expect(page).toHaveURL('/app');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByText(word('shell:store.all')).first()).toBeVisible();
});

test('by Google, Chinese: an account is made, and a second house added and taken away', async ({ page }) => {
  const word = words('zh-CN');
  await speak(page, 'zh-CN');
  await page.goto('/signup');
  await page.getByRole('button', { name: word('auth:social.google') }).click();
  await page.getByLabel('E-mail').fill(`google-${Date.now()}@example.com`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/app');
  // A way that does not lead through the first steps tells of them.
  await page.getByRole('button', { name: word('shell:welcome.go') }).click();
  await expect(page).toHaveURL('/app/ob-welcome');

  await page.goto('/app/setting/account');
  const ways = page.getByRole('region', { name: word('account:ways.title') });
  await expect(ways.getByRole('button', { name: word('account:ways.removeNamed', { name: 'Google' }) })).toBeDisabled();
  await ways.getByRole('button', { name: word('account:ways.addNamed', { name: 'Facebook' }) }).click();
  await page.getByLabel('E-mail').fill(`facebook-${Date.now()}@example.com`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/app/setting/account');
  await ways.getByRole('button', { name: word('account:ways.removeNamed', { name: 'Google' }) }).click();
  await expect(ways.getByRole('button', { name: word('account:ways.addNamed', { name: 'Google' }) })).toBeVisible();
  await expect(
    ways.getByRole('button', { name: word('account:ways.removeNamed', { name: 'Facebook' }) }),
  ).toBeDisabled();
});

test('begun at Shopify, German: signed up and the store connected in one course', async ({ page }) => {
  const word = words('de');
  await speak(page, 'de');
  await page.goto('/auth/platform/shopify/install?shop=driftwood.myshopify.com');
  await page.getByRole('link', { name: word('auth:signUp.action') }).click();
  await fillSignUp(page);
  await page.getByRole('button', { name: word('embedded:connect.go') }).click();
  await expect(page.getByRole('heading', { name: /Install Quayside in Driftwood Home/ })).toBeVisible();
  await page.getByRole('button', { name: /Install/ }).click();
  await expect(
    page.getByRole('heading', { name: word('channels:callback.done', { name: 'Driftwood Home' }) }),
  ).toBeVisible();
  await letGo(page, await bearer(page), 'shopify');
});
