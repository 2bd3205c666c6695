export interface FitColumn {
  key: string;
  /** Least width in pixels. */
  width: number;
  /** 1 stays always; the highest number goes first when there is no room. */
  priority: number;
}

/**
 * Which columns fit into a width. Those of the highest priority number go first, from the right, until the rest fits;
 * priority 1 never goes. Rows then need no sideways scrolling; what went is in the detail.
 */
export function fitColumns(columns: readonly FitColumn[], room: number): Set<string> {
  const kept = [...columns];
  let needed = kept.reduce((sum, column) => sum + column.width, 0);
  while (needed > room) {
    const worst = kept.reduce<FitColumn | undefined>(
      (found, column) => (column.priority > 1 && column.priority >= (found?.priority ?? 0) ? column : found),
      undefined,
    );
    if (!worst) break;
    kept.splice(kept.indexOf(worst), 1);
    needed -= worst.width;
  }
  return new Set(kept.map((column) => column.key));
}
