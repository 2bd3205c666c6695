import { notFoundField } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import { assignFiles, keepFiles } from '../repo.ts';

/** Makes files part of an order, so that they are erased and moved with it. They are still deleted a day after they were saved. */
export async function linkFiles(
  tx: Executor,
  workplaceId: string,
  order: { order_id: string; store_id: string },
  ids: readonly string[],
): Promise<void> {
  await assignFiles(tx, workplaceId, { order_id: order.order_id, store_id: order.store_id }, ids);
}

/** Keeps uploaded files as files of an order. Throws FILE_NOT_FOUND when one is gone or already used. */
export async function useFiles(
  tx: Executor,
  workplaceId: string,
  order: { order_id: string; store_id: string },
  ids: readonly string[],
  field: string,
): Promise<void> {
  if (ids.length === 0) return;
  const kept = await keepFiles(tx, workplaceId, ids);
  const assigned = await assignFiles(tx, workplaceId, order, ids);
  if (kept < ids.length || assigned < ids.length) throw notFoundField(field, 'FILE_NOT_FOUND');
}
