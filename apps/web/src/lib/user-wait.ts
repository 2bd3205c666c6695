/** Polling interval in milliseconds and maximum number of polls while waiting for the account. Source: rule B148. */
export const USER_WAIT = { everyMs: 100, times: 50 } as const;

/**
 * Polls until something is there. Gives up after the last poll but still accepts a later result.
 *
 * @returns a function that stops it.
 */
export function watchFor(isThere: () => boolean, onGiveUp: () => void): () => void {
  let looks = 0;
  const timer = setInterval(() => {
    looks += 1;
    const there = isThere();
    if (!there && looks < USER_WAIT.times) return;
    clearInterval(timer);
    if (!there) onGiveUp();
  }, USER_WAIT.everyMs);
  return () => clearInterval(timer);
}
