import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { bearer, expect, read, signIn, test } from '../kit.ts';

const folder = process.env.QUAYSIDE_PICTURES ?? join(import.meta.dirname, '../../test-results/pictures');

interface Order {
  id: string;
  placement_status: string;
  profit: object | null;
}

/** The picture of the README: `QUAYSIDE_PICTURES=docs/pictures npm test -- browser` makes it anew. */
test('the order list of the demo account fills by itself and is worth a picture', async ({ page }) => {
  test.setTimeout(240_000);
  mkdirSync(folder, { recursive: true });
  await signIn(page);
  const orders = async (): Promise<Order[]> =>
    (await read<{ items: Order[] }>(page, '/orders/v5/list?tab=all&page_size=25')).items;
  // What each costs and leaves is found out in the background.
  await expect
    .poll(async () => (await orders()).filter((one) => one.profit !== null).length, { timeout: 120_000 })
    .toBeGreaterThan(6);
  const headers = await bearer(page);
  const ready = (await orders()).filter((one) => one.placement_status === 'ready' && one.profit !== null).slice(1, 4);
  const placed = ready.map((one) => ({ order_id: one.id }));
  if (placed.length > 0)
    await page.request.post('/api/orders/v5/create', { headers, data: { orders: placed, pay: true } });

  await page.goto('/app/orders?period=all');
  await expect(page.getByText(/#\d{4}/).nth(6)).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText('Placing')).toHaveCount(0, { timeout: 60_000 });
  await expect(page.getByText('Paying')).toHaveCount(0, { timeout: 60_000 });
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  if (await dismiss.isVisible()) await dismiss.click();
  await page.waitForFunction(() => [...document.images].every((image) => image.complete && image.naturalWidth > 0));
  await page.screenshot({ path: join(folder, 'orders.png') });
});
