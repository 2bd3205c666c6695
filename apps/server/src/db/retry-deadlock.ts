import { isDeadlock } from './errors.ts';

const TRIES = 4;

/**
 * Runs a transaction again when PostgreSQL ended it because it and another waited for each other. `work` must be one transaction
 * and nothing else: nothing of it stays when it fails.
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
