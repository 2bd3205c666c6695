export interface FitColumn {
  key: string;
  /** Minimum width in pixels. */
  width: number;
  /** 1 is always shown; higher numbers are hidden first when space is short. */
  priority: number;
}

/**
 * Chooses the columns that fit into a width: the highest priority number is hidden first, from the right; priority 1
 * stays. Rows then never scroll sideways, and hidden values are in the detail panel.
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
