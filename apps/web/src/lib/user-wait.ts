/** How often it is looked whether the person is known, in milliseconds, and how many times at most. Source: rule B148. */
export const USER_WAIT = { everyMs: 100, times: 50 } as const;

/**
 * Looks again and again whether something is there. After the last look it gives up; what comes later is taken all the same.
 *
 * @returns stops looking.
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
