import { raw, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publishSessionChange } from '../../../http/session.ts';
import { Later } from '../../../jobs/define.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { lockStore, moveEntry, pollStoreJob, settleDefault, workWebhookJob } from '../../connections/index.ts';
import { followAgain } from '../../tracking/index.ts';
import { RECREATED, STORE_BATCHES, STORE_OWN, storeBatch } from '../rules/parts.ts';
import { missing } from '../rules/tally.ts';
import { clearStaging, findChunk, overwriteStoreRow } from '../staging-repo.ts';
import { type StoreTransfer, toSourceScope, toTargetScope } from '../tables.ts';
import { lockTransfer, updateTransfer } from '../transfer-repo.ts';
import { publishTransfer, stageBatch } from './stage-batch.ts';

const KEYS_MS = 2_000;

/**
 * Moves the store itself once all its rows have moved, redirecting its webhooks and polls in the same transaction. Does
 * nothing if something arrived meanwhile, which then moves first.
 */
export async function releaseStore(deps: Deps, transfer: StoreTransfer): Promise<void> {
  const { from_workplace: from, store_id: storeId, to_workplace: to } = transfer;
  await deps.db.tenant({ ...toSourceScope(transfer), actor: transfer.actor }, async (tx) => {
    const now = await lockTransfer(tx, transfer, 'carrying');
    if (!now) return;
    const store = await lockStore(tx, from, storeId);
    if (!store) throw new Error('store not found in the expected workplace');
    for (const batch of STORE_BATCHES) if ((await findChunk(tx, from, storeId, batch, 1)).length > 0) return;
    const lost = missing(now.tally);
    if (lost.length > 0) throw new Error(`rows missing after the transfer: ${lost.join(', ')}`);
    const renewed = await tx.first(sql`select 1 from store where workplace_id = ${from} and store_id = ${storeId}
      and renewing_until >= now()`);
    if (renewed) throw new Later(KEYS_MS, 'store credentials are being renewed');
    for (const table of RECREATED)
      await tx.run(sql`delete from ${raw(table)} where workplace_id = ${from} and store_id = ${storeId}`);
    await stageBatch(tx, { ...now, tally: {} }, from, storeBatch, [storeId]);
    await moveEntry(tx, storeId, to);
    await tx.run(sql`update cost_backfill set workplace_id = ${to} where store_id = ${storeId}`);
    await settleDefault(tx, from);
    await updateTransfer(tx, now, { state: 'arriving' });
    await publishSessionChange(tx, from);
    await publishTransfer(tx, from);
  });
}

/** Opens the store in the new workspace with its latest facts and credentials, and the work that arrived meanwhile. */
export async function openInTarget(deps: Deps, transfer: StoreTransfer): Promise<void> {
  const { account_id: accountId, carrying_at: since, store_id: storeId, to_workplace: to } = transfer;
  const here = { accountId, workplaceId: to };
  await deps.db.tenant({ ...toTargetScope(transfer), actor: transfer.actor }, async (tx) => {
    const now = await lockTransfer(tx, transfer, 'arriving');
    if (!now) return;
    const [part] = storeBatch.parts;
    if (part) await overwriteStoreRow(tx, now, to, part, storeId, STORE_OWN);
    await clearStaging(tx, now);
    await tx.run(sql`update store set moving = null where workplace_id = ${to} and store_id = ${storeId}`);
    await settleDefault(tx, to);
    const waiting = await tx.rows<{ id: string }>(sql`select delivery_id as id from webhook_delivery
      where workplace_id = ${to} and sender = 'store' and sender_id = ${storeId} and state = 'received'`);
    await deps.queue.sendMany(
      tx,
      workWebhookJob,
      waiting.map(({ id }) => ({ ...here, deliveryId: id, senderId: storeId })),
    );
    await deps.queue.send(tx, pollStoreJob, { ...here, storeId });
    await markOpenWork(tx, here);
    // Supplier webhooks about its orders were missed during the transfer, so they are polled from its start.
    await tx.run(sql`update supplier_connection set last_synced_at = least(last_synced_at, ${since}::timestamptz)
      where workplace_id = ${to} and status <> 'removed'`);
    await followAgain(tx, to, storeId);
    await updateTransfer(tx, now, { state: 'tidying', carried: now.total });
    await publishSessionChange(tx, to);
    await publishTransfer(tx, to);
  });
}
