import { AppError } from '@quayside/kernel';
import { type Executor, sql, type WorkplaceScope } from '../../db/index.ts';

/**
 * Keeps a workplace with its owner until the transaction ends: whoever accepts it meanwhile waits for that, and then sees
 * what was begun (hand-over.ts). Answers the owner of now.
 */
export const holdOwner = async (tx: Executor, workplaceId: string): Promise<string | undefined> =>
  (
    await tx.first<{ account_id: string }>(
      sql`select account_id from workplace where workplace_id = ${workplaceId} for key share`,
    )
  )?.account_id;

/**
 * Called first by what begins work that the owner pays for. Throws OWNERSHIP_GOES_OVER while the workplace waits to go to
 * its new owner, and where it has just gone.
 */
export async function refuseWhileHandedOver(tx: Executor, { accountId, workplaceId }: WorkplaceScope): Promise<void> {
  const owner = await holdOwner(tx, workplaceId);
  const offer = await tx.first<{ to_name: string }>(sql`select to_name from workplace_offer
    where workplace_id = ${workplaceId} and closed_until > now() and expires_at > now()`);
  if (offer || owner !== accountId)
    throw new AppError('BAD_REQUEST', 'OWNERSHIP_GOES_OVER', { params: { name: offer?.to_name ?? '' } });
}
