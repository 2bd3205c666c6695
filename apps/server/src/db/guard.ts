import { AsyncLocalStorage } from 'node:async_hooks';
import type { Executor } from './executor.ts';

/** A check that every transaction of a piece of work starts with. */
export interface TransactionGuard {
  /** The account whose rows the check may read. */
  accountId: string;
  /** Throws to roll the transaction back before it did anything. */
  check(tx: Executor): Promise<void>;
}

const current = new AsyncLocalStorage<TransactionGuard>();

/** Runs `work`; each db.tenant and db.global transaction in it starts with the guard's check. */
export const withGuard = <T>(guard: TransactionGuard, work: () => Promise<T>): Promise<T> => current.run(guard, work);

/** The guard around the caller, if any. */
export const currentGuard = (): TransactionGuard | undefined => current.getStore();
