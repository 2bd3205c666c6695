import type { Delivery } from '../../fulfilment/index.ts';

const DAY_MS = 86_400_000;

/** When the last parcel with a line arrived; null while one is on its way, or none is known. */
export function getDeliveredAt(lineId: string, deliveries: readonly Delivery[]): string | null {
  const times = deliveries.filter((one) => one.line_id === lineId).map((one) => one.delivered_at);
  if (times.length === 0 || times.includes(null)) return null;
  return times.reduce((last, time) => ((time ?? '') > (last ?? '') ? time : last), null);
}

export const addDays = (time: string, days: number): string => new Date(Date.parse(time) + days * DAY_MS).toISOString();

/** The return window of a line; it starts with the delivery. */
export function getWindow(
  deliveredAt: string | null,
  days: number,
  now: string,
): { endsAt: string | null; isOver: boolean } {
  if (deliveredAt === null) return { endsAt: null, isOver: false };
  const endsAt = addDays(deliveredAt, days);
  return { endsAt, isOver: Date.parse(now) > Date.parse(endsAt) };
}
