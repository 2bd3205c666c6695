import { strFromU8, unzipSync } from 'fflate';
import { expect, expectAccessible, read, signIn, test } from '../kit.ts';
import { orderFromShopper, placeAndPay, post } from '../orders.ts';

test('an order shows how long it can be claimed, and makes the evidence for it', async ({ page, request }) => {
  await signIn(page);
  const order = await orderFromShopper(page, request);
  const bought = await placeAndPay(page, order.id);

  await test.step('the panel names the last day of the claim, at both widths', async () => {
    await page.goto(`/app/orders?period=all&open=${order.id}`);
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByText(/^Claim until .* \(\d+ days left\)$/).first()).toBeVisible({ timeout: 60_000 });
      await page.screenshot({ path: `test-results/claim-clock-${width}.png` });
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('one press makes a PDF and a ZIP', async () => {
    await page.getByRole('button', { name: 'Create evidence' }).click();
    const zip = page.getByRole('link', { name: 'Download ZIP' });
    await expect(zip).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('link', { name: 'Download PDF' })).toBeVisible();
    await expectAccessible(page);
    await page.screenshot({ path: 'test-results/evidence-1440.png' });
    const [download] = await Promise.all([page.waitForEvent('download'), zip.click()]);
    expect(download.suggestedFilename()).toMatch(/^evidence-.*\.zip$/);
    const answer = await page.request.get((await zip.getAttribute('href')) ?? '');
    const files = unzipSync(await answer.body());
    expect(strFromU8(files['evidence.pdf']?.subarray(0, 5) ?? new Uint8Array())).toBe('%PDF-');
    const data = JSON.parse(strFromU8(files['evidence.json'] ?? new Uint8Array()));
    expect(data).toMatchObject({ order: { name: order.name }, supplier_orders: [{ number: bought.order_no }] });
  });

  await test.step('a refund request has its own, on a phone and in the dark', async () => {
    const { items } = await read<{ items: { line_items: { id: string }[] }[] }>(
      page,
      `/orders/v5/supplier-orders?order_ids=${order.id}`,
    );
    await post(page, '/orders/v4/refund/request', {
      order_id: order.id,
      line_items: [{ id: items[0]?.line_items[0]?.id, quantity: 1 }],
      reason: 'item_not_received',
      description: 'It never came.',
      idempotency_key: crypto.randomUUID(),
    });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 360, height: 900 });
    await page.goto('/app/orders/cancel-refund?tab=pending');
    await page.getByText(order.name).first().click();
    await page.getByRole('button', { name: 'Create evidence' }).click();
    await expect(page.getByRole('link', { name: 'Download PDF' })).toBeVisible({ timeout: 60_000 });
    await expectAccessible(page);
    await page.screenshot({ path: 'test-results/evidence-360-dark.png' });
  });
});
