import { z } from 'zod';
import type { Db } from '../db/index.ts';
import { defineJob } from '../jobs/define.ts';
import { eachWorkspace } from '../jobs/each-workspace.ts';
import { deleteOld } from './event-repo.ts';

export const cleanJob = defineJob({
  name: 'clean-live-events',
  payload: z.object({}),
  cron: '23 * * * *',
  concurrency: 1,
});

/** How long an interrupted stream can resume, in hours. */
export const LIVE_KEEP_HOURS = 24;

/** Deletes events that no stream can resume from, in every workspace. */
export const cleanLiveEvents = (db: Db, signal?: AbortSignal, batch = 5_000): Promise<void> =>
  eachWorkspace(db, signal, async (scope) => {
    let deleted = batch;
    while (deleted === batch && !signal?.aborted)
      deleted = await db.tenant(scope, (tx) => deleteOld(tx, scope.workplaceId, LIVE_KEEP_HOURS, batch));
  });
