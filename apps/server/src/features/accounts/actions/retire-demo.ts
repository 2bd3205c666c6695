import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { eraseAccountJob } from '../jobs/account-jobs.ts';
import { endSessions } from './end-sessions.ts';

/**
 * Takes the demo account out of use and has it erased with everything it owns; its email is free for the next one
 * immediately. Only for a demo account that nobody changed.
 */
export const retireDemo = (deps: Deps, accountId: string): Promise<void> =>
  deps.db.global(async (tx) => {
    await tx.run(sql`update account set email = ${`retired-${accountId}@quayside.test`}, deleted_at = now(),
        delete_at = now() - interval '1 second'
      where account_id = ${accountId} and is_demo`);
    await endSessions(tx, accountId);
    await deps.queue.send(tx, eraseAccountJob, { account_id: accountId }, { key: accountId });
  });
