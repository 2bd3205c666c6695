import { connectByKeys, disconnect, expect, signUp, test } from '../kit.ts';

interface Push {
  rates?: Record<string, number>;
}

test('a product in dollars goes into a store in euros at the published rate or a typed one, and a refusal stands at the field', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await signUp(page);
  await connectByKeys(page, 'fjord-living', 'Fjord Living');

  await page.goto('/app/find-product?q=glass');
  const importButton = page.getByRole('button', { name: /^Import / }).first();
  await expect(importButton).toBeVisible({ timeout: 90_000 });
  const name = ((await importButton.getAttribute('aria-label')) ?? '').replace(/^Import /, '');
  await importButton.click();
  await page.getByRole('link', { name: `Imported: edit ${name}`, exact: true }).click();
  await expect(page).toHaveURL(/products-import\/editor/);
  const title = `Fjord glass ${Date.now()}`;
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
  await page.getByRole('button', { name: 'Save and push' }).click();
  const drawer = page.getByRole('dialog', { name: 'Push to stores' });
  await expect(drawer.getByText(title)).toBeVisible();
  const verb = drawer.getByRole('button', { name: /^Push 1 product/ });
  const rate = drawer.getByRole('textbox', { name: /USD/ });

  await test.step('the published rate is filled in, with what customers will pay; what is no rate stops the push', async () => {
    await expect(rate).toHaveValue(/^0\.\d+$/);
    await expect(drawer.getByText(/becomes €9\.\d\d · Quayside sandbox/)).toBeVisible();
    await expect(verb).toBeEnabled();
    await rate.fill('none');
    await expect(rate).toHaveAttribute('aria-invalid', 'true');
    await expect(verb).toBeDisabled();
    await rate.fill('0.9');
    await expect(verb).toBeEnabled();
    await drawer.getByText('.99', { exact: true }).click();
    await expect(drawer.getByRole('region', { name: 'Products to push' })).toContainText(/€\d+\.99/);
  });

  await test.step('where the server lacks one all the same, its refusal stands at the field', async () => {
    // Lost on the way: the server answers as it does to a screen that does not know of the store's currency.
    await page.route('**/api/center/products/push-multiple-channel', async (route) => {
      const { rates: _lost, ...body } = route.request().postDataJSON() as Push;
      await route.continue({ postData: JSON.stringify(body) });
    });
    await verb.click();
    await expect(rate).toHaveAttribute('aria-invalid', 'true');
    await expect(rate).toBeFocused();
    const said = rate.locator('xpath=..').getByText(/sells in EUR and the product is priced in USD/);
    await expect(said).toBeVisible();
    await expect(drawer.getByRole('alert')).toHaveCount(0);
  });

  await test.step('with a rate it goes in, at that rate', async () => {
    await page.unroute('**/api/center/products/push-multiple-channel');
    await rate.fill('0.91');
    await expect(rate).not.toHaveAttribute('aria-invalid', 'true');
    await verb.click();
    await expect(drawer).toBeHidden();
    await page.goto('/app/products-center');
    await expect(page.getByRole('row').filter({ hasText: title }).getByText('Live')).toBeVisible({
      timeout: 90_000,
    });
  });

  await test.step('the next push begins with the rate that was typed, and offers the published one', async () => {
    const row = page.getByRole('row').filter({ hasText: title });
    await row.hover();
    await row.getByRole('button', { name: /^Push / }).click();
    await expect(rate).toHaveValue('0.91');
    await drawer.getByRole('button', { name: /^Use today’s rate/ }).click();
    await expect(rate).not.toHaveValue('0.91');
  });

  // The sandbox's stores are few: the next one may have it.
  await page.goto('/app/channel');
  await disconnect(page, 'Fjord Living');
});
