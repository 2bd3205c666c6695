import { sql } from '@quayside/server/src/db/index.ts';
import { connectWooCommerce } from '@quayside/server/src/features/demo/stores.ts';
import { type Owner, type Scene, until } from './scene.ts';

/** A shop that neither the demo account nor another part of the bench is connected to. */
const SHOP = 'tidewater';
/** WooCommerce takes no more in one batch. */
const BATCH = 100;

/**
 * Connects an owner to a shop and makes paid orders in it that the shop tells nobody of, so that it can be asked about
 * them. Returns the store's id and the orders' ids in the shop.
 */
export async function shopWithOrders(
  { sandbox, db }: Scene,
  owner: Owner,
  orders: number,
): Promise<{ storeId: string; externalIds: string[] }> {
  await connectWooCommerce(owner.call, sandbox.url, SHOP);
  const storeId = await until('the first look at the shop', async () => {
    const { items } = await owner.call('GET /stores/list-store');
    const store = items.find(({ platform }) => platform === 'woocommerce');
    return store?.last_polled_at ? store.id : (false as const);
  });
  // Reading the orders in is another part of the bench.
  await db.global((tx) =>
    tx.run(sql`update store_directory set next_poll_at = now() + interval '1 day' where store_id = ${storeId}`),
  );
  const keys = (await sandbox.post(`/woo/${SHOP}/wp-admin/keys`, { permissions: 'read_write' })) as {
    consumer_key: string;
    consumer_secret: string;
  };
  const authorization = `Basic ${Buffer.from(`${keys.consumer_key}:${keys.consumer_secret}`).toString('base64')}`;
  async function rest<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${sandbox.url}/woo/${SHOP}/wp-json/wc/v3/${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json', 'x-forwarded-proto': 'https' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
    return (await answer.json()) as T;
  }
  for (const hook of await rest<{ id: number }[]>('GET', 'webhooks?per_page=100'))
    await rest('DELETE', `webhooks/${hook.id}?force=true`);
  const line = { name: 'Lamp', quantity: 1, subtotal: '29.00', total: '29.00' };
  const one = { status: 'processing', line_items: [line] };
  const externalIds: string[] = [];
  for (let made = 0; made < orders; made += BATCH) {
    const create = Array.from({ length: Math.min(BATCH, orders - made) }, () => one);
    const answer = await rest<{ create: { id: number }[] }>('POST', 'orders/batch', { create });
    externalIds.push(...answer.create.map((order) => String(order.id)));
  }
  return { storeId, externalIds };
}
