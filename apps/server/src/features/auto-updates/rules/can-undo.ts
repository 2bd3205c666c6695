import type { ChangeRow } from '../tables.ts';

type Undoable = Pick<ChangeRow, 'state' | 'before' | 'undone_by' | 'cause'>;

/** Whether a change can be undone. An undo is not undone itself: the rule, or a person, sets the value again. */
export const canUndo = ({ state, before, undone_by: undoneBy, cause }: Undoable): boolean =>
  state === 'done' && before !== null && undoneBy === null && cause !== 'undo';
