import type { World } from '../core/world.ts';
import { pick } from './catalogue.ts';
import { quotes } from './freight.ts';
import { getLines, type OrderRow, orderById, setStatus } from './order-store.ts';
import { nextNumber } from './sequence.ts';
import { sendOrderWebhook, tellSplit, tellTrack } from './webhooks.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** CJ's tracking states on the way of a parcel; see the numbers in CJ's LOGISTIC message. */
const WAY = [1, 2, 4, 5, 6, 7, 8, 9, 10, 12];
const TROUBLE = 13;
const AT_THE_COUNTER = 11;

export const TRACK_WORDS: Record<number, string> = {
  0: 'No tracking information available at the moment',
  1: 'Warehouse outbound',
  2: 'Freight forwarder inbound',
  4: 'Freight forwarder outbound',
  5: 'First leg transportation',
  6: 'Arrival at destination country',
  7: 'Starting customs clearance',
  8: 'Customs clearance completed',
  9: 'Terminal retrieval',
  10: 'Out for delivery',
  11: 'Arrival waiting for retrieval',
  12: 'Delivered',
  13: 'Failure/abnormality',
};

function addStep(world: World, orderId: string, dueMs: number, what: string): void {
  world.db.prepare('insert into cj_step (order_id, due_ms, what) values (?, ?, ?)').run(orderId, dueMs, what);
}

/** After payment: packed in one to three days, in two parcels for some orders with several lines. */
export function planJourney(world: World, row: OrderRow): void {
  const paid = world.clock.millis();
  const ready = paid + DAY + pick(`${row.order_id} pack`, 2 * 24) * HOUR;
  const splits = getLines(world, row.order_id).length > 1 && pick(`${row.order_id} split`, 3) === 0;
  addStep(world, row.order_id, splits ? ready - 2 * HOUR : ready, splits ? 'split' : 'ship');
}

/** Two orders in place of one: the first line, and the rest a day later. */
function split(world: World, row: OrderRow, at: number): void {
  const lines = getLines(world, row.order_id);
  const insert = world.db.prepare(
    `insert into cj_order select ?1, open_id, order_number, order_id, 'UNSHIPPED', 'UNSHIPPED', 0, visible_at, ship_to, logistic,
       origin, ?2, ?3, shipment_id, pay_id, null, null, created_ms, paid_ms, ?4, null from cj_order where order_id = ?5`,
  );
  const parts = [lines.slice(0, 1), lines.slice(1)];
  for (const [index, part] of parts.entries()) {
    const partId = `${row.order_id}-${index + 1}`;
    const goods = part.reduce((sum, line) => sum + line.price * line.quantity, 0);
    insert.run(partId, goods, index === 0 ? row.postage_amount : 0, at, row.order_id);
    for (const line of part)
      world.db
        .prepare('insert into cj_line (order_id, vid, quantity, price, store_line) values (?, ?, ?, ?, ?)')
        .run(partId, line.vid, line.quantity, line.price, line.store_line);
    addStep(world, partId, at + 2 * HOUR + index * DAY, 'ship');
  }
  setStatus(world, row, 'OTHER');
  tellSplit(world, row, parts);
}

const newNumber = (world: World): string => `CJPKL${String(nextNumber(world.db, 'track')).padStart(10, '7')}YQ`;

function ship(world: World, row: OrderRow, at: number): void {
  const destination = (JSON.parse(row.ship_to) as { shippingCountryCode: string }).shippingCountryCode;
  const days = quotes(row.origin, destination, []).find((one) => one.name === row.logistic)?.days ?? [7, 12];
  const total = (days[0] + pick(`${row.order_id} days`, days[1] - days[0] + 1)) * DAY;
  row.track_number = newNumber(world);
  world.db
    .prepare('update cj_order set track_number = ?, track_status = 0 where order_id = ?')
    .run(row.track_number, row.order_id);
  setStatus(world, row, 'SHIPPED');
  const luck = pick(`${row.order_id} luck`, 20);
  const way =
    luck === 0 ? [...WAY.slice(0, -1), TROUBLE, 12] : luck === 1 ? [...WAY.slice(0, -2), AT_THE_COUNTER, 12] : WAY;
  for (const [index, status] of way.entries())
    addStep(world, row.order_id, at + Math.round((total * (index + 1)) / way.length), `track ${status}`);
  sendOrderWebhook(world, row, 'UPDATE');
}

/** The parcel got another label than the one that was written down first. */
export function correctNumber(world: World, row: OrderRow): void {
  if (row.status !== 'SHIPPED') return;
  row.track_number = newNumber(world);
  world.db
    .prepare('update cj_order set track_number = ?, updated_ms = ? where order_id = ?')
    .run(row.track_number, world.clock.millis(), row.order_id);
  sendOrderWebhook(world, row, 'UPDATE');
}

function track(world: World, row: OrderRow, status: number, at: number): void {
  world.db
    .prepare('update cj_order set track_status = ?, updated_ms = ? where order_id = ?')
    .run(status, at, row.order_id);
  if (status === 12) {
    setStatus(world, row, 'DELIVERED');
    world.db.prepare('update cj_order set delivered_ms = ? where order_id = ?').run(at, row.order_id);
  }
  tellTrack(world, { ...row, track_status: status }, TRACK_WORDS[status] ?? '', at);
  if (status === 12) sendOrderWebhook(world, row, 'UPDATE');
}

const AT_ONCE = 500;

/** Does what is due by the sandbox's clock. Each step once, also over a kill: it is done and ticked off together. */
export function moveParcels(world: World): void {
  const steps = world.db
    .prepare('select * from cj_step where done = 0 and due_ms <= ? order by due_ms, id limit ?')
    .all(world.clock.millis(), AT_ONCE) as unknown as { id: number; order_id: string; due_ms: number; what: string }[];
  for (const step of steps)
    world.transaction(() => {
      const row = orderById(world, step.order_id);
      const [verb, status] = step.what.split(' ');
      if (row && verb === 'split') split(world, row, step.due_ms);
      if (row && verb === 'ship') ship(world, row, step.due_ms);
      if (row && verb === 'track') track(world, row, Number(status), step.due_ms);
      world.db.prepare('update cj_step set done = 1 where id = ?').run(step.id);
    });
}
