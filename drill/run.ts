import { setTimeout as sleep } from 'node:timers/promises';
import { sandboxClient } from '@quayside/testing/sandbox-client.ts';
import { until } from '@quayside/testing/waiting.ts';
import { type CjBook, cjBalance, providerPayments, storeBooks, supplierBooks } from './books.ts';
import {
  changeMinds,
  disturbDatabase,
  payWithoutBalance,
  refuseAfterPayment,
  refuseBeforePayment,
  refuseWhilePaying,
  stopBeforePayment,
} from './disturbances.ts';
import { endTrouble, makeTrouble, makeWebhookTrouble } from './faults.ts';
import { type Clocks, install, type Layout } from './installation.ts';
import { judgeMoney, judgeOrders } from './judge.ts';
import { judgeOwnBooks, judgeTopups } from './judge-own.ts';
import { type Activity, createKiller, type Killer, MOMENTS } from './killer.ts';
import { walletBooks } from './ledger.ts';
import { ownOrders, ownTopups } from './own-books.ts';
import {
  allIn,
  askAgain,
  askToPlace,
  counts,
  few,
  readyOrders,
  type Scene,
  sell,
  toFulfil,
  untilSeen,
  type Wanted,
} from './scene.ts';
import { openShop, type Purchase } from './shop-world.ts';
import { cancelAtSupplier, cancelBeforePayment } from './supplier-cancels.ts';
import { createFunding } from './top-ups.ts';

export interface Drill {
  layout: Layout;
  shoppers: number;
  wanted: Wanted;
  /** Whether the database is disturbed a second time, while parcels are under way. */
  isThorough: boolean;
  clocks?: Clocks | undefined;
  dataDir: string;
  env?: Record<string, string>;
  seed?: number;
  log?: (line: string) => void;
}

export interface DrillResult {
  faults: string[];
  tally: ReturnType<Killer['tally']>;
  figures: Record<string, unknown>;
}

const HOUR = 3_600_000;
/** By then every parcel has left; and by then every one has arrived. */
const ALL_LEFT_HOURS = 4 * 24 + 6;
const ALL_ARRIVED_HOURS = 30 * 24;
/** How much time passes at once while workers are killed, and how long the warehouse's robot takes to look. */
const STEP_HOURS = 6;
const STEPS_OF_A_ROUND = 8;
const ROBOT_MS = 1_000;
/** Orders kept back for the time after the kills, when the database is disturbed. */
const KEPT_BACK = 2;
/** How often it is looked whether all is paid before what is left over is asked for again. */
const LOOKS_PER_REQUEST = 4;
/** How long a request to a web process is waited for, to kill it during that. */
const WEB_REQUEST_MS = 10_000;
/** How much longer than its lease a frozen worker stands still. */
const BEYOND_LEASE_MS = 3_000;

/** Shoppers buy in portions, while workers are killed that are taking their orders in. */
async function takeOrdersIn(scene: Scene, shoppers: number): Promise<void> {
  let left = shoppers;
  await killRounds(scene, ['intake'], async (roundsLeft) => {
    const now = Math.max(2, Math.ceil(left / (roundsLeft + 1)));
    left -= now;
    await sell(scene, now);
  });
  if (left > 0) await sell(scene, left);
  await allIn(scene);
}

/** What gives a round of kills something to hit; it ends with the round at the latest. */
type Feed = (roundsLeft: number, isOver: () => boolean) => Promise<void>;

