import { setTimeout as sleep } from 'node:timers/promises';
import { warehouseKeys } from '@quayside/server/src/sandbox-world.ts';
import { until } from '@quayside/testing/waiting.ts';
import type { CjBook } from './books.ts';
import { allIn, askToPlace, few, purchasesOf, type Scene, untilSeen } from './scene.ts';
import { DRILL_SECRET } from './setup.ts';
import { type Purchase, SHOPS } from './shop-world.ts';

/** One shopper in so many has a payment that fails at first, and another one cancels. */
const ONE_IN = 8;
const PAYS_LATER = 2;
const CANCELS = 5;

/** Changes an order in the WooCommerce shop as its owner or a payment plug-in does. */
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
  /** How often its payment was tried. */
  pauses: number;
}

const supplierOrders = ({ quayside, client }: Scene, orderIds: readonly string[]): Promise<Bought[]> =>
  quayside.rows<Bought>(
    `select order_id, source_order_no, state, pay_state, pay_attempts, pauses from supplier_order
     where workplace_id = $1 and order_id = any($2)`,
    [client.workplaceId, orderIds],
  );

/** Waits until there is a supplier order of each order, and each is as it should be. `nudge`: what an owner does meanwhile. */
export const untilBought = async (
  scene: Scene,
  what: string,
  orderIds: readonly string[],
  isSo: (row: Bought) => boolean,
  nudge?: () => Promise<unknown>,
): Promise<void> => {
  await until(
    what,
    async () => {
      await nudge?.();
      const rows = await supplierOrders(scene, orderIds);
      return rows.length === orderIds.length && rows.every(isSo);
    },
    { forMs: 300_000, everyMs: nudge ? 1_000 : 250, seen: () => supplierOrders(scene, orderIds), log: scene.log },
  );
};

/** Has orders placed that are not paid. */
export async function placeUnpaid(scene: Scene, orderIds: readonly string[]): Promise<void> {
  await askToPlace(scene, orderIds, false);
  await untilBought(scene, 'unpaid orders to be placed', orderIds, (row) => row.state === 'placed');
}

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

/** Whether an order that its supplier cancelled ended as it should. */
export const isOver =
  (fate: 'refused' | 'refunded') =>
  ({ state, pay_state }: Bought): boolean =>
    state === 'cancelled' &&
    (fate === 'refunded' ? pay_state === 'refunded' : ['unpaid', 'failed'].includes(pay_state));

async function refuse(scene: Scene, orderIds: readonly string[], fate: 'refused' | 'refunded'): Promise<void> {
  for (const one of await purchasesOf(scene, orderIds)) one.fate = fate;
  const rows = await supplierOrders(scene, orderIds);
  await refuseThere(
    scene,
    rows.map((row) => row.source_order_no),
  );
  scene.log(`${rows.length} orders were refused by the warehouse, to be ${fate}`);
}

/** Some orders are refused by the warehouse when they are placed and not paid. */
export async function refuseBeforePayment(scene: Scene, ids: readonly string[]): Promise<void> {
  await placeUnpaid(scene, ids);
  await refuse(scene, ids, 'refused');
  await untilBought(scene, 'refused orders to end', ids, isOver('refused'));
}

/** Which orders the warehouse was paid for. */
async function paidThere({ quayside }: Scene, rows: readonly Bought[]): Promise<string[]> {
  const paid = await quayside.rows<{ order_id: string }>(
    'select distinct order_id from warehouse.payment where order_id = any($1)',
    [rows.map((row) => row.source_order_no)],
  );
  return rows.filter((row) => paid.some((one) => one.order_id === row.source_order_no)).map((row) => row.order_id);
}

/**
 * Some orders are refused by the warehouse while their payment is open: `asked`, which it puts off, and `lost`, whose answers are lost.
 * Whether a payment got through decides whether it must come back.
 */
