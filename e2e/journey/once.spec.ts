import { expect, type Page, read, signIn, test, world } from '../kit.ts';
import { buy, onSale } from '../shop.ts';

interface Order {
  id: string;
  name: string;
  payment_status: string;
}

const orderOf = async (page: Page, name: string): Promise<Order | undefined> =>
  (await read<{ items: Order[] }>(page, `/orders/v5/list?tab=all&page_size=25&q=${name.slice(1)}`)).items.find(
    (one) => one.name === name,
  );

/** How many supplier orders an order has. */
async function purchases(page: Page, name: string): Promise<number> {
  const path = `/orders/v5/supplier-orders?order_ids=${(await orderOf(page, name))?.id}`;
  return (await read<{ items: unknown[] }>(page, path)).items.length;
}

const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'Place order' });
const verbOf = (page: Page) => drawerOf(page).getByRole('button', { name: /^Place and pay \$/ });

/** Opens an order's panel and from there, by a double click, what it would cost. */
async function openToPlace(page: Page, name: string): Promise<void> {
  await page.goto(`/app/orders?q=${name.slice(1)}`);
  await page.getByRole('row').filter({ hasText: name }).getByText(name).click();
  await page.getByRole('complementary', { name }).getByRole('button', { name: 'Place order' }).dblclick();
  await expect(drawerOf(page)).toHaveCount(1);
  await expect(verbOf(page)).toBeEnabled();
}

test('what is pressed twice, in two tabs, or with an answer that is lost, is bought and paid once', async ({
  page,
  request,
  context,
}) => {
  test.setTimeout(240_000);
  await signIn(page);
  const windowUrl = (await world(page)).shops.find((one) => one.shop === 'harbour-goods')?.window_url ?? '';
  const title = (await onSale(request, windowUrl)).at(-1)?.title ?? '';
  const names = await Promise.all([1, 2, 3].map(() => buy(request, windowUrl, [title])));
  const [twice = '', tabs = '', lost = ''] = names;
  const arrived = async () => (await Promise.all(names.map((name) => orderOf(page, name)))).every(Boolean);
  await expect.poll(arrived, { timeout: 60_000 }).toBe(true);
  const paidOnce = async (name: string): Promise<void> => {
    await expect.poll(async () => (await orderOf(page, name))?.payment_status, { timeout: 60_000 }).toBe('paid');
    expect(await purchases(page, name)).toBe(1);
  };

  await test.step('going back from the drawer buys nothing and leaves nothing on the screen', async () => {
    await openToPlace(page, twice);
    await page.goBack();
    await expect(drawerOf(page)).toBeHidden();
    expect(await purchases(page, twice)).toBe(0);
  });

  await test.step('a double click on each button', async () => {
    await openToPlace(page, twice);
    await verbOf(page).dblclick();
    await paidOnce(twice);
  });

  await test.step('two tabs at once: the one that came second says that it is placed, and not as a fault', async () => {
    const other = await context.newPage();
    // It hears of nothing by itself, as where the way for live news is cut: its own answer has to tell.
    await other.route('**/api/events*', (route) => route.abort());
    await openToPlace(page, tabs);
    await openToPlace(other, tabs);
    await Promise.all([verbOf(page).click(), verbOf(other).click()]);
    await paidOnce(tabs);
    const said = (tab: Page) => drawerOf(tab).getByText('All items of this order have already been placed.');
    // The first closes by itself; until then a live event may have it say the same.
    const stillOpen = async () => {
      const isOpen = await Promise.all([page, other].map((tab) => drawerOf(tab).isVisible()));
      return [page, other].filter((_tab, n) => isOpen[n]);
    };
    let second = other;
    await expect
      .poll(async () => {
        const open = await stillOpen();
        second = open[0] ?? other;
        return open.length === 1 && (await said(second).isVisible());
      })
      .toBe(true);
    await expect(drawerOf(second).getByRole('alert')).toHaveCount(0);
    await drawerOf(second).getByRole('button', { name: 'Close' }).last().click();
    await expect(drawerOf(second)).toBeHidden();
    await other.close();
  });

  await test.step('the order goes out and its answer is lost: the drawer finds that it is placed', async () => {
    await openToPlace(page, lost);
    await page.route('**/api/orders/v5/create', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await verbOf(page).click();
    await paidOnce(lost);
    await expect(drawerOf(page).getByText('All items of this order have already been placed.')).toBeVisible();
    await expect(verbOf(page)).toHaveCount(0);
    await page.unroute('**/api/orders/v5/create');
  });
});
