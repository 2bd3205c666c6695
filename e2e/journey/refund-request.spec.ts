import { expect, expectAccessible, read, signIn, test } from '../kit.ts';
import { actAsCj, buyFromCj, orderFromShopper, placeAndPay, readSuppliers } from '../orders.ts';

/** One pixel. */
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a refund request becomes a dispute at CJ, whose decision completes it', async ({ page, request }) => {
  // An order, its purchase and a dispute, each seen by CJ's own clock.
  test.setTimeout(300_000);
  await signIn(page);
  const order = await orderFromShopper(page, request);
  await buyFromCj(page, order);
  const bought = await placeAndPay(page, order.id);
  const stateOf = async () =>
    (
      await read<{ items: { state: string; send_state: string }[] }>(
        page,
        `/orders/v4/refund/list?order_id=${order.id}`,
      )
    ).items[0];

  await test.step('the form refuses what is missing, then sends the request', async () => {
    await page.goto(`/app/orders?period=all&open=${order.id}`);
    await page.getByRole('button', { name: 'Request refund' }).click();
    const form = page.getByRole('dialog').filter({ hasText: 'Request a refund or replacement' });
    await form.getByRole('button', { name: 'Send request' }).click();
    await expect(form.getByText('Choose at least one item.')).toBeVisible();
    await form.getByRole('checkbox').first().check();
    await form
      .getByRole('combobox', { name: 'Reason' })
      .or(form.getByRole('textbox', { name: 'Reason' }))
      .first()
      .click();
    await page.getByRole('option', { name: 'Damaged item' }).click();
    await form.getByLabel('What happened').fill('The mug arrived in two pieces.');
    await form.locator('input[type=file]').setInputFiles({ name: 'mug.png', mimeType: 'image/png', buffer: PHOTO });
    await expect(form.getByRole('img', { name: 'mug.png' })).toBeVisible();
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Send request' }).click();
    await expect(form).toBeHidden();
  });

  await test.step('it is listed as pending, at both widths', async () => {
    await expect.poll(async () => (await stateOf())?.send_state, { timeout: 60_000 }).toBe('sent');
    await page.goto('/app/orders/cancel-refund?tab=pending');
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByText('Damaged item').first()).toBeVisible();
      await page.screenshot({ path: `test-results/refund-requests-${width}.png` });
    }
    await expectAccessible(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('CJ refunds it on its own page, and the request is completed', async () => {
    await actAsCj(page, bought.order_no, 'Refund the dispute');
    await expect
      .poll(
        async () => {
          await readSuppliers(page, order.id);
          return (await stateOf())?.state;
        },
        { timeout: 120_000, intervals: [3_000] },
      )
      .toBe('completed');
    await page.goto('/app/orders/cancel-refund?tab=completed');
    await page.getByText(order.name).first().click();
    await expect(page.getByText('The mug arrived in two pieces.')).toBeVisible();
    await page.screenshot({ path: 'test-results/refund-request-panel.png' });
  });
});
