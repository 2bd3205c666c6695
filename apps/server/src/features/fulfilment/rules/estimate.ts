/** Fewer deliveries say nothing about the next one. */
export const LEAST_SAMPLES = 8;
const DAY = 86_400_000;

export interface DeliveryDays {
  /** Half of the parcels arrived within so many days. */
  median: number;
  /** 85 of 100 did. */
  late: number;
}

/** The value that a share of the samples doesn't exceed (nearest rank). */
const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;

/** Delivery time by past deliveries in days; undefined if they are too few. */
export function getDeliveryDays(samples: readonly number[]): DeliveryDays | undefined {
  if (samples.length < LEAST_SAMPLES) return undefined;
  const sorted = [...samples].sort((a, b) => a - b);
  return { median: percentile(sorted, 0.5), late: percentile(sorted, 0.85) };
}

/** Estimated delivery, as dates in UTC; undefined for a parcel that is later than most were. */
export function estimateDelivery(
  shippedAt: string,
  days: DeliveryDays | undefined,
  now: number,
): { from: string; to: string } | undefined {
  if (!days) return undefined;
  const start = Date.parse(shippedAt);
  const to = start + days.late * DAY;
  if (to < now) return undefined;
  const date = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  return { from: date(Math.max(start + days.median * DAY, now)), to: date(to) };
}