/** Rounds of kills over some activities, least counted first, with fresh work before each. */
async function killRounds(
  { quayside, killer, wanted, webKills, log }: Scene,
  activities: readonly Activity[],
  feed: Feed,
): Promise<void> {
  const windows = activities.flatMap((activity) => MOMENTS.map((moment) => ({ activity, moment })));
  const had = ({ activity, moment }: (typeof windows)[number]): number => killer.tally()[activity][moment];
  const lacks = (one: (typeof windows)[number]): number => (wanted[one.activity][one.moment] ?? 0) - had(one);
  const missing = () => windows.reduce((sum, one) => sum + Math.max(0, lacks(one)), 0);
  let vain = 0;
  while (missing() > 0) {
    const next = windows
      .filter((one) => lacks(one) > 0)
      .sort((a, b) => had(a) - had(b))
      .at(vain % 2 === 0 ? 0 : -1);
    if (!next) return;
    const left = missing();
    let over = false;
    const round = killer.round(next.activity, next.moment).finally(() => {
      over = true;
    });
    const [hit, , web] = await Promise.all([round, feed(left, () => over), quayside.killWeb(WEB_REQUEST_MS)]);
    if (web) {
      web.back.catch(() => undefined);
      webKills.push(web.name);
    }
    vain = hit ? 0 : vain + 1;
    log(`${next.activity} ${next.moment}: ${hit ? 'killed' : 'nothing to kill at'} (${missing()} kills to go)`);
    if (vain > 40) throw new Error(`no more work to kill at ${next.activity} ${next.moment}`);
  }
}

/** Orders of each supplier alone that are refused or cancelled around their payment, or not paid at first. */
async function comeToNothing(scene: Scene): Promise<void> {
  const some = (ids: string[]): string[] => ids.splice(0, few(scene));
  // Of the two shops only WooCommerce lets a plug-in cancel an order.
  const stopped = some(await readyOrders(scene, 'quayside', 'woocommerce'));
  const ours = (await readyOrders(scene, 'quayside')).filter((id) => !stopped.includes(id));
  const atCj = await readyOrders(scene, 'cj');
  await Promise.all([
    stopBeforePayment(scene, stopped),
    refuseBeforePayment(scene, some(ours)),
    refuseWhilePaying(scene, { asked: some(ours), lost: some(ours) }),
    payWithoutBalance(scene, some(atCj)),
    cancelBeforePayment(scene, some(atCj)),
  ]);
}

/** Has every order placed and paid, while workers are killed and the wallet is topped up. Returns the money put in, in cents. */
async function placeAndPay(scene: Scene): Promise<number> {
  const { quayside, log } = scene;
  const funding = createFunding(scene.client, quayside);
  let todo = await readyOrders(scene);
  const asked = new Set<string>();
  const place = async (many: number): Promise<void> => {
    const portion = todo.splice(0, many);
    for (const id of portion) asked.add(id);
    await askToPlace(scene, portion);
  };
  await killRounds(scene, ['topup', 'place', 'pay'], async (left) => {
    await funding.begin();
    if (todo.length <= KEPT_BACK) {
      // The orders are used up, since a round found nothing: more shoppers come, so that the next one finds some.
      await sell(scene, 2);
      await allIn(scene);
      todo = (await readyOrders(scene)).filter((id) => !asked.has(id));
    }
    await place(Math.max(1, Math.ceil((todo.length - KEPT_BACK) / (left + 1))));
  });
  // What is left in the small size meets the database's trouble alone.
  if (!scene.isThorough) await scene.endTrouble();
  await place(todo.length);
  await disturbDatabase(scene);
  log('everything is asked for; waiting for the rest');
  await quayside.settled();
  const more = await funding.end();
  let looks = 0;
  await until(
    'every order placed and paid',
    async () => {
      looks += 1;
      if (looks % LOOKS_PER_REQUEST === 0) await askAgain(scene);
      const now = await counts(scene);
      return now.unbought === 0 && now.paid === toFulfil(scene) && now.jobs === 0;
    },
    { forMs: 900_000, everyMs: 500, seen: () => stuck(scene), log },
  );
  return more;
}

