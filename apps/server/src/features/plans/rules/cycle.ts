const DAY_MS = 86_400_000;

/** The cycle of `days` that `now` lies in, when the first began at `startedAt`: both ends in Unix milliseconds. */
export function cycleAt(startedAt: number, days: number, now: number): { from: number; to: number } {
  const length = days * DAY_MS;
  const passed = Math.max(0, Math.floor((now - startedAt) / length));
  return { from: startedAt + passed * length, to: startedAt + (passed + 1) * length };
}
