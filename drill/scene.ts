import type { Client } from '@quayside/server/src/testing/app/test-app.ts';
import type { SandboxClient } from '@quayside/testing/sandbox-client.ts';
import { until } from '@quayside/testing/waiting.ts';
import { keyOf } from './books.ts';
import type { Installation } from './installation.ts';
import type { Activity, Killer, Moment } from './killer.ts';
import { letShoppersBuy, type Purchase, type StoreKey } from './shop-world.ts';

/** How many workers are to be hit at which moment of which activity. */
export type Wanted = Record<Activity, Partial<Record<Moment, number>>>;

export interface Scene {
  quayside: Installation;
  sandbox: SandboxClient;
  client: Client;
  storeKey: StoreKey;
  killer: Killer;
  wanted: Wanted;
  isThorough: boolean;
  /**
   * Ends what goes wrong at the other sides. The small size does so when all workers of a phase were hit, so that it need not wait for the
   * last of many tries; the full size has it to the end.
   */
  endTrouble(): Promise<void>;
  /** What every shopper bought. */
  bought: Purchase[];
  /** The web processes that were killed. */
  webKills: string[];
  log: (line: string) => void;
}

/** One order in so many meets a rare end. */
const RARE_ONE_IN = 50;
export const few = ({ bought }: Pick<Scene, 'bought'>): number => Math.ceil(bought.length / RARE_ONE_IN);

/** The orders that are to be fulfilled. */
export const toFulfil = ({ bought }: Pick<Scene, 'bought'>): number => bought.filter((one) => !one.fate).length;

/** The numbers of the workplace, as its own tables have them; only to know when to go on. */
export async function counts({
  quayside,
  client,
}: Pick<Scene, 'quayside' | 'client'>): Promise<Record<string, number>> {
  const [row] = await quayside.rows<Record<string, number>>(
    `select count(*)::int as orders,
      count(*) filter (where o.cancelled_at is null and o.placement_status <> 'ready' and not exists
        (select 1 from supplier_order p where p.workplace_id = $1 and p.order_id = o.order_id))::int as unready,
      count(*) filter (where o.placement_status = 'placed')::int as placed,
      count(*) filter (where o.payment_status = 'paid')::int as paid,
      count(*) filter (where o.fulfillment_status = 'fulfilled')::int as fulfilled,
      (select count(*)::int from order_line l join sales_order s using (workplace_id, order_id) where l.workplace_id = $1
        and s.payment_status = 'paid' and l.state not in ('shipped', 'delivered')) as lines_left,
      (select count(*)::int from order_line l join sales_order s using (workplace_id, order_id) where l.workplace_id = $1
        and s.payment_status = 'paid' and l.state in ('ready', 'blocked')) as unbought,
      (select count(*)::int from supplier_order p where p.workplace_id = $1 and p.state in ('failed', 'cancelled')) as failed,
      (select count(*)::int from supplier_order p where p.workplace_id = $1 and p.pay_state = 'failed') as pay_failed,
      (select count(*)::int from shipment s where s.workplace_id = $1) as parcels,
      (select count(*)::int from shipment s where s.workplace_id = $1 and s.report_state = 'sent') as told,
      (select count(*)::int from shipment s where s.workplace_id = $1 and s.report_state = 'failed') as told_failed,
      (select count(*)::int from shipment s where s.workplace_id = $1 and s.state = 'delivered') as delivered
    from sales_order o where o.workplace_id = $1`,
    [client.workplaceId],
  );
  // A statement of its own: on Citus the queue is on the coordinator, and workspaces are not.
  const [queue] = await quayside.rows<{ jobs: number }>(
    `select count(*)::int as jobs from pgboss.job where state in ('created', 'retry', 'active')
      and name in ('place-supplier-order', 'pay-supplier-order', 'report-parcel')`,
  );
  return { ...row, ...queue };
}

/** Has both stores polled: what webhooks did not tell is found by looking, and a person need not wait ten minutes for it. */
async function pollStores(client: Client): Promise<void> {
  const { data } = await client.call('GET /stores/list-store').catch(() => ({ data: undefined }));
  for (const store of data?.items ?? [])
    await client
      .call('POST /connections/{store_id}/sync', { params: { store_id: store.id }, body: {} })
      .catch(() => undefined);
}

const LOOK_MS = 500;
const LOOKS_PER_POLL = 6;

