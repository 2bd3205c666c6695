import common from '../../messages/ar/web/common.json' with { type: 'json' };
import arabic from '../../messages/ar/web/returns.json' with { type: 'json' };
import { onDatabase } from '../database.ts';
import {
  type APIRequestContext,
  bearer,
  expect,
  expectAccessible,
  type Locator,
  type Page,
  read,
  signIn,
  test,
} from '../kit.ts';
import { deliveredOrder, demoStore, type Order, orderFromShopper, post } from '../orders.ts';
import { onSale } from '../shop.ts';

/** The steps of a return that end or change it, each on a return of its own. */

interface Return {
  return_id: string;
  name: string;
  state: string;
  outside_window_by: string | null;
  decision_note: string | null;
  exchange_order: { order_id: string; name: string } | null;
  actions: string[];
}

const returnOf = async (page: Page, orderId: string): Promise<Return> =>
  (await read<{ items: Return[] }>(page, `/orders/returns/v1/list?order_id=${orderId}`)).items[0] as Return;
const dialog = (page: Page, title: string | RegExp): Locator =>
  page.getByRole('dialog').filter({ hasText: title }).last();
const openReturn = (page: Page, { return_id: id }: Return) => page.goto(`/app/orders/returns?tab=all&open=${id}`);
const shot = (page: Page, name: string) =>
  page.screenshot({ path: `test-results/return-steps-${name}.png`, animations: 'disabled' });

const PHONE = { width: 360, height: 900 };
const DESKTOP = { width: 1440, height: 900 };

