import { bearer, expect, expectAccessible, type Page, read, signIn, test } from '../kit.ts';
import { buyFromCj, orderFromShopper, placeAndPay, readSuppliers } from '../orders.ts';

interface Mail {
  mail_id: string;
  order_id: string;
  kind: string;
  state: string;
}

const mailsOf = async (page: Page, orderId: string): Promise<Mail[]> =>
  (await read<{ items: Mail[] }>(page, '/orders/v5/tracking/mails')).items.filter((mail) => mail.order_id === orderId);

test('a shopper is mailed about a parcel: switched on, previewed, kept in the sandbox, unsubscribed', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  await signIn(page);
  await page.goto('/app/setting/order-tracking');
  const card = page.getByRole('region', { name: 'Emails to customers' });
  for (const kind of ['Shipped', 'Delivered']) await card.getByRole('switch', { name: kind, exact: true }).check();
  await card.getByLabel('Reply-to address').fill('not an address');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByLabel('Reply-to address')).toHaveAttribute('aria-invalid', 'true');
  await card.getByLabel('Reply-to address').fill('help@shop.example');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();

  await test.step('the preview in Arabic is written from right to left', async () => {
    await card.getByLabel('Language').last().selectOption('ar');
    const letter = page.frameLocator('iframe[title="Preview"]');
    await expect(letter.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(letter.getByRole('link', { name: 'تتبّع الطرد' })).toBeVisible();
    await card.screenshot({ path: 'test-results/mails-card.png' });
    await expectAccessible(page);
  });

  const order = await orderFromShopper(page, request);
  await buyFromCj(page, order);
  await placeAndPay(page, order.id);
  await test.step('CJ ships and delivers the parcel; the email is kept', async () => {
    const states: string[] = [];
    for (const hours of [80, 400]) {
      const jump = { headers: await bearer(page), data: { advance_hours: hours } };
      expect((await request.post('/api/sandbox/clock', jump)).ok()).toBe(true);
      await expect
        .poll(
          async () => {
            await readSuppliers(page, order.id);
            return (await mailsOf(page, order.id)).filter(({ state }) => state !== 'waiting').length;
          },
          { timeout: 60_000 },
        )
        .toBeGreaterThan(states.length);
      states.push(...(await mailsOf(page, order.id)).map((mail) => `${mail.kind} ${mail.state}`));
    }
    expect(states).toContain('shipped kept');
  });

  const shown = await test.step('the owner reads it in the settings and in the timeline of the order', async () => {
    await page.goto('/app/setting/order-tracking');
    const row = card.getByRole('listitem').filter({ hasText: order.name }).first();
    await expect(row).toContainText('Sandbox orders send no emails.');
    await row.getByRole('button', { name: 'Show' }).click();
    const letter = row.locator('iframe').contentFrame();
    await expect(letter.getByRole('link', { name: 'Track your parcel' })).toBeVisible();
    await card.screenshot({ path: 'test-results/mails-list.png' });
    const [mail] = await mailsOf(page, order.id);
    return read<{ text: string }>(page, `/orders/v5/tracking/mails/${mail?.mail_id}`);
  });
  await page.goto(`/app/orders?period=all&open=${order.id}`);
  await expect(page.getByText('Email to the customer not sent: Shipped').first()).toBeVisible();

  await test.step('opening the link changes nothing; the button and a mail program unsubscribe', async () => {
    const [, path = ''] = /(\/parcel-mails\/[\w-]+)/.exec(shown.text) ?? [];
    await page.goto(path);
    await expect(page.getByRole('status')).toContainText('emails you about your parcels');
    await expectAccessible(page);
    await page.screenshot({ path: 'test-results/mails-unsubscribe.png' });
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(page.getByRole('status')).toContainText('no longer emails you');
    await page.getByRole('button', { name: 'Subscribe again' }).click();
    await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible();
    const oneClick = await request.post(path, { form: { 'List-Unsubscribe': 'One-Click' } });
    expect(oneClick.ok(), await oneClick.text()).toBe(true);
    expect((await request.post(path, { form: { other: 'One-Click' } })).ok()).toBe(false);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Subscribe again' })).toBeVisible();
    for (const [name, width] of [
      ['wide', 1440],
      ['narrow', 360],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `test-results/mails-page-${name}.png` });
      await page.goto('/app/setting/order-tracking');
      await expect(card.getByRole('heading', { name: 'Latest emails' })).toBeVisible();
      await card.screenshot({ path: `test-results/mails-card-${name}.png` });
      await page.goBack();
    }
  });
});
