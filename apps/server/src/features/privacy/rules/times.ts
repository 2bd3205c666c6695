const DAY = 24 * 60 * 60 * 1_000;

/** Shopify: "complete the action within 30 days of receiving the request". The same for requests made here. */
export const DUE_DAYS = 30;
/** The last day is for what goes wrong. */
const FORCED_DAYS = 29;
/** A parcel that is silent for longer is not waited for. */
const PARCEL_DAYS = 60;

export const dueAt = (now: number): string => new Date(now + DUE_DAYS * DAY).toISOString();

/** Whether a platform's request may wait no longer for orders under way. */
export const mustBeDone = (request: { origin: string; requested_at: string }, now: number): boolean =>
  request.origin !== 'workspace' && now - Date.parse(request.requested_at) >= FORCED_DAYS * DAY;

export const parcelsSince = (now: number): string => new Date(now - PARCEL_DAYS * DAY).toISOString();

/** The moment before which an order must have ended; a month that is shorter ends earlier. */
export function retentionCutoff(now: number, months: number): string {
  const at = new Date(now);
  const day = at.getUTCDate();
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() - months);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(day, last));
  return at.toISOString();
}
