let last: Promise<unknown> = Promise.resolve();

/**
 * Runs one piece of work after the other: what is kept is read, changed and written back, and two messages may come at once.
 */
export function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work, work);
  last = next.catch(() => undefined);
  return next;
}
