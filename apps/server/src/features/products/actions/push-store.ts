import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import type { RunningEffect } from '../../../jobs/effect/effect.ts';
import { findHold, HELD_PAUSE_MS, SendingHeld } from '../../../sending/index.ts';
import { dueListings, nextDueMs, putOffListings } from '../listing-repo.ts';

/** Listings of one store that are worked on at the same time. */
const LANES = 4;
/** Listings that are found at once. */
const MOST = 40;
/** A short pause is waited for here; for a long one the job goes back to the queue. */
const LONGEST_WAIT_MS = 5_000;

/** Of a job; `lost` stops the call under way, `signal` only what has not begun. */
interface Signals {
  signal: AbortSignal;
  lost?: AbortSignal;
}

/** Works off what waits for stores. One for each process: it knows which stores it is busy with. */
export function storePusher(deps: Pick<Deps, 'db' | 'log'>, pushing: RunningEffect) {
  const busy = new Set<string>();

  /** Throws while nothing may be sent to the store. */
  async function refuseWhileHeld(scope: WorkplaceScope, storeId: string): Promise<void> {
    const hold = await deps.db.tenant(scope, async (tx) => {
      const held = await findHold(tx, { workplaceId: scope.workplaceId, storeId });
      if (held) await putOffListings(tx, scope.workplaceId, storeId, HELD_PAUSE_MS);
      return held;
    });
    if (hold) throw new SendingHeld(hold);
  }

  /** Works on listings until all had their turn. One that goes wrong stops no other; the first error is thrown at the end. */
  async function workOn(scope: WorkplaceScope, ids: string[], { signal, lost }: Signals): Promise<void> {
    const errors: unknown[] = [];
    const lane = async () => {
      for (let id = ids.shift(); id !== undefined && !signal.aborted; id = ids.shift())
        await pushing.run(scope, id, lost).catch((error: unknown) => {
          // Its row says when it continues, in the next round of this job or in a later job.
          if (!(error instanceof Later)) errors.push(error);
        });
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    if (errors.length > 0) throw errors[0];
  }

  async function workOff(scope: WorkplaceScope, storeId: string, signals: Signals): Promise<void> {
    while (!signals.signal.aborted) {
      await refuseWhileHeld(scope, storeId);
      const due = await deps.db.read(scope, (ex) => dueListings(ex, scope.workplaceId, storeId, MOST));
      if (due.length === 0) return;
      await workOn(scope, due, signals);
    }
  }

  /**
   * Puts everything that waits for a store into it. Throws Later when something is due only later. While this process is
   * busy with the store a second call leaves at once: the first sees what was added, as it looks again before it ends.
   */
  return async (scope: WorkplaceScope, storeId: string, signals: Signals): Promise<void> => {
    for (;;) {
      if (busy.has(storeId)) return;
      busy.add(storeId);
      try {
        await workOff(scope, storeId, signals);
      } finally {
        busy.delete(storeId);
      }
      const due = await deps.db.read(scope, (ex) => nextDueMs(ex, scope.workplaceId, storeId));
      if (due === undefined) return;
      if (signals.signal.aborted || due > LONGEST_WAIT_MS)
        throw new Later(Math.max(1_000, due), 'more work is queued for this store');
      if (due > 0) await sleep(due, undefined, { signal: signals.signal }).catch(() => undefined);
    }
  };
}
