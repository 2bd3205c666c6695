import { expect, expectAccessible, signIn, test, world } from '../kit.ts';

interface Report {
  url: string;
  headers: Record<string, string>;
}

test('refused reports of a store are seen on My channels: how many, why, and what to do', async ({ page, request }) => {
  await signIn(page);
  const shop = (await world(page)).shops.find((one) => one.shop === 'harbour-goods');
  // Where the store sends its reports to, as the stand-in keeps them; an outsider who knows the address lacks the secret.
  let address = '';
  const sent = async () => {
    const { origin } = new URL(shop?.address ?? '');
    const answer = await request.get(`${origin}/control/webhooks?standIn=woocommerce`);
    const { webhooks } = (await answer.json()) as { webhooks: Report[] };
    const own = webhooks.find((one) => one.headers['x-wc-webhook-source']?.startsWith(shop?.address ?? ''));
    address = own?.url ?? '';
    return address;
  };
  await expect.poll(sent, { timeout: 90_000 }).toContain('/webhooks/woocommerce/');
  await page.goto('/app/channel');
  const card = page.getByRole('article', { name: 'Harbour Goods' });
  await expect(card.getByText('Connected')).toBeVisible();
  const refuse = (signature: string, body: string) =>
    request.post(address, {
      headers: {
        'content-type': 'application/json',
        'x-wc-webhook-topic': 'order.updated',
        'x-wc-webhook-signature': signature,
      },
      data: body,
    });
  expect((await refuse('bm90IHNpZ25lZA==', '{"id":7}')).status()).toBe(401);
  // The open screen is told of the first by itself.
  const trouble = card.getByRole('listitem').filter({ hasText: 'Rejected: invalid signature' });
  await expect(trouble).toBeVisible();
  await expect(trouble.getByText(/^1 in 24 hours/)).toBeVisible();
  await expect(trouble.getByText(/reconnect the store/)).toBeVisible();
  await refuse('bm90IHNpZ25lZA==', '{"id":8}');
  await page.reload();
  await expect(trouble.getByText(/^2 in 24 hours/)).toBeVisible();
  await expectAccessible(page);
});
