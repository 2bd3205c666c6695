import type { World } from '../core/world.ts';
import { type Agenda, type Entry, getAgenda } from './agenda.ts';
import { type Desk, type DeskOrder, getDesk, STAFF_KEY } from './desk.ts';
import { getLabel, planOrder, planParcel } from './plan.ts';

/** off: orders wait for a person at the staff's page. Parcels go on moving, whoever sent them. */
export const STAFF_AUTO = 'staff.auto';
/** Where the real warehouse listens, e.g. http://127.0.0.1:4000/warehouse/v1; told at POST /control/settings. */
export const TARGET = 'quayside.target';

/** How often the robot looks for orders, in real milliseconds; its work itself is done as soon as it is due. */
const LOOK_EVERY_MS = 700;
const AT_ONCE = 200;
const HANDS = 8;

const open = (order: DeskOrder): { line_no: number; quantity: number }[] =>
  order.lines
    .filter((line) => line.state === 'open' && line.quantity > line.shipped)
    .map((line) => ({ line_no: line.line_no, quantity: line.quantity - line.shipped }));

function planParcels(agenda: Agenda, order: DeskOrder): void {
  for (const parcel of order.parcels)
    agenda.plan(`parcel ${parcel.id}`, order.id, () =>
      planParcel(parcel.id, Date.parse(parcel.shipped_at), order.shipping_service === 'express'),
    );
}

/** Finds orders that wait and parcels that somebody sent, and plans them. */
async function look(world: World, desk: Desk, agenda: Agenda, auto: boolean): Promise<void> {
  let cursor: string | undefined;
  do {
    const page = await desk.orders(['paid', 'processing', 'shipped'], cursor);
    if (page.is !== 'done') return;
    for (const order of page.data.items) {
      planParcels(agenda, order);
      const lines = open(order);
      if (auto && lines.length > 0)
        agenda.plan(`order ${order.id}`, order.id, () => planOrder(order.id, lines, world.clock.millis()));
    }
    cursor = page.data.next_cursor ?? undefined;
  } while (cursor);
}

/** Does one thing. true: it is settled, one way or the other. */
async function act(desk: Desk, agenda: Agenda, { orderId, step, id }: Entry): Promise<boolean> {
  const at = new Date(step.due).toISOString();
  if (step.do === 'pack') return (await desk.pack(orderId)).is !== 'later';
  if (step.do === 'event') {
    const { state, description, location } = step;
    return (
      (await desk.event(step.parcelId, { state, description, at, ...(location ? { location } : {}) })).is !== 'later'
    );
  }
  const parcel = { carrier: 'Quayside Post', tracking_number: getLabel(orderId, id), at, lines: step.lines };
  let shipped = await desk.ship(orderId, parcel);
  // A line was refused meanwhile, or somebody sent a part: then everything that is left goes.
  if (shipped.is === 'refused') shipped = await desk.ship(orderId, { ...parcel, lines: undefined });
  if (shipped.is === 'done') planParcels(agenda, shipped.data);
  return shipped.is !== 'later';
}

/** Sets the robot to work: it packs, ships and moves parcels by the sandbox's clock, each thing once. */
export function employStaff(world: World): void {
  const agenda = getAgenda(world);
  let busy = false;
  let nextLook = 0;

  async function work(desk: Desk): Promise<void> {
    const auto = world.setting(STAFF_AUTO) !== 'off';
    const begun = Date.now();
    if (begun >= nextLook) {
      await look(world, desk, agenda, auto);
      // Looking through many orders takes its time; it never takes more than a fifth of the warehouse's.
      nextLook = Date.now() + Math.max(LOOK_EVERY_MS, 4 * (Date.now() - begun));
    }
    const due = agenda.due(world.clock.millis(), AT_ONCE).filter(({ step }) => auto || step.do === 'event');
    // Steps of one order stay in order; orders go side by side.
    const byOrder = Map.groupBy(due, (entry) => entry.orderId);
    const queue = [...byOrder.values()];
    await Promise.all(
      Array.from({ length: HANDS }, async () => {
        for (let entries = queue.shift(); entries; entries = queue.shift())
          for (const entry of entries) {
            if (!(await act(desk, agenda, entry))) break;
            agenda.tick(entry.id);
          }
      }),
    );
  }

  world.onTick(() => {
    const target = world.setting(TARGET);
    const key = world.setting(STAFF_KEY);
    if (busy || !target || !key) return;
    busy = true;
    work(getDesk(world, target, key))
      .catch((error: unknown) => world.log(`staff: ${error instanceof Error ? error.stack : String(error)}`))
      .finally(() => {
        busy = false;
      });
  });
}
