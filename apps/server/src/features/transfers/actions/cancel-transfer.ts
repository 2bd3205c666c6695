import { AppError } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { CANCELLED, isCancelled } from '../rules/cancelled.ts';
import type { StoreTransfer } from '../tables.ts';
import { findTransfer } from '../transfer-repo.ts';
import { giveUp } from './prepare-transfer.ts';

/**
 * Cancels a transfer that still waits for running work; nothing has moved by then. Idempotent; throws
 * STORE_MOVE_NOT_FOUND, also in the destination workspace, and STORE_MOVE_TOO_LATE.
 */
export async function cancelTransfer(deps: Deps, who: Who, moveId: string): Promise<StoreTransfer> {
  const { accountId, actor } = who.scope;
  const read = () => deps.db.read(who.scope, (ex) => findTransfer(ex, accountId, moveId));
  const transfer = await read();
  const isSeen = transfer && (!who.storeIds || who.storeIds.includes(transfer.store_id));
  if (!isSeen || transfer.from_workplace !== who.workplaceId) throw new AppError('NOT_FOUND', 'STORE_MOVE_NOT_FOUND');
  const params = { name: transfer.store_name };
  await giveUp(deps, transfer, { key: CANCELLED, params }, actor);
  const after = await read();
  if (!after || !isCancelled(after)) throw new AppError('BAD_REQUEST', 'STORE_MOVE_TOO_LATE', { params });
  return after;
}
