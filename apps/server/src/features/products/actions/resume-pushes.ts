import { sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { resumeEffects } from '../../../jobs/effect/resume.ts';
import { PUSH_JOB } from '../jobs/products.ts';
import { PUSHING } from '../listing-repo.ts';

/** Pushes now what waited while its store was suspended. */
export const resumePushes = (deps: Deps, here: WorkplaceScope, storeId: string): Promise<void> =>
  resumeEffects(deps, here, [{ row: PUSHING, job: PUSH_JOB }], sql`store_id = ${storeId}`);
