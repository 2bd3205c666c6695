/** Steps that can be undone and redone. */
export interface History<T> {
  past: readonly T[];
  future: readonly T[];
  /** What the last step changed, and when, in milliseconds. */
  last: { what: string; at: number } | undefined;
}

export const NO_HISTORY: History<never> = { past: [], future: [], last: undefined };

const MOST_STEPS = 100;
/** Typing in one place is one step while it pauses for less than this. */
const PAUSE_MS = 1_000;

/** The history after a change away from `before`. Changes of one place in quick succession are one step. */
export function recorded<T>(history: History<T>, before: T, what: string, at: number): History<T> {
  const { last, past, future } = history;
  const continues =
    last !== undefined && what !== '' && last.what === what && at - last.at < PAUSE_MS && !future.length;
  return {
    past: continues ? past : [...past, before].slice(-MOST_STEPS),
    future: [],
    last: { what, at },
  };
}

/** One step back; undefined when there is none. */
export function undone<T>({ past, future }: History<T>, now: T): { value: T; history: History<T> } | undefined {
  if (past.length === 0) return undefined;
  const value = past.at(-1) as T;
  return { value, history: { past: past.slice(0, -1), future: [now, ...future], last: undefined } };
}

/** One step forward again; undefined when there is none. */
export function redone<T>({ past, future }: History<T>, now: T): { value: T; history: History<T> } | undefined {
  if (future.length === 0) return undefined;
  const [value, ...rest] = future as readonly [T, ...T[]];
  return { value, history: { past: [...past, now], future: rest, last: undefined } };
}
