import { sql, withClient } from '@quayside/server/src/db/index.ts';
import { superuserAddress } from '../database-url.ts';
import { at } from '../load.ts';
import { fillReady, type Goods, readGoods } from '../ready-orders.ts';
import { count, figure, machineLoad, ms, type Row, times } from '../rows.ts';
import { FILL_SHELVES, inLoops, newOwner, type Owner, type Scene, until } from './scene.ts';
import { shopWithOrders } from './shop-orders.ts';

/** How much longer than the floor an order may take. */
const MOST_RATIO = 4;
/** Orders of the floor at a time, as many as the product places at once. */
const LOOPS = 16;
const FLOOR_ORDERS = 3_000;
/** Wanted on two cores that nothing else uses; a slower machine cannot reach it, so only the ratio decides. */
const PER_SECOND = 200;
/** Different goods that the orders are for. */
const GOODS = 40;
/** So that no shelf runs empty: this is not about stock. */
const PIECES = 1_000_000;

/** Orders that are previewed at once, in requests of as many as one takes; wanted within so many ms. */
const PREVIEWED = 1_000;
const PREVIEW_BATCH = 100;
const PREVIEW_MS = 2_000;

/** How long the placing screen waits for the preview of its orders, once the suppliers have quoted. */
async function preview(owner: Owner, ids: readonly { order_id: string }[]): Promise<Row> {
  const shown = ids.slice(0, PREVIEWED);
  const batches = Array.from({ length: Math.ceil(shown.length / PREVIEW_BATCH) }, (_nothing, n) =>
    shown.slice(n * PREVIEW_BATCH, (n + 1) * PREVIEW_BATCH),
  );
  const read = () =>
    Promise.all(batches.map((orders) => owner.call('POST /orders/v4/preview', { body: { orders } as never })));
  await until('the quotes', async () => (await read()).every((one) => !one.quotes_pending), { everyMs: 500 });
  const took: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const began = performance.now();
    await read();
    took.push(performance.now() - began);
  }
  const median = at(
    took.sort((a, b) => a - b),
    0.5,
  );
  return {
    what: `Preview of ${count(shown.length)} orders from kept prices and quotes`,
    value: `${ms(median)} (${machineLoad()})`,
    bar: `${PREVIEW_MS / 1000} s`,
    met: median <= PREVIEW_MS,
  };
}

/** Places copies of existing supplier orders through the floor, one call each. Returns orders per second. */
async function floorOf({ server }: Scene, owner: Owner, models: readonly string[]): Promise<number> {
  const one = async (model: string): Promise<void> => {
    const answer = await fetch(`${server.floorUrl}/place?workplace=${owner.workplaceId}&model=${model}`, {
      method: 'POST',
    });
    if (!answer.ok) throw new Error(`the floor: ${await answer.text()}`);
    await answer.text();
  };
  await inLoops(models.slice(0, 100), LOOPS, one);
  const began = performance.now();
  await inLoops(models, LOOPS, one);
  return (models.length * 1000) / (performance.now() - began);
}

interface Standing {
  placed: number;
  ended: number;
  failed: string | null;
}

/** Placing of `orders` orders asked for at once, at the warehouse through the sandbox's gateway: how many stand a second. */
export async function placement(scene: Scene, orders: number): Promise<Row[]> {
  const { server, db } = scene;
  const owner = await newOwner(scene);
  const { storeId, externalIds } = await shopWithOrders(scene, owner, orders);
  await owner.call('POST /connections/suppliers', {
    body: { supplier: 'quayside', mode: 'sandbox', payer: 'wallet', credentials: {} },
  });
  const goods = await readGoods(db, GOODS);
  const ready = externalIds.map((externalId, n) => ({ externalId, goods: goods[n % goods.length] as Goods }));
  const ids = await fillReady(db, owner, storeId, ready, false);
  const books = <T>(text: string, values: unknown[] = []): Promise<T[]> =>
    withClient(
      superuserAddress(server.dataDir),
      'bench',
      async (client) => (await client.query(text, values)).rows as T[],
    );
  await books(FILL_SHELVES, [PIECES]);
  // The gateway passes an order that comes again on as a new one, so that an order placed twice stands twice in the warehouse.
  await scene.sandbox.forget();
  const purchases = async (): Promise<number> =>
    (await books<{ n: number }>('select count(*)::int as n from warehouse.purchase'))[0]?.n ?? 0;
  const before = await purchases();
  const previewed = await preview(owner, ids);
  const began = performance.now();
  const answer = await owner.call('POST /orders/v5/create', { body: { orders: ids, pay: false } as never });
  const asked = performance.now() - began;
  if (answer.requested !== orders)
    throw new Error(`asked for ${orders}, taken up ${answer.requested}: ${JSON.stringify(answer).slice(0, 500)}`);
  await until(
    'every order to be placed',
    async () => {
      const standing = await db.read(owner, (ex) =>
        ex.first<Standing>(sql`select count(*) filter (where state = 'placed')::int as placed,
          count(*) filter (where state in ('placed', 'failed', 'cancelled'))::int as ended, min(error_key) as failed
          from supplier_order where workplace_id = ${owner.workplaceId}`),
      );
      return (standing?.ended ?? 0) >= orders;
    },
    { forMs: 1_200_000, everyMs: 250 },
  );
  const seconds = (performance.now() - began) / 1000;
  const [own] = await books<{ placed: number }>(
    `select count(*)::int as placed from supplier_order where workplace_id = $1 and state = 'placed'`,
    [owner.workplaceId],
  );
  const [theirs] = await books<{ known: number }>(
    `select count(*)::int as known from warehouse.purchase
      where reference in (select reference from supplier_order where workplace_id = $1)`,
    [owner.workplaceId],
  );
  const made = (await purchases()) - before;
  const perSecond = orders / seconds;
  const load = machineLoad();
  const models = await db.read(owner, (ex) =>
    ex.rows<{ id: string }>(sql`select supplier_order_id as id from supplier_order
      where workplace_id = ${owner.workplaceId} and state = 'placed' limit ${FLOOR_ORDERS}`),
  );
  const floor = await floorOf(
    scene,
    owner,
    models.map((model) => model.id),
  );
  const known = theirs?.known ?? 0;
  const lost = orders - known;
  const doubled = made - known;
  return [
    previewed,
    figure(
      'Placement: the call that asks for it',
      `${(asked / 1000).toFixed(1)} s for ${count(answer.requested)} orders`,
    ),
    figure('Placement: floor', `${Math.round(floor)}/s`),
    {
      what: `Placement of ${count(orders)} orders asked for at once`,
      value: `${perSecond.toFixed(0)}/s, ${times(floor / perSecond)} the floor's time, ${count(own?.placed ?? 0)} placed, ${lost} lost, ${doubled} doubled (${load})`,
      bar: `${MOST_RATIO} x the floor (${PER_SECOND}/s wanted), none lost, none doubled`,
      met: floor / perSecond <= MOST_RATIO && lost === 0 && doubled === 0,
    },
  ];
}
