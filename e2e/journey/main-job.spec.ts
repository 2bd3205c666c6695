import { bearer, expect, expectAccessible, type Page, read, signIn, test, world } from '../kit.ts';
import { buy, storeOrder } from '../shop.ts';

const headOf = (page: Page) => page.getByRole('heading', { level: 1 });

/** The main job, on the demo account's two stores: from a search to a parcel at the shopper's door. */
test('a product is found, edited and pushed; a shopper buys; it is placed, paid and delivered', async ({
  page,
  request,
  browser,
}) => {
  test.setTimeout(420_000);
  const title = `Harbour glass ${Date.now()}`;
  await signIn(page);
  const { shops } = await world(page);
  const woo = shops.find((one) => one.shop === 'harbour-goods');

  await test.step('find a product and import it', async () => {
    await page.goto('/app/find-product?q=glass');
    const importButton = page.getByRole('button', { name: /^Import / }).first();
    await expect(importButton).toBeVisible({ timeout: 90_000 });
    const name = ((await importButton.getAttribute('aria-label')) ?? '').replace(/^Import /, '');
    await importButton.click();
    await page.getByRole('link', { name: `Imported: edit ${name}`, exact: true }).click();
    await expect(page).toHaveURL(/products-import\/editor/);
  });

  await test.step('edit it, and see what changed against the original', async () => {
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible();
    await expect(headOf(page)).toHaveText(title);
    await expect(page.getByText('Changed', { exact: true }).first()).toBeVisible();
  });

  await test.step('push it to both stores in one go', async () => {
    await page.getByRole('button', { name: 'Push to store' }).click();
    const drawer = page.getByRole('dialog', { name: 'Push to stores' });
    for (const store of ['Harbour Goods', 'North Pier Goods'])
      await drawer.getByRole('checkbox', { name: store }).check();
    await drawer.getByRole('button', { name: /^Push 1 product/ }).click();
    await page.goto('/app/products-center');
    const row = page.getByRole('row').filter({ hasText: title });
    await expect(row.getByText('Live')).toHaveCount(2, { timeout: 90_000 });
  });

  let orderName = '';
  await test.step('a shopper buys, and the order comes in by itself', async () => {
    await page.goto('/app/orders');
    await expect(headOf(page)).toHaveText('Orders');
    orderName = await buy(request, woo?.window_url ?? '', [title]);
    await expect(page.getByRole('row').filter({ hasText: orderName })).toBeVisible();
    // What it costs and what stays is found out by itself, before anybody opens it.
    const row = page.getByRole('row').filter({ hasText: orderName });
    await expect(row.getByText('Pending')).toHaveCount(0);
    const found = await read<{ items: { name: string; profit: object | null }[] }>(
      page,
      '/orders/v5/list?page_size=10',
    );
    expect(found.items.find((one) => one.name === orderName)?.profit).not.toBeNull();
  });

  await test.step('see cost and profit, then place and pay with one verb', async () => {
    await page.getByRole('row').filter({ hasText: orderName }).getByText(orderName).click();
    const panel = page.getByRole('complementary', { name: orderName });
    await expect(panel.getByText('Ready to place')).toBeVisible();
    await panel.getByRole('button', { name: 'Place order' }).click();
    const drawer = page.getByRole('dialog', { name: 'Place order' });
    const verb = drawer.getByRole('button', { name: /^Place and pay \$/ });
    await expect(verb).toBeEnabled();
    await expect(drawer.getByText(/^Profit/).first()).toBeVisible();
    await verb.click();
    await expect(panel.getByText('Paid', { exact: true }).first()).toBeVisible({ timeout: 60_000 });
  });

  await test.step('the parcel moves with the clock, and its states show', async () => {
    const headers = await bearer(page);
    const faster = await request.post('/api/sandbox/clock', { headers, data: { speed: 20_000 } });
    expect(faster.ok()).toBe(true);
    await page.goto('/app/orders/shipment');
    const parcel = page.getByRole('row').filter({ hasText: orderName }).first();
    // The drawn way of a parcel names its last stop from the beginning; the state alone tells that it is there.
    const state = parcel
      .getByRole('gridcell')
      .filter({ hasText: /^Delivered$/ })
      .first();
    await expect(state).toBeVisible({ timeout: 180_000 });
    await request.post('/api/sandbox/clock', { headers, data: { speed: 1 } });
  });

  let trackingPath = '';
  await test.step('the order is fulfilled by itself, and its timeline tells why', async () => {
    await page.goto(`/app/orders?q=${encodeURIComponent(orderName)}&tab=fulfilled`);
    await page.getByRole('row').filter({ hasText: orderName }).getByText(orderName).click();
    const panel = page.getByRole('complementary', { name: orderName });
    await expect(panel.getByText('The store shows the order as fulfilled')).toBeVisible();
    const order = (await read<{ items: { id: string; name: string }[] }>(page, '/orders/v5/list?tab=all')).items.find(
      (one) => one.name === orderName,
    );
    trackingPath = (await read<{ public_tracking_path: string }>(page, `/orders/v5/detail/${order?.id}`))
      .public_tracking_path;
  });

  await test.step('the store was told once, with carrier and number', async () => {
    const told = await storeOrder(request, woo?.address ?? '', orderName);
    expect(told?.status).toBe('completed');
    expect(told?.parcels.length).toBe(1);
    expect(told?.customerNotes.length).toBe(1);
    const parcel = JSON.parse(told?.parcels[0] ?? '{}') as { carrier: string; number: string };
    expect(parcel.carrier).not.toBe('');
    expect(told?.customerNotes[0]).toContain(parcel.number);
  });

  await test.step('anybody with the link sees where it is, and nothing of the shopper', async () => {
    const visitor = await browser.newContext();
    const shown = await visitor.newPage();
    await shown.goto(trackingPath);
    await expect(shown.getByRole('heading', { level: 1 })).toHaveText('Your order has arrived');
    await expectAccessible(shown);
    const text = (await shown.locator('body').innerText()).toLowerCase();
    for (const secret of ['pia', 'keller', 'hafenstrasse', '20457', 'hamburg', '$', title.toLowerCase()])
      expect(text).not.toContain(secret);
    await visitor.close();
  });
});
