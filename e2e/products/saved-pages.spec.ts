import { randomUUID } from 'node:crypto';
import { withExtension } from '../extension.ts';
import { bearer, expect, expectAccessible, type Page, signIn, signUp, test, world } from '../kit.ts';
import { onSale } from '../shop.ts';

const MUG = 'https://shop.example/products/stoneware-coffee-mug';
const SHUT = 'https://closed.example/lamp';
const REVIEWS = [
  {
    '@type': 'Review',
    author: { '@type': 'Person', name: 'Mina' },
    reviewBody: 'Keeps the coffee warm.',
    reviewRating: { ratingValue: 5 },
  },
  { '@type': 'Review', author: 'Jo', reviewBody: 'Heavier than it looks.', reviewRating: { ratingValue: 4 } },
];
/** As shops write of a product for machines. */
const productPage = (more: object = {}) =>
  `<!doctype html><title>x</title><script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Stoneware coffee mug, 350 ml – Shop',
    description: 'Made by hand.',
    brand: { '@type': 'Brand', name: 'Kiln & Co' },
    offers: { '@type': 'Offer', price: '18.50', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
    aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.5, reviewCount: 12 },
    ...more,
  })}</script>`;

const titles = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 });
const search = (page: Page) => page.getByRole('searchbox').first();
const strip = (page: Page) => page.getByRole('region', { name: 'Saved from the web' });
const saved = (page: Page, title: string) => strip(page).getByRole('article', { name: title });

