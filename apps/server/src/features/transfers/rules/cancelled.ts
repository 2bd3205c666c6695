import type { StoreTransfer } from '../tables.ts';

/** Why a move ended that its owner took back. */
export const CANCELLED = 'STORE_MOVE_CANCELLED';

/** Whether a move ended by its owner's word, and not for something that stood in its way. */
export const isCancelled = ({ error, state }: Pick<StoreTransfer, 'error' | 'state'>): boolean =>
  state === 'failed' && error?.key === CANCELLED;