/** What hinders the end, for the message of a failure. */
async function stuck(scene: Scene): Promise<unknown> {
  const rows = await scene.quayside.rows(
    `select p.reference, p.supplier, p.state, p.pay_state, p.error_key, p.error_params, p.attempts, p.pay_attempts, p.pauses
     from supplier_order p where p.workplace_id = $1 and p.state <> 'cancelled' and (p.state <> 'placed' or p.pay_state <> 'paid') limit 8`,
    [scene.client.workplaceId],
  );
  const parcels = await scene.quayside.rows(
    `select s.shipment_id, s.report_state, s.report_error, s.report_params, s.attempts, s.pauses, s.state
     from shipment s where s.workplace_id = $1 and s.report_state <> 'sent' limit 8`,
    [scene.client.workplaceId],
  );
  const waiting = await scene.quayside.rows(
    `select j.name, j.state, count(*)::int as n from pgboss.job j where j.state in ('created', 'retry', 'active') group by 1, 2`,
  );
  return { ...(await counts(scene)), rows, parcels, waiting };
}

/** Orders of which a parcel left that we have not heard of; found in the suppliers' books, as an owner is told by mail. */
async function ordersToSync({ quayside, sandbox, client }: Scene): Promise<string[]> {
  const book = await sandbox.book<CjBook>('cj');
  // One statement for each side: Citus joins no tables of its coordinator with those of workspaces.
  const ours = await quayside.rows<{ order_id: string; reference: string; parcels: string[]; numbers: string[] }>(
    `select p.order_id, p.reference,
       (select coalesce(array_agg(s.remote_parcel_id), '{}') from shipment s
         where s.workplace_id = $1 and s.supplier_order_id = p.supplier_order_id) as parcels,
       (select coalesce(array_agg(s.tracking_number), '{}') from shipment s
         where s.workplace_id = $1 and s.supplier_order_id = p.supplier_order_id) as numbers
     from supplier_order p where p.workplace_id = $1`,
    [client.workplaceId],
  );
  const warehouse = await quayside.rows<{ reference: string; parcel: string }>(
    `select w.reference, c.parcel_id::text as parcel from warehouse.purchase w join warehouse.parcel c using (order_id)`,
  );
  const parcels = Map.groupBy(warehouse, (row) => row.reference);
  const atCj = new Map(book.orders.map((order) => [order.orderNumber, order.parcels.map((parcel) => parcel.number)]));
  const isBehind = (row: (typeof ours)[number]): boolean =>
    (parcels.get(row.reference) ?? []).some(({ parcel }) => !row.parcels.includes(parcel)) ||
    (atCj.get(row.reference) ?? []).some((number) => !row.numbers.includes(number));
  return [...new Set(ours.filter(isBehind).map((row) => row.order_id))].slice(0, 60);
}

async function shipAndFulfil(scene: Scene): Promise<void> {
  const { client, quayside, sandbox, log } = scene;
  const leftAt = Math.ceil(ALL_LEFT_HOURS);
  let hours = 0;
  const sync = async (): Promise<void> => {
    await quayside.settled();
    const order_ids = await ordersToSync(scene).catch(() => []);
    if (order_ids.length > 0)
      await client.call('POST /orders/v4/sync-status', { body: { order_ids } } as never).catch(() => undefined);
  };
  await killRounds(scene, ['fulfil'], async (left, isOver) => {
    // Only as much time passes as it takes for a parcel to leave: what has left is gone for the rounds that follow.
    const step = Math.min(STEP_HOURS, (leftAt - hours) / (left + 1));
    for (let now = 0; now < STEPS_OF_A_ROUND && hours < leftAt && !isOver(); now += 1) {
      hours += step;
      await sandbox.advance(step * HOUR);
      await sleep(ROBOT_MS);
      await sync();
    }
  });
  if (!scene.isThorough) await scene.endTrouble();
  log('all parcels leave now');
  await sandbox.advance(Math.max(0, leftAt - hours) * HOUR);
  await sync();
  if (scene.isThorough) await disturbDatabase(scene);
  await untilSeen(scene, 'every parcel, and every store told of it', async () => {
    await sync();
    const now = await counts(scene);
    return now.lines_left === 0 && now.told === now.parcels && now.jobs === 0 && now.fulfilled === toFulfil(scene);
  });
  log('all parcels arrive now');
  await sandbox.advance(ALL_ARRIVED_HOURS * HOUR);
}

