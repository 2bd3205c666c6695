import { at } from '../load.ts';
import { headersOf } from '../people.ts';
import { machineLoad, ms, type Row } from '../rows.ts';
import { connect, goods, inLoops, newOwner, type Owner, type Scene, until } from './scene.ts';
import { letOneBuy, type Shelf, shelfOf } from './shoppers.ts';

const BAR_MS = 500;
const PRODUCTS = 6;

/** An owner with a store of WooCommerce whose shop has goods on its shelves. */
export async function openShop(scene: Scene): Promise<{ owner: Owner; storeId: string; shelf: Shelf }> {
  const owner = await newOwner(scene);
  const storeId = await connect(scene, owner, 'woocommerce');
  const ids = await goods(scene, [3, 3], PRODUCTS);
  await owner.call('POST /center/products/source/push', {
    body: {
      store_id: storeId,
      products: ids.map((id) => ({ supplier_product_id: id, source: 'quayside' as const, ship_to: 'US' })),
      rates: { EUR: 0.92 },
    },
  });
  const shelf = await until('goods in the shop', async () => {
    const seen = await shelfOf(scene.sandbox);
    return seen.products.length >= PRODUCTS && seen;
  });
  return { owner, storeId, shelf };
}

/**
 * From the moment a shopper pays to the moment an open screen that heard of it has the order in its list. What the shop
 * itself takes is in it. `shoppers` buy, a few at a time.
 */
export async function ordersIn(scene: Scene, shoppers: number): Promise<Row[]> {
  const { owner, shelf } = await openShop(scene);
  const bought = new Map<string, number>();
  const took: number[] = [];
  const stop = new AbortController();
  const screen = await fetch(`${scene.server.url}/api/events`, { headers: headersOf(owner), signal: stop.signal });
  let reading = false;
  let again = false;
  // As the order list does it: a told change is read again, and while that runs, once more afterwards.
  const look = async (): Promise<void> => {
    if (reading) {
      again = true;
      return;
    }
    reading = true;
    do {
      again = false;
      const { items } = await owner.call('GET /orders/v5/list', { query: { period: 'all', page_size: 100 } as never });
      for (const item of items) {
        const since = bought.get(item.customer_email ?? '');
        if (since === undefined) continue;
        took.push(performance.now() - since);
        bought.delete(item.customer_email ?? '');
      }
    } while (again);
    reading = false;
  };
  const reads: Promise<void>[] = [];
  const listening = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of screen.body ?? []) if (decoder.decode(chunk).includes('"orders"')) reads.push(look());
  })().catch(() => undefined);
  await inLoops(
    Array.from({ length: shoppers }, (_nothing, n) => n),
    2,
    async (n) => {
      const email = `shopper-${n}@example.com`;
      bought.set(email, performance.now());
      await letOneBuy(scene.sandbox, shelf, n, email);
      await until('the order on the screen', async () => !bought.has(email), { everyMs: 10, forMs: 60_000 });
    },
  );
  stop.abort();
  await listening;
  // A read under way would otherwise meet a server that stops.
  await Promise.all(reads);
  took.sort((a, b) => a - b);
  const p95 = at(took, 0.95);
  return [
    {
      what: 'Order in: bought in the shop to seen in the list of an open screen',
      value: `p50 ${ms(at(took, 0.5))}, p95 ${ms(p95)} (${machineLoad()})`,
      bar: `p95 ${BAR_MS} ms`,
      met: p95 < BAR_MS,
    },
  ];
}
