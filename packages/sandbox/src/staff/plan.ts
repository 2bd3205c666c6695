import { createHash } from 'node:crypto';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What the robot will do. `due` is sandbox time in milliseconds. */
export type Step =
  | { due: number; do: 'pack' }
  | { due: number; do: 'ship'; lines: { line_no: number; quantity: number }[] }
  | { due: number; do: 'event'; parcelId: string; state: string; description: string; location?: string };

/** 0 to below `below`, from the text alone: the same order fares the same in every sandbox. */
const luck = (text: string, below: number): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0) % below;

interface Line {
  line_no: number;
  quantity: number;
}

/** The pieces of the parcels: one, or for a third of the orders with several pieces, two. */
function parcels(orderId: string, lines: Line[]): Line[][] {
  const pieces = lines.reduce((sum, line) => sum + line.quantity, 0);
  if (pieces < 2 || luck(`${orderId} split`, 3) !== 0) return [lines];
  const [first, ...rest] = lines as [Line, ...Line[]];
  if (rest.length > 0) return [[first], rest];
  return [[{ ...first, quantity: 1 }], [{ ...first, quantity: first.quantity - 1 }]];
}

/** Packing within hours, leaving within one to three days; a second parcel a day after the first. */
export function planOrder(orderId: string, lines: Line[], now: number): Step[] {
  const pack = now + (2 + luck(`${orderId} pack`, 16)) * HOUR;
  const leave = now + DAY + luck(`${orderId} leave`, 48) * HOUR;
  return [
    { due: pack, do: 'pack' },
    ...parcels(orderId, lines).map((part, at): Step => ({ due: leave + at * DAY, do: 'ship', lines: part })),
  ];
}

const WAY: [part: number, state: string, description: string, location?: string][] = [
  [0.08, 'in_transit', 'Handed to the carrier', 'Quayside warehouse'],
  [0.35, 'in_transit', 'Left the sorting center'],
  [0.65, 'in_transit', 'Arrived in the destination country'],
  [0.9, 'out_for_delivery', 'Out for delivery'],
  [1, 'delivered', 'Delivered'],
];

/** What happens to a few of the parcels before they arrive after all. */
const TROUBLE: [part: number, state: string, description: string][] = [
  [0.75, 'exception', 'Held at customs: a paper is missing'],
  [0.93, 'delivery_failure', 'Nobody was at home'],
  [0.95, 'available_for_pickup', 'Waiting at the pick-up point'],
];
const ONE_IN = 15;

/** The way of a parcel: five to seven days, or two to four by the fast service. */
export function planParcel(parcelId: string, left: number, express: boolean): Step[] {
  const [least, spread] = express ? [2, 3] : [5, 3];
  const total = least * DAY + luck(`${parcelId} days`, (spread - 1) * 24) * HOUR;
  const trouble = TROUBLE[luck(`${parcelId} trouble`, ONE_IN)];
  const events = [...WAY, ...(trouble ? [trouble] : [])].sort(([a], [b]) => a - b);
  return events.map(([part, state, description, location]) => ({
    due: left + Math.round(total * part),
    do: 'event',
    parcelId,
    state,
    description,
    ...(location ? { location } : {}),
  }));
}

/** Looks like a label, and is nobody's. */
export const getLabel = (orderId: string, at: number): string =>
  `QP${String(luck(`${orderId} label ${at}`, 1_000_000_000)).padStart(9, '0')}${luck(orderId, 90) + 10}SB`;
