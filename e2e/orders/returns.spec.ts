import {
  type APIRequestContext,
  bearer,
  expect,
  expectAccessible,
  type Locator,
  type Page,
  read,
  signIn,
  signUp,
  test,
} from '../kit.ts';
import { deliveredOrder, demoStore, type Order } from '../orders.ts';

interface Return {
  return_id: string;
  name: string;
  state: string;
  refund: { state: string; amount: { amount: number; currency: string } } | null;
  exchange_order: { order_id: string; name: string } | null;
  mails: { kind: string; state: string }[];
}
interface Detail {
  order: {
    is_exchange: boolean;
    financial_status: string;
    total: { amount: number };
    line_items: { state: string; quantity: number }[];
  };
  timeline: { kind: string }[];
}

const panelOf = (page: Page, orderId: string) => read<Detail>(page, `/orders/v5/panel/${orderId}`);
const returnsOf = async (page: Page, orderId: string): Promise<Return[]> =>
  (await read<{ items: Return[] }>(page, `/orders/returns/v1/list?order_id=${orderId}`)).items;
const stateOf = async (page: Page, orderId: string) => (await returnsOf(page, orderId))[0]?.state;

/** Sets how the demo's WooCommerce pays customers back. */
async function setGateway(page: Page, gatewayRefunds: 'pays' | 'none'): Promise<void> {
  const { address } = await demoStore(page);
  const answer = await page.request.post(`${address}/wp-admin/settings`, { data: { gatewayRefunds } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Refunds of an order in the WooCommerce stand-in's own books. */
async function storeRefunds(page: Page, request: APIRequestContext, name: string): Promise<{ amount: string }[]> {
  const { address } = await demoStore(page);
  const { origin, pathname } = new URL(address);
  const shop = pathname.split('/').at(-1) ?? '';
  const book = await request.get(`${origin}/control/books/woocommerce?shop=${shop}`);
  const { orders } = (await book.json()) as { orders: { id: number; refunds: { amount: string }[] }[] };
  return orders.find((one) => `#${one.id}` === name)?.refunds ?? [];
}

/** Deletes the return addresses that other flows left in the demo account. */
async function withoutAddresses(page: Page): Promise<void> {
  const { items } = await read<{ items: { return_address_id: string }[] }>(page, '/orders/returns/v1/addresses');
  for (const { return_address_id: id } of items)
    await page.request.delete(`/api/orders/returns/v1/addresses/${id}`, { headers: await bearer(page) });
}

const drawer = (page: Page, title: string | RegExp): Locator =>
  page.getByRole('dialog').filter({ hasText: title }).last();
const shot = (page: Page, name: string) => page.screenshot({ path: `test-results/returns-${name}.png` });

/** Records a return from the order's panel; ends when it exists. */
async function askReturn(page: Page, order: Order, kind: 'Refund' | 'Exchange', reason: string): Promise<Return> {
  await page.goto(`/app/orders?period=all&tab=fulfilled&open=${order.id}`);
  await page.getByRole('button', { name: 'Return items' }).click();
  const form = drawer(page, 'Return items');
  await form.getByRole('checkbox').first().check();
  await form.getByText(kind, { exact: true }).click();
  await form.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: reason }).click();
  await form.getByLabel('Customer’s note').fill('It does not fit me.');
  await expectAccessible(page);
  await shot(page, `form-${kind.toLowerCase()}`);
  await form.getByRole('button', { name: 'Create return' }).dblclick();
  await expect.poll(async () => (await returnsOf(page, order.id)).length).toBe(1);
  return (await returnsOf(page, order.id))[0] as Return;
}

const openReturn = (page: Page, { return_id: id }: Return) => page.goto(`/app/orders/returns?tab=all&open=${id}`);

test('a return goes from the request to the refund in the store, once', async ({ browser, page, request }) => {
  test.setTimeout(300_000);
  await test.step('a workspace without returns says what they are', async () => {
    // In a window of its own: one that changes its person goes home first.
    const context = await browser.newContext();
    const theirs = await context.newPage();
    await signUp(theirs);
    await theirs.goto('/app/orders/returns');
    await expect(theirs.getByRole('heading', { name: 'No returns yet' })).toBeVisible();
    await expectAccessible(theirs);
    await theirs.getByRole('link', { name: 'How returns work' }).last().click();
    await expect(theirs.getByRole('heading', { name: 'Returns and exchanges', level: 1 })).toBeVisible();
    await context.close();
  });

  await signIn(page);
  await setGateway(page, 'none');
  const order = await deliveredOrder(page, request);

  await test.step('the return policy and a return address', async () => {
    await withoutAddresses(page);
    await page.goto('/app/setting/returns');
    const policy = page.getByRole('region', { name: 'Return policy' });
    await policy.getByLabel('Return window (days)').fill('60');
    await policy.getByLabel('Return instructions').fill('Leave the tags on.');
    // The email in the settings follows what is typed, before it is saved.
    await expect(policy.frameLocator('iframe').getByText('Leave the tags on.')).toBeVisible();
    await policy.getByLabel('Language').selectOption('ar');
    await expect(policy.frameLocator('iframe').locator('html')).toHaveAttribute('dir', 'rtl');
    await policy.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Add address' }).click();
    const form = drawer(page, 'Add address');
    await form.getByRole('button', { name: 'Save address' }).click();
    await expect(form.getByLabel('Recipient')).toHaveAttribute('aria-invalid', 'true');
    await form.getByLabel('Recipient').fill('Harbour Goods Returns');
    await form.getByLabel('Street and number').fill('Kai 12');
    await form.getByLabel('Postal code').fill('20457');
    await form.getByLabel('City').fill('Hamburg');
    await form.getByRole('combobox', { name: 'Country' }).fill('Germ');
    await page.getByRole('option', { name: 'Germany' }).click();
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Save address' }).click();
    const addresses = page.getByRole('region', { name: 'Return addresses' });
    await expect(addresses.getByText('Harbour Goods Returns')).toBeVisible();
    await expectAccessible(page);
  });

  const asked = await askReturn(page, order, 'Refund', 'Wrong size or fit');
  await test.step('the order lists it, and nothing more can be returned', async () => {
    const section = page.getByRole('region', { name: 'Details' });
    await expect(section.getByText(asked.name, { exact: true })).toBeVisible();
    await section.getByRole('button', { name: 'Return items' }).click();
    await expect(drawer(page, 'Return items').getByText('already refunded or in a return')).toBeVisible();
    await expect(drawer(page, 'Return items').getByRole('button', { name: 'Create return' })).toBeDisabled();
  });

  await test.step('approved with the email seen before', async () => {
    await openReturn(page, asked);
    await expect(page.getByText('Approve or reject the request.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Approve', exact: true }).last().click();
    const form = drawer(page, `Approve ${asked.name}`);
    await expect(form.getByLabel('Return address')).toContainText('suggested');
    await form.getByLabel('Extra instructions').fill('Use the red bag.');
    const letter = form.frameLocator('iframe');
    await expect(letter.getByText('Use the red bag.')).toBeVisible();
    await expect(letter.getByText('Kai 12')).toBeVisible();
    await expect(letter.getByText('Leave the tags on.')).toBeVisible();
    await expect(form.getByText('Sandbox orders send no emails.')).toBeVisible();
    await expectAccessible(page);
    await shot(page, 'approve');
    await form.getByRole('button', { name: 'Approve return' }).dblclick();
    await expect.poll(() => stateOf(page, order.id)).toBe('approved');
    // The email is planned with the approval, and kept by the job that would send it.
    await expect
      .poll(async () => (await returnsOf(page, order.id))[0]?.mails)
      .toMatchObject([{ kind: 'return_approved', state: 'kept' }]);
    await expect(page.getByText('Return instructions', { exact: true })).toBeVisible();
  });

  await test.step('tracking of the way back', async () => {
    await page.getByRole('button', { name: 'Enter tracking' }).last().click();
    const form = drawer(page, `${asked.name} was sent back`);
    await form.getByLabel('Tracking number').fill('RR123456785DE');
    await form.getByLabel('Carrier').fill('Deutsche Post');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Mark as sent back' }).click();
    await expect.poll(() => stateOf(page, order.id)).toBe('sent_back');
    await expect(page.getByText('RR123456785DE')).toBeVisible();
  });

  await test.step('received, with what happened to the items', async () => {
    await page.getByRole('button', { name: 'Receive items' }).last().click();
    const form = drawer(page, `Receive ${asked.name}`);
    await form.getByRole('button', { name: 'Record arrival' }).click();
    await expect(form.getByText('Choose what happened to it.')).toBeVisible();
    await form.getByRole('combobox', { name: 'What happened to it' }).click();
    await page.getByRole('option', { name: 'Kept for resale' }).click();
    await expectAccessible(page);
    await shot(page, 'receive');
    await form.getByRole('button', { name: 'Record arrival' }).click();
    await expect.poll(() => stateOf(page, order.id)).toBe('received');
  });

  await test.step('a refund above what the store has left is refused at the amount', async () => {
    await page.getByRole('button', { name: 'Refund', exact: true }).last().click();
    const form = drawer(page, `Refund ${asked.name}`);
    await expect(form.getByText('Suggested refund')).toBeVisible();
    await form.getByLabel('Refund the original shipping').check();
    await form.getByLabel('Amount to refund').fill('99999');
    await expect(form.getByLabel('Amount to refund')).toHaveAttribute('aria-invalid', 'true');
    await expect(form.getByText(/The store can refund .* at most\./)).toBeVisible();
    await form.getByLabel('Amount to refund').fill('');
    await expectAccessible(page);
    await shot(page, 'refund');
    await form.getByRole('button', { name: /^Refund [^\d]*\d/ }).dblclick();
    // This store's payment provider makes no refunds.
    await expect.poll(() => stateOf(page, order.id), { timeout: 60_000 }).toBe('refund_failed');
    // A sentence that says what to do; the store's own words are details.
    const words = page.getByText('does not support automatic refunds');
    const problem = page
      .getByRole('alert')
      .filter({ hasText: 'payment method doesn’t support refunds through your store' });
    await expect(problem).toBeVisible();
    await expect(words).toBeHidden();
    await problem.getByText('Details', { exact: true }).click();
    await expect(words).toBeVisible();
    expect(await storeRefunds(page, request, order.name)).toEqual([]);
    await expectAccessible(page);
    await shot(page, 'declined');
  });

  await test.step('once the store can pay back, the refund is made', async () => {
    await setGateway(page, 'pays');
    await page.getByRole('button', { name: 'Refund', exact: true }).last().click();
    const form = drawer(page, `Refund ${asked.name}`);
    await form.getByLabel('Refund the original shipping').check();
    await form.getByRole('button', { name: 'Preview the email' }).click();
    await expect(form.frameLocator('iframe').getByText(/^We refunded /)).toBeVisible();
    await expectAccessible(page);
    await form.getByRole('button', { name: /^Refund [^\d]*\d/ }).dblclick();
    await expect.poll(() => stateOf(page, order.id), { timeout: 60_000 }).toBe('refunded');
  });

  await test.step('the store has one refund, and the panels show it', async () => {
    const [done] = await returnsOf(page, order.id);
    const refunds = await storeRefunds(page, request, order.name);
    expect(refunds).toHaveLength(1);
    expect(Math.round(Number(refunds[0]?.amount) * 100)).toBe(done?.refund?.amount.amount);
    await expect(page.getByText(/was refunded\. Nothing left to do\./)).toBeVisible();
    await expect(page.getByText('Paid back through the store')).toBeVisible();
    await expectAccessible(page);
    const kinds = async () => (await panelOf(page, order.id)).timeline.map(({ kind }) => kind);
    await expect
      .poll(kinds)
      .toEqual(
        expect.arrayContaining([
          'return_requested',
          'return_approved',
          'return_sent_back',
          'return_received',
          'return_refunding',
          'return_refund_failed',
          'return_refunded',
        ]),
      );
    const own = (await kinds()).filter((kind) => kind.startsWith('return_'));
    const once = own.filter((kind) => kind !== 'return_refunding');
    expect(new Set(once).size).toBe(once.length);
    expect(own).toHaveLength(8);
    // The order's payment is the store's.
    await expect.poll(async () => (await panelOf(page, order.id)).order.financial_status).toBe('refunded');
    // The history of the return, from that timeline.
    await expect(page.getByRole('list', { name: 'History' }).getByRole('listitem')).toHaveCount(8);
    expect((await returnsOf(page, order.id)).length).toBe(1);
  });

  await looks(page, asked, 'refunded');
});

test('an exchange on a phone makes one replacement order, after too many items were refused', async ({
  page,
  request,
}) => {
  test.setTimeout(300_000);
  await signIn(page);
  const order = await deliveredOrder(page, request);
  await page.setViewportSize({ width: 360, height: 800 });

  await test.step('more items than were bought are refused', async () => {
    const [line] = (await panelOf(page, order.id)).order.line_items as unknown as { id: string; quantity: number }[];
    const answer = await page.request.post('/api/orders/returns/v1', {
      headers: await bearer(page),
      data: {
        order_id: order.id,
        kind: 'exchange',
        reason: 'defective',
        lines: [{ line_item_id: line?.id, quantity: (line?.quantity ?? 0) + 1 }],
        idempotency_key: `too-many-${order.id}`,
      },
    });
    const { errors } = (await answer.json()) as { errors: Record<string, string[]> };
    expect(Object.keys(errors)).toEqual(['lines.0.quantity']);
    expect(await returnsOf(page, order.id)).toEqual([]);
  });

  const asked = await askReturn(page, order, 'Exchange', 'Defective');
  await openReturn(page, asked);
  await page.getByRole('button', { name: 'Approve', exact: true }).last().click();
  const form = drawer(page, `Approve ${asked.name}`);
  await form.getByRole('switch', { name: 'Customer keeps the items' }).check();
  await expect(form.frameLocator('iframe').getByText('You can keep the items.')).toBeVisible();
  await expectAccessible(page);
  await shot(page, 'approve-phone');
  await form.getByRole('button', { name: 'Approve return' }).click();
  await expect(page.getByText('Create the replacement order now.')).toBeVisible();

  await page.getByRole('button', { name: 'Create replacement', exact: true }).last().click();
  const exchange = drawer(page, `Replacement for ${asked.name}`);
  await expectAccessible(page);
  await shot(page, 'exchange');
  await exchange.getByRole('button', { name: 'Create replacement order' }).dblclick();
  await expect.poll(() => stateOf(page, order.id)).toBe('exchanged');
  const [done] = await returnsOf(page, order.id);
  const made = await panelOf(page, done?.exchange_order?.order_id ?? '');
  expect(made.order).toMatchObject({ is_exchange: true, total: { amount: 0 } });
  await page.getByRole('link', { name: `Open order ${done?.exchange_order?.name}` }).click();
  await expect(page.getByRole('heading', { name: done?.exchange_order?.name ?? '' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: new RegExp(`^Replacement for .?${order.name}`) })).toBeVisible();
  await expectAccessible(page);
  await shot(page, 'exchange-order');
  await page.goto(`/app/orders?period=all&q=${(done?.exchange_order?.name ?? '').slice(1)}`);
  await expect(page.getByText('Replacement', { exact: true }).first()).toBeVisible();
  await shot(page, 'exchange-listed');
  await looks(page, asked, 'exchanged');
});

/** The list and the panel in both widths, both schemes and both directions of writing. */
async function looks(page: Page, one: Return, name: string): Promise<void> {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [scheme, language] of [
      ['light', 'en'],
      ['dark', 'ar'],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.evaluate((code) => localStorage.setItem('quayside.language', code), language);
      await page.goto(`/app/orders/returns?tab=all&open=${one.return_id}`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByRole('heading', { name: one.name }).first()).toBeVisible();
      await expectAccessible(page);
      await shot(page, `${name}-panel-${width}-${language}`);
      for (const [what, path] of [
        ['list', '/app/orders/returns?tab=all'],
        ['settings', '/app/setting/returns'],
      ] as const) {
        await page.goto(path);
        const content = what === 'list' ? page.getByText(one.name) : page.locator('iframe');
        await expect(content.first()).toBeVisible();
        await expectAccessible(page);
        await page.screenshot({
          path: `test-results/returns-${name}-${what}-${width}-${language}.png`,
          fullPage: what === 'settings',
        });
      }
    }
  }
  await page.evaluate(() => localStorage.setItem('quayside.language', 'en'));
}
