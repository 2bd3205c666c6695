import type { Deps } from '../../../deps.ts';
import { endDemoAccount } from '../flag-repo.ts';
import { eraseAccountJob } from '../jobs/account-jobs.ts';
import { endSessions } from './end-sessions.ts';

/**
 * Takes the demo account out of use and has it erased with everything it owns; its email is free for the next one
 * immediately. Only for an unchanged demo account.
 */
export const retireDemo = (deps: Deps, accountId: string): Promise<void> =>
  deps.db.global(async (tx) => {
    await endDemoAccount(tx, accountId);
    await endSessions(tx, accountId);
    await deps.queue.send(tx, eraseAccountJob, { account_id: accountId }, { key: accountId });
  });
