import { type APIRequestContext, expect, type Page, signIn, test, world } from '../kit.ts';

interface Control {
  fault(data: object): Promise<void>;
  clear(): Promise<void>;
  /** Lets everything go that is held. */
  release(): Promise<number>;
  /** Titles that the WooCommerce shop's own book has. */
  listed(shop: string): Promise<string[]>;
}

function control(request: APIRequestContext, address: string): Control {
  const { origin } = new URL(address);
  return {
    fault: async (data) => expect((await request.post(`${origin}/control/faults`, { data })).ok()).toBe(true),
    clear: async () => void (await request.delete(`${origin}/control/faults`)),
    async release() {
      const { holds } = (await (await request.get(`${origin}/control/holds`)).json()) as { holds: { id: number }[] };
      for (const { id } of holds) await request.post(`${origin}/control/holds/${id}`, { data: { way: 'go' } });
      return holds.length;
    },
    async listed(shop) {
      const book = await request.get(`${origin}/control/books/woocommerce?shop=${shop}`);
      return ((await book.json()) as { products: { name: string }[] }).products.map((one) => one.name);
    },
  };
}

/** Imports the first product that a word finds, under a title of its own, and opens the push drawer with both stores. */
async function prepare(page: Page, word: string, title: string) {
  await page.goto(`/app/find-product?q=${word}`);
  const importButton = page.getByRole('button', { name: /^Import / }).first();
  await expect(importButton).toBeVisible({ timeout: 90_000 });
  const name = ((await importButton.getAttribute('aria-label')) ?? '').replace(/^Import /, '');
  await importButton.click();
  await page.getByRole('link', { name: `Imported: edit ${name}`, exact: true }).click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible();
  await page.getByRole('button', { name: 'Push to store' }).click();
  const drawer = page.getByRole('dialog', { name: 'Push to stores' });
  for (const store of ['Harbour Goods', 'North Pier Goods'])
    await drawer.getByRole('checkbox', { name: store }).check();
  return { drawer, verb: drawer.getByRole('button', { name: /^Push 1 product/ }) };
}

test('a push that one store refuses says why there, goes on after a reload, and is tried again in that store alone', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  await signIn(page);
  const woo = (await world(page)).shops.find((one) => one.shop === 'harbour-goods')?.address ?? '';
  const sandbox = control(request, woo);
  const title = `Refused once ${Date.now()}`;
  const inWoo = async () => (await sandbox.listed('harbour-goods')).filter((one) => one === title).length;
  const { verb } = await prepare(page, 'candle', title);
  // The one shop has not paid its bill at Shopify; the other takes its time to answer.
  await sandbox.fault({ standIn: 'shopify', kind: 'status-402', match: '/north-pier/', matchBody: 'productSet' });
  await sandbox.fault({
    standIn: 'woocommerce',
    kind: 'hold-after',
    match: 'POST .*/wc/v3/products(\\?|$)',
    times: 1,
    delayMs: 120_000,
  });
  await verb.dblclick();

  await page.goto('/app/products-center');
  const row = page.getByRole('row').filter({ hasText: title });
  const wooLine = row.getByRole('listitem').filter({ hasText: 'Harbour Goods' });
  const shopifyLine = row.getByRole('listitem').filter({ hasText: 'North Pier Goods' });
  await test.step('the refusal is named at its store while the other is still at work, also after a reload', async () => {
    await expect(shopifyLine.getByText(/the shop is frozen; its owner must settle the bill/)).toBeVisible();
    await page.reload();
    await expect(shopifyLine.getByText(/the shop is frozen/)).toBeVisible();
    await expect(wooLine.getByText('Publishing')).toBeVisible();
    await expect(wooLine.getByRole('button')).toHaveCount(0);
  });

  await test.step('the other store ends well, without being asked again', async () => {
    // The call that is held may still be on its way there.
    await expect.poll(() => sandbox.release()).toBe(1);
    await expect(wooLine.getByText('Live')).toBeVisible();
    expect(await inWoo()).toBe(1);
  });

  await test.step('retried alone once the bill is paid, and nothing is listed twice', async () => {
    await sandbox.clear();
    await shopifyLine.getByRole('button', { name: 'Retry in North Pier Goods' }).click();
    await expect(shopifyLine.getByText('Live')).toBeVisible({ timeout: 60_000 });
    expect(await inWoo()).toBe(1);
  });
});
