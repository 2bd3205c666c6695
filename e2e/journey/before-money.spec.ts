import { bearer, expect, type Page, signIn, test } from '../kit.ts';
import { orderFromShopper, quotedCost, supplierOrdersOf } from '../orders.ts';

const NO_GUARDS = {
  fraud: false,
  dispute: false,
  duplicate_hours: null,
  profit_amount: null,
  profit_percent: null,
  order_ceiling: null,
  day_ceiling: null,
  approval_above: null,
  wait: 'none',
  wait_at: '09:00',
};

const NO_SETTINGS = { warehouse: null, countries: [], shipping_method: null, rules: [] };

/** Other flows buy with the demo account too: it keeps no conditions of this one. */
async function put(page: Page, path: string, data: object): Promise<void> {
  const answer = await page.request.put(`/api${path}`, { headers: await bearer(page), data });
  expect(answer.ok(), await answer.text()).toBe(true);
}
test.afterEach(async ({ page }) => {
  await put(page, '/orders/v4/guards', { guards: NO_GUARDS });
  await put(page, '/orders/v4/settings/quayside', NO_SETTINGS);
});

const panelOf = async (page: Page, name: string) => {
  await page.goto('/app/orders?period=all');
  await page.getByRole('row').filter({ hasText: name }).getByText(name).click();
  return page.getByRole('complementary', { name });
};
const place = async (page: Page, name: string) => {
  const panel = await panelOf(page, name);
  await panel.getByRole('button', { name: 'Place order' }).click();
  const drawer = page.getByRole('dialog', { name: 'Place order' });
  await drawer.getByRole('button', { name: /^Place and pay \$/ }).click({ timeout: 60_000 });
  return panel;
};

test('order placement settings are checked on a sample order and used by the next one', async ({ page, request }) => {
  test.setTimeout(240_000);
  await signIn(page);
  await page.goto('/app/setting/order/order-placement?source=quayside');
  await page.getByRole('button', { name: 'Add a rule' }).click();
  const rule = page.getByRole('listitem', { name: 'Rule 1' });
  await expect.poll(() => rule.getByLabel('Shipping method').locator('option').count()).toBeGreaterThan(1);
  // The shopper lives in Germany.
  await rule.getByLabel('Country').selectOption('DE');
  // The dearest method that the sample is offered there, so that the cheapest one is not chosen by default where there are two.
  interface Sample {
    offered: { service_name: string; amount: { amount: number } }[];
  }
  const sample = async (): Promise<Sample> => {
    const answer = await page.request.post('/api/orders/v4/settings/quayside/sample', {
      headers: await bearer(page),
      data: { settings: NO_SETTINGS, country_code: 'DE', weight: null, cost: null },
    });
    return ((await answer.json()) as { data: Sample }).data;
  };
  // The supplier is asked in the background; the rule's country makes the page ask for it.
  await expect.poll(async () => (await sample()).offered.length).toBeGreaterThan(0);
  const { offered } = await sample();
  const wanted = offered.toSorted((one, other) => one.amount.amount - other.amount.amount).at(-1)?.service_name ?? '';
  await rule.getByLabel('Shipping method').selectOption(wanted);
  await page.getByLabel('Country').last().selectOption('DE');
  await page.getByRole('button', { name: 'Check sample order' }).click();
  await expect(page.getByText('Rule 1 matches.')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Settings saved. They apply to the next orders.').first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('listitem', { name: 'Rule 1' }).getByLabel('Shipping method')).toHaveValue(wanted);

  const order = await orderFromShopper(page, request);
  await quotedCost(page, order.id);
  await place(page, order.name);
  await expect
    .poll(async () => (await supplierOrdersOf(page, order.id))[0]?.pay_state, { timeout: 60_000 })
    .toBe('paid');
  const panel = await panelOf(page, order.name);
  await expect(panel.getByText(wanted).first()).toBeVisible();

  await page.goto('/app/setting/quayside-fulfillment');
  await page.getByRole('radio', { name: 'Keep current suppliers' }).check();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(/^You confirmed this on/)).toBeVisible();
});

test('an order above the limit is stopped, names the figure and is bought once approved', async ({ page, request }) => {
  test.setTimeout(240_000);
  await signIn(page);
  await page.goto('/app/setting/order/guards');
  await page.getByLabel(/^Maximum per order/).fill('1');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Settings saved. They apply to the next orders.').first()).toBeVisible();

  const order = await orderFromShopper(page, request);
  await quotedCost(page, order.id);
  const panel = await place(page, order.name);
  const reason = panel.getByText(/^Stopped: this order costs .* above your limit of 1\.00 USD per order/).first();
  await expect(reason).toBeVisible({ timeout: 60_000 });
  expect(await supplierOrdersOf(page, order.id)).toEqual([]);
  await page.keyboard.press('Escape');
  const again = await panelOf(page, order.name);
  await again.getByRole('button', { name: 'Approve' }).first().click();
  const dialog = page.getByRole('dialog', { name: `Approve order ${order.name}?` });
  await expect(dialog.getByText(/^Stopped: this order costs/)).toBeVisible();
  await dialog.getByLabel('Note (optional)').fill('Regular customer');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect
    .poll(async () => (await supplierOrdersOf(page, order.id))[0]?.pay_state, { timeout: 60_000 })
    .toBe('paid');
  await page.goto('/app/setting/audit');
  await expect(page.getByText(/Approved/).first()).toBeVisible();
});

test('a waiting order says when it is placed, and can be placed now', async ({ page, request }) => {
  test.setTimeout(240_000);
  await signIn(page);
  await put(page, '/orders/v4/guards', { guards: { ...NO_GUARDS, wait: '1h' } });
  const order = await orderFromShopper(page, request);
  await quotedCost(page, order.id);
  await place(page, order.name);
  await expect.poll(async () => (await supplierOrdersOf(page, order.id))[0]?.state).toBe('requested');
  const panel = await panelOf(page, order.name);
  await expect(panel.getByText(/the customer can still cancel/)).toBeVisible();
  await panel.getByRole('button', { name: 'Place now' }).click();
  await expect
    .poll(async () => (await supplierOrdersOf(page, order.id))[0]?.pay_state, { timeout: 60_000 })
    .toBe('paid');
});

test('suggested corrections of an address are shown old and new, and accepted', async ({ page, request }) => {
  test.setTimeout(180_000);
  await signIn(page);
  const order = await orderFromShopper(page, request);
  const broken = { order_id: order.id, province: 'CA', postal_code: '946071234', phone: '(510) 555-0100' };
  const answer = await page.request.post('/api/orders/update-customer', {
    headers: await bearer(page),
    data: { ...broken, country_code: 'US', city: 'Oakland', address1: '482 Alder Street' },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const panel = await panelOf(page, order.name);
  await panel.getByRole('button', { name: 'Check', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Suggested corrections' });
  await expect(drawer.locator('del').filter({ hasText: '946071234' })).toBeVisible();
  await expect(drawer.locator('ins').filter({ hasText: '94607-1234' })).toBeVisible();
  await expect(drawer.locator('ins').filter({ hasText: 'California' })).toBeVisible();
  await drawer.getByRole('button', { name: 'Accept' }).click();
  await expect(drawer.getByText('Nothing to correct')).toBeVisible();
});
