import type { Clock } from '@quayside/kernel';

/** CJ allows 10 requests a second from one address, whatever the account. Source: CJ, access frequency restrictions. */
const PER_ADDRESS = 10;

interface Lane {
  /** Unix milliseconds at which the next request may leave. */
  free: number;
}

const lanes = new Map<string, Lane>();

const wait = (ms: number): Promise<void> => (ms > 0 ? new Promise((done) => setTimeout(done, ms)) : Promise.resolve());

/** Takes the next place in a lane that lets `perSecond` requests through; answers the milliseconds to wait. */
function place(key: string, perSecond: number, now: number): number {
  const lane = lanes.get(key) ?? { free: 0 };
  const start = Math.max(now, lane.free);
  lane.free = start + 1_000 / perSecond;
  lanes.set(key, lane);
  return start - now;
}

/**
 * Waits until this account, and this machine, may ask CJ again. It spreads the requests of one process; several
 * processes may still meet CJ's own refusal (1600200), which comes back as rate-limited.
 */
export async function waitForSlot(clock: Clock, host: string, account: string, perSecond: number): Promise<void> {
  const now = clock.millis();
  // An account that was granted more than the limit of an address has had that limit lifted as well.
  const address = Math.max(PER_ADDRESS, perSecond);
  await wait(Math.max(place(`${host} ${account}`, perSecond, now), place(host, address, now)));
}
