import { withClient } from '@quayside/server/src/db/index.ts';
import { superuserAddress } from '../database-url.ts';
import { count, figure, machineLoad, type Row } from '../rows.ts';
import { openShop } from './order-in.ts';
import { FILL_SHELVES, inLoops, type Owner, type Scene, until } from './scene.ts';
import { letOneBuy, type Shelf } from './shoppers.ts';

/** Orders of the run that are left out of the figure: they fill what a table needs before its first rows. */
const FIRST = 50;
const LOOPS = 4;
/** USD cents of a top-up, and how many orders it pays for. */
const TOP_UP = 1_000_000;
const ORDERS_PER_TOP_UP = 90;
const PIECES = 1_000_000;
/** A supplier's catalogue, which is read meanwhile. */
const CATALOGUE = ['source_product', 'source_shipping', 'source_zone', 'source_category', 'source_question'];
/** Tables whose rows end within 90 days, whatever the settings. */
const ENDING = ['live_event', 'webhook_delivery', 'notification', 'notification_delivery'];
/** Orders in one request. */
const AT_ONCE = 500;
const DAY = 24 * 3_600_000;
/** Tables whose growth is shown one by one. */
const SHOWN = 20;

type Query = <T>(text: string, values?: unknown[]) => Promise<T[]>;
const PARTS = ['heap', 'toast', 'indexes'] as const;
/** Bytes of a table. toast: long values, which are stored apart. */
type Size = Record<(typeof PARTS)[number] | 'rows', number>;
const NOTHING: Size = { heap: 0, toast: 0, indexes: 0, rows: 0 };

/** Every table after a vacuum. Without the queue, whose finished jobs are deleted within a day. */
async function sizes(query: Query): Promise<Map<string, Size>> {
  await query('vacuum (analyze)');
  const rows = await query<{ name: string } & Record<keyof Size, string>>(
    `select c.relname as name, pg_table_size(c.oid) - coalesce(pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0) as heap,
        coalesce(pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0) as toast, pg_indexes_size(c.oid) as indexes,
        greatest(c.reltuples, 0)::bigint as rows
      from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all ($1)`,
    [CATALOGUE],
  );
  const toSize = (row: (typeof rows)[number]): Size => ({
    heap: Number(row.heap),
    toast: Number(row.toast),
    indexes: Number(row.indexes),
    rows: Number(row.rows),
  });
  return new Map(rows.map((row) => [row.name, toSize(row)]));
}

const bytesOf = (size: Size): number => PARTS.reduce((sum, part) => sum + size[part], 0);
const inBytes = (size: Size): string =>
  `${count(Math.round(bytesOf(size)))} bytes (${PARTS.map((part) => `${part} ${count(Math.round(size[part]))}`).join(', ')})`;

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
  /** Shipped by the warehouse, and delivered. */
  sent: number;
  arrived: number;
  fulfilled: number;
  delivered: number;
}

const STANDING = `select count(*) filter (where o.placement_status = 'ready')::int as ready,
    count(*) filter (where o.payment_status = 'paid')::int as paid,
    count(*) filter (where w.state in ('shipped', 'delivered'))::int as sent,
    count(*) filter (where w.state = 'delivered')::int as arrived,
    count(*) filter (where o.fulfillment_status = 'fulfilled')::int as fulfilled,
    count(*) filter (where exists (select from shipment s where s.workplace_id = $1 and s.order_id = o.order_id
      and s.state = 'delivered'))::int as delivered
  from sales_order o
  left join supplier_order p on p.workplace_id = $1 and p.order_id = o.order_id
  left join warehouse.purchase w on w.order_id::text = p.source_order_no
  where o.workplace_id = $1`;

