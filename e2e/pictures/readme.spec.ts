import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, signIn, test } from '../kit.ts';

const folder = process.env.QUAYSIDE_PICTURES ?? join(import.meta.dirname, '../../test-results/pictures');

/** The picture of the README: `QUAYSIDE_PICTURES=docs/pictures npm test -- browser` makes it anew. */
test('the order list of the demo account fills by itself and is worth a picture', async ({ page }) => {
  mkdirSync(folder, { recursive: true });
  await signIn(page);
  await page.goto('/app/orders?period=all');
  await expect(page.getByText(/#\d{4}/).nth(6)).toBeVisible({ timeout: 90_000 });
  await page.screenshot({ path: join(folder, 'orders.png') });
});