/** What is open on the page, light and dark. */
async function looks(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await shot(page, `${name}-${page.viewportSize()?.width}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** A return of a new order, recorded by a call. */
async function ask(
  page: Page,
  request: APIRequestContext,
  change: object = {},
): Promise<{ order: Order; one: Return }> {
  const order = await orderFromShopper(page, request);
  const one = await post<Return>(page, '/orders/returns/v1', {
    order_id: order.id,
    kind: 'refund',
    reason: 'changed_mind',
    lines: [{ line_item_id: order.line_items[0]?.id, quantity: 1 }],
    idempotency_key: `steps-${order.id}`,
    ...change,
  });
  return { order, one };
}
const step = (page: Page, { return_id: id }: Return, name: string, body: object) =>
  post<Return>(page, `/orders/returns/v1/detail/${id}/${name}`, body);

/** Opens a rare step from the menu of the panel. */
async function rare(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).last().click();
  await page.getByRole('menuitem', { name }).click();
}

test('a request is rejected with a reason for the customer', async ({ page, request }) => {
  await signIn(page);
  const { order, one } = await ask(page, request);
  await page.setViewportSize(PHONE);
  await openReturn(page, one);
  await rare(page, 'Reject');
  const form = dialog(page, `Reject ${one.name}`);
  await form.getByRole('button', { name: /^Reject/ }).click();
  await expect(form.getByText('Enter a reason.')).toBeVisible();
  await form.getByLabel('Reason for the customer').fill('The lamp was used.');
  await expect(form.frameLocator('iframe').getByText('The lamp was used.')).toBeVisible();
  await expectAccessible(page);
  await looks(page, 'reject');
  await form.getByRole('button', { name: /^Reject/ }).dblclick();
  await expect.poll(async () => (await returnOf(page, order.id)).state).toBe('rejected');
  await expect(page.getByText('The request was rejected. Nothing left to do.')).toBeVisible();
  await expect(page.getByText('Reason: The lamp was used.')).toBeVisible();
});

test('a return is canceled before its items arrive, with a reason', async ({ page, request }) => {
  await signIn(page);
  const { order, one } = await ask(page, request);
  await openReturn(page, one);
  await rare(page, 'Cancel return');
  const form = dialog(page, `Cancel ${one.name}?`);
  await form.getByRole('button', { name: 'Cancel return' }).click();
  await expect(form.getByText('Enter a reason.')).toBeVisible();
  await form.getByLabel('Reason', { exact: true }).fill('Keeps it after all.');
  await expectAccessible(page);
  await looks(page, 'cancel');
  await form.getByRole('button', { name: 'Cancel return' }).dblclick();
  await expect.poll(async () => (await returnOf(page, order.id)).state).toBe('canceled');
  await expect(page.getByText('The return was canceled. Nothing left to do.')).toBeVisible();
  expect((await returnOf(page, order.id)).decision_note).toBe('Keeps it after all.');
});

test('a return whose items never came is closed', async ({ page, request }) => {
  await signIn(page);
  const { order, one } = await ask(page, request);
  const { return_address_id: address } = await post<{ return_address_id: string }>(
    page,
    '/orders/returns/v1/addresses',
    {
      name: 'Closed returns',
      address1: 'Kai 12',
      city: 'Hamburg',
      postal_code: '20457',
      country_code: 'DE',
      source: 'cj',
    },
  );
  await step(page, one, 'approve', { return_address_id: address });
  await step(page, one, 'receive', { lines: [{ line_item_id: order.line_items[0]?.id, received: 0 }] });
  await page.setViewportSize(PHONE);
  await openReturn(page, one);
  await expect(page.getByText(/^None of the items arrived\./)).toBeVisible();
  await rare(page, 'Close return');
  const form = dialog(page, `Close ${one.name}?`);
  await form.getByLabel('Reason', { exact: true }).fill('The parcel was empty.');
  await expectAccessible(page);
  await looks(page, 'close');
  await form.getByRole('button', { name: 'Close return' }).dblclick();
  await expect.poll(async () => (await returnOf(page, order.id)).state).toBe('closed');
  await expect(page.getByText('The return was closed without a refund or exchange.')).toBeVisible();
});

test('a late request is accepted only with the checkbox', async ({ page, request }) => {
  test.setTimeout(240_000);
  await signIn(page);
  const order = await deliveredOrder(page, request);
  await onDatabase((client) =>
    client.query("update shipment set delivered_at = now() - interval '800 days' where order_id = $1", [order.id]),
  );
  await page.goto(`/app/orders?period=all&tab=fulfilled&open=${order.id}`);
  await page.getByRole('button', { name: 'Return items' }).click();
  const form = dialog(page, 'Return items');
  await expect(form.getByText(/^Return window ended on /)).toBeVisible();
  await form.getByRole('checkbox').first().check();
  await form.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Defective' }).click();
  await form.getByRole('button', { name: 'Create return' }).click();
  await expect(form.getByText('Confirm that you accept this late return, or deselect the item.')).toBeVisible();
  await expectAccessible(page);
  await looks(page, 'late');
  await form.getByRole('checkbox', { name: 'Accept the return although the return window is over' }).check();
  await form.getByRole('button', { name: 'Create return' }).dblclick();
  await expect.poll(async () => (await returnOf(page, order.id))?.state).toBe('requested');
  const one = await returnOf(page, order.id);
  expect(one.outside_window_by).toBeTruthy();
  await openReturn(page, one);
  await expect(page.getByText('Late request allowed by')).toBeVisible();
});

test('an exchange sends another variant, and the list says that it waits for you until then', async ({
  page,
  request,
}) => {
  await signIn(page);
  const { order, one } = await ask(page, request, { kind: 'exchange', reason: 'wrong_size' });
  await step(page, one, 'approve', { customer_keeps: true });
  const count = async () => (await read<{ needs_action: number }>(page, '/orders/returns/v1/count')).needs_action;
  const due = await count();
  await page.goto('/app/orders/returns?tab=todo');
  await expect(page.getByText(one.name, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('tab', { name: /Needs action/ })).toContainText(String(due));
  await page.goto('/app/orders/returns?tab=progress');
  await expect(page.getByRole('tab', { name: /In progress/, selected: true })).toBeVisible();
  await expect(page.getByText(one.name, { exact: true })).toBeHidden();

  await openReturn(page, one);
  await page.getByRole('button', { name: 'Create replacement', exact: true }).last().click();
  const form = dialog(page, `Replacement for ${one.name}`);
  await form.getByRole('button', { name: 'Other variant' }).click();
  const found = form.getByRole('list', { name: 'Variants found' });
  await form.getByLabel('Search your products').fill('zzz');
  await expect(found.getByText('No imported product matches.')).toBeVisible();
  const { windowUrl } = await demoStore(page);
  const another = (await onSale(request, windowUrl, 2)).find(({ title }) => title !== order.line_items[0]?.title);
  await form.getByLabel('Search your products').fill(another?.title ?? '');
  await expect(found.getByText(another?.title ?? '').first()).toBeVisible();
  await expectAccessible(page);
  await looks(page, 'variant');
  await found
    .getByRole('button', { name: another?.title ?? '' })
    .first()
    .click();
  await expect(form.getByText(/^Instead of /)).toBeVisible();
  await expectAccessible(page);
  await looks(page, 'variant-chosen');
  const sent = page.waitForRequest((asked) => asked.url().endsWith('/exchange'));
  await form.getByRole('button', { name: 'Create replacement order' }).click();
  const { lines } = (await sent).postDataJSON() as { lines: { line_item_id: string; variant_id: string }[] };
  expect(lines).toMatchObject([{ line_item_id: order.line_items[0]?.id }]);
  await expect.poll(async () => (await returnOf(page, order.id)).state).toBe('exchanged');
  const { exchange_order: made } = await returnOf(page, order.id);
  const panel = await read<{ order: { line_items: { variant_id: string | null }[] } }>(
    page,
    `/orders/v5/panel/${made?.order_id}`,
  );
  expect(panel.order.line_items.map((line) => line.variant_id)).toEqual([lines[0]?.variant_id]);
  expect(await count()).toBe(due - 1);
});

test('a refund is withdrawn while the store is silent', async ({ page, request }) => {
  await signIn(page);
  const { order, one } = await ask(page, request);
  await step(page, one, 'approve', { customer_keeps: true });
  const { origin } = await demoStore(page);
  const match = `.*/orders/${order.name.slice(1)}/refunds`;
  const fault = { standIn: 'woocommerce', kind: 'status-503', match };
  const { id } = ((await (await request.post(`${origin}/control/faults`, { data: fault })).json()) ?? {}) as {
    id?: number;
  };
  try {
    await step(page, one, 'refund', { amount: 100, method: 'gateway' });
    await expect.poll(async () => (await returnOf(page, order.id)).actions, { timeout: 60_000 }).toEqual(['withdraw']);
    await openReturn(page, one);
    await expect(page.getByText(/hasn’t been sent to the store yet\. You can still withdraw it\./)).toBeVisible();
    await looks(page, 'waiting');
    await page.getByRole('button', { name: 'Withdraw refund' }).last().click();
    const form = dialog(page, `Withdraw the refund of ${one.name}?`);
    await expectAccessible(page);
    await looks(page, 'withdraw');
    await form.getByRole('button', { name: 'Withdraw refund' }).dblclick();
    await expect.poll(async () => (await returnOf(page, order.id)).state).toBe('approved');
    await expect(page.getByText('The customer keeps the items. Refund them now.')).toBeVisible();
    await expect(page.getByText(/^Refund of .* withdrawn$/).first()).toBeVisible();
    await expectAccessible(page);
  } finally {
    await request.delete(`${origin}/control/faults${id ? `/${id}` : ''}`);
  }
});

test('the return policy suggests a restocking fee, which a person changes in the refund', async ({ page, request }) => {
  await signIn(page);
  await page.goto('/app/setting/returns');
  const policy = page.getByRole('region', { name: 'Return policy' });
  await policy.getByLabel('Restocking fee').fill('10');
  await policy.getByRole('switch', { name: 'Suggest keeping cheap items' }).check();
  await policy.getByLabel('Items worth less than').fill('5');
  await policy.getByLabel('Currency').fill('BBD');
  await policy.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await looks(page, 'policy');
  try {
    const { order, one } = await ask(page, request);
    await openReturn(page, one);
    await page.getByRole('button', { name: 'Approve', exact: true }).last().click();
    const approval = dialog(page, `Approve ${one.name}`);
    await expect(approval.getByText(/There is no exchange rate from [A-Z]{3} to BBD/)).toBeVisible();
    await expectAccessible(page);
    await looks(page, 'no-rate');
    const { return_address_id: address } = await post<{ return_address_id: string }>(
      page,
      '/orders/returns/v1/addresses',
      {
        name: 'Fees',
        address1: 'Kai 12',
        city: 'Hamburg',
        postal_code: '20457',
        country_code: 'DE',
        source: 'quayside',
      },
    );
    await step(page, one, 'approve', { return_address_id: address });
    const received = { line_item_id: order.line_items[0]?.id, received: 1, disposition: 'resale' };
    await step(page, one, 'receive', { lines: [received] });
    await openReturn(page, one);
    await page.getByRole('button', { name: 'Refund', exact: true }).last().click();
    const form = dialog(page, `Refund ${one.name}`);
    await expect(form.getByText('Suggested by your return policy: 10% of the items.')).toBeVisible();
    await expect(form.getByLabel('Restocking fee')).not.toHaveValue('');
    await expectAccessible(page);
    await looks(page, 'fee');
    await form.getByLabel('Restocking fee').fill('');
    await expect(form.getByText('Suggested by your return policy: 10% of the items.')).toBeHidden();
    await expect(form.getByRole('definition').nth(3)).toHaveText(/^\D*0[.,]00\D*$/);
  } finally {
    const headers = await bearer(page);
    await page.request.put('/api/orders/returns/v1/setting', { headers, data: { setting: null } });
  }
});

test('every step looks right on a phone and in Arabic', async ({ page, request }) => {
  test.setTimeout(240_000);
  await signIn(page);
  const { order, one } = await ask(page, request, { customer_note: 'It does not fit me.' });
  const { return_address_id: address } = await post<{ return_address_id: string }>(
    page,
    '/orders/returns/v1/addresses',
    {
      name: 'All steps',
      address1: 'Kai 12',
      city: 'Hamburg',
      postal_code: '20457',
      country_code: 'DE',
    },
  );
  await page.goto('/app/orders/returns');
  await page.evaluate(() => localStorage.setItem('quayside.language', 'ar'));
  const received = { line_item_id: order.line_items[0]?.id, received: 1, disposition: 'resale' };
  const states = [
    ['requested', ['approve', 'reject', 'cancel'], () => step(page, one, 'approve', { return_address_id: address })],
    ['approved', ['send_back', 'receive'], () => step(page, one, 'receive', { lines: [received] })],
    ['received', ['refund', 'exchange', 'close'], () => step(page, one, 'refund', { amount: 500, method: 'outside' })],
    ['refunded', [], async () => undefined],
  ] as const;
  for (const [state, actions, go] of states) {
    for (const [size, colorScheme] of [
      [PHONE, 'dark'],
      [DESKTOP, 'light'],
    ] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await openReturn(page, one);
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      await expect(page.getByText(arabic.history, { exact: true })).toBeVisible();
      await shot(page, `ar-panel-${state}-${size.width}`);
      for (const action of actions) {
        await openReturn(page, one);
        const name = arabic.action[action];
        const button = page.getByRole('button', { name, exact: true }).last();
        await expect(page.getByText(arabic.history, { exact: true })).toBeVisible();
        if (await button.isVisible()) await button.click();
        else {
          await page.getByRole('button', { name: common.more, exact: true }).last().click();
          await page.getByRole('menuitem', { name }).click();
        }
        const opened = page.getByRole('dialog').filter({ hasText: one.name }).last();
        await expect(opened.getByRole('button').last()).toBeVisible();
        await expectAccessible(page);
        await shot(page, `ar-${action}-${size.width}`);
      }
    }
    await go();
  }
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    await page.goto('/app/orders/returns?tab=all');
    await expect(page.getByText(one.name).first()).toBeVisible();
    await shot(page, `ar-list-${size.width}`);
    await page.goto('/app/setting/returns');
    await expect(page.getByText('Kai 12').first()).toBeVisible();
    await page.screenshot({ path: `test-results/return-steps-ar-setting-${size.width}.png`, fullPage: true });
  }
  await page.evaluate(() => localStorage.setItem('quayside.language', 'en'));
});
