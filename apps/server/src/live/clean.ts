import { z } from 'zod';
import { type Db, sql } from '../db/index.ts';
import { defineJob } from '../jobs/define.ts';
import { deleteOld } from './event-repo.ts';

export const cleanJob = defineJob({
  name: 'clean-live-events',
  payload: z.object({}),
  cron: '23 * * * *',
  concurrency: 1,
});

/** How long an interrupted stream can resume, in hours. */
export const LIVE_KEEP_HOURS = 24;
const ACCOUNTS = 500;

const accountsAfter = (db: Db, last: string): Promise<{ account_id: string }[]> =>
  db.global((tx) =>
    tx.rows(sql`select account_id from account where account_id > ${last}::uuid order by account_id limit ${ACCOUNTS}`),
  );

/**
 * Deletes events that no stream can resume from, in every workplace: by account, the only list that needs no tenant.
 */
export async function cleanLiveEvents(db: Db, signal?: AbortSignal, batch = 5_000): Promise<void> {
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const accounts = await accountsAfter(db, last);
    for (const { account_id: accountId } of accounts) {
      const workplaces = await db.read({ accountId }, (ex) =>
        ex.rows<{ workplace_id: string }>(sql`select workplace_id from workplace where account_id = ${accountId}`),
      );
      for (const { workplace_id: workplaceId } of workplaces) {
        if (signal?.aborted) return;
        const scope = { accountId, workplaceId };
        while ((await db.tenant(scope, (tx) => deleteOld(tx, workplaceId, LIVE_KEEP_HOURS, batch))) === batch);
      }
      last = accountId;
    }
    if (accounts.length < ACCOUNTS) return;
  }
}
