import type { ProcessItem } from '../../kit/process-list.tsx';
import { createObservable } from '../../lib/observable.ts';

/** How long finished tasks stay in the corner before they fold into the header, in milliseconds. */
export const FOLDS_AFTER_MS = 6_000;

/** Whether nothing is left to watch: every task succeeded. A failure stays in view until it is dismissed. */
export const areAllDone = (items: readonly Pick<ProcessItem, 'status'>[]): boolean =>
  items.length > 0 && items.every((item) => item.status === 'success');

/** Whether the finished tasks of this page are folded away. */
export const foldedTasks = createObservable(false);
