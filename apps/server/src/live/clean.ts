import { type Db, inBatches } from '../db/index.ts';
import { defineJob } from '../jobs/define.ts';
import { eachWorkplaceOf, roundPayload } from '../jobs/rounds.ts';
import { deleteOld } from './event-repo.ts';

export const cleanJob = defineJob({
  name: 'clean-live-events',
  payload: roundPayload,
  cron: '23 * * * *',
  concurrency: 1,
});

/** How long an interrupted stream can resume, in hours. */
export const LIVE_KEEP_HOURS = 24;

/** Deletes events that no stream can resume from, in every workplace of an account. */
export const cleanLiveEvents = (db: Db, accountId: string, signal: AbortSignal, batch = 5_000): Promise<void> =>
  eachWorkplaceOf(db, accountId, signal, (scope) =>
    inBatches(batch, signal, () => db.tenant(scope, (tx) => deleteOld(tx, scope.workplaceId, LIVE_KEEP_HOURS, batch))),
  );