export async function refuseWhilePaying(
  scene: Scene,
  { asked, lost }: Record<'asked' | 'lost', readonly string[]>,
): Promise<void> {
  const { sandbox } = scene;
  const all = [...asked, ...lost];
  await placeUnpaid(scene, all);
  const payments = async (ids: readonly string[]) => {
    const numbers = (await supplierOrders(scene, ids)).map((row) => row.source_order_no);
    return { standIn: 'quayside', match: `^POST /quayside/orders/(${numbers.join('|')})/payments$` };
  };
  const faults = [
    await sandbox.fault({ ...(await payments(asked)), kind: 'status-429', delayMs: 1_000 }),
    await sandbox.fault({ ...(await payments(lost)), kind: 'reset-after' }),
  ];
  await pay(scene, all);
  // A payment that is still under way may reach the warehouse after it was looked for there.
  const isTried = ({ pauses, pay_state }: Bought): boolean =>
    pay_state === 'requested' ? pauses > 0 : pay_state !== 'paying';
  await untilBought(scene, 'payments to be tried', all, isTried);
  const paid = await paidThere(scene, await supplierOrders(scene, all));
  const unpaid = all.filter((id) => !paid.includes(id));
  await Promise.all([refuse(scene, unpaid, 'refused'), refuse(scene, paid, 'refunded')]);
  for (const id of faults) await sandbox.removeFault(id);
  await untilBought(scene, 'orders with an open payment to end', unpaid, isOver('refused'));
  await untilBought(scene, 'orders with a lost payment to end', paid, isOver('refunded'));
}

/** Asks to pay placed orders; asked again until it is heard, as an owner presses the button again. */
async function pay({ quayside, client }: Scene, orderIds: readonly string[]): Promise<void> {
  await until('paying', async () => {
    await quayside.settled();
    return client.call('POST /orders/v5/payment', { body: { order_ids: [...orderIds] } } as never).then(
      (answer) => answer.http < 500,
      () => false,
    );
  });
}

/** Shoppers cancel in the store after their order was placed; the payment that is then asked for is not made. */
export async function stopBeforePayment(scene: Scene, ids: readonly string[]): Promise<void> {
  const { quayside, client, log } = scene;
  await placeUnpaid(scene, ids);
  const stopped = await purchasesOf(scene, ids);
  for (const one of stopped) one.fate = 'stopped';
  await Promise.all(stopped.map((one) => changeAtStore(scene, one, 'cancelled')));
  // Before that a payment may rest on what the store said within the last minute.
  await untilSeen(scene, 'cancellations after placing to be seen', async () => {
    const rows = await quayside.rows(
      'select 1 from sales_order where workplace_id = $1 and order_id = any($2) and cancelled_at is not null',
      [client.workplaceId, ids],
    );
    return rows.length === ids.length;
  });
  await pay(scene, ids);
  const rows = await supplierOrders(scene, ids);
  await refuseThere(
    scene,
    rows.map((row) => row.source_order_no),
  );
  await untilBought(scene, 'stopped orders to end', ids, isOver('refused'));
  log(`${ids.length} orders were cancelled in the store after they were placed, and never paid`);
}

/** Some orders are refused by the warehouse after they were paid, before anything leaves. */
export async function refuseAfterPayment(scene: Scene): Promise<void> {
  const { quayside, client } = scene;
  const rows = await quayside.rows<{ order_id: string }>(
    `select order_id from supplier_order where workplace_id = $1 and state = 'placed' and pay_state = 'paid'
     group by order_id having count(*) = 1 and min(supplier) = 'quayside' order by order_id limit $2`,
    [client.workplaceId, few(scene)],
  );
  const ids = rows.map((row) => row.order_id);
  await refuse(scene, ids, 'refunded');
  await untilBought(scene, 'refunded orders to end', ids, isOver('refunded'));
}

/** CJ refuses payments, since nothing is left of our balance; it is filled again, and the owner has them tried again. */
export async function payWithoutBalance(scene: Scene, ids: readonly string[]): Promise<void> {
  const { sandbox, client } = scene;
  const { accounts } = await sandbox.book<CjBook>('cj');
  const setBalance = async (of: (balance: number) => number): Promise<void> => {
    for (const { api_key: apiKey, balance } of accounts)
      await sandbox.post('/cj/setup/accounts', { apiKey, balance: of(balance) });
  };
  await setBalance(() => 0);
  await askToPlace(scene, ids);
  await untilBought(scene, 'payments to be refused', ids, (row) => row.pay_state === 'failed');
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
  const isRestarted = await quayside.restartDatabase();
  quayside.slowDatabase(0);
  await killer.listenAgain();
  log(`the database was slow, lost its connections and was ${isRestarted ? '' : 'not '}restarted`);
}
