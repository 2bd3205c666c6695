import type { Deps } from '../../deps.ts';
import { batchNotifications } from './actions/batch-notifications.ts';
import { EVENT_CHANNEL } from './notify.ts';

/** Minimum time between two runs for one workplace, so that bulk events are combined. */
const EVERY_MS = 400;

/**
 * Combines events as they happen: the first immediately, further ones shortly after. Every worker listens, one per
 * workplace runs at a time, and a sweep finds events that a killed process didn't announce.
 */
export async function startBatching(deps: Pick<Deps, 'db' | 'queue' | 'log'>): Promise<() => Promise<void>> {
  const resting = new Map<string, NodeJS.Timeout>();
  const again = new Set<string>();
  const running = new Map<string, Promise<void>>();
  let stopped = false;

  function begin(workplaceId: string): void {
    const run = batchNotifications(deps, workplaceId)
      .then((more) => {
        if (more) again.add(workplaceId);
      })
      .catch((error: unknown) => deps.log.warn({ err: error }, 'building notifications failed'))
      .finally(() => {
        running.delete(workplaceId);
        rest(workplaceId);
      });
    running.set(workplaceId, run);
  }

  function rest(workplaceId: string): void {
    if (stopped) return;
    const timer = setTimeout(() => {
      resting.delete(workplaceId);
      if (again.delete(workplaceId)) begin(workplaceId);
    }, EVERY_MS);
    timer.unref();
    resting.set(workplaceId, timer);
  }

  const stopListening = await deps.db.listen(EVENT_CHANNEL, (workplaceId) => {
    if (stopped) return;
    if (running.has(workplaceId) || resting.has(workplaceId)) again.add(workplaceId);
    else begin(workplaceId);
  });

  return async () => {
    stopped = true;
    await stopListening();
    for (const timer of resting.values()) clearTimeout(timer);
    await Promise.all(running.values());
  };
}
