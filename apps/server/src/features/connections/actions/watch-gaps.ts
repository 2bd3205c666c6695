import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { checkAllWebhooksSoon } from './check-webhooks.ts';

const TICK_MS = 5_000;
/** A process inactive for this long has missed webhooks; WooCommerce disables them after a few failures. */
const GAP_MS = 20_000;

/**
 * Returns a function to call every few seconds. If the process was suspended between two calls, or lost its database,
 * all webhooks are checked.
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

/** Checks all webhooks now, at process start, and after each gap. Returns a function that stops this. */
export async function watchGaps(deps: Deps): Promise<() => Promise<void>> {
  const tick = createGapWatch(deps);
  await checkAllWebhooksSoon(deps);
  const timer = setInterval(() => void tick(), TICK_MS);
  return async () => clearInterval(timer);
}
