import { contracts } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import { findProblem } from '../../backup/problem.ts';
import { findRuns, findWalStart, readTimes, requestRun } from '../../backup/run-repo.ts';
import { readWalState } from '../../backup/wal-state.ts';
import type { Config } from '../../config.ts';
import type { Executor } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';

const SHOWN = 50;

/** Whether the schedule can make a backup without asking for anything. */
export const canRequest = ({ dir, passphrase, passphraseFile }: Config['backup']): boolean =>
  dir !== undefined && (passphrase !== undefined || passphraseFile !== undefined);

/** Backups as operators see them. */
export function register(deps: Deps): Feature {
  const { backup } = deps.config;
  return {
    jobs: [],
    routes(app) {
      route(app, contracts.backups.list, () =>
        deps.db.global(async (tx) => ({
          can_request: canRequest(backup),
          is_requested: (await readTimes(tx)).isRequested,
          point_in_time: await findPointInTime(tx, backup),
          schedule: backup.at && backup.dir ? { at: backup.at, folder: backup.dir, keep: backup.keep } : null,
          problem: await findProblem(tx, backup, new Date(deps.clock.millis())),
          items: await findRuns(tx, SHOWN),
        })),
      );
      route(app, contracts.backups.request, async () => {
        if (!canRequest(backup)) throw new AppError('BAD_REQUEST', 'BACKUPS_NOT_CONFIGURED');
        await deps.db.global(requestRun);
        return {};
      });
    },
  };
}

async function findPointInTime(ex: Executor, { walMinutes, dir, keep }: Config['backup']) {
  if (walMinutes === undefined || dir === undefined) return null;
  const { until, error } = await readWalState(ex);
  return { minutes: walMinutes, from: await findWalStart(ex, keep, dir), until, error };
}
