import { AppError } from '@quayside/kernel';
import { type Executor, sql, type WorkplaceScope } from '../../../db/index.ts';

/** Throws STORE_MOVING while a store is being transferred into or out of a workspace. */
export async function refuseWhileTransferring(tx: Executor, { accountId, workplaceId }: WorkplaceScope): Promise<void> {
  const transfer = await tx.first<{ platform_domain: string }>(sql`select platform_domain from store_move
    where account_id = ${accountId} and state not in ('done', 'failed')
      and ${workplaceId} in (from_workplace, to_workplace) limit 1`);
  if (transfer) throw new AppError('BAD_REQUEST', 'STORE_MOVING', { params: { name: transfer.platform_domain } });
}
