import type { Deps } from '../../../deps.ts';
import { type JobRun, Later } from '../../../jobs/define.ts';
import { findMove, saveMove, takeMove } from '../move-repo.ts';
import { listStagedTables } from '../staging-repo.ts';
import { isOver, type Move, toSourceScope, toTargetScope } from '../tables.ts';
import { arrive } from './arrive.ts';
import { prepareTarget, waitForWork } from './begin-carrying.ts';
import { letGo, openThere } from './hand-over.ts';
import { leave } from './leave.ts';
import { endReturn, tidy } from './tidy.ts';

/** After this time the job returns to the queue, so that others get their turn. */
const TURN_MS = 60_000;

async function carry(deps: Deps, move: Move): Promise<void> {
  if (!move.prepared) return prepareTarget(deps, move);
  const aside = await deps.db.read(toSourceScope(move), (ex) => listStagedTables(ex, move));
  if (aside.length > 0) return arrive(deps, move, false);
  if (!(await leave(deps, move, false))) await letGo(deps, move);
}

async function bringBack(deps: Deps, move: Move): Promise<void> {
  const aside = await deps.db.read(toTargetScope(move), (ex) => listStagedTables(ex, move));
  if (aside.length > 0) return arrive(deps, move, true);
  if (!(await leave(deps, move, true))) await endReturn(deps, move);
}

/** Performs the next step of a transfer: one or a few transactions, each idempotent. */
async function step(deps: Deps, move: Move): Promise<void> {
  switch (move.state) {
    case 'waiting':
      return waitForWork(deps, move);
    case 'carrying':
      return carry(deps, move);
    case 'arriving':
      return openThere(deps, move);
    case 'tidying':
      return tidy(deps, move);
    case 'returning':
      return bringBack(deps, move);
    default:
  }
}

/** A permanent error: rolls back what has moved and informs the owner. */
async function turnRound(deps: Deps, move: Move): Promise<boolean> {
  return deps.db.tenant(toSourceScope(move), async (tx) => {
    if (!(await takeMove(tx, move, 'carrying'))) return false;
    await saveMove(tx, move, {
      state: 'returning',
      error: { key: 'STORE_MOVE_FAILED', params: { name: move.store_name } },
    });
    return true;
  });
}

/**
 * The job: runs steps until the store has arrived, or is back. Resumes after a crash; throws Later while waiting, and
 * returns the transfer once arrived. A step that failed on all attempts rolls everything back, unless the store itself
 * has moved.
 */
export async function moveStore(
  deps: Deps,
  { accountId, moveId }: { accountId: string; moveId: string },
  run: Pick<JobRun, 'isLastTry' | 'signal'>,
): Promise<Move | undefined> {
  const until = Date.now() + TURN_MS;
  for (;;) {
    const move = await deps.db.read({ accountId }, (ex) => findMove(ex, accountId, moveId));
    if (!move || isOver(move)) return move?.state === 'done' ? move : undefined;
    if (run.signal.aborted || Date.now() > until) throw new Later(0, 'transfer continues in the next run');
    try {
      await step(deps, move);
    } catch (error) {
      if (error instanceof Later || !run.isLastTry || !(await turnRound(deps, move))) throw error;
      deps.log.error({ err: error, moveId }, 'store transfer failed, rolling back');
      throw new Later(0, 'rolling the transfer back');
    }
  }
}
