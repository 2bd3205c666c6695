import { withClient } from '@quayside/server/src/db/index.ts';
import { superuserAddress } from '../database-url.ts';
import { count, figure, machineLoad, type Row } from '../rows.ts';
import { openShop } from './order-in.ts';
import { inLoops, type Owner, type Scene, until } from './scene.ts';
import { letOneBuy, type Shelf } from './shoppers.ts';

/** Orders of the run that are left out of the figure: they fill what a table needs before its first rows. */
const FIRST = 50;
const LOOPS = 4;
/** USD cents of a top-up, and how many orders it pays for. */
const TOP_UP = 1_000_000;
const ORDERS_PER_TOP_UP = 90;
const PIECES = 1_000_000;
/** Orders in one request. */
const AT_ONCE = 50;
const HOUR = 3_600_000;
/** Hours by which every parcel has left the sandbox's warehouse, and has arrived. */
const LEFT = 4 * 24 + 6;
const ARRIVED = 30 * 24;
/** Tables whose growth is shown one by one. */
const SHOWN = 14;

type Query = <T>(text: string, values?: unknown[]) => Promise<T[]>;
interface Size {
  name: string;
  heap: number;
  indexes: number;
}

/** Bytes of every table and of its indexes, after a vacuum. Without the queue, whose finished jobs are deleted within a day. */
async function sizes(query: Query): Promise<Map<string, Size>> {
  await query('vacuum (analyze)');
  const rows = await query<{ name: string; total: string; indexes: string }>(
    `select c.relname as name, pg_total_relation_size(c.oid) as total, pg_indexes_size(c.oid) as indexes
      from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  );
  return new Map(
    rows.map(({ name, total, indexes }) => [
      name,
      { name, heap: Number(total) - Number(indexes), indexes: Number(indexes) },
    ]),
  );
}

async function fillWallet(owner: Owner, topUps: number): Promise<void> {
  await owner.call('POST /payments/user/wallets/accept-policy', { body: {} as never });
  for (let n = 0; n < topUps; n += 1) {
    const { topup_id } = await owner.call('POST /payments/user/wallets/topup', {
      body: { amount: TOP_UP, idempotency_key: `lived-topup-${n}`, return_path: '/app/setting/wallet' } as never,
    });
    const page = await until('a page to pay on', async () => {
      const topup = await owner.call('GET /payments/user/wallets/topup/{topup_id}', { params: { topup_id } as never });
      return topup.confirmation_url ?? (false as const);
    });
    await fetch(`${page}/confirm`, { method: 'POST', redirect: 'manual' });
  }
  await until('the top-ups', async () => {
    const { topup } = await owner.call('GET /payments/user/wallets');
    return topup.amount === topUps * TOP_UP;
  });
}

interface Standing {
  ready: number;
  paid: number;
  fulfilled: number;
  delivered: number;
}

/** Lets shoppers buy, and takes their orders through everything: placed, paid, sent, told to the shop, delivered. */
async function live(
  { scene, owner, shelf, query }: { scene: Scene; owner: Owner; shelf: Shelf; query: Query },
  from: number,
  upTo: number,
): Promise<void> {
  const { workplaceId } = owner;
  const standing = async (): Promise<Standing> => {
    const [row] = await query<Standing>(
      `select count(*) filter (where o.placement_status = 'ready')::int as ready,
        count(*) filter (where o.payment_status = 'paid')::int as paid,
        count(*) filter (where o.fulfillment_status = 'fulfilled')::int as fulfilled,
        count(*) filter (where exists (select from shipment s where s.workplace_id = $1 and s.order_id = o.order_id
          and s.state = 'delivered'))::int as delivered
        from sales_order o where o.workplace_id = $1`,
      [workplaceId],
    );
    return row ?? { ready: 0, paid: 0, fulfilled: 0, delivered: 0 };
  };
  const shoppers = Array.from({ length: upTo - from }, (_nothing, n) => from + n);
  await inLoops(shoppers, LOOPS, (n) => letOneBuy(scene.sandbox, shelf, n, `lived-${n}@example.com`));
  await until('the orders', async () => (await standing()).ready >= shoppers.length, { everyMs: 500 });
  const orders = await query<{ order_id: string }>(
    `select order_id from sales_order where workplace_id = $1 and placement_status = 'ready'`,
    [workplaceId],
  );
  await owner.call('POST /orders/v5/create', { body: { orders, pay: true } as never });
  await until('payment', async () => (await standing()).paid >= upTo, { everyMs: 500, forMs: 600_000 });
  // As an owner presses the button: webhooks of the warehouse would come too, but one by one.
  const synced = async (what: 'fulfilled' | 'delivered'): Promise<boolean> => {
    if ((await standing())[what] >= upTo) return true;
    for (let from = 0; from < orders.length; from += AT_ONCE) {
      const order_ids = orders.slice(from, from + AT_ONCE).map((one) => one.order_id);
      await owner.call('POST /orders/v4/sync-status', { body: { order_ids } as never });
    }
    return false;
  };
  await scene.sandbox.advance(LEFT * HOUR);
  await until('parcels', () => synced('fulfilled'), { everyMs: 10_000, forMs: 600_000 });
  await scene.sandbox.advance(ARRIVED * HOUR);
  await until('deliveries', () => synced('delivered'), { everyMs: 10_000, forMs: 600_000 });
}

/** Bytes that an order takes once it lived: bought, placed, paid, sent, told to the shop, delivered. By table, heap and indexes. */
export async function bytesPerOrder(scene: Scene, orders: number): Promise<Row[]> {
  const query: Query = (text, values = []) =>
    withClient(
      superuserAddress(scene.server.dataDir),
      'bench',
      async (client) => (await client.query(text, values)).rows as never,
    );
  await query('update warehouse.variant set stock = $1', [PIECES]);
  const { owner, shelf } = await openShop(scene);
  await owner.call('POST /connections/suppliers', {
    body: { supplier: 'quayside', mode: 'sandbox', payer: 'wallet', credentials: {} } as never,
  });
  await fillWallet(owner, Math.ceil((orders + FIRST) / ORDERS_PER_TOP_UP));
  await live({ scene, owner, shelf, query }, 0, FIRST);
  const before = await sizes(query);
  await live({ scene, owner, shelf, query }, FIRST, FIRST + orders);
  const grown = [...(await sizes(query)).values()]
    .map((size) => {
      const was = before.get(size.name) ?? { heap: 0, indexes: 0 };
      return { ...size, heap: (size.heap - was.heap) / orders, indexes: (size.indexes - was.indexes) / orders };
    })
    .sort((a, b) => b.heap + b.indexes - a.heap - a.indexes);
  const sum = (of: 'heap' | 'indexes') => Math.round(grown.reduce((total, one) => total + one[of], 0));
  const bytes = (heap: number, indexes: number) =>
    `${count(Math.round(heap + indexes))} bytes (${count(Math.round(heap))} + indexes ${count(Math.round(indexes))})`;
  const indexes = await query<{ name: string; bytes: string }>(
    `select c.relname as name, pg_relation_size(c.oid) as bytes from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = 'sales_order'::regclass order by 2 desc`,
  );
  return [
    figure(`A lived order, of ${count(orders)}`, `${bytes(sum('heap'), sum('indexes'))} (${machineLoad()})`),
    ...grown.slice(0, SHOWN).map((one) => figure(`… ${one.name}`, bytes(one.heap, one.indexes))),
    ...indexes.map((one) => figure(`… index ${one.name}`, `${count(Number(one.bytes))} bytes in all`)),
  ];
}
