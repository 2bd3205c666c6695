const HOUR_MS = 3_600_000;

/**
 * Delay before an open checkout of this age is checked again; undefined: abandoned, because checkouts live for a day.
 */
export function topupPace(ageMs: number): number | undefined {
  if (ageMs < 2 * HOUR_MS) return 5 * 60_000;
  if (ageMs < 48 * HOUR_MS) return 30 * 60_000;
  return ageMs < 7 * 24 * HOUR_MS ? 6 * HOUR_MS : undefined;
}
