/** Webhooks take up to about a minute where a shop sends them in scheduled tasks. */
const REPORTED_WITHIN_MS = 2 * 60_000;

/** Whether a poll at `readAt` found a change that a webhook should have reported by then. */
export const isUnreported = (updatedAt: string, knownUpdatedAt: string | undefined, readAt: string): boolean =>
  (knownUpdatedAt === undefined || Date.parse(updatedAt) > Date.parse(knownUpdatedAt)) &&
  Date.parse(readAt) - Date.parse(updatedAt) > REPORTED_WITHIN_MS;