/** The whole drill; the faults found in the other sides' books, the kills counted, and figures for people. */
export async function runDrill(drill: Drill): Promise<DrillResult> {
  const { seed = 1, shoppers, wanted } = drill;
  const patienceMs = Number(drill.env?.QUAYSIDE_PATIENCE ?? 60) * 1_000;
  const began = Date.now();
  const log = (line: string) => drill.log?.(`${((Date.now() - began) / 1000).toFixed(0)} s  ${drill.layout}: ${line}`);
  const quayside = await install(drill.layout, drill.dataDir, drill.env, drill.clocks);
  const sandbox = sandboxClient(quayside.sandboxUrl);
  let killer: Killer | undefined;
  try {
    log('up');
    await sandbox.forget();
    const cjBefore = await cjBalance(sandbox);
    const { client, funds, storeKey } = await openShop(quayside, sandbox, {
      goods: Math.min(12, Math.max(2, Math.ceil(shoppers / 8))),
      topUps: Math.ceil(shoppers / 90) + 1,
    });
    log('two stores, two suppliers, goods and money');
    await makeWebhookTrouble(sandbox, seed + 1_000);
    // A lease lasts three quarters of the patience (jobs/effect/pauses.ts).
    killer = await createKiller(quayside, sandbox, 0.75 * patienceMs + BEYOND_LEASE_MS);
    const bought: Purchase[] = [];
    const { isThorough } = drill;
    const trouble: Record<string, number> = {};
    const scene: Scene = {
      quayside,
      sandbox,
      client,
      storeKey,
      killer,
      wanted,
      isThorough,
      bought,
      webKills: [],
      log,
      async endTrouble() {
        for (const [kind, hits] of Object.entries(await endTrouble(sandbox)))
          trouble[kind] = (trouble[kind] ?? 0) + hits;
      },
    };
    await takeOrdersIn(scene, shoppers);
    log(`${bought.length} shoppers' orders are in`);
    await changeMinds(scene);
    const webhooks = Object.fromEntries(await sandbox.webhooks());
    await makeTrouble(sandbox, seed, patienceMs);
    await comeToNothing(scene);
    const more = await placeAndPay(scene);
    log('all placed and paid');
    if (!isThorough) await makeTrouble(sandbox, seed + 5_000, patienceMs);
    await Promise.all([refuseAfterPayment(scene), cancelAtSupplier(scene)]);
    await shipAndFulfil(scene);
    log('all fulfilled');
    await scene.endTrouble();
    const suppliers = await supplierBooks(quayside, sandbox);
    const wallet = await walletBooks(quayside, client.accountId);
    const stores = await storeBooks(sandbox);
    const faults = [
      ...judgeOrders(bought, stores, suppliers),
      ...judgeOwnBooks(bought, stores, suppliers, await ownOrders(quayside, client.workplaceId)),
      ...judgeTopups(await ownTopups(quayside, client.accountId), await providerPayments(sandbox)),
      ...(await quayside.whole().then(
        () => [],
        (error: unknown) => [`a killed process did not start again: ${String(error)}`],
      )),
      ...judgeMoney(wallet, { taken: funds + more, cjBefore, cjNow: await cjBalance(sandbox) }, suppliers),
    ];
    const figures = {
      layout: drill.layout,
      shoppers: bought.length,
      supplierOrders: suppliers.length,
      parcels: suppliers.reduce((sum, one) => sum + one.parcels.length, 0),
      paid: Object.values(wallet.toSuppliers).reduce((sum, one) => sum + one, 0) / 100,
      kills: killer.kills(),
      webKills: scene.webKills.length,
      failedStarts: quayside.failedStarts(),
      seenFulfilled: (await counts(scene)).fulfilled,
      tally: killer.tally(),
      trouble,
      webhooks,
      seconds: Math.round((Date.now() - began) / 1000),
    };
    log(
      `${faults.length} faults${faults
        .slice(0, 30)
        .map((fault) => `\n  ${fault}`)
        .join('')}`,
    );
    return { faults, tally: killer.tally(), figures };
  } finally {
    await killer?.close();
    await quayside.settled().catch(() => undefined);
    await quayside.stop();
  }
}
