import { contracts } from '@quayside/contracts';
import { findProblem } from '../../backup/problem.ts';
import { findRuns } from '../../backup/run-repo.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';

const SHOWN = 50;

/** Backups as operators see them. */
export function register(deps: Deps): Feature {
  const { backup } = deps.config;
  return {
    jobs: [],
    routes(app) {
      route(app, contracts.backups.list, () =>
        deps.db.global(async (tx) => ({
          schedule: backup.at && backup.dir ? { at: backup.at, folder: backup.dir, keep: backup.keep } : null,
          problem: await findProblem(tx, backup, new Date(deps.clock.millis())),
          items: await findRuns(tx, SHOWN),
        })),
      );
    },
  };
}