/** Waits until our books show what the stores' books say; now and then the stores are polled. */
export async function untilSeen(scene: Scene, what: string, isSeen: () => Promise<boolean>): Promise<void> {
  let looks = 0;
  await until(
    what,
    async () => {
      looks += 1;
      if (looks % LOOKS_PER_POLL === 0) await pollStores(scene.client);
      return isSeen();
    },
    { forMs: 600_000, everyMs: LOOK_MS, seen: () => counts(scene), log: scene.log },
  );
}

/** So many more shoppers buy. */
export const sell = (scene: Scene, shoppers: number): Promise<void> =>
  letShoppersBuy(scene.sandbox, shoppers, scene.bought);

/** Waits until every order that was bought is in, and can be placed or was. */
export const allIn = (scene: Scene): Promise<void> =>
  untilSeen(scene, 'all orders, ready to be placed', async () => {
    const now = await counts(scene);
    return now.orders === scene.bought.length && now.unready === 0;
  });

/** The purchases of some of our orders. */
export async function purchasesOf(
  { quayside, client, bought }: Scene,
  orderIds: readonly string[],
): Promise<Purchase[]> {
  const rows = await quayside.rows<{ key: string }>(
    `select s.platform || ' ' || regexp_replace(o.external_order_id, '.*/', '') as key from sales_order o
     join store s using (workplace_id, store_id) where o.workplace_id = $1 and o.order_id = any($2)`,
    [client.workplaceId, orderIds],
  );
  const keys = new Set(rows.map((row) => row.key));
  return bought.filter((one) => keys.has(keyOf(one)));
}

/** Orders that can be placed and were not; of one supplier alone, and of one shop, where they are named. */
export async function readyOrders(
  { quayside, client }: Scene,
  supplier?: 'quayside' | 'cj',
  platform?: Purchase['platform'],
): Promise<string[]> {
  const rows = await quayside.rows<{ order_id: string }>(
    `select o.order_id from sales_order o where o.workplace_id = $1 and o.cancelled_at is null and o.placement_status = 'ready'
      and ($2::text is null or not exists (select 1 from order_line l
        where l.workplace_id = $1 and l.order_id = o.order_id and l.source is distinct from $2))
      and ($3::text is null or exists (select 1 from store s
        where s.workplace_id = $1 and s.store_id = o.store_id and s.platform = $3))
     order by o.order_id`,
    [client.workplaceId, supplier ?? null, platform ?? null],
  );
  return rows.map((row) => row.order_id);
}

/** Asks to place orders, and to pay them; a killed server is asked again, as an owner presses the button again. */
export async function askToPlace({ quayside, client }: Scene, orderIds: readonly string[], pay = true): Promise<void> {
  if (orderIds.length === 0) return;
  await until('placing', async () => {
    await quayside.settled();
    const body = { orders: orderIds.map((order_id) => ({ order_id })), ...(pay ? { pay } : {}) };
    const call = pay ? ('POST /orders/v5/create' as const) : ('POST /orders/v5/request' as const);
    return client.call(call, { body } as never).then(
      (answer) => answer.http < 500,
      () => false,
    );
  });
}

/**
 * Asks again for lines whose supplier gave no price for them when their order was asked for, as an owner does who sees them wait. To be
 * called once every order was asked for.
 */
export async function askAgain({ quayside, client, bought }: Scene): Promise<void> {
  const rows = await quayside.rows<{ key: string; order_id: string; line_item_ids: string[] }>(
    `select s.platform || ' ' || regexp_replace(o.external_order_id, '.*/', '') as key, o.order_id, array_agg(l.line_id) as line_item_ids
     from order_line l join sales_order o using (workplace_id, order_id) join store s using (workplace_id, store_id)
     where l.workplace_id = $1 and o.cancelled_at is null
       and (l.state = 'ready' or l.state = 'blocked' and l.block_key like 'OUTSIDE\\_%')
     group by 1, 2`,
    [client.workplaceId],
  );
  const lost = new Set(bought.filter((one) => one.fate).map(keyOf));
  const orders = rows
    .filter(({ key }) => !lost.has(key))
    .map(({ order_id, line_item_ids }) => ({ order_id, line_item_ids }));
  if (orders.length > 0)
    await client.call('POST /orders/v5/create', { body: { orders, pay: true } } as never).catch(() => undefined);
}
