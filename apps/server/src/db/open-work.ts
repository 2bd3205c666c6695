import { AsyncLocalStorage } from 'node:async_hooks';

interface Work {
  kind: string;
  open: boolean;
}

const current = new AsyncLocalStorage<Work>();

/** The kind of database work ("tenant", "read", ...) whose callback is running around the caller, if any. */
export function openWork(): string | undefined {
  const work = current.getStore();
  return work?.open ? work.kind : undefined;
}

/** True inside a transaction's callback. The guard behind "no network while a transaction is open". */
export function inTransaction(): boolean {
  const kind = openWork();
  return kind !== undefined && kind !== 'read';
}

/**
 * Runs `fn` as database work and refuses to nest: the inner piece would silently leave the outer transaction, and
 * would wait for ever when the pool is used up by outer ones.
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
