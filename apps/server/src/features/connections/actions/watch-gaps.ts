import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { checkAllWebhooksSoon } from './check-webhooks.ts';

const TICK_MS = 5_000;
/** A process that did not work for this long has refused webhooks; WooCommerce ends them after a few refusals. */
const GAP_MS = 20_000;

/**
 * Returns a function to be called every few seconds. Where the process was suspended between two calls, or could not use its
 * database, all webhooks are checked.
 */
export function createGapWatch(deps: Deps): () => Promise<void> {
  let workedAt = deps.clock.millis();
  let ticking = false;
  return async () => {
    if (ticking) return;
    ticking = true;
    try {
      await deps.db.global((tx) => tx.first(sql`select 1 as one`));
      if (deps.clock.millis() - workedAt > GAP_MS) await checkAllWebhooksSoon(deps);
      workedAt = deps.clock.millis();
    } catch (err) {
      deps.log.debug({ err }, 'the database could not be used');
    } finally {
      ticking = false;
    }
  };
}

/** Has all webhooks checked now, at the start of a process, and after each gap. Returns what ends the watch. */
export async function watchGaps(deps: Deps): Promise<() => Promise<void>> {
  const tick = createGapWatch(deps);
  await checkAllWebhooksSoon(deps);
  const timer = setInterval(() => void tick(), TICK_MS);
  return async () => clearInterval(timer);
}
