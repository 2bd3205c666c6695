import { AppError, invalidField, newId, notFoundField } from '@quayside/kernel';
import { sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { publish } from '../../../live/publish.ts';
import { findStore, lockStore } from '../../connections/index.ts';
import { refuseWhileHandedOver } from '../../team/index.ts';
import { transferStoreJob } from '../jobs/transfer-jobs.ts';
import { countRows, supplierPlan } from '../queries/preview.ts';
import type { StoreTransfer } from '../tables.ts';
import { findOpenTransfer, findTransfer, insertTransfer } from '../transfer-repo.ts';

export interface TransferRequest {
  store_id: string;
  workplace_id: string;
}

/**
 * The destination workspace, which must belong to the caller like the current one. Throws WORKPLACE_NOT_FOUND and
 * STORE_IS_HERE.
 */
export function getTarget(who: Who, workplaceId: string): WorkplaceScope {
  const place = who.memberships.find((one) => one.workplaceId === workplaceId);
  const own = place?.role === 'owner' && place.ownerId === who.account.id && who.scope.accountId === place.ownerId;
  if (!own) throw notFoundField('workplace_id', 'WORKPLACE_NOT_FOUND');
  if (workplaceId === who.workplaceId) throw invalidField('workplace_id', 'STORE_IS_HERE');
  return { accountId: place.ownerId, workplaceId };
}

/**
 * Starts a store transfer: blocks new work and enqueues the job; repeated calls return the current transfer. Throws
 * STORE_NOT_FOUND, STORE_MOVE_OTHER_SUPPLIER, and STORE_MOVING for another destination.
 */
export async function startTransfer(deps: Deps, who: Who, wish: TransferRequest): Promise<StoreTransfer> {
  const to = getTarget(who, wish.workplace_id);
  const { accountId, actor, workplaceId } = who.scope;
  if (!actor) throw new Error('transfer request has no actor');
  const storeId = wish.store_id;
  const store = await deps.db.read(who.scope, (ex) => findStore(ex, workplaceId, storeId));
  if (!store || store.status === 'uninstalled') throw notFoundField('store_id', 'STORE_NOT_FOUND');
  const { problem } = await supplierPlan(deps, who.scope, to, storeId);
  if (problem) throw new AppError('BAD_REQUEST', problem.key, { params: problem.params });
  const counts = await deps.db.read(who.scope, (ex) => countRows(ex, workplaceId, storeId));
  const moveId = await deps.db.tenant(who.scope, async (tx) => {
    await refuseWhileHandedOver(tx, { accountId, workplaceId });
    // A workspace being deleted now waits, or is gone (see deleteWorkspace).
    await tx.run(sql`select 1 from account where account_id = ${accountId} for share`);
    const places = await tx.rows(sql`select 1 from member where account_id = ${accountId}
      and workplace_id = any(${[workplaceId, to.workplaceId]}::uuid[])`);
    if (places.length < 2) throw notFoundField('workplace_id', 'WORKPLACE_NOT_FOUND');
    const held = await lockStore(tx, workplaceId, storeId);
    if (!held || held.status === 'uninstalled') throw notFoundField('store_id', 'STORE_NOT_FOUND');
    const open = await findOpenTransfer(tx, accountId, storeId);
    if (open?.to_workplace === to.workplaceId) return open.move_id;
    if (open) throw new AppError('BAD_REQUEST', 'STORE_MOVING', { params: { name: held.platform_domain } });
    const move_id = newId();
    await tx.run(
      sql`update store set moving = 'waiting' where workplace_id = ${workplaceId} and store_id = ${storeId}`,
    );
    await insertTransfer(tx, {
      account_id: accountId,
      move_id,
      store_id: storeId,
      from_workplace: workplaceId,
      to_workplace: to.workplaceId,
      actor,
      platform: held.platform,
      platform_domain: held.platform_domain,
      store_name: held.store_name,
      mode: held.mode,
      total: counts.orders + counts.listings,
    });
    await deps.queue.send(tx, transferStoreJob, { accountId, moveId: move_id });
    await publish(tx, workplaceId, 'stores', [storeId]);
    return move_id;
  });
  const transfer = await deps.db.read(who.scope, (ex) => findTransfer(ex, accountId, moveId));
  if (!transfer) throw new Error('inserted transfer not found');
  return transfer;
}
