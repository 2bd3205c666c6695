import { keepWal, stopKeepingWal } from '../../backup/index.ts';
import { readWalState } from '../../backup/wal-state.ts';
import { resolveDataDir } from '../../db/embedded/index.ts';
import type { Deps } from '../../deps.ts';
import { mailOperators } from '../accounts/index.ts';

const MINUTE_MS = 60_000;

/**
 * Copies the log of the embedded database every few minutes, while it is switched on; a failed copy is repeated every
 * minute. Returns a function that copies the rest and ends this.
 */
export function startWal(deps: Deps): () => Promise<void> {
  const { dir, walMinutes } = deps.config.backup;
  if (deps.config.databaseUrl !== undefined) return async () => undefined;
  const { dir: dataDir } = resolveDataDir(deps.config.dataDir);
  const failed = (err: unknown) => deps.log.error({ err: String(err) }, 'the write-ahead log could not be kept');
  if (dir === undefined || walMinutes === undefined) {
    const stopping = stopKeepingWal(dataDir).catch(failed);
    return () => stopping;
  }
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const copy = async (): Promise<void> => {
    const before = await deps.db.global(readWalState);
    let wait = walMinutes * MINUTE_MS;
    try {
      await keepWal({ dataDir, dir });
    } catch (err) {
      failed(err);
      wait = MINUTE_MS;
      const reason = err instanceof Error ? err.message : String(err);
      // One email for a row of failures.
      if (before.failingSince === null)
        await deps.db.global((tx) => mailOperators(deps, tx, 'backup-failed', { reason })).catch(failed);
    }
    if (!stopped) timer = setTimeout(next, wait).unref();
  };
  let copying = Promise.resolve();
  const next = (): void => {
    copying = copy().catch(failed);
  };
  next();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await copying;
    await keepWal({ dataDir, dir }).catch(failed);
  };
}
