import { getLabel, planParcel } from '@quayside/sandbox';
import { SHOPPERS, type Shopper } from './people.ts';
import { type Random, randomOf } from './random.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How far back the orders go. */
export const HISTORY_DAYS = 90;
/** What happened in the last minutes is left to the stores' own webhooks. */
const QUIET_MS = 30 * MINUTE;

/** Something that a store sells. */
export interface Ware {
  productId: string;
  variantId: string;
  sourceVariantId: string;
  /** Countries that its supplier ships to. */
  countries: readonly string[];
}

export interface PlannedParcel {
  id: string;
  carrier: string;
  number: string;
  leftAt: string;
  state: ParcelState;
  events: { at: string; state: ParcelState; description: string; location?: string }[];
}
export type ParcelState =
  | 'info_received'
  | 'in_transit'
  | 'out_for_delivery'
  | 'available_for_pickup'
  | 'delivered'
  | 'delivery_failure'
  | 'exception';

/** A past order and its outcome. Times are ISO-8601 UTC. */
export interface PlannedOrder {
  /** Place of its store. */
  store: number;
  at: string;
  shopper: Shopper;
  lines: ({ ware: Ware; quantity: number } | { title: string; price: string; quantity: number })[];
  payment: 'paid' | 'pending' | 'failed';
  /** Absent: nothing was bought for it. */
  placedAt?: string;
  paidAt?: string;
  packedAt?: string;
  parcel?: PlannedParcel;
  refund?: { at: string; pieces: { line: number; quantity: number }[]; isUnsent: boolean };
  cancelledAt?: string;
  /** The buyer placed it, not the owner. */
  byBuyer: boolean;
}

/** Sunday first: how much of an average day each weekday sells. */
const WEEK = [1.25, 1.1, 0.9, 0.85, 0.9, 1, 1.15];
/** Days before today on which a promotion ran. */
const PROMOTIONS = [61, 33, 12];

/** How many orders a day brings, by how long ago it was: growing slowly, in the rhythm of the week. */
function ordersOn(day: number, now: number, random: Random): number {
  const growth = 1.2 + (2 * (HISTORY_DAYS - day)) / HISTORY_DAYS;
  const weekday = WEEK[new Date(now - day * DAY).getUTCDay()] ?? 1;
  const promotion = PROMOTIONS.includes(day) ? 2.2 : 1;
  return Math.max(1, Math.round(growth * weekday * promotion * random.between(0.7, 1.3)));
}

const iso = (at: number): string => new Date(Math.floor(at / 1000) * 1000).toISOString();

function parcelOf(id: string, seed: string, leftAt: number, now: number): PlannedParcel {
  // The same course that the sandbox's staff give a parcel: they carry on from here.
  const events = [
    { at: iso(leftAt), state: 'info_received' as ParcelState, description: 'Left the Quayside warehouse' },
    ...planParcel(id, leftAt, false).flatMap((step) => {
      if (step.do !== 'event' || step.due > now) return [];
      const { description, location } = step;
      const state = step.state as ParcelState;
      return [{ at: new Date(step.due).toISOString(), state, description, ...(location ? { location } : {}) }];
    }),
  ];
  const state = events.at(-1)?.state ?? 'info_received';
  return { id, carrier: 'Quayside Post', number: getLabel(`${seed} ${id}`, 1), leftAt: iso(leftAt), state, events };
}

/** Parcels that somebody should look after: each of these states is found once among those under way. */
const TROUBLES: readonly ParcelState[] = ['exception', 'delivery_failure', 'available_for_pickup'];
const TRIES = 6000;

/** How long a state lasts at least, so that the owner still finds it. */
const STEADY_MS = 2 * HOUR;

