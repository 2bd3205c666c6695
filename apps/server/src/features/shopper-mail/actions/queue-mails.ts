import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { findHold } from '../../../sending/index.ts';
import { sendShopperMailJob } from '../jobs/shopper-mail-jobs.ts';
import { findLost, hasOpen, noteQueued, takeOpen } from '../mail-repo.ts';

/** Minutes after which an open email's job counts as lost: longer than all tries of a job take. */
const LATE_MINUTES = 60;
const MOST = 500;

const queueAll = (
  tx: Executor,
  { queue }: Pick<Deps, 'queue'>,
  { accountId, workplaceId }: WorkplaceScope,
  mails: readonly { mail_id: string }[],
): Promise<void> =>
  queue.sendMany(
    tx,
    sendShopperMailJob,
    mails.map(({ mail_id: mailId }) => ({ accountId, workplaceId, mailId })),
  );

/**
 * Enqueues the open emails of a store that arrived from another workspace, where their jobs looked for them in vain. One
 * that a dead worker held there ends as failed.
 */
export async function queueOpenMails(deps: Deps, here: WorkplaceScope, storeId: string): Promise<void> {
  await deps.db.tenant(here, async (tx) => {
    const mails = await takeOpen(tx, here.workplaceId, storeId);
    if (mails.length > 0) await markOpenWork(tx, here);
    await queueAll(tx, deps, here, mails);
  });
}

/** Enqueues emails whose job was lost. Returns whether some are open. Where sending is held, jobs wait themselves. */
export const sweepMails = (deps: Deps, here: WorkplaceScope): Promise<boolean> =>
  deps.db.tenant(here, async (tx) => {
    const { workplaceId } = here;
    const late = await findLost(tx, workplaceId, { lateMinutes: LATE_MINUTES, most: MOST });
    const lost = [];
    for (const [storeId, mails] of Map.groupBy(late, (mail) => mail.store_id))
      if (!(await findHold(tx, { workplaceId, storeId }))) lost.push(...mails);
    if (lost.length > 0) {
      await noteQueued(
        tx,
        workplaceId,
        lost.map((mail) => mail.mail_id),
      );
      await queueAll(tx, deps, here, lost);
      deps.log.info({ mails: lost.length, ...here }, 're-enqueued lost emails to shoppers');
    }
    return hasOpen(tx, workplaceId);
  });
