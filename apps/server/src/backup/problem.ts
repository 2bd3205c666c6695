import type { Config } from '../config.ts';
import type { Executor } from '../db/index.ts';
import { isLate } from './due.ts';
import { readTimes } from './run-repo.ts';
import { readWalState } from './wal-state.ts';

const MINUTE_MS = 60_000;

/** What operators should know about backups; null: nothing. */
export async function findProblem(
  ex: Executor,
  { at, walMinutes }: Config['backup'],
  now: Date,
): Promise<'failed' | 'late' | 'wal' | null> {
  const times = await readTimes(ex);
  if (times.isFailing) return 'failed';
  if (isLate(at, times, now)) return 'late';
  if (walMinutes === undefined) return null;
  const { until, failingSince } = await readWalState(ex);
  const isBehind = until !== null && now.getTime() - Date.parse(until) > (3 * walMinutes + 5) * MINUTE_MS;
  return failingSince !== null || isBehind ? 'wal' : null;
}
