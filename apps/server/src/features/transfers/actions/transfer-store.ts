import type { Deps } from '../../../deps.ts';
import { type JobRun, Later } from '../../../jobs/define.ts';
import { listStagedTables } from '../staging-repo.ts';
import { isOver, type StoreTransfer, toSourceScope, toTargetScope } from '../tables.ts';
import { findTransfer, lockTransfer, updateTransfer } from '../transfer-repo.ts';
import { cleanUpSource, finishRollback } from './clean-up.ts';
import { openInTarget, releaseStore } from './hand-over.ts';
import { insertNextBatch } from './insert-batch.ts';
import { prepareTarget, waitForWork } from './prepare-transfer.ts';
import { stageNextBatch } from './stage-batch.ts';

/** After this time the job returns to the queue, so that others get their turn. */
const TURN_MS = 60_000;

async function carry(deps: Deps, transfer: StoreTransfer): Promise<void> {
  if (!transfer.prepared) return prepareTarget(deps, transfer);
  const aside = await deps.db.read(toSourceScope(transfer), (ex) => listStagedTables(ex, transfer));
  if (aside.length > 0) return insertNextBatch(deps, transfer, false);
  if (!(await stageNextBatch(deps, transfer, false))) await releaseStore(deps, transfer);
}

async function bringBack(deps: Deps, transfer: StoreTransfer): Promise<void> {
  const aside = await deps.db.read(toTargetScope(transfer), (ex) => listStagedTables(ex, transfer));
  if (aside.length > 0) return insertNextBatch(deps, transfer, true);
  if (!(await stageNextBatch(deps, transfer, true))) await finishRollback(deps, transfer);
}

/** Performs the next step of a transfer: one or a few transactions, each idempotent. */
async function step(deps: Deps, transfer: StoreTransfer): Promise<void> {
  switch (transfer.state) {
    case 'waiting':
      return waitForWork(deps, transfer);
    case 'carrying':
      return carry(deps, transfer);
    case 'arriving':
      return openInTarget(deps, transfer);
    case 'tidying':
      return cleanUpSource(deps, transfer);
    case 'returning':
      return bringBack(deps, transfer);
    default:
  }
}

/** A permanent error: rolls back what has moved and informs the owner. */
async function rollBack(deps: Deps, transfer: StoreTransfer): Promise<boolean> {
  return deps.db.tenant(toSourceScope(transfer), async (tx) => {
    if (!(await lockTransfer(tx, transfer, 'carrying'))) return false;
    await updateTransfer(tx, transfer, {
      state: 'returning',
      error: { key: 'STORE_MOVE_FAILED', params: { name: transfer.store_name } },
    });
    return true;
  });
}

/**
 * The job: runs steps until the store has arrived, or is back. Resumes after a crash; throws Later while waiting, and
 * returns the transfer once arrived. A step that failed on all attempts rolls everything back, unless the store itself
 * has moved.
 */
export async function transferStore(
  deps: Deps,
  { accountId, moveId }: { accountId: string; moveId: string },
  run: Pick<JobRun, 'isLastTry' | 'signal'>,
): Promise<StoreTransfer | undefined> {
  const until = Date.now() + TURN_MS;
  for (;;) {
    const transfer = await deps.db.read({ accountId }, (ex) => findTransfer(ex, accountId, moveId));
    if (!transfer || isOver(transfer)) return transfer?.state === 'done' ? transfer : undefined;
    if (run.signal.aborted || Date.now() > until) throw new Later(0, 'transfer continues in the next run');
    try {
      await step(deps, transfer);
    } catch (error) {
      if (error instanceof Later || !run.isLastTry || !(await rollBack(deps, transfer))) throw error;
      deps.log.error({ err: error, moveId }, 'store transfer failed, rolling back');
      throw new Later(0, 'rolling the transfer back');
    }
  }
}
