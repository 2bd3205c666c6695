import type { Deps } from '../../../deps.ts';
import { type JobRun, Later } from '../../../jobs/define.ts';
import { tablesAside } from '../freight-repo.ts';
import { findMove, saveMove, takeMove } from '../move-repo.ts';
import { isOver, type Move, newPlace, oldPlace } from '../tables.ts';
import { arrive } from './arrive.ts';
import { prepareTarget, waitForWork } from './begin-carrying.ts';
import { letGo, openThere } from './hand-over.ts';
import { leave } from './leave.ts';
import { endReturn, tidy } from './tidy.ts';

/** After this long the job goes back to the queue, so that others get their turn. */
const TURN_MS = 60_000;

async function carry(deps: Deps, move: Move): Promise<void> {
  if (!move.prepared) return prepareTarget(deps, move);
  const aside = await deps.db.read(oldPlace(move), (ex) => tablesAside(ex, move));
  if (aside.length > 0) return arrive(deps, move, false);
  if (!(await leave(deps, move, false))) await letGo(deps, move);
}

async function bringBack(deps: Deps, move: Move): Promise<void> {
  const aside = await deps.db.read(newPlace(move), (ex) => tablesAside(ex, move));
  if (aside.length > 0) return arrive(deps, move, true);
  if (!(await leave(deps, move, true))) await endReturn(deps, move);
}

/** Does the next thing that a move needs; each is one or a few transactions, done once and repeated without harm. */
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

/** Something stands in the way for good: what has gone comes back, and the owner reads that nothing has moved. */
async function turnRound(deps: Deps, move: Move): Promise<boolean> {
  return deps.db.tenant(oldPlace(move), async (tx) => {
    if (!(await takeMove(tx, move, 'carrying'))) return false;
    await saveMove(tx, move, {
      state: 'returning',
      error: { key: 'STORE_MOVE_FAILED', params: { name: move.store_name } },
    });
    return true;
  });
}

/**
 * The job: step by step until the store is there, or back. After a crash it goes on where the move stands. Throws Later
 * while it waits, and answers the move once the store is there; a step that failed in all its tries sends everything back, if the store itself has not gone yet.
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
