import { AppError } from '@quayside/kernel';
import { type Executor, sql, type WorkplaceScope } from '../../db/index.ts';

/**
 * Locks a workplace's ownership until the transaction ends: a concurrent acceptance waits, and then sees the new work
 * (hand-over.ts). Returns the current owner.
 */
export const holdOwner = async (tx: Executor, workplaceId: string): Promise<string | undefined> =>
  (
    await tx.first<{ account_id: string }>(
      sql`select account_id from workplace where workplace_id = ${workplaceId} for key share`,
    )
  )?.account_id;

/**
 * Called first by new work that the owner pays for. Throws OWNERSHIP_GOES_OVER while an ownership transfer is pending
 * completion, and right after it.
 */
export async function refuseWhileHandedOver(tx: Executor, { accountId, workplaceId }: WorkplaceScope): Promise<void> {
  const owner = await holdOwner(tx, workplaceId);
  const offer = await tx.first<{ to_name: string }>(sql`select to_name from workplace_offer
    where workplace_id = ${workplaceId} and closed_until > now() and expires_at > now()`);
  if (offer || owner !== accountId)
    throw new AppError('BAD_REQUEST', 'OWNERSHIP_GOES_OVER', { params: { name: offer?.to_name ?? '' } });
}
