import { randomUUID } from 'node:crypto';
import { type APIRequestContext, bearer, DEMO, expect, type Page, read } from '../kit.ts';

/** What the screens are opened with: one of everything that the demo account has. */
export interface World {
  /** An order that was placed, paid and delivered, and one that waits to be placed. */
  deliveredId: string;
  readyId: string;
  shipmentId: string;
  trackingPath: string;
  importedId: string;
  /** A product of several variants. */
  variedId: string;
  source: { name: string; id: string };
  warehouseId: string;
}

interface Order {
  id: string;
  placement_status: string;
  payment_status: string;
}
interface Preview {
  quotes_pending: boolean;
  orders: { order_id: string; can_place: boolean; total: { amount: number } | null }[];
}
interface Good {
  source: string;
  source_product_id: string;
  name: string;
  images: string[];
  imported: boolean;
}

const costOf = ({ total }: Preview['orders'][number]): number => total?.amount ?? 0;

/** Reads again until there is something. */
async function waitFor<T>(what: () => Promise<T | undefined>): Promise<T> {
  let found: T | undefined;
  const look = async () => {
    found = await what();
    return found !== undefined;
  };
  await expect.poll(look, { timeout: 120_000 }).toBe(true);
  return found as T;
}

/** Lets the demo account have one of everything: imported, waiting to be placed, waiting to be paid, delivered. */
export async function prepare(page: Page): Promise<World> {
  const headers = await bearer(page);
  const post = async <D>(path: string, data: object): Promise<D> => {
    const answer = await page.request.post(`/api${path}`, { headers, data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return ((await answer.json()) as { data: D }).data;
  };
  const ordersOf = async (tab: string) =>
    (await read<{ items: Order[] }>(page, `/orders/v5/list?tab=${tab}&page_size=25`)).items;
  const readyOrders = async () => (await ordersOf('unfulfilled')).filter((one) => one.placement_status === 'ready');
  const place = (order: Order, pay: boolean) => post('/orders/v5/create', { orders: [{ order_id: order.id }], pay });

  // Pages saved elsewhere, more than the screen shows in a line.
  await post('/product-sources/saved-pages', {
    pages: Array.from({ length: 7 }, (_, at) => ({
      id: randomUUID(),
      address: `https://shop.example/${at}`,
      title: `Desk lamp ${at} | Shop`,
      picture_url: null,
      price: at % 2 === 0 ? { amount: 4900 + at, currency: 'USD' } : null,
      saved_at: new Date().toISOString(),
    })),
  });

  const { items: goods } = await waitFor(async () => {
    const found = await read<{ items: Good[] }>(page, '/center/products/find?q=glass&ship_to=US&page_size=20');
    return found.items.some((one) => !one.imported) ? found : undefined;
  });
  const fresh = goods.find((one) => !one.imported) as Good;
  const { product_package_id: importedId } = await post<{ product_package_id: string }>(
    `/center/products/import/${fresh.source}`,
    {
      supplier_product_id: fresh.source_product_id,
      source: fresh.source,
      ship_to: 'US',
      productName: fresh.name,
      image: fresh.images[0],
    },
  );

  const variedId = await waitFor(async () => {
    const { items } = await read<{ items: { id: string; total_variant: number }[] }>(
      page,
      '/center/products/listings/elastic-products?page_size=50',
    );
    return items.find((one) => one.total_variant > 1)?.id;
  });

  const preview = (orders: readonly Order[]) =>
    waitFor(async () => {
      const answer = await post<Preview>('/orders/v4/preview', { orders: orders.map(({ id }) => ({ order_id: id })) });
      return answer.quotes_pending ? undefined : answer.orders;
    });
  const ready = await waitFor(async () => {
    const found = await readyOrders();
    return found.length >= 3 ? found : undefined;
  });
  // The wallet of the demo account pays for the cheapest, whichever products the demo happened to import.
  const byCost = (await preview(ready))
    .filter(({ can_place: canPlace, total }) => canPlace && total)
    .sort((a, b) => costOf(a) - costOf(b));
  const [paid, unpaid, waiting] = byCost.map(({ order_id: id }) => ready.find((one) => one.id === id) as Order);
  if (!(paid && unpaid && waiting)) throw new Error(`3 orders with a cost expected, got ${JSON.stringify(byCost)}`);
  await place(unpaid, false);
  await place(paid, true);
  // Days pass in seconds from then on, in which goods sell out: what is to be bought is bought before.
  const statesOf = async (order: Order) => {
    const { placement_status: placement, payment_status: payment } = await read<Order>(
      page,
      `/orders/v5/detail/${order.id}`,
    );
    return `${placement}, ${payment}`;
  };
  const states = async () => [await statesOf(paid), (await statesOf(unpaid)).split(',')[0]];
  await expect.poll(states, { timeout: 120_000 }).toEqual(['placed, paid', 'placed']);
  await post('/sandbox/clock', { speed: 20_000 });
  await waitFor(async () => (await ordersOf('fulfilled')).find((one) => one.id === paid.id));
  const shipments = await waitFor(async () => {
    const { items } = await read<{ items: { id: string; order_id: string; state: string }[] }>(
      page,
      '/orders/v5/shipments?page_size=50',
    );
    const own = items.filter((one) => one.order_id === paid.id);
    return own.length > 0 && own.every((one) => one.state === 'delivered') ? own : undefined;
  });
  await post('/sandbox/clock', { speed: 1 });
  const detail = await read<{ public_tracking_path: string }>(page, `/orders/v5/detail/${paid.id}`);
  const packed = await read<{ items: { order_id: string }[] }>(page, '/operator/warehouse/orders?state=delivered');
  return {
    deliveredId: paid.id,
    readyId: waiting.id,
    shipmentId: shipments[0]?.id ?? '',
    trackingPath: detail.public_tracking_path,
    importedId,
    variedId,
    source: { name: fresh.source, id: fresh.source_product_id },
    warehouseId: packed.items[0]?.order_id ?? '',
  };
}

/** Takes away what would stand in the way of other flows of the demo account. */
export async function tidy(request: APIRequestContext): Promise<void> {
  const signedIn = (await (await request.post('/api/auth/login', { data: DEMO })).json()) as {
    data: { token: string };
  };
  const headers = { authorization: `Bearer ${signedIn.data.token}` };
  const path = '/api/product-sources/saved-pages';
  const kept = (await (await request.get(`${path}?page_size=100`, { headers })).json()) as {
    data: { items: { id: string }[] };
  };
  for (const { id } of kept.data.items) await request.delete(`${path}/${id}`, { headers });
}
