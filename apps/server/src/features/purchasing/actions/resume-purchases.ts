import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { resumeEffects } from '../../../jobs/effect/resume.ts';
import { PAY_JOB, PLACE_JOB } from '../jobs/purchasing.ts';
import { PAYING } from '../pay-repo.ts';
import { PLACING } from '../place-repo.ts';
import { belongsTo, type PurchaseOwner } from '../repo.ts';

/**
 * Resumes waiting purchases of a confirmed store or supplier connection, or of an order with a store that responds
 * again.
 */
export const resumePurchases = (deps: Deps, here: WorkplaceScope, owner: PurchaseOwner): Promise<void> =>
  resumeEffects(
    deps,
    here,
    [
      { row: PLACING, job: PLACE_JOB },
      { row: PAYING, job: PAY_JOB },
    ],
    belongsTo(owner),
  );
