import { keepWal, stopKeepingWal } from '../../backup/keep-wal.ts';
import { readWalState } from '../../backup/wal-state.ts';
import { resolveDataDir } from '../../db/embedded/index.ts';
import type { Deps } from '../../deps.ts';
import { mailOperators } from '../accounts/index.ts';

const MINUTE_MS = 60_000;

/**
 * Copies the log of the embedded database every few minutes, while it is switched on; a failed copy is repeated every
 * minute. Returns a function that copies the rest and ends this. `keep`: copies the log; replaced in tests.
 */
export function startWal(deps: Deps, keep: typeof keepWal = keepWal): () => Promise<void> {
  const { dir, walMinutes } = deps.config.backup;
  if (deps.config.databaseUrl !== undefined) return async () => undefined;
  const { dir: dataDir } = resolveDataDir(deps.config.dataDir);
  const failed = logFailure(deps);
  if (dir === undefined || walMinutes === undefined) {
    const stopping = stopKeepingWal(dataDir).catch(failed);
    return () => stopping;
  }
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const copy = async (): Promise<void> => {
    const kept = await copyLog(deps, () => keep({ dataDir, dir }));
    if (!stopped) timer = setTimeout(next, kept ? walMinutes * MINUTE_MS : MINUTE_MS).unref();
  };
  let copying = Promise.resolve();
  const next = (): void => {
    copying = copy();
  };
  next();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await copying;
    await keep({ dataDir, dir }).catch(failed);
  };
}

const logFailure = (deps: Deps) => (err: unknown) =>
  deps.log.error({ err: String(err) }, 'the write-ahead log could not be kept');

/** Copies the log once. Returns whether it worked; a row of failures is emailed to operators once. Never throws. */
export async function copyLog(deps: Deps, keep: () => Promise<unknown>): Promise<boolean> {
  const failed = logFailure(deps);
  try {
    const { failingSince } = await deps.db.global(readWalState);
    try {
      await keep();
      return true;
    } catch (err) {
      failed(err);
      const reason = err instanceof Error ? err.message : String(err);
      if (failingSince === null) await deps.db.global((tx) => mailOperators(deps, tx, 'backup-failed', { reason }));
    }
  } catch (err) {
    failed(err);
  }
  return false;
}
