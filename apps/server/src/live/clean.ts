import { type Db, sql } from '../db/index.ts';
import { defineJob } from '../jobs/define.ts';
import { roundPayload } from '../jobs/rounds.ts';
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
export async function cleanLiveEvents(db: Db, accountId: string, signal: AbortSignal, batch = 5_000): Promise<void> {
  const workplaces = await db.read({ accountId }, (ex) =>
    ex.rows<{ workplace_id: string }>(sql`select workplace_id from workplace where account_id = ${accountId}`),
  );
  for (const { workplace_id: workplaceId } of workplaces) {
    if (signal.aborted) return;
    const scope = { accountId, workplaceId };
    while ((await db.tenant(scope, (tx) => deleteOld(tx, workplaceId, LIVE_KEEP_HOURS, batch))) === batch);
  }
}