async function save(page: Page, patch: object): Promise<void> {
  const data = {
    pages: [{ id: randomUUID(), picture_url: null, price: null, saved_at: new Date().toISOString(), ...patch }],
  };
  const answer = await page.request.post('/api/product-sources/saved-pages', {
    headers: { ...(await bearer(page)), origin: 'chrome-extension://abcdefghijklmnopabcdefghijklmnop' },
    data,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test('B009: the page of a pasted address is read, saved and looked for at suppliers', async ({ page }) => {
  test.setTimeout(180_000);
  await withExtension(page, {
    pages: {
      [MUG]: productPage({ review: REVIEWS }),
      'https://shop.example/about': '<title>About us</title><p>We sell mugs.',
    },
    allowed: (host) => host === 'shop.example' || host.startsWith('127.0.0.1:'),
  });
  await signUp(page);
  await page.goto('/app/find-product');
  await expect(titles(page).first()).toBeVisible({ timeout: 90_000 });
  const card = page.getByRole('region', { name: 'The page at shop.example' });

  await test.step('what the page says of itself', async () => {
    await search(page).fill(MUG);
    await expect(card.getByRole('heading', { name: 'Stoneware coffee mug, 350 ml – Shop' })).toBeVisible();
    await expect(card).toContainText('€18.50');
    await expect(card).toContainText('In stock');
    await expect(card).toContainText('Kiln & Co');
    await expect(card).toContainText('12 ratings');
    await card.getByText('Description').click();
    await expect(card).toContainText('Made by hand.');
    await expect(card.getByRole('link', { name: 'Open page' })).toHaveAttribute('href', MUG);
  });

  await test.step('its reviews when they are asked for', async () => {
    await card.getByRole('button', { name: 'Read reviews' }).click();
    await expect(card.getByRole('region', { name: 'Reviews' }).getByRole('listitem')).toHaveText([
      /Mina.*Keeps the coffee warm\./s,
      /Jo.*Heavier than it looks\./s,
    ]);
    await expectAccessible(page);
  });

  await test.step('saved, and looked for by the words that name the thing', async () => {
    await card.getByRole('button', { name: 'Save' }).click();
    await expect(card.getByRole('button', { name: 'Saved' })).toBeDisabled();
    await card.getByRole('link', { name: 'Find suppliers' }).click();
    await expect(search(page)).toHaveValue('Stoneware coffee mug');
    await expect(titles(page).first()).toHaveText(/mug/i);
    await expect(card).toBeHidden();
    await search(page).fill('');
    await expect(saved(page, 'Stoneware coffee mug, 350 ml – Shop')).toContainText('€18.50');
  });

  await test.step('what cannot be read is said in words, and nothing is an error', async () => {
    await search(page).fill(SHUT);
    const shut = page.getByRole('region', { name: 'The page at closed.example' });
    await expect(shut).toContainText(/can’t read .?closed\.example.? yet/);
    await expect(shut.getByRole('button', { name: 'Try again' })).toBeVisible();
    await search(page).fill('https://shop.example/about');
    await expect(card).toContainText('We couldn’t find a product on this page');
    await search(page).fill('https://shop.example/gone');
    await expect(card).toContainText(/shop\.example.? didn’t respond/);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('a real page of a WooCommerce shop', async () => {
    const shop = (await world(page)).shops.find((one) => one.shop === 'harbour-goods')?.window_url ?? '';
    const [first] = await onSale(page.request, shop);
    await search(page).fill(`${shop}/products/${first.id}`);
    const there = page.getByRole('region', { name: 'The page at 127.0.0.1' });
    await expect(there.getByRole('heading', { name: first.title })).toBeVisible();
    await expect(there).toContainText(/\$\d+\.\d\d/);
    await expect(there).toContainText(/In stock|Out of stock/);
    await there.getByRole('button', { name: 'Read reviews' }).click();
    await expect(there).toContainText('The page has no reviews.');
  });
});

test('B010: without the extension a pasted address that nobody knows is told of in a sentence', async ({ page }) => {
  test.setTimeout(180_000);
  await signIn(page);
  await page.goto('/app/find-product');
  await expect(titles(page).first()).toBeVisible({ timeout: 90_000 });
  await search(page).fill('https://qzx.example/zzqq');
  await expect(page.getByRole('heading', { name: 'None of your suppliers matches this page' })).toBeVisible();
  await expect(page.getByText('Quayside’s browser extension can read it', { exact: false })).toBeVisible();
  const way = page.getByRole('main').getByRole('link', { name: 'How to install' });
  await expect(way).toHaveAttribute('href', '/app/setting/extension');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(titles(page).first()).toBeVisible();
});

test('a page that is saved meanwhile appears by itself, leads to suppliers, and is removed and brought back', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await signUp(page);
  await page.goto('/app/find-product');
  await expect(titles(page).first()).toBeVisible({ timeout: 90_000 });
  await expect(strip(page)).toBeHidden();
  await save(page, {
    address: 'https://shop.example/lamp',
    title: 'Desk lamp | Shop',
    price: { amount: 4900, currency: 'USD' },
  });
  const lamp = saved(page, 'Desk lamp | Shop');
  await expect(lamp).toContainText('$49.00');
  await expect(lamp.getByRole('link', { name: /Open the page/ })).toHaveAttribute('href', 'https://shop.example/lamp');

  await lamp.getByRole('link', { name: /Find suppliers/ }).click();
  await expect(search(page)).toHaveValue('Desk lamp');
  await expect(titles(page).first()).toHaveText(/lamp/i);
  await page.goBack();
  await expect(lamp).toBeVisible();

  await lamp.getByRole('button', { name: /Remove/ }).click();
  await expect(strip(page)).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(lamp).toBeVisible();

  for (let at = 0; at < 7; at += 1) await save(page, { address: `https://shop.example/${at}`, title: `Vase ${at}` });
  await strip(page).getByRole('button', { name: 'Show all 8' }).click();
  const all = page.getByRole('dialog', { name: 'Saved from the web' });
  await expect(all.getByRole('article')).toHaveCount(8);
  await expect(all.getByRole('article').last()).toContainText('Desk lamp');
});

test('C323: what was saved before anybody was signed in is taken over, once', async ({ page }) => {
  test.setTimeout(180_000);
  const extension = await withExtension(page);
  const kept = {
    page: {
      id: randomUUID(),
      address: 'https://shop.example/kettle',
      title: 'Copper kettle',
      picture_url: null,
      price: null,
      saved_at: new Date().toISOString(),
    },
    ofPerson: false,
  };
  await extension.browser.write('local', 'pages', [kept]);
  await signUp(page);
  await page.goto('/app/find-product');
  await expect(saved(page, 'Copper kettle')).toBeVisible({ timeout: 90_000 });
  await expect.poll(() => extension.browser.kept.get('local:pages')).toEqual([]);
  await page.reload();
  await expect(saved(page, 'Copper kettle')).toHaveCount(1);
});
