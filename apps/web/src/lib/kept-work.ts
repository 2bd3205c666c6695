/**
 * Work that is not saved yet, kept in this tab beside the screen: it outlives a reload, and a session that ends in the
 * middle of a form. It belongs to the account that did it, and signing out throws it away.
 */
const PREFIX = 'quayside.work.';
/** What is older was left behind. */
export const KEPT_MS = 12 * 3_600_000;

interface Kept<T> {
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

export function keepWork<T>(name: string, account: string, work: T, now = Date.now(), store = tab()): void {
  try {
    store?.setItem(PREFIX + name, JSON.stringify({ account, at: now, work } satisfies Kept<T>));
  } catch {
    // No room: the work then lives as long as its screen, as it did before.
  }
}

/** The work kept under a name by this account; undefined: none, somebody else's, or too old. */
export function keptWork<T>(name: string, account: string, now = Date.now(), store = tab()): T | undefined {
  try {
    const kept = JSON.parse(store?.getItem(PREFIX + name) ?? 'null') as Kept<T> | null;
    return kept && kept.account === account && now - kept.at < KEPT_MS ? kept.work : undefined;
  } catch {
    return undefined;
  }
}

export function dropWork(name: string, store = tab()): void {
  store?.removeItem(PREFIX + name);
}

/** Nothing stays for whoever sits down here next. */
export function dropAllWork(store = tab()): void {
  if (!store) return;
  const names = Array.from({ length: store.length }, (_none, at) => store.key(at) ?? '');
  for (const name of names) if (name.startsWith(PREFIX)) store.removeItem(name);
}
