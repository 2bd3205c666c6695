import { setTimeout as sleep } from 'node:timers/promises';
import { warehouseKeys } from '@quayside/server/src/outside.ts';
import type { CjBook } from './books.ts';
import { DRILL_SECRET } from './installation.ts';
import { allIn, askToPlace, purchasesOf, readyOrders, type Scene, untilSeen } from './scene.ts';
import { type Purchase, SHOPS } from './shop-world.ts';
import { until } from './waiting.ts';

/** One shopper in so many has a payment that fails at first, and another one cancels. */
const ONE_IN = 8;
const PAYS_LATER = 2;
const CANCELS = 5;
/** One order in so many is refused by its supplier before it is paid, and one after. */
const REFUSED_ONE_IN = 50;

/** Changes an order in the WooCommerce shop as its owner or his payment plug-in does. */
async function changeAtStore({ sandbox, storeKey }: Scene, { orderId }: Purchase, status: string): Promise<void> {
  const key = new URLSearchParams({ ...storeKey });
  const url = `${sandbox.url}/woo/${SHOPS.woocommerce}/wp-json/wc/v3/orders/${orderId}?${key}`;
  await until(`the order ${orderId} to be ${status}`, () =>
    fetch(url, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-forwarded-proto': 'https' },
      body: JSON.stringify({ status }),
    }).then(
      (answer) => answer.ok,
      () => false,
    ),
  );
}

/** Some shoppers' payments fail and then succeed; some shoppers cancel before their order is placed. */
export async function changeMinds(scene: Scene): Promise<void> {
  const { bought, quayside, client, log } = scene;
  const chosen = (rest: number) => bought.filter((one, n) => one.platform === 'woocommerce' && n % ONE_IN === rest);
  const late = chosen(PAYS_LATER);
  const cancelled = chosen(CANCELS);
  for (const one of late) await changeAtStore(scene, one, 'failed');
  for (const one of cancelled) {
    one.fate = 'cancelled';
    await changeAtStore(scene, one, 'cancelled');
  }
  await untilSeen(scene, 'failed payments and cancellations to be seen', async () => {
    const [row] = await quayside.rows<{ failed: number; cancelled: number }>(
      `select count(*) filter (where cancelled_at is null and placement_status = 'nothing_to_place')::int as failed,
        count(*) filter (where cancelled_at is not null)::int as cancelled from sales_order where workplace_id = $1`,
      [client.workplaceId],
    );
    return row?.failed === late.length && row.cancelled === cancelled.length;
  });
  for (const one of late) await changeAtStore(scene, one, 'processing');
  await allIn(scene);
  log(`${late.length} payments failed and then succeeded, ${cancelled.length} orders were cancelled`);
}

interface Bought {
  order_id: string;
  source_order_no: string | null;
  state: string;
  pay_state: string;
}

const supplierOrders = ({ quayside, client }: Scene, orderIds: readonly string[]): Promise<Bought[]> =>
  quayside.rows<Bought>(
    `select order_id, source_order_no, state, pay_state from supplier_order where workplace_id = $1 and order_id = any($2)`,
    [client.workplaceId, orderIds],
  );

/** The warehouse's staff refuse every line of these orders. */
async function refuseThere({ quayside }: Scene, ids: readonly (string | null)[]): Promise<void> {
  const { staff } = warehouseKeys(DRILL_SECRET);
  for (const id of ids) {
    const lines = await quayside.rows<{ line_no: number }>(
      'select line_no from warehouse.purchase_line where order_id = $1',
      [id],
    );
    for (const { line_no } of lines)
      await until(`the refusal of line ${line_no} of ${id}`, () =>
        fetch(`${quayside.url}/warehouse/v1/staff/orders/${id}/lines/${line_no}/refuse`, {
          method: 'POST',
          headers: { authorization: `Bearer ${staff}`, 'content-type': 'application/json' },
          body: JSON.stringify({ reason: 'broken' }),
        }).then(
          (answer) => answer.ok,
          () => false,
        ),
      );
  }
}

