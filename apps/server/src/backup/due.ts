const DAY_MS = 24 * 60 * 60_000;
const RETRY_MS = 60 * 60_000;
/** A backup may take a while; later than this after the last one, something is wrong. */
const LATE_MS = 26 * 60 * 60_000;

/** The last time at or before `now` at which a daily backup was due. `at`: HH:MM in UTC. */
export function lastSlot(at: string, now: Date): Date {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const slot = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hours, minutes);
  return new Date(slot <= now.getTime() ? slot : slot - DAY_MS);
}

interface Times {
  attemptAt: string | null;
  successAt: string | null;
  /** An operator requested a backup. */
  isRequested?: boolean;
  /** Since when the log is kept: without a backup after it, the log is of no use. */
  walSince?: string | null;
}

/**
 * Whether the schedule should make a backup now. A missed one is made up for, a failed one repeated every hour. `at`:
 * undefined: only requested ones.
 */
export function isDue(at: string | undefined, times: Times, now: Date): boolean {
  if (times.isRequested) return true;
  if (at === undefined) return false;
  const { attemptAt, successAt, walSince } = times;
  const slot = Math.max(lastSlot(at, now).getTime(), walSince ? Date.parse(walSince) : 0);
  if (successAt !== null && Date.parse(successAt) >= slot) return false;
  return attemptAt === null || Date.parse(attemptAt) < slot || now.getTime() - Date.parse(attemptAt) >= RETRY_MS;
}

/** Whether the last verified backup is older than the schedule allows. */
export const isLate = (at: string | undefined, { attemptAt, successAt }: Times, now: Date): boolean =>
  at !== undefined && attemptAt !== null && (successAt === null || now.getTime() - Date.parse(successAt) > LATE_MS);

/** Backups to delete, of names sorted newest first. */
export const surplus = (names: readonly string[], keep: number): readonly string[] => names.slice(keep);
