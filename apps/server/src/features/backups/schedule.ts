import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { isDue } from '../../backup/due.ts';
import { readTimes } from '../../backup/run-repo.ts';
import type { Deps } from '../../deps.ts';
import { mailOperators } from '../accounts/index.ts';

const CHECK_MS = 60_000;
const STOP_MS = 4_000;
const COMMAND = join(import.meta.dirname, '../../ops/backup.ts');

/** Runs `npm run backup` as a child process, so that encrypting and comparing never delay requests and jobs. */
export type StartBackup = () => ChildProcess;

const startCommand: StartBackup = () =>
  spawn(process.execPath, [COMMAND, '--scheduled'], { stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true });

/**
 * Makes the daily backup when it is due. Every worker may run it: the command holds a lock of the database and asks again
 * whether it is due. Returns a function that ends it.
 */
export function startSchedule(deps: Deps, start: StartBackup = startCommand): () => Promise<void> {
  const { at } = deps.config.backup;
  if (at === undefined) return async () => undefined;
  let child: ChildProcess | undefined;
  let stopping = false;
  let checking: Promise<void> | undefined;

  async function backUp(): Promise<void> {
    const before = await deps.db.global(readTimes);
    if (stopping || !isDue(at ?? '', before, new Date(deps.clock.millis()))) return;
    child = start();
    const { code, said } = await ended(child);
    child = undefined;
    if (stopping) return;
    if (code === 0) {
      deps.log.info({}, 'the backup was made and verified');
      return;
    }
    const reason = said.trim().split('\n').at(0) ?? '';
    deps.log.error({ reason }, 'the backup failed: it is repeated in an hour');
    // One email for a row of failures.
    if (!before.isFailing) await deps.db.global((tx) => mailOperators(deps, tx, 'backup-failed', { reason }));
  }

  const check = (): void => {
    checking ??= backUp()
      .catch((err: unknown) => deps.log.error({ err: String(err) }, 'backups could not be checked'))
      .finally(() => {
        checking = undefined;
      });
  };
  const timer = setInterval(check, CHECK_MS);
  timer.unref();
  check();
  return async () => {
    stopping = true;
    clearInterval(timer);
    child?.kill('SIGTERM');
    const late = setTimeout(() => child?.kill('SIGKILL'), STOP_MS);
    await checking;
    clearTimeout(late);
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