export const few = (scene: Scene): number => Math.ceil(scene.bought.length / REFUSED_ONE_IN);

async function refuse(scene: Scene, orderIds: readonly string[], fate: 'refused' | 'refunded'): Promise<void> {
  for (const one of await purchasesOf(scene, orderIds)) one.fate = fate;
  const rows = await supplierOrders(scene, orderIds);
  await refuseThere(
    scene,
    rows.map((row) => row.source_order_no),
  );
  const payState = fate === 'refused' ? 'unpaid' : 'refunded';
  await until(
    `the orders ${fate} by the warehouse to end`,
    async () =>
      (await supplierOrders(scene, orderIds)).every((row) => row.state === 'cancelled' && row.pay_state === payState),
    { forMs: 300_000, seen: () => supplierOrders(scene, orderIds), log: scene.log },
  );
  scene.log(`${rows.length} orders were ${fate} by the warehouse`);
}

/** Some orders are refused by the warehouse when they are placed and not paid. */
export async function refuseBeforePayment(scene: Scene): Promise<void> {
  const ids = (await readyOrders(scene, 'quayside')).slice(0, few(scene));
  await askToPlace(scene, ids, false);
  await until(
    'unpaid orders to be placed',
    async () => {
      const rows = await supplierOrders(scene, ids);
      return rows.length === ids.length && rows.every((row) => row.state === 'placed');
    },
    { forMs: 300_000, seen: () => supplierOrders(scene, ids), log: scene.log },
  );
  await refuse(scene, ids, 'refused');
}

/** Some orders are refused by the warehouse after they were paid, before anything leaves. */
export async function refuseAfterPayment(scene: Scene): Promise<void> {
  const { quayside, client } = scene;
  const rows = await quayside.rows<{ order_id: string }>(
    `select order_id from supplier_order where workplace_id = $1 and state = 'placed' and pay_state = 'paid'
     group by order_id having count(*) = 1 and min(supplier) = 'quayside' order by order_id limit $2`,
    [client.workplaceId, few(scene)],
  );
  await refuse(
    scene,
    rows.map((row) => row.order_id),
    'refunded',
  );
}

/** CJ refuses payments, since nothing is left of our balance; it is filled again, and the owner has them tried again. */
export async function payWithoutBalance(scene: Scene): Promise<void> {
  const { sandbox, client } = scene;
  const ids = (await readyOrders(scene, 'cj')).slice(0, few(scene));
  const { accounts } = await sandbox.book<CjBook>('cj');
  const setBalance = async (of: (balance: number) => number): Promise<void> => {
    for (const { api_key: apiKey, balance } of accounts)
      await sandbox.post('/cj/setup/accounts', { apiKey, balance: of(balance) });
  };
  await setBalance(() => 0);
  await askToPlace(scene, ids);
  await until(
    'payments to be refused',
    async () => {
      const rows = await supplierOrders(scene, ids);
      return rows.length === ids.length && rows.every((row) => row.pay_state === 'failed');
    },
    { forMs: 300_000, seen: () => supplierOrders(scene, ids), log: scene.log },
  );
  await setBalance((balance) => balance);
  await until('the payments to be asked for again', () =>
    client.call('GET /orders/v6/payments/retry-all').then(
      (answer) => answer.status === 200,
      () => false,
    ),
  );
  scene.log(`${ids.length} payments were refused by CJ and asked for again`);
}

const SLOW_MS = 40;
const SLOW_FOR_MS = 2_000;
const BETWEEN_CUTS_MS = 700;
const CUTS = 2;

/** While work is under way the database gets slow, its connections break, and it starts again as after a crash. */
export async function disturbDatabase({ quayside, killer, log }: Scene): Promise<void> {
  quayside.slowDatabase(SLOW_MS);
  await sleep(SLOW_FOR_MS);
  for (let n = 0; n < CUTS; n += 1) {
    await quayside.cutDatabase();
    await sleep(BETWEEN_CUTS_MS);
  }
  await quayside.restartDatabase();
  quayside.slowDatabase(0);
  await killer.listenAgain();
  log('the database was slow, lost its connections and was restarted');
}
