import { randomUUID } from 'node:crypto';
import { expect, expectAccessible, type Page, read, signIn, test } from '../kit.ts';
import { orderFromShopper } from '../orders.ts';

const tabOf = async (page: Page, id: string): Promise<string> =>
  (await read<{ tab: string }>(page, `/orders/v5/detail/${id}`)).tab;

/** Lets the list say that 12,000 orders match, and names them in pages. */
async function matchMany(page: Page, pages: readonly (readonly string[])[]): Promise<void> {
  await page.route('**/api/orders/v5/count-order-status*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const counts = Object.fromEntries(['all', 'unfulfilled', 'fulfilled', 'archived'].map((tab) => [tab, 12_000]));
    await route.fulfill({ response, json: { ...body, data: { ...body.data, ...counts, most: null } } });
  });
  await page.route('**/api/orders/v5/ids*', async (route) => {
    const at = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    const response = await route.fetch({
      url: route
        .request()
        .url()
        .replace(/cursor=\d+/, ''),
    });
    const body = await response.json();
    const capped = at + 1 < pages.length;
    const data = { items: pages[at] ?? [], capped, ...(capped ? { next_cursor: String(at + 1) } : {}) };
    await route.fulfill({ response, json: { ...body, data } });
  });
}

async function selectAll(page: Page): Promise<void> {
  // An order that arrives in between is not selected, and the offer goes.
  await expect(async () => {
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check();
    await page.getByRole('button', { name: 'Select all 12,000' }).click({ timeout: 3_000 });
  }).toPass();
  await page.getByRole('toolbar').getByRole('button', { name: 'More bulk actions' }).click();
}

test('everything that matches is worked on, or refused by name', async ({ page, request }) => {
  test.setTimeout(240_000);
  await signIn(page);
  const orders = [await orderFromShopper(page, request), await orderFromShopper(page, request)];
  const [first, second] = orders.map((order) => order.id);

  await test.step('an action with a limit says so before anything happens', async () => {
    await matchMany(page, [Array.from({ length: 10_000 }, () => randomUUID()), ['x', 'y'].map(() => randomUUID())]);
    await page.goto('/app/orders?period=all');
    await selectAll(page);
    await page.getByRole('menuitem', { name: 'Ask someone to pay…' }).click();
    const refusal = page.getByText('10,002 orders are too many: this action takes up to 200 at once.');
    await expect(refusal).toBeVisible();
    await page.screenshot({ path: 'test-results/select-all-refused.png' });
    await expectAccessible(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('a change goes through all pages, and is undone as a whole', async () => {
    await matchMany(page, [[first ?? ''], [second ?? '']]);
    await page.goto('/app/orders?period=all');
    await selectAll(page);
    await page.getByRole('menuitem', { name: 'Archive', exact: true }).click();
    await expect(page.getByText('2 orders archived')).toBeVisible();
    for (const { id } of orders) expect(await tabOf(page, id)).toBe('archived');
    await page.getByRole('button', { name: 'Undo' }).last().click();
    for (const { id } of orders) await expect.poll(() => tabOf(page, id)).toBe('unfulfilled');
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('the settings name the sampled item, and when a language is used', async () => {
    await page.goto('/app/setting/order/order-placement?source=quayside');
    await page.getByRole('button', { name: 'Check sample order' }).click();
    await expect(page.getByText(/^Shipping as quoted for one item: \S/)).toBeVisible();
    await page.screenshot({ path: 'test-results/sample-item.png', fullPage: true });
    await page.setViewportSize({ width: 360, height: 800 });
    await page.screenshot({ path: 'test-results/sample-item-phone.png', fullPage: true });
    await page.goto('/app/setting/order-tracking');
    const card = page.getByRole('region', { name: 'Emails to customers' });
    await expect(card.getByText('Used where your store doesn’t report the customer’s language')).toBeVisible();
    await card.screenshot({ path: 'test-results/mail-language-phone.png' });
  });
});
