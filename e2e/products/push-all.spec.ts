import { bearer, connectByKeys, disconnect, expect, type Page, read, signUp, test, world } from '../kit.ts';

interface Found {
  items: { source_product_id: string; source: string }[];
}

/** Imports a few products of the sandbox supplier as the page's person. */
async function importSome(page: Page, word: string, count: number): Promise<void> {
  await expect
    .poll(async () => (await find(page, word)).length, { timeout: 90_000 })
    .toBeGreaterThanOrEqual(count);
  for (const one of (await find(page, word)).slice(0, count)) {
    const answer = await page.request.post(`/api/center/products/import/${one.source}`, {
      headers: await bearer(page),
      data: { supplier_product_id: one.source_product_id },
    });
    expect(answer.ok()).toBe(true);
  }
}
