import { withExtension } from '../extension.ts';
import { expect, expectAccessible, read, signIn, test, world } from '../kit.ts';

const SHOP = `<!doctype html><title>North Pier Goods</title>
  <script>Shopify.theme = {"name":"Prestige","id":1,"theme_store_id":855}</script>
  <a href="/cart">Cart</a><a href="/products/lamp">Lamp</a><a href="https://instagram.com/northpier">I</a>`;
const PRODUCT = '<!doctype html><title>Lamp</title><script src="https://loox.io/widget/loox.js"></script>';

test('B009: a store’s pages that the server may not read are read with the extension', async ({ page }) => {
  const pages: Record<string, string> = {};
  await withExtension(page, { pages, allowed: () => true });
  await signIn(page);
  const shop = (await world(page)).shops.find((one) => one.platform === 'shopify' && one.name === 'North Pier Goods');
  const { origin } = new URL(shop?.window_url ?? '');
  const { items } = await read<{ items: { store_name: string; base_url: string }[] }>(page, '/stores/list-store');
  const address = items.find((one) => one.store_name === 'North Pier Goods')?.base_url ?? '';
  pages[address] = SHOP;
  pages[new URL('/products/lamp', address).href] = PRODUCT;
  const fault = { standIn: 'shopify', kind: 'status-503', match: `GET ${new URL(address).pathname}/?(\\?|$)` };
  expect((await page.request.post(`${origin}/control/faults`, { data: fault })).ok()).toBe(true);
  try {
    await page.goto('/app/channel');
    const card = page.getByRole('article', { name: 'North Pier Goods' });
    await card.getByText('Storefront details').click();
    const again = card.getByRole('button', { name: 'Refresh' });
    const byExtension = card.getByRole('button', { name: 'Scan with the extension' });
    await expect(again).toBeEnabled();
    await expect(byExtension).toBeHidden();
    await again.click();
    await expect(card).toContainText('isn’t public (status 503)');
    await expectAccessible(page);
    await byExtension.click();
    await expect(card.getByRole('link', { name: 'Prestige' })).toBeVisible();
    await expect(card.getByRole('link', { name: 'Loox' })).toBeVisible();
    await expect(card.getByRole('link', { name: 'Instagram' })).toBeVisible();
    await expect(byExtension).toBeHidden();
    await page.request.delete(`${origin}/control/faults`);
    await again.click();
    await expect(card.getByRole('link', { name: 'Dawn' })).toBeVisible();
  } finally {
    await page.request.delete(`${origin}/control/faults`);
  }
});
