import { bearer, expect, expectAccessible, read, signIn, test } from '../kit.ts';
import { demoStore } from '../orders.ts';

interface Feeds {
  items: { feed_id: string; url: string; products: number; items: number; format: string }[];
}
const PATH = '/center/products/listings/elastic-products/feeds';

test('C072: a feed of a store is created, read without signing in, and gets a new address', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  await signIn(page);
  const { address } = await demoStore(page);
  const { linked_stores: stores } = await read<{
    linked_stores: { woocommerce?: { id: string; platform_domain: string }[] };
  }>(page, '/auth/account');
  const shop = new URL(address).pathname.split('/').at(-1) ?? '';
  const storeId = stores.woocommerce?.find(({ platform_domain: domain }) => domain.includes(shop))?.id ?? '';
  // Its products are in the store once the demo is set up.
  const listed = async () =>
    (
      await read<{ items: unknown[] }>(
        page,
        `/center/products/listings/elastic-products?state=pushed&store_id=${storeId}`,
      )
    ).items.length;
  await expect.poll(listed, { timeout: 90_000 }).toBeGreaterThan(0);
  const feeds = async () => (await read<Feeds>(page, PATH)).items.filter((one) => one.format === 'csv');
  await page.goto('/app/setting/product-feeds');
  await page.getByLabel('Store').selectOption(storeId);
  await page.getByText('CSV', { exact: true }).click();
  await page.getByRole('button', { name: 'Create feed' }).click();
  await expect(page.getByText(/^Refreshed/)).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  const [feed] = await feeds();
  expect(feed?.products).toBeGreaterThan(0);

  // A crawler has no session.
  const crawler = await browser.newContext();
  const first = await crawler.request.get(feed?.url ?? '');
  expect(first.status()).toBe(200);
  const lines = (await first.text()).split('\r\n');
  expect(lines[0]).toMatch(/^id,title,description,link,image_link/);
  expect(lines.length).toBeGreaterThan(feed?.items ?? 0);
  const etag = first.headers().etag ?? '';
  expect((await crawler.request.get(feed?.url ?? '', { headers: { 'if-none-match': etag } })).status()).toBe(304);

  await page.getByRole('main').getByRole('button', { name: 'New address' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New address' }).click();
  await expect.poll(async () => (await feeds())[0]?.url).not.toBe(feed?.url);
  expect((await crawler.request.get(feed?.url ?? '')).status()).toBe(404);
  const [rotated] = await feeds();
  expect((await crawler.request.get(rotated?.url ?? '')).status()).toBe(200);

  await page.getByRole('main').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByLabel('Address')).toBeHidden();
  expect((await crawler.request.get(rotated?.url ?? '')).status()).toBe(404);
  // Another's store gets none.
  const refused = await page.request.post(`/api${PATH}`, {
    headers: await bearer(page),
    data: { store_id: '00000000-0000-4000-8000-000000000000', format: 'xml' },
  });
  expect(refused.status()).toBe(404);
  await crawler.close();
});
