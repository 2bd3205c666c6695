/**
 * Keeps the rows under a person's hand in their place while the list changes behind them: content is updated, rows
 * that left go, but rows that came in are counted and wait until the hand is away.
 */
export interface Held<T> {
  rows: T[];
  /** How many rows wait to be shown. */
  waiting: number;
}

/** @param shownIds the order on screen; empty when nothing was shown yet. */
export function holdRows<T extends object>(
  shownIds: readonly string[],
  latest: readonly T[],
  id: (row: T) => string,
  hold: boolean,
): Held<T> {
  if (!hold || shownIds.length === 0) return { rows: [...latest], waiting: 0 };
  const byId = new Map(latest.map((row) => [id(row), row]));
  const kept = shownIds.map((one) => byId.get(one)).filter((row) => row !== undefined);
  if (kept.length === 0) return { rows: [...latest], waiting: 0 };
  const shown = new Set(shownIds);
  const lastShown = latest.findLastIndex((row) => shown.has(id(row)));
  const rows = [...kept];
  let waiting = 0;
  for (const [index, row] of latest.entries()) {
    if (shown.has(id(row))) continue;
    // Rows after everything shown are the next page: they move nothing.
    if (index > lastShown) rows.push(row);
    else waiting += 1;
  }
  return { rows, waiting };
}
