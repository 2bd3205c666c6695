import { isDeadlock } from './errors.ts';

const TRIES = 4;

/**
 * Retries a transaction that PostgreSQL ended because of a deadlock. `work` must be exactly one transaction, so that a
 * failed attempt leaves nothing behind.
 */
export async function retryDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES || !isDeadlock(error)) throw error;
    }
  }
}
