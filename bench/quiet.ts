import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Share of the processors' time that is used, of a quiet machine. */
const QUIET = 0.2;
const QUIET_SECONDS = 3;
const MOST_SECONDS = 240;

function used(): { busy: number; all: number } {
  const spent = cpus().map(({ times }) => times);
  const all = spent.reduce((sum, times) => sum + Object.values(times).reduce((one, two) => one + two, 0), 0);
  return { busy: all - spent.reduce((sum, times) => sum + times.idle, 0), all };
}

/**
 * Waits until the machine has had little to do for three seconds, since a new demo fills its stores with products and orders for a
 * minute. Ends after four minutes at the latest; figures name the load.
 */
export async function quietMachine(): Promise<void> {
  let quiet = 0;
  for (let second = 0; second < MOST_SECONDS && quiet < QUIET_SECONDS; second += 1) {
    const before = used();
    await sleep(1_000);
    const after = used();
    quiet = (after.busy - before.busy) / (after.all - before.all) < QUIET ? quiet + 1 : 0;
  }
}