/** Lets shoppers buy, and takes their orders through everything: placed, paid, sent, told to the shop, delivered. */
async function live(
  { scene, owner, shelf, query }: { scene: Scene; owner: Owner; shelf: Shelf; query: Query },
  from: number,
  upTo: number,
): Promise<void> {
  const { workplaceId } = owner;
  const standing = async (): Promise<Standing> => {
    const [row] = await query<Standing>(STANDING, [workplaceId]);
    if (!row) throw new Error('no figures');
    return row;
  };
  const reach = (what: keyof Standing, count: number) =>
    until(what, async () => (await standing())[what] >= count, { everyMs: 500, forMs: 600_000 });
  const shoppers = Array.from({ length: upTo - from }, (_nothing, n) => from + n);
  await inLoops(shoppers, LOOPS, (n) => letOneBuy(scene.sandbox, shelf, n, `lived-${n}@example.com`));
  await reach('ready', shoppers.length);
  const orders = await query<{ order_id: string }>(
    `select order_id from sales_order where workplace_id = $1 and placement_status = 'ready'`,
    [workplaceId],
  );
  await owner.call('POST /orders/v5/create', { body: { orders, pay: true } as never });
  await reach('paid', upTo);
  // The warehouse's staff plans an order by the sandbox's clock when it sees it, which may be after the clock moved: days pass until
  // every order is that far.
  const passDays = (what: 'sent' | 'arrived') =>
    until(
      what,
      async () => {
        if ((await standing())[what] >= upTo) return true;
        await scene.sandbox.advance(DAY);
        return false;
      },
      { everyMs: 2_000, forMs: 600_000 },
    );
  // As if the owner pressed the button: webhooks of the warehouse would come too, but one at a time.
  const sync = async (what: 'fulfilled' | 'delivered'): Promise<void> => {
    for (let from = 0; from < orders.length; from += AT_ONCE) {
      const order_ids = orders.slice(from, from + AT_ONCE).map((one) => one.order_id);
      await owner.call('POST /orders/v4/sync-status', { body: { order_ids } as never });
    }
    await reach(what, upTo);
  };
  await passDays('sent');
  await sync('fulfilled');
  await passDays('arrived');
  await sync('delivered');
}

/** Bytes that an order takes once it lived: bought, placed, paid, sent, told to the shop, delivered. By table and part. */
export async function bytesPerOrder(scene: Scene, orders: number): Promise<Row[]> {
  const query: Query = (text, values = []) =>
    withClient(
      superuserAddress(scene.server.dataDir),
      'bench',
      async (client) => (await client.query(text, values)).rows as never,
    );
  // Its past orders would count: they are made by a job, which is repeated if something fails.
  await until(
    'the demo account',
    async () => (await query(`select from account_flag where flag = 'demo:made'`)).length > 0,
    { everyMs: 1_000, forMs: 600_000 },
  );
  await query(FILL_SHELVES, [PIECES]);
  const { owner, shelf } = await openShop(scene);
  await owner.call('POST /connections/suppliers', {
    body: { supplier: 'quayside', mode: 'sandbox', payer: 'wallet', credentials: {} } as never,
  });
  await fillWallet(owner, Math.ceil((orders + FIRST) / ORDERS_PER_TOP_UP));
  await live({ scene, owner, shelf, query }, 0, FIRST);
  const before = await sizes(query);
  await live({ scene, owner, shelf, query }, FIRST, FIRST + orders);
  const after = await sizes(query);
  const grown = [...after].map(([name, size]): Size & { name: string } => {
    const was = before.get(name) ?? NOTHING;
    const each = (part: keyof Size): number => (size[part] - was[part]) / orders;
    return { name, heap: each('heap'), toast: each('toast'), indexes: each('indexes'), rows: each('rows') };
  });
  grown.sort((a, b) => bytesOf(b) - bytesOf(a));
  const sum = (tables: readonly Size[]): Size =>
    tables.reduce(
      (total, one) => ({
        heap: total.heap + one.heap,
        toast: total.toast + one.toast,
        indexes: total.indexes + one.indexes,
        rows: total.rows + one.rows,
      }),
      NOTHING,
    );
  const indexes = await query<{ name: string; bytes: string }>(
    `select c.relname as name, pg_relation_size(c.oid) as bytes from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = 'sales_order'::regclass order by 2 desc`,
  );
  const written = (one: Size): string => `${inBytes(one)}, ${one.rows.toFixed(1)} rows`;
  return [
    figure(`A lived order, of ${count(orders)}`, `${written(sum(grown))} (${machineLoad()})`),
    figure('… in tables whose rows end within 90 days', written(sum(grown.filter((one) => ENDING.includes(one.name))))),
    ...grown.slice(0, SHOWN).map((one) => figure(`… ${one.name}`, written(one))),
    ...indexes.map((one) => figure(`… index ${one.name}`, `${count(Number(one.bytes))} bytes in all`)),
  ];
}
