import type { Config } from '../config.ts';
import type { Executor } from '../db/index.ts';
import { isLate } from './due.ts';
import { readTimes } from './run-repo.ts';

/** What operators should know about backups; null: nothing. */
export async function findProblem(
  ex: Executor,
  { at }: Config['backup'],
  now: Date,
): Promise<'failed' | 'late' | null> {
  const times = await readTimes(ex);
  if (times.isFailing) return 'failed';
  return isLate(at, times, now) ? 'late' : null;
}
