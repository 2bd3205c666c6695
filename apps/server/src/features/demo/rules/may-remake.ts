const DAY = 24 * 3_600_000;
/** Orders whose shoppers came with the account arrive a little after it was made. */
const SETTLING_MS = 10 * 60_000;
/** Older than this, the dates of its orders look left behind. */
export const FRESH_DAYS = 7;

/**
 * Whether a demo account may be replaced: it was made long ago and nothing happened in it since. `marks`: when people last changed
 * something, by kind; undefined: never.
 */
export function mayRemake(
  made: { at: string } | undefined,
  now: string,
  marks: readonly (string | undefined)[],
): boolean {
  if (!made || Date.parse(now) - Date.parse(made.at) < FRESH_DAYS * DAY) return false;
  return marks.every((mark) => mark === undefined || Date.parse(mark) <= Date.parse(made.at) + SETTLING_MS);
}
