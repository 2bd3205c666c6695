/** Selected rows: some by id, or all that match the list's state. */
export type Selection = { all: false; ids: readonly string[] } | { all: true };

export const NOTHING: Selection = { all: false, ids: [] };

/** Number of selected rows; `total`: number of matches. */
export function selectionCount(selection: Selection, total: number | undefined): number {
  return selection.all ? (total ?? 0) : selection.ids.length;
}
