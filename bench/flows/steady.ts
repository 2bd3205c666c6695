import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '@quayside/server/src/db/index.ts';
import { at } from '../load.ts';
import { count, figure, machineLoad, ms, type Row, times } from '../rows.ts';
import { inLoops, newOwner, type Scene, until } from './scene.ts';
import { connectShop, OTHER_SHOP, orderMaker } from './shop-orders.ts';

/** Orders a second that are wanted, and the share of the floor that is enough on a slow machine. */
const PER_SECOND = 50;
const SHARE = 0.6;
/** How much longer an order may take in the last minute than in the first. */
const MOST_RATIO = 1.3;
const LOOPS = 8;
const MINUTE_MS = 60_000;

/** Orders a second that the shop alone takes, without a store connected to it. */
async function floorOf(buy: (email: string) => Promise<void>): Promise<number> {
  const end = performance.now() + MINUTE_MS;
  let made = 0;
  await inLoops(
    Array.from({ length: LOOPS }, (_nothing, n) => n),
    LOOPS,
    async (n) => {
      while (performance.now() < end) {
        await buy(`floor-${n}@example.com`);
        made += 1;
      }
    },
  );
  return (made * 1000) / MINUTE_MS;
}

/**
 * Orders that come in evenly for minutes: whether the time from the shop to the order list stays what it was. `minutes`:
 * at least two.
 */
export async function steadyOrders(scene: Scene, minutes: number): Promise<Row[]> {
  const buy = await orderMaker(scene);
  // In another shop: a store reads the orders of the last 60 days when it is connected.
  const floor = await floorOf(await orderMaker(scene, OTHER_SHOP));
  const perSecond = Math.min(PER_SECOND, floor * SHARE);
  const owner = await newOwner(scene);
  const storeId = await connectShop(scene, owner);
  const bought = new Map<string, number>();
  const total = Math.floor(perSecond * minutes * 60);
  const began = performance.now();
  const startedAt = Date.now();
  // Each order has its moment; a shop that is late is not hurried to make up for it.
  await inLoops(
    Array.from({ length: total }, (_nothing, n) => n),
    LOOPS * 4,
    async (n) => {
      await sleep(Math.max(0, began + (n * 1000) / perSecond - performance.now()));
      const email = `steady-${n}@example.com`;
      await buy(email);
      bought.set(email, Date.now());
    },
  );
  const seconds = (performance.now() - began) / 1000;
  interface Arrived {
    email: string;
    at: string;
  }
  const read = (): Promise<Arrived[]> =>
    scene.db.read(owner, (ex) =>
      ex.rows<Arrived>(sql`select customer_email as email, created_at as at from sales_order
        where workplace_id = ${owner.workplaceId} and store_id = ${storeId} and customer_email like 'steady-%'`),
    );
  await until('the last orders', async () => (await read()).length >= total, { forMs: 300_000, everyMs: 1_000 }).catch(
    () => undefined,
  );
  const arrived = await read();
  const lags = (from: number, to: number): number[] =>
    arrived
      .flatMap(({ email, at: when }) => {
        const since = bought.get(email);
        return since !== undefined && since >= from && since < to ? [Date.parse(when) - since] : [];
      })
      .sort((a, b) => a - b);
  const endedAt = Math.max(...bought.values());
  const first = at(lags(startedAt, startedAt + MINUTE_MS), 0.5);
  const last = at(lags(endedAt - MINUTE_MS, endedAt + 1), 0.5);
  const ratio = last / Math.max(1, first);
  const lost = total - arrived.length;
  return [
    figure('Orders in for minutes: the shop alone', `${floor.toFixed(1)}/s`),
    {
      what: `Orders in for ${minutes} minutes: median lag of the last minute against the first`,
      value: `${times(ratio)} (${ms(first)}, ${ms(last)}) at ${(total / seconds).toFixed(1)}/s, ${count(arrived.length)} in, ${lost} lost (${machineLoad()})`,
      bar: `${MOST_RATIO} x at ${perSecond.toFixed(1)}/s, none lost`,
      met: ratio <= MOST_RATIO && lost === 0 && total / seconds >= perSecond * 0.95,
    },
  ];
}
