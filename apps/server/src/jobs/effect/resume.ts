import { makeRowsDue } from '../../db/effect-row.ts';
import type { Sql, WorkplaceScope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import { markOpenWork } from './open-work.ts';
import { type DeclaredEffect, sendJobs } from './sweep.ts';

/** Further rows wait for their own schedule. */
const MOST = 2_000;

/** Runs waiting rows of a workplace now. `of`: filter by store, supplier or person. */
export const resumeEffects = (
  deps: Pick<Deps, 'db' | 'queue'>,
  here: WorkplaceScope,
  effects: readonly Pick<DeclaredEffect, 'row' | 'job'>[],
  of: Sql,
): Promise<void> =>
  deps.db.tenant(here, async (tx) => {
    let found = 0;
    for (const { row, job } of effects) {
      const waiting = await makeRowsDue(tx, row, here.workplaceId, { columns: job.columns, of, most: MOST });
      await sendJobs(tx, deps.queue, here, job, waiting);
      found += waiting.length;
    }
    if (found > 0) await markOpenWork(tx, here);
  });
