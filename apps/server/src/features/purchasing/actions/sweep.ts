import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { openProcesses } from '../../processes/index.ts';
import { claimCancelledAtSupplier, hasCancelledAtSupplier } from '../cancel-repo.ts';
import { recordCancelledJob, toJob } from '../jobs/purchasing.ts';
import type { TaskKind } from '../progress-repo.ts';
import { dropOldQuotes } from '../quote-repo.ts';
import { refreshProcess } from './progress.ts';

const MOST = 500;
const KINDS: TaskKind[] = ['placement', 'payment', 'sync'];

/** Finds cancellations without a job, and ends tasks whose last step wasn't reported. Returns whether some are open. */
export async function sweepPurchases(deps: Deps, scope: WorkplaceScope, lateSeconds: number): Promise<boolean> {
  const { workplaceId } = scope;
  const open = await deps.db.tenant(scope, async (tx) => {
    const cancelled = await claimCancelledAtSupplier(tx, workplaceId, lateSeconds, MOST);
    await deps.queue.sendMany(
      tx,
      recordCancelledJob,
      cancelled.map((row) => toJob(scope, row)),
    );
    await dropOldQuotes(tx, workplaceId);
    return hasCancelledAtSupplier(tx, workplaceId);
  });
  const processes = await deps.db.read(scope, (ex) => openProcesses(ex, workplaceId, KINDS));
  for (const { process_id: id, kind } of processes) {
    const watched = KINDS.find((one) => one === kind);
    if (watched) await deps.db.tenant(scope, (tx) => refreshProcess(tx, workplaceId, id, watched));
  }
  return open || processes.length > 0;
}
