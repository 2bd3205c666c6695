/**
 * Unsaved changes, kept in this tab so that they survive a reload and an expired session. They belong to one account
 * and are deleted on sign-out.
 */
const PREFIX = 'quayside.work.';
/** Older changes count as abandoned. */
export const SAVED_WORK_MS = 12 * 3_600_000;

interface StoredWork<T> {
  account: string;
  at: number;
  work: T;
}

export type WorkStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const tab = (): WorkStore | undefined => {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
};

export function saveWork<T>(name: string, account: string, work: T, now = Date.now(), store = tab()): void {
  try {
    store?.setItem(PREFIX + name, JSON.stringify({ account, at: now, work } satisfies StoredWork<T>));
  } catch {
    // Storage is full: the changes then last as long as their screen.
  }
}

/** This account's unsaved changes under a name; undefined: none, another account's, or too old. */
export function readSavedWork<T>(name: string, account: string, now = Date.now(), store = tab()): T | undefined {
  try {
    const kept = JSON.parse(store?.getItem(PREFIX + name) ?? 'null') as StoredWork<T> | null;
    return kept && kept.account === account && now - kept.at < SAVED_WORK_MS ? kept.work : undefined;
  } catch {
    return undefined;
  }
}

export function dropWork(name: string, store = tab()): void {
  store?.removeItem(PREFIX + name);
}

/** Leaves nothing for the next person at this device. */
export function dropAllWork(store = tab()): void {
  if (!store) return;
  const names = Array.from({ length: store.length }, (_none, at) => store.key(at) ?? '');
  for (const name of names) if (name.startsWith(PREFIX)) store.removeItem(name);
}
