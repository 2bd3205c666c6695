import type { ProcessItem } from '../../kit/process-list.tsx';

/** How long finished tasks stay in the corner before they fold into the header, in milliseconds. */
export const FOLDS_AFTER_MS = 6_000;

/** Whether nothing is left to watch: every task succeeded. A failure stays in view until it is dismissed. */
export const areAllDone = (items: readonly Pick<ProcessItem, 'status'>[]): boolean =>
  items.length > 0 && items.every((item) => item.status === 'success');

const watchers = new Set<() => void>();
let isFolded = false;

/** Whether the finished tasks of this page are folded away. */
export const foldedTasks = {
  watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  read: (): boolean => isFolded,
  set(folded: boolean): void {
    if (folded === isFolded) return;
    isFolded = folded;
    for (const watcher of watchers) watcher();
  },
};
