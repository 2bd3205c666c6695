import { AsyncLocalStorage } from 'node:async_hooks';
import type { Executor } from './executor.ts';

/** A check that starts every transaction of a call. */
export interface TransactionGuard {
  /** The account whose rows the check may read. */
  accountId: string;
  /** Throws to roll the transaction back before its first statement. */
  check(tx: Executor): Promise<void>;
}

const current = new AsyncLocalStorage<TransactionGuard>();

/** Runs `work`; each db.tenant and db.global transaction in it starts with the guard's check. */
export const withGuard = <T>(guard: TransactionGuard, work: () => Promise<T>): Promise<T> => current.run(guard, work);

/** The guard of the current call, if any. */
export const currentGuard = (): TransactionGuard | undefined => current.getStore();
