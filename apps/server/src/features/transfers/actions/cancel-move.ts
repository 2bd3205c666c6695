import { AppError } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { findMove } from '../move-repo.ts';
import { CANCELLED, isCancelled } from '../rules/cancelled.ts';
import type { Move } from '../tables.ts';
import { giveUp } from './begin-carrying.ts';

/**
 * Cancels a transfer that still waits for running work; nothing has moved by then. Idempotent; throws
 * STORE_MOVE_NOT_FOUND, also in the destination workspace, and STORE_MOVE_TOO_LATE.
 */
export async function cancelMove(deps: Deps, who: Who, moveId: string): Promise<Move> {
  const { accountId, actor } = who.scope;
  const read = () => deps.db.read(who.scope, (ex) => findMove(ex, accountId, moveId));
  const move = await read();
  const isSeen = move && (!who.storeIds || who.storeIds.includes(move.store_id));
  if (!isSeen || move.from_workplace !== who.workplaceId) throw new AppError('NOT_FOUND', 'STORE_MOVE_NOT_FOUND');
  const params = { name: move.store_name };
  await giveUp(deps, move, { key: CANCELLED, params }, actor);
  const after = await read();
  if (!after || !isCancelled(after)) throw new AppError('BAD_REQUEST', 'STORE_MOVE_TOO_LATE', { params });
  return after;
}
