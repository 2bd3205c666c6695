import { AsyncLocalStorage } from 'node:async_hooks';

interface Work {
  kind: string;
  open: boolean;
}

const current = new AsyncLocalStorage<Work>();

/** The kind of database callback ("tenant", "read", ...) running around the caller, if any. */
export function openWork(): string | undefined {
  const work = current.getStore();
  return work?.open ? work.kind : undefined;
}

/** True inside a transaction's callback. Guards the rule "no network while a transaction is open". */
export function inTransaction(): boolean {
  const kind = openWork();
  return kind !== undefined && kind !== 'read';
}

/**
 * Runs `fn` as database work and refuses nesting: the inner callback would silently leave the outer transaction, and
 * could wait forever when outer ones use up the pool.
 */
export async function asWork<T>(kind: string, fn: () => Promise<T>): Promise<T> {
  const outer = openWork();
  if (outer !== undefined) {
    throw new Error(`db.${kind} was called inside db.${outer}: use the executor that db.${outer} passed in.`);
  }
  const work: Work = { kind, open: true };
  try {
    return await current.run(work, fn);
  } finally {
    work.open = false;
  }
}
