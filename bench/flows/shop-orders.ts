import { sql } from '@quayside/server/src/db/index.ts';
import { connectWooCommerce } from '@quayside/server/src/features/demo/stores.ts';
import { type Owner, type Scene, SHOPS, until } from './scene.ts';

/** A shop that neither the demo account nor another part of the bench is connected to. */
const SHOP = 'tidewater';
/** WooCommerce takes no more in one batch. */
const BATCH = 100;
const LINE = { name: 'Lamp', quantity: 1, subtotal: '29.00', total: '29.00' };
const PAID = { status: 'processing', line_items: [LINE] };

type Rest = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** The shop's own API, with keys made in its admin. */
async function restOf({ sandbox }: Scene, shop = SHOP): Promise<Rest> {
  const keys = (await sandbox.post(`/woo/${shop}/wp-admin/keys`, { permissions: 'read_write' })) as {
    consumer_key: string;
    consumer_secret: string;
  };
  const authorization = `Basic ${Buffer.from(`${keys.consumer_key}:${keys.consumer_secret}`).toString('base64')}`;
  return async (method, path, body) => {
    const answer = await fetch(`${sandbox.url}/woo/${shop}/wp-json/wc/v3/${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json', 'x-forwarded-proto': 'https' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
    return (await answer.json()) as never;
  };
}

/** A shop of the same platform that no part of the bench that runs alone connects a store to. */
export const OTHER_SHOP = SHOPS.woocommerce;

/** Makes paid orders in a shop, one by one, each with an email by which it is known. */
export async function orderMaker(scene: Scene, shop = SHOP): Promise<(email: string) => Promise<void>> {
  const rest = await restOf(scene, shop);
  const address = {
    first_name: 'Sam',
    last_name: 'Shopper',
    address_1: '1 Bench Street',
    city: 'Portland',
    state: 'OR',
    postcode: '97204',
    country: 'US',
  };
  return async (email) => {
    await rest('POST', 'orders', { ...PAID, billing: { ...address, email }, shipping: address });
  };
}

/** Connects an owner to the shop; ends when it was read for the first time. Returns the store's id. */
export async function connectShop({ sandbox }: Scene, owner: Owner): Promise<string> {
  await connectWooCommerce(owner.call, sandbox.url, SHOP);
  return until('the first look at the shop', async () => {
    const { items } = await owner.call('GET /stores/list-store');
    const store = items.find(({ platform }) => platform === 'woocommerce');
    return store?.last_polled_at ? store.id : (false as const);
  });
}

/**
 * Connects an owner to a shop and makes paid orders in it without webhooks, so that it can be asked about them. Returns
 * the store's id and the orders' ids in the shop.
 */
export async function shopWithOrders(
  scene: Scene,
  owner: Owner,
  orders: number,
): Promise<{ storeId: string; externalIds: string[] }> {
  const storeId = await connectShop(scene, owner);
  // Reading the orders in is another part of the bench.
  await scene.db.global((tx) =>
    tx.run(sql`update store_directory set next_poll_at = now() + interval '1 day' where store_id = ${storeId}`),
  );
  const rest = await restOf(scene);
  for (const hook of await rest<{ id: number }[]>('GET', 'webhooks?per_page=100'))
    await rest('DELETE', `webhooks/${hook.id}?force=true`);
  const externalIds: string[] = [];
  for (let made = 0; made < orders; made += BATCH) {
    const create = Array.from({ length: Math.min(BATCH, orders - made) }, () => PAID);
    const answer = await rest<{ create: { id: number }[] }>('POST', 'orders/batch', { create });
    externalIds.push(...answer.create.map((order) => String(order.id)));
  }
  return { storeId, externalIds };
}
