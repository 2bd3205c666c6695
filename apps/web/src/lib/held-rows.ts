/**
 * Holds rows in place during interaction while the list changes: contents update and removed rows disappear, but new
 * rows are counted and shown afterwards.
 */
export interface Held<T> {
  rows: T[];
  /** Number of new rows not shown yet. */
  waiting: number;
}

/** @param shownIds the displayed order; empty when nothing was shown yet. */
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
    // Rows after all displayed ones are the next page and move nothing.
    if (index > lastShown) rows.push(row);
    else waiting += 1;
  }
  return { rows, waiting };
}