/** A parcel that is in this state now, and a while longer. */
function parcelIn(state: ParcelState, seed: string, now: number, random: Random): PlannedParcel | undefined {
  for (let n = 0; n < TRIES; n += 1) {
    const id = random.uuid();
    const leftAt = Math.floor((now - random.between(3.6, 6.6) * DAY) / 1000) * 1000;
    const parcel = parcelOf(id, seed, leftAt, now);
    if (parcel.state === state && parcelOf(id, seed, leftAt, now + STEADY_MS).state === state) return parcel;
  }
  return undefined;
}

interface Ask {
  now: number;
  /** What each store sells. */
  stores: readonly (readonly Ware[])[];
  /** The store whose orders may be unpaid and hold things of no supplier. */
  unpaidIn: number;
  seed: string;
}

/**
 * The orders of the last 90 days, oldest first: the same for the same seed and time. What is under way has come as far as the
 * sandbox's warehouse and carriers would have brought it.
 */
export function planHistory({ now: present, seed, stores, unpaidIn }: Ask): PlannedOrder[] {
  const random = randomOf(seed);
  const now = present - QUIET_MS;
  const moments: number[] = [];
  for (let day = HISTORY_DAYS; day >= 0; day -= 1) {
    const midnight = Math.floor((present - day * DAY) / DAY) * DAY;
    for (let n = ordersOn(day, present, random); n > 0; n -= 1)
      moments.push(midnight + random.between(6 * HOUR, 24 * HOUR));
  }
  const past = moments.filter((at) => at < now && at > present - HISTORY_DAYS * DAY).sort((a, b) => a - b);
  const orders = past.map((moment) => {
    const at = Math.floor(moment / 1000) * 1000;
    const store = random.next() < 0.55 ? 0 : 1;
    const wares = stores[store] ?? [];
    // The first wares of a store sell best.
    const choose = (): Ware => wares[Math.floor(random.next() ** 1.7 * wares.length)] as Ware;
    const first = choose();
    const other = random.next() < 0.28 ? choose() : undefined;
    const bought = [first, ...(other && other.variantId !== first.variantId ? [other] : [])];
    const here = SHOPPERS.filter((one) => bought.every((ware) => ware.countries.includes(one.countryCode)));
    const order: PlannedOrder = {
      store,
      at: iso(at),
      shopper: random.pick(here.length > 0 ? here : SHOPPERS),
      lines: bought.map((ware) => ({ ware, quantity: random.next() < 0.2 ? 2 : 1 })),
      payment: 'paid',
      byBuyer: random.next() < 0.5,
    };
    return { order, at, goes: here.length > 0 };
  });
  const roles = rolesOf(orders, now);
  fulfil(orders, roles, { now, stores, unpaidIn, seed }, random);
  openOnes(orders, roles, unpaidIn, random);
  return orders.map((one) => one.order);
}

interface Draft {
  order: PlannedOrder;
  at: number;
  /** Its supplier ships there. */
  goes: boolean;
}

/** Outcomes that chance alone may leave out. */
type Role = 'unpaid' | 'packing' | 'cancelled' | 'returned';

/** Orders older than this have an outcome. */
const OPEN_MS = 14 * HOUR;
const UNPAID = 3;

/** Gives these outcomes to the newest orders that are old enough for them, so that every history has each. */
function rolesOf(drafts: readonly Draft[], now: number): Map<Draft, Role> {
  const settled = drafts.filter(({ at, goes }) => goes && now - at >= OPEN_MS).toReversed();
  const old = settled.slice(UNPAID + 1).filter(({ at }) => now - at > 3 * DAY);
  const [packing] = settled.slice(UNPAID);
  const [cancelled, returned] = old;
  return new Map([
    ...settled.slice(0, UNPAID).map((draft) => [draft, 'unpaid'] as const),
    ...(packing ? [[packing, 'packing'] as const] : []),
    ...(cancelled ? [[cancelled, 'cancelled'] as const] : []),
    ...(returned ? [[returned, 'returned'] as const] : []),
  ]);
}

