import { onDatabase } from '../database.ts';
import { bearer, connectByKeys, disconnect, expect, expectAccessible, read, signUp, test } from '../kit.ts';

const SHOP = 'fjord-living';

interface Mapping {
  items: { external_variant_id: string; choices: { sku_id: string }[] }[];
}

test('a variant that its supplier renumbered gets its replacement accepted, and undone', async ({ page }) => {
  test.setTimeout(120_000);
  await signUp(page);
  await connectByKeys(page, SHOP, 'Fjord Living');
  const headers = await bearer(page);
  const { linked_stores: stores } = await read<{ linked_stores: Record<string, { id: string }[]> }>(
    page,
    '/auth/account',
  );
  const [store] = Object.values(stores).flat();
  await page.goto('/app/find-product?q=teapot');
  const button = page.getByRole('button', { name: /^Import / }).first();
  await expect(button).toBeVisible({ timeout: 90_000 });
  await button.click();
  const imported = async () =>
    (await read<{ items: { id: string; title: string }[] }>(page, '/center/products/import/listing')).items[0];
  await expect.poll(imported).toBeDefined();
  const { id = '', title = '' } = (await imported()) ?? {};
  const source = await read<{ source: string; source_product_id: string; variants: { sku_id: string }[] }>(
    page,
    `/center/products/${id}/source-variants`,
  );
  const skuId = source.variants[0]?.sku_id ?? '';
  const mapped = await page.request.post(`/api/center/products/${id}/map-variant`, {
    headers,
    data: {
      items: [
        {
          store_id: store?.id,
          external_variant_id: 'sold-in-store',
          title,
          choices: [{ source: source.source, source_product_id: source.source_product_id, sku_id: skuId }],
        },
      ],
    },
  });
  expect(mapped.ok(), await mapped.text()).toBe(true);
  const bought = async () => (await read<Mapping>(page, `/center/products/${id}/mapping`)).items[0]?.choices[0]?.sku_id;
  const renumber = (from: string, to: string) =>
    onDatabase((client) =>
      client.query('update warehouse.variant set variant_id = $2 where variant_id = $1', [from, to]),
    );

  await renumber(skuId, `${skuId}-new`);
  try {
    const row = page.getByRole('row').filter({ hasText: title });
    await test.step('the check is off until it is turned on, and then finds the variant', async () => {
      await page.goto('/app/products-center/missing-variants');
      await expect(page.getByText('No missing variants')).toBeVisible();
      await expectAccessible(page);
      await page.getByLabel('Nightly check').selectOption('propose');
      await expect(row).toBeVisible({ timeout: 60_000 });
      await expect(row).toContainText('Variant removed');
      await expect(row).toContainText('Same SKU');
      await expectAccessible(page);
      expect(await bought()).toBe(skuId);
    });

    await test.step('accepting it changes where it is bought', async () => {
      await row.hover();
      await row.getByRole('button', { name: /^Accept the replacement of/ }).click();
      await expect(page.getByText('1 variant replaced.', { exact: false })).toBeVisible();
      await expect(row).toBeHidden({ timeout: 30_000 });
      expect(await bought()).toBe(`${skuId}-new`);
    });

    await test.step('it can be undone from the list of replaced variants', async () => {
      await page.getByRole('tab', { name: 'Replaced' }).click();
      await row.hover();
      await row.getByRole('button', { name: /^Undo the replacement of/ }).click();
      await expect(page.getByText('1 replacement undone.', { exact: false })).toBeVisible();
      expect(await bought()).toBe(skuId);
      await page.getByRole('tab', { name: 'Kept' }).click();
      await expect(row).toContainText('Undone');
    });
  } finally {
    await renumber(`${skuId}-new`, skuId);
    await page.goto('/app/channel');
    await disconnect(page, 'Fjord Living');
  }
});
