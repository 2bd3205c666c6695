import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@quayside/kernel';
import type { Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { PATIENCE, type Patience } from '../../../jobs/effect/pauses.ts';
import { findHold, HELD_PAUSE_MS, SendingHeld } from '../../../sending/index.ts';
import { nextDueMs, putOffListings, takeListing } from '../listing-repo.ts';
import { pushListing } from './push-listing.ts';

/** Listings of one store that are worked on at the same time. */
const LANES = 4;
/** A short pause is waited for here; for a long one the job goes back to the queue. */
const LONGEST_WAIT_MS = 5_000;

/** Works off what waits for stores. One for each process: it knows which stores it is busy with. */
export function storePusher(deps: Deps, patience: Patience = PATIENCE) {
  const inHand = new Set<string>();
  // The embedded database serves this one process: a lease that is not in hand here is a dead process's.
  const sole = deps.config.databaseUrl === undefined;
  const busy = new Set<string>();

  async function lane(scope: Required<Scope>, storeId: string, signal: AbortSignal, pause: { untilMs: number }) {
    while (!signal.aborted) {
      const wait = pause.untilMs - Date.now();
      if (wait > LONGEST_WAIT_MS) return;
      if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const token = newId();
      inHand.add(token);
      try {
        const { hold, listing } = await deps.db.tenant(scope, async (tx) => {
          const held = await findHold(tx, { workplaceId: scope.workplaceId, storeId });
          if (held) {
            await putOffListings(tx, scope.workplaceId, storeId, HELD_PAUSE_MS);
            return { hold: held, listing: undefined };
          }
          const lease = { token, leaseMs: patience.leaseMs, inHand: sole ? [...inHand] : undefined };
          return { hold: undefined, listing: await takeListing(tx, scope.workplaceId, storeId, lease) };
        });
        if (hold) throw new SendingHeld(hold);
        if (!listing) return;
        const askedPause = await pushListing({ deps, scope, token, patience, listing });
        if (askedPause > 0) pause.untilMs = Math.max(pause.untilMs, Date.now() + askedPause);
      } finally {
        inHand.delete(token);
      }
    }
  }

  /**
   * Puts everything that waits for a store into it. Throws Later when something is due only later. While this process is
   * busy with the store a second call leaves at once: the first sees what was added, as it looks again before it ends.
   */
  return async (scope: Required<Scope>, storeId: string, signal: AbortSignal): Promise<void> => {
    for (;;) {
      if (busy.has(storeId)) return;
      busy.add(storeId);
      const pause = { untilMs: 0 };
      try {
        await Promise.all(Array.from({ length: LANES }, () => lane(scope, storeId, signal, pause)));
      } finally {
        busy.delete(storeId);
      }
      const due = await deps.db.read(scope, (ex) => nextDueMs(ex, scope.workplaceId, storeId));
      if (due === undefined) return;
      const wait = Math.max(due, pause.untilMs - Date.now());
      if (signal.aborted || wait > LONGEST_WAIT_MS) throw new Later(Math.max(1_000, wait), 'more waits for this store');
      if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => undefined);
    }
  };
}
