import { withExtension } from '../extension.ts';
import { expect, expectAccessible, type Page, read, signIn, test, world } from '../kit.ts';
import { buy, onSale } from '../shop.ts';

interface Order {
  id: string;
  name: string;
  line_items: { id: string; title: string; state: string }[];
}

const MUG = 'https://www.amazon.com/dp/B0QUAYSIDE';

/** The drawer of an order's own hand, by the name that its store gave the order; waits until it came in. */
async function openDrawer(page: Page, name: string) {
  let order: Order | undefined;
  await expect(async () => {
    const { items } = await read<{ items: Order[] }>(page, '/orders/v5/list?tab=all&page_size=25');
    order = items.find((one) => one.name === name);
    expect(order).toBeDefined();
  }).toPass({ timeout: 60_000 });
  await page.goto(`/app/orders?period=all&open=${order?.id}`);
  const panel = page.getByRole('complementary', { name });
  await panel.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Fulfill manually' }).click();
  return { id: order?.id ?? '', drawer: page.getByRole('dialog', { name: `Fulfill ${name} manually` }) };
}

test('C321: an order is opened where its owner buys it, he is asked before he opens it twice, and nothing is marked by it', async ({
  page,
  request,
  quiet,
}) => {
  void quiet;
  test.setTimeout(180_000);
  const extension = await withExtension(page);
  const told = () => extension.messages.filter(({ type }) => type === 'ORDER_FULFILMENT');
  await signIn(page);
  const woo = (await world(page)).shops.find((one) => one.shop === 'harbour-goods');
  const [{ title }] = await onSale(request, woo?.window_url);
  const name = await buy(request, woo?.window_url ?? '', [title]);
  const { id, drawer } = await openDrawer(page, name);
  const part = drawer.getByRole('region', { name: 'Buy it yourself with the extension' });
  const where = part.getByLabel(`Where do you buy ${title}`, { exact: false });
  const open = part.getByRole('button', { name: 'Open with the extension' });

  await where.fill('javascript:alert(1)');
  await expect(part.getByText('Enter a valid URL.')).toBeVisible();
  await expect(open).toBeDisabled();
  await where.fill(MUG);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectAccessible(page, ['color-contrast'], 'an order by hand, in the dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await open.click();
  await expect(part.getByText('1 page opened.', { exact: false })).toBeVisible();
  expect(extension.browser.opened).toEqual([MUG]);
  expect(told().at(-1)).toMatchObject({
    order: {
      order_id: id,
      name,
      ship_to: { name: 'Pia Keller', city: 'Hamburg', zip: '20457', country: 'Germany', country_code: 'DE' },
      lines: [{ title, quantity: 1, address: MUG }],
    },
  });
  const states = (await read<Order>(page, `/orders/v5/detail/${id}`)).line_items.map((line) => line.state);
  expect(states).not.toContain('manual');

  await open.click();
  const question = page.getByRole('dialog', { name: `Open ${name} again?` });
  await expect(question.getByText('You already opened this order', { exact: false })).toBeVisible();
  expect(extension.browser.opened).toEqual([MUG]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  expect(extension.browser.opened).toEqual([MUG]);
  await open.click();
  await question.getByRole('button', { name: 'Open again' }).click();
  await expect.poll(() => extension.browser.opened).toEqual([MUG, MUG]);

  // The next order with the same thing knows where it is bought.
  const next = await openDrawer(page, await buy(request, woo?.window_url ?? '', [title]));
  await expect(next.drawer.getByLabel(`Where do you buy ${title}`, { exact: false })).toHaveValue(MUG);
  await next.drawer.getByRole('button', { name: 'Fulfill 1 item' }).click();
  await expect
    .poll(async () => (await read<Order>(page, `/orders/v5/detail/${next.id}`)).line_items.map((line) => line.state))
    .toEqual(['manual']);
});

test('C321: what somebody else orders at a supplier meanwhile is not opened to be bought a second time', async ({
  page,
  request,
  quiet,
}) => {
  void quiet;
  const extension = await withExtension(page);
  await signIn(page);
  const woo = (await world(page)).shops.find((one) => one.shop === 'harbour-goods');
  const [{ title }] = await onSale(request, woo?.window_url);
  const { drawer } = await openDrawer(page, await buy(request, woo?.window_url ?? '', [title]));
  const open = drawer.getByRole('button', { name: 'Open with the extension' });
  await expect(open).toBeEnabled();
  // The screen has not heard of it yet.
  await page.route('**/api/orders/v5/panel/*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { order: Order } };
    for (const line of body.data.order.line_items) line.state = 'placing';
    await route.fulfill({ response: answer, json: body });
  });
  await open.click();
  await expect(drawer.getByText('has been ordered or removed in the meantime.', { exact: false })).toBeVisible();
  await expect(drawer.getByText('1 item of this order is already with a supplier', { exact: false })).toBeVisible();
  await expect(open).toBeDisabled();
  expect(extension.messages.map(({ type }) => type)).not.toContain('ORDER_FULFILMENT');
  expect(extension.browser.opened).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('without the extension the drawer has nothing of it', async ({ page, request, quiet }) => {
  void quiet;
  await signIn(page);
  const woo = (await world(page)).shops.find((one) => one.shop === 'harbour-goods');
  const [{ title }] = await onSale(request, woo?.window_url);
  const { drawer } = await openDrawer(page, await buy(request, woo?.window_url ?? '', [title]));
  await expect(drawer.getByLabel('Carrier')).toBeVisible();
  await expect(drawer.getByText('extension')).toHaveCount(0);
});