/** Gives the orders that are old enough their outcome. */
function fulfil(
  drafts: readonly Draft[],
  roles: ReadonlyMap<Draft, Role>,
  { now, seed, stores }: Ask,
  random: Random,
): void {
  const all = (order: PlannedOrder) => order.lines.map(({ quantity }, line) => ({ line, quantity }));
  const troubles = [...TROUBLES];
  for (const draft of drafts) {
    const { at, goes, order } = draft;
    const role = roles.get(draft);
    const age = now - at;
    if (age < OPEN_MS) continue;
    const luck = random.next();
    const isOld = role === undefined && age > 3 * DAY;
    if (!goes || role === 'cancelled' || (isOld && luck < 0.03)) {
      order.cancelledAt = iso(Math.min(now, at + random.between(1, 9) * HOUR));
      continue;
    }
    if (role === 'returned' || (isOld && luck < 0.06)) {
      const refundedAt = iso(Math.min(now, at + random.between(2, 20) * HOUR));
      order.refund = { at: refundedAt, pieces: all(order), isUnsent: true };
      continue;
    }
    const placedAt = at + random.between(0.5, 9) * HOUR;
    order.placedAt = iso(placedAt);
    if (role === 'unpaid') continue;
    const paidAt = placedAt + random.between(1, 40) * MINUTE;
    order.paidAt = iso(paidAt);
    const packedAt = paidAt + random.between(3, 16) * HOUR;
    if (packedAt < now) order.packedAt = iso(packedAt);
    if (role === 'packing') {
      // It has two items, of which the warehouse can refuse one.
      addSecond(order, stores[order.store] ?? []);
      continue;
    }
    const leftAt = Math.floor((paidAt + random.between(20, 58) * HOUR) / 1000) * 1000;
    if (leftAt >= now) continue;
    const trouble = age > 5 * DAY && age < 9 * DAY ? troubles[0] : undefined;
    const held = trouble && parcelIn(trouble, seed, now, random);
    if (held && Date.parse(held.leftAt) > packedAt) {
      troubles.shift();
      order.parcel = held;
    } else order.parcel = parcelOf(random.uuid(), seed, leftAt, now);
    if (order.parcel.state === 'delivered' && luck > 0.955) {
      const [line] = order.lines;
      const deliveredAt = Date.parse(order.parcel.events.at(-1)?.at ?? order.at);
      const pieces = [{ line: 0, quantity: line && order.lines.length === 1 ? line.quantity : 1 }];
      order.refund = { at: iso(Math.min(now, deliveredAt + random.between(8, 60) * HOUR)), pieces, isUnsent: false };
    }
  }
}

function addSecond(order: PlannedOrder, wares: readonly Ware[]): void {
  const [first] = order.lines;
  if (order.lines.length > 1 || !first || !('ware' in first)) return;
  const goes = ({ countries, variantId }: Ware): boolean =>
    variantId !== first.ware.variantId && countries.includes(order.shopper.countryCode);
  const second = wares.find(goes);
  if (second) order.lines = [first, { ware: second, quantity: 1 }];
}

/** Three of the newest wait: for the shopper's money, for another payment, and for a supplier of an item. */
function openOnes(drafts: readonly Draft[], roles: ReadonlyMap<Draft, Role>, unpaidIn: number, random: Random): void {
  const [first, second, third] = drafts
    .filter((draft) => !roles.has(draft) && draft.order.store === unpaidIn)
    .map((draft) => draft.order)
    .filter((order) => !order.cancelledAt && !order.refund)
    .filter((order) => !order.parcel || order.parcel.state === 'info_received' || order.parcel.state === 'in_transit')
    .toReversed();
  for (const order of [first, second, third]) {
    delete order?.placedAt;
    delete order?.paidAt;
    delete order?.packedAt;
    delete order?.parcel;
  }
  if (first) first.payment = 'pending';
  if (second) second.payment = 'failed';
  const wrapping = { title: 'Gift wrapping', price: random.pick(['3.50', '4.00']), quantity: 1 };
  if (third) third.lines = [...third.lines, wrapping];
}
