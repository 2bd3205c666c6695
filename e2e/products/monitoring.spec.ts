import { bearer, expect, expectAccessible, operatorPage, read, signIn, test } from '../kit.ts';

interface Detail {
  id: string;
  title: string;
  currency: string;
  variants: { sku: string; cost: { amount: number; currency: string }; stock: number | null }[];
}
interface Found {
  items: { source_product_id: string; source: string; title: string; imported?: unknown }[];
}

test('a cost that moves at the supplier is told, marked, and taken over', async ({ page, browser }) => {
  await signIn(page);
  const headers = await bearer(page);
  const call = async <D>(method: 'post' | 'put', path: string, data: object, as = headers): Promise<D> => {
    const answer = await page.request[method](`/api${path}`, { headers: as, data });
    return ((await answer.json()) as { data: D }).data;
  };
  let product: Detail | undefined;

  await test.step('a product is watched from its import on', async () => {
    const found = async () =>
      (
        await read<Found>(
          page,
          '/center/products/find?source=quayside&keyword=teapot&ship_to=US&only_shippable=true&page_size=20',
        )
      ).items;
    await expect.poll(async () => (await found()).length, { timeout: 90_000 }).toBeGreaterThan(0);
    const source = (await found()).at(-1);
    const imported = await call<{ product_package_id: string }>('post', '/center/products/import/quayside', {
      supplier_product_id: source?.source_product_id,
    });
    product = await read<Detail>(page, `/center/products/${imported.product_package_id}`);
    await page.goto(`/app/products-center?open=${product.id}`);
    const panel = page.getByRole('complementary');
    await expect(panel.getByRole('heading', { name: 'At the supplier' })).toBeVisible();
    await expect(panel.getByText('No changes: cost matches and all variants are in stock.')).toBeVisible({
      timeout: 30_000,
    });
    await expectAccessible(page);
  });
  const { id, title, variants } = product as unknown as Detail;

  await test.step('off and on again it is asked about at once, and what moved meanwhile is shown', async () => {
    const panel = page.getByRole('complementary');
    await panel.getByRole('button', { name: 'Stop tracking' }).click();
    await expect(panel.getByText('Not tracked', { exact: false })).toBeVisible();
    const operator = await bearer(await operatorPage(browser));
    for (const variant of variants) {
      const cost = { amount: variant.cost.amount + 500, currency: variant.cost.currency };
      await call(
        'post',
        '/operator/warehouse/stock',
        { sku: variant.sku, pieces: variant.stock ?? 10, cost },
        operator,
      );
    }
    await panel.getByRole('button', { name: 'Track', exact: true }).click();
    await expect(panel.getByText('Cost changed')).toBeVisible({ timeout: 30_000 });
    await expect(panel.getByText(/^Margin -?\d+% → -?\d+%$/).first()).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('it is told', async () => {
    await page.goto('/app/notifications');
    await expect(page.getByText(`${title} now costs`, { exact: false }).first()).toBeVisible({ timeout: 30_000 });
  });

  await test.step('it is found in the list by its mark, and on the list of watched products', async () => {
    await page.goto('/app/products-center?watch=cost_moved');
    await expect(page.getByRole('row').filter({ hasText: title }).getByText('Cost changed')).toBeVisible();
    await page.getByRole('navigation', { name: 'Parts of the product center' }).getByText('Auto update').click();
    await expect(page).toHaveURL(/\/app\/products\/auto-update/);
    await expect(page.getByRole('row').filter({ hasText: title })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the new cost is taken over; the mark goes, and the price stays', async () => {
    const before = await read<{ price_from: number; cost_from: number }>(page, `/center/products/${id}`);
    await page.goto(`/app/products-center?open=${id}`);
    const panel = page.getByRole('complementary');
    await panel.getByRole('button', { name: 'Use the new cost' }).click();
    await expect(panel.getByText('Cost changed')).toBeHidden();
    const after = await read<{ price_from: number; cost_from: number }>(page, `/center/products/${id}`);
    expect(after.price_from).toBe(before.price_from);
    expect(after.cost_from).toBeCloseTo(before.cost_from + 5, 2);
  });

  await test.step('the suppliers are listed with what is watched of them', async () => {
    await page.goto('/app/products-center/supplier-list');
    const card = page.getByRole('article', { name: 'Quayside' });
    await expect(card.getByRole('row', { name: /^Tracked/ })).toBeVisible();
    await expectAccessible(page);
    await card.getByRole('link', { name: 'Show products' }).click();
    await expect(page).toHaveURL(/source=quayside/);
  });

  await test.step('settings say what is told and what follows', async () => {
    await page.goto('/app/setting/monitoring');
    await page.getByLabel('Cost changes by more than').fill('10');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Product monitoring saved.')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Cost changes by more than')).toHaveValue('10 %');
    await expectAccessible(page);
    const kept = await read<object>(page, '/center/products/setting/monitoring');
    await call('put', '/center/products/setting/monitoring', { ...kept, cost_percent: 5 });
  });
});
