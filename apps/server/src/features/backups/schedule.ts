import type { ChildProcess } from 'node:child_process';
import { isDue } from '../../backup/due.ts';
import { readTimes } from '../../backup/run-repo.ts';
import type { Deps } from '../../deps.ts';
import { mailOperators } from '../accounts/index.ts';

/** Runs `npm run backup` as a child process, so that encrypting and comparing never delay requests and jobs. */
export type StartBackup = () => ChildProcess;

export interface Schedule {
  /** Makes a backup if one is due, and waits for its end. */
  check(): Promise<void>;
  /** Ends a running backup. */
  stop(): void;
}

/**
 * The daily backup. Every worker may run it: the command holds a lock of the database and asks again whether one is due.
 */
export function createSchedule(deps: Deps, at: string | undefined, start: StartBackup): Schedule {
  let child: ChildProcess | undefined;
  let stopping = false;
  return {
    async check() {
      const before = await deps.db.global(readTimes);
      if (stopping || !isDue(at, before, new Date(deps.clock.millis()))) return;
      child = start();
      const { code, said } = await ended(child);
      child = undefined;
      if (stopping) return;
      if (code === 0) {
        deps.log.info({}, 'the backup command ended without errors');
        return;
      }
      const reason = said.trim().split('\n').at(0) ?? '';
      deps.log.error({ reason }, 'the backup failed: it is repeated in an hour');
      // One email for a row of failures.
      if (!before.isFailing) await deps.db.global((tx) => mailOperators(deps, tx, 'backup-failed', { reason }));
    },
    stop() {
      stopping = true;
      child?.kill('SIGTERM');
    },
  };
}

function ended(child: ChildProcess): Promise<{ code: number | null; said: string }> {
  let said = '';
  child.stderr?.on('data', (text) => {
    said = `${said}${text}`.slice(0, 4_000);
  });
  return new Promise((resolve) => {
    child.on('error', (err) => resolve({ code: 1, said: err.message }));
    child.on('close', (code) => resolve({ code, said }));
  });
}
