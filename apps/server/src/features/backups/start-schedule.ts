import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Deps } from '../../deps.ts';
import { canRequest } from './register.ts';
import { createSchedule } from './schedule.ts';

/** Short, because an operator waits for a requested backup. */
const CHECK_MS = 5_000;
const COMMAND = join(import.meta.dirname, '../../ops/backup.ts');

/** Checks whether the daily backup or a requested one is due. Returns a function that ends this. */
export function startSchedule(deps: Deps): () => Promise<void> {
  const { backup } = deps.config;
  const { at } = backup;
  if (!canRequest(backup)) return async () => undefined;
  const schedule = createSchedule(deps, at, () =>
    spawn(process.execPath, [COMMAND, '--scheduled'], { stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true }),
  );
  let checking: Promise<void> | undefined;
  const check = (): void => {
    checking ??= schedule
      .check()
      .catch((err: unknown) => deps.log.error({ err: String(err) }, 'backups could not be checked'))
      .finally(() => {
        checking = undefined;
      });
  };
  const timer = setInterval(check, CHECK_MS);
  timer.unref();
  check();
  return async () => {
    clearInterval(timer);
    schedule.stop();
    await checking;
  };
}
