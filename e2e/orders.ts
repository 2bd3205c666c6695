import { CATALOGUE } from '@quayside/sandbox/cj/catalogue.ts';
import { quotes } from '@quayside/sandbox/cj/freight.ts';
import { type APIRequestContext, bearer, expect, type Page, read, world } from './kit.ts';
import { buy, onSale } from './shop.ts';

export interface Order {
  id: string;
  name: string;
  payment_status: string;
  line_items: { id: string; title: string }[];
}

export interface SupplierOrder {
  reference: string;
  order_no: string | null;
  state: string;
  pay_state: string;
  total_cost: { amount: number } | null;
  refund_pending: { amount: number } | null;
}

/** Makes a call as the page's person and returns its data. */
export async function post<D>(page: Page, path: string, data: object): Promise<D> {
  const answer = await page.request.post(`/api${path}`, { headers: await bearer(page), data });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return ((await answer.json()) as { data: D }).data;
}

const findOrder = async (page: Page, name: string): Promise<Order | undefined> =>
  (await read<{ items: Order[] }>(page, `/orders/v5/list?tab=all&page_size=25&q=${name.slice(1)}`)).items.find(
    (one) => one.name === name,
  );

export const supplierOrdersOf = async (page: Page, orderId: string): Promise<SupplierOrder[]> =>
  (await read<{ items: SupplierOrder[] }>(page, `/orders/v5/supplier-orders?order_ids=${orderId}`)).items;

/** The demo account's WooCommerce store in the sandbox. */
export async function demoStore(page: Page): Promise<{ address: string; windowUrl: string; origin: string }> {
  const store = (await world(page)).shops.find((one) => one.shop === 'harbour-goods');
  const { address = '', window_url: windowUrl = '' } = store ?? {};
  return { address, windowUrl, origin: new URL(windowUrl).origin };
}

/**
 * A shopper buys a product in the demo account's store; returns the order once it has arrived. `worth`: buys as many of the most
 * expensive product as cost the shopper at least this much, in the store's currency; which products the demo sells is not certain.
 */
export async function orderFromShopper(
  page: Page,
  request: APIRequestContext,
  { worth }: { worth?: number } = {},
): Promise<Order> {
  const { windowUrl } = await demoStore(page);
  const products = (await onSale(request, windowUrl)).map(({ title, variants }) => ({
    title,
    price: Math.min(...variants.map((one) => Number(one.price))),
  }));
  const wanted = worth ? products.reduce((best, one) => (one.price > best.price ? one : best)) : products.at(-1);
  const quantity = worth ? Math.ceil(worth / (wanted?.price ?? 1)) : 1;
  const name = await buy(request, windowUrl, [wanted?.title ?? ''], {}, quantity);
  let order: Order | undefined;
  const arrived = async () => {
    order = await findOrder(page, name);
    return order?.name;
  };
  await expect.poll(arrived, { timeout: 60_000 }).toBe(name);
  return order as Order;
}

/** What placing an order would cost, in cents; waits until the suppliers have quoted. */
export async function quotedCost(page: Page, orderId: string): Promise<number> {
  type Preview = { quotes_pending: boolean; total: { amount: number } | null };
  let preview: Preview | undefined;
  const quoted = async () => {
    preview = await post<Preview>(page, '/orders/v4/preview', { orders: [{ order_id: orderId }] });
    return preview.quotes_pending ? null : preview.total;
  };
  await expect.poll(quoted).not.toBeNull();
  return preview?.total?.amount ?? 0;
}

/** A variant that CJ has in China and ships to Germany. */
function cjVariant(): { source_product_id: string; sku_id: string } {
  for (const product of CATALOGUE)
    for (const { vid, stock } of product.variants)
      if (product.onSale && (stock.CN ?? 0) > 10 && quotes('CN', 'DE', [{ vid, quantity: 1 }]).length > 0)
        return { source_product_id: product.pid, sku_id: vid };
  throw new Error('CJ has nothing to buy');
}

/** Has an order's first item bought at CJ, from the wallet. */
export async function buyFromCj(page: Page, order: Order): Promise<void> {
  const { items } = await read<{ items: { supplier: string }[] }>(page, '/connections/suppliers');
  if (!items.some((one) => one.supplier === 'cj'))
    await post(page, '/connections/suppliers', { supplier: 'cj', payer: 'wallet', mode: 'sandbox' });
  const line = { id: order.line_items[0]?.id, source: 'cj', ...cjVariant() };
  await post(page, `/orders/${order.id}/change-supplier`, { line_items: [line] });
}

/** Presses a button of an order on the page of CJ's staff; ends when CJ has done it, since leaving a page drops what it sends. */
export async function actAsCj(page: Page, orderNumber: string | null | undefined, button: string): Promise<void> {
  const { origin } = await demoStore(page);
  const staff = await page.context().newPage();
  await staff.goto(`${origin}/cj/orders`);
  const pressed = staff
    .getByRole('listitem')
    .filter({ hasText: orderNumber ?? '' })
    .getByRole('button', { name: button });
  await pressed.click();
  await expect(pressed).toBeHidden();
  await staff.close();
}

/** Places an order and pays it; ends when it is paid. */
export async function placeAndPay(page: Page, orderId: string): Promise<SupplierOrder> {
  await post(page, '/orders/v5/create', { orders: [{ order_id: orderId }], pay: true });
  const payState = async () => (await supplierOrdersOf(page, orderId))[0]?.pay_state;
  await expect.poll(payState, { timeout: 60_000 }).toBe('paid');
  return (await supplierOrdersOf(page, orderId))[0] as SupplierOrder;
}

/** Has the suppliers' side of an order read now: their next scheduled check may be minutes away. */
export const readSuppliers = (page: Page, orderId: string): Promise<unknown> =>
  post(page, '/orders/v4/sync-status', { order_ids: [orderId] });

/** A shopper's order that CJ has delivered. */
export async function deliveredOrder(page: Page, request: APIRequestContext): Promise<Order> {
  const order = await orderFromShopper(page, request);
  await buyFromCj(page, order);
  await placeAndPay(page, order.id);
  for (const hours of [80, 400]) {
    const jump = { headers: await bearer(page), data: { advance_hours: hours } };
    expect((await request.post('/api/sandbox/clock', jump)).ok()).toBe(true);
    await readSuppliers(page, order.id);
  }
  await expect
    .poll(
      async () => {
        await readSuppliers(page, order.id);
        const { order: shown } = await read<{ order: { line_items: { state: string }[] } }>(
          page,
          `/orders/v5/panel/${order.id}`,
        );
        return shown.line_items[0]?.state;
      },
      { timeout: 60_000 },
    )
    .toBe('delivered');
  return order;
}
