import { bearer, expect, read, signIn, test, world } from '../kit.ts';
import { onSale, productsOf } from '../shop.ts';

interface Card {
  source_product_id: string;
  total_variants: number;
}
interface Begun {
  product_id: string;
  source_product_id: string;
}
interface Order {
  id: string;
  name: string;
  payment_status: string;
  line_items: { title: string; state: string }[];
}

const SHOPPER = {
  ...{ email: 'kari.nord@example.com', firstName: 'Kari', lastName: 'Nord', phone: '+47 22 00 00 00' },
  ...{ address1: 'Storgata 1', city: 'Oslo', postalCode: '0155', countryCode: 'NO' },
};

test('a line that cannot be sent to the shopper’s country is named, nothing is half paid, and the rest goes on', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  await signIn(page);
  const headers = await bearer(page);
  const shopUrl = (await world(page)).shops.find((one) => one.shop === 'harbour-goods')?.window_url ?? '';
  await onSale(request, shopUrl);
  const find = async (query: string): Promise<string> => {
    const { items } = await read<{ items: Card[] }>(
      page,
      `/center/products/find?source=quayside&page_size=20&${query}`,
    );
    return items.find((one) => one.total_variants < 10)?.source_product_id ?? '';
  };
  // The warehouse sends no furniture to Norway.
  const wanted = [await find('keyword=chair'), await find('keyword=mug&ship_to=NO&only_shippable=true')];
  const { items: stores } = await read<{ items: { id: string; platform: string }[] }>(page, '/stores/list-store');
  const pushed = await request.post('/api/center/products/source/push', {
    headers,
    data: {
      store_id: stores.find((one) => one.platform === 'woocommerce')?.id,
      products: wanted.map((id) => ({ supplier_product_id: id, source: 'quayside', ship_to: 'US' })),
    },
  });
  expect(pushed.ok(), await pushed.text()).toBe(true);
  const { items: begun } = ((await pushed.json()) as { data: { items: Begun[] } }).data;
  const titleOf = async (source: string | undefined): Promise<string> => {
    const id = begun.find((one) => one.source_product_id === source)?.product_id;
    return (await read<{ title: string }>(page, `/center/products/${id}`)).title;
  };
  const titles = [await titleOf(wanted[0]), await titleOf(wanted[1])];
  const shelf = async () => {
    const products = await productsOf(request, shopUrl);
    return titles.map((title) => products.find((one) => one.title === title));
  };
  await expect.poll(async () => (await shelf()).every(Boolean), { timeout: 90_000 }).toBe(true);
  const [chair, other] = await shelf();
  const lines = [chair, other].map((one) => ({ productId: one?.id, variantId: one?.variants[0]?.id, quantity: 1 }));
  const bought = await request.post(`${shopUrl}/orders`, { data: { ...SHOPPER, lines } });
  expect(bought.ok(), await bought.text()).toBe(true);
  const { orderName: name } = (await bought.json()) as { orderName: string };
  const orderOf = async (): Promise<Order> => {
    const { items } = await read<{ items: Order[] }>(page, '/orders/v5/list?tab=all&page_size=25');
    return read<Order>(page, `/orders/v5/detail/${items.find((one) => one.name === name)?.id}`);
  };
  await page.goto('/app/orders');
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('row').filter({ hasText: name }).getByText(name).click();
  const panel = page.getByRole('complementary', { name });
  const placing = page.getByRole('dialog', { name: 'Place order' });

  await test.step('the line says so by itself, before anybody asks', async () => {
    await expect(panel.getByText(`can’t ship ${chair?.title} to`)).toContainText('Norway', { timeout: 30_000 });
    await expect(panel.getByText('Can’t be placed', { exact: true })).toHaveCount(1);
  });

  await test.step('before anything is bought the line is named with the country, and the order waits', async () => {
    await panel.getByRole('button', { name: 'Place order' }).click();
    await expect(placing.getByText(`can’t ship ${chair?.title} to`)).toContainText('Norway');
    await expect(placing.getByRole('button', { name: 'Choose another supplier' })).toBeVisible();
    await expect(placing.getByText('Can’t be placed yet')).toBeVisible();
    await expect(placing.getByRole('button', { name: /^Place/ })).toBeDisabled();
    expect((await orderOf()).payment_status).toBe('pending');
  });

  await test.step('without that line, by the owner’s word, the rest is placed and paid', async () => {
    await placing.getByRole('button', { name: 'Skip this item' }).click();
    const verb = placing.getByRole('button', { name: /^Place and pay \$/ });
    await expect(verb).toBeEnabled();
    await verb.click();
    const states = async () => (await orderOf()).line_items.map((line) => [line.title, line.state]);
    await expect.poll(states, { timeout: 60_000 }).toContainEqual([chair?.title, 'ready']);
    await expect
      .poll(async () => (await states()).find(([title]) => title !== chair?.title)?.[1], { timeout: 60_000 })
      .toBe('placed');
  });

  await test.step('for the other one there is another supplier to choose', async () => {
    const result = page.getByRole('dialog', { name: 'Placement complete' });
    await expect(result).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(result).toBeHidden();
    await panel.getByRole('button', { name: 'Choose another supplier' }).click();
    await expect(page.getByRole('dialog', { name: 'Change supplier' }).getByRole('searchbox')).toBeVisible();
  });
});
