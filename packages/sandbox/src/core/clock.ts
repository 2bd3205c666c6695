import type { Store } from './store.ts';
import type { SandboxClock } from './world.ts';

/** What is kept: at real time `real` the sandbox's time was `sim` and ran at `speed`. Milliseconds. */
interface Mark {
  real: number;
  sim: number;
  speed: number;
}

const MAX_SPEED = 1_000_000;

/**
 * The sandbox's time, kept over restarts. It never runs backwards. While the sandbox is down its time goes on at normal
 * speed, so that a night with the clock left at 1000 times does not jump a year.
 */
export function createClock(store: Store, real: () => number = Date.now): SandboxClock & { save(): void } {
  const kept = store.setting('clock');
  let mark: Mark = { real: real(), sim: real(), speed: 1 };
  if (kept) {
    const old = JSON.parse(kept) as Mark;
    mark = { real: real(), sim: old.sim + Math.max(0, real() - old.real), speed: old.speed };
  }
  const millis = () => Math.floor(mark.sim + (real() - mark.real) * mark.speed);
  const save = () => {
    mark = { real: real(), sim: millis(), speed: mark.speed };
    store.setSetting('clock', JSON.stringify(mark));
  };
  return {
    millis,
    now: () => new Date(millis()).toISOString(),
    speed: () => mark.speed,
    set({ speed, advanceMs }) {
      if (speed !== undefined && !(speed >= 0 && speed <= MAX_SPEED))
        throw new RangeError(`expected a speed from 0 to ${MAX_SPEED}, got ${speed}`);
      if (advanceMs !== undefined && !(advanceMs >= 0))
        throw new RangeError(`expected advanceMs >= 0, got ${advanceMs}`);
      mark = { real: real(), sim: millis() + (advanceMs ?? 0), speed: speed ?? mark.speed };
      save();
    },
    save,
  };
}
