import { type Executor, raw, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publishSessionChange } from '../../../http/session.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { publish } from '../../../live/publish.ts';
import { dropEnhancements } from '../../enhancer/index.ts';
import { dropImages } from '../../image-enhancer/index.ts';
import { requestTracking } from '../../monitoring/index.ts';
import { followAgain } from '../../tracking/index.ts';
import { RECREATED } from '../rules/parts.ts';
import { type StoreTransfer, toSourceScope, toTargetScope } from '../tables.ts';
import { copiedProducts, forgetNames, lockTransfer, updateTransfer } from '../transfer-repo.ts';
import { publishTransfer } from './stage-batch.ts';

/**
 * Removes the store from the members limited to it, each under the member's own account
 * (migrations/1030_workplaces.sql).
 */
async function freeMembers(deps: Deps, transfer: StoreTransfer): Promise<void> {
  const { from_workplace: from, store_id: storeId } = transfer;
  const members = await deps.db.read(toSourceScope(transfer), (ex) =>
    ex.rows<{ account_id: string }>(sql`select account_id from member
      where workplace_id = ${from} and ${storeId}::uuid = any(store_ids)`),
  );
  for (const { account_id: accountId } of members)
    await deps.db.tenant({ accountId, workplaceId: from, actor: transfer.actor }, async (tx) => {
      // Grants no additional access: a member limited to only this store has none left.
      await tx.run(sql`update member set store_ids = array_remove(store_ids, ${storeId}::uuid), changed_at = now()
        where account_id = ${accountId} and workplace_id = ${from}`);
      await publishSessionChange(tx, from);
      await publish(tx, from, 'team');
    });
}

/** Deletes products that no other store of a workspace has and that were not edited since copying. */
async function dropProducts(
  tx: Executor,
  workplaceId: string,
  copied: readonly { id: string; revision: number | null }[],
  now: string,
) {
  const gone = await tx.rows<{ id: string }>(sql`select p.product_id as id from product p
    join jsonb_to_recordset(${JSON.stringify(copied)}::jsonb) as c(id uuid, revision integer) on c.id = p.product_id
    where p.workplace_id = ${workplaceId} and (c.revision is null or p.revision = c.revision)
      and not exists (select 1 from listing l where l.workplace_id = ${workplaceId} and l.product_id = p.product_id)
    order by p.product_id for update of p`);
  const ids = gone.map((row) => row.id);
  await dropEnhancements(tx, workplaceId, ids);
  await dropImages(tx, workplaceId, ids, now);
  await tx.run(
    sql`delete from product_variant where workplace_id = ${workplaceId} and product_id = any(${ids}::uuid[])`,
  );
  await tx.run(sql`delete from product where workplace_id = ${workplaceId} and product_id = any(${ids}::uuid[])`);
}

/** Counts imports where their rows are now, so that the plan counts each once. Idempotent. */
async function countImports(deps: Deps, transfer: StoreTransfer): Promise<void> {
  const here = await deps.db.read(toSourceScope(transfer), async (ex) => {
    const counted = (await copiedProducts(ex, transfer)).filter((one) => one.counts && one.from_id === one.to_id);
    const ids = counted.map((one) => one.from_id);
    const left = await ex.rows<{ id: string }>(sql`select product_id as id from product
      where workplace_id = ${transfer.from_workplace} and product_id = any(${ids}::uuid[])`);
    const stayed = new Set(left.map((row) => row.id));
    return ids.filter((id) => !stayed.has(id));
  });
  await deps.db.tenant(toTargetScope(transfer), (tx) =>
    tx.run(sql`update product set brought = false
      where workplace_id = ${transfer.to_workplace} and brought and product_id = any(${here}::uuid[])`),
  );
}

/** Cleans up the workspace that a store has left: members limited to it, and its own products. */
export async function cleanUpSource(deps: Deps, transfer: StoreTransfer): Promise<void> {
  const { from_workplace: from, store_id: storeId } = transfer;
  await freeMembers(deps, transfer);
  await deps.db.tenant({ ...toSourceScope(transfer), actor: transfer.actor }, async (tx) => {
    for (const table of ['invitation', 'api_token'] as const) {
      const held = sql`workplace_id = ${from} and ${storeId}::uuid = any(store_ids)`;
      const less = sql`store_ids = array_remove(store_ids, ${storeId}::uuid)`;
      await tx.run(
        table === 'invitation'
          ? sql`update invitation set ${less} where ${held}`
          : sql`update api_token set ${less} where ${held}`,
      );
    }
    await publishSessionChange(tx, from);
  });
  await deps.db.tenant(toSourceScope(transfer), async (tx) => {
    const copied = await copiedProducts(tx, transfer);
    await dropProducts(
      tx,
      from,
      copied.map(({ from_id, revision }) => ({ id: from_id, revision })),
      deps.clock.now(),
    );
    await publishTransfer(tx, from);
  });
  await countImports(deps, transfer);
  // Recorded in the store's new workspace.
  await deps.db.tenant({ ...toTargetScope(transfer), actor: transfer.actor }, async (tx) => {
    if (!(await lockTransfer(tx, transfer, 'tidying'))) return;
    // Tracked there like imported ones, now that the old workspace's no longer count.
    const added = (await copiedProducts(tx, transfer)).filter((one) => one.added).map((one) => one.to_id);
    await requestTracking(tx, deps, toTargetScope(transfer), added);
    await forgetNames(tx, transfer);
    await updateTransfer(tx, transfer, { state: 'done' });
    await publishTransfer(tx, transfer.to_workplace);
  });
  await deps.db.tenant(toSourceScope(transfer), (tx) => publish(tx, from, 'stores'));
}

/** After a rollback: removes everything of the store from the destination. */
export async function finishRollback(deps: Deps, transfer: StoreTransfer): Promise<void> {
  const { from_workplace: from, store_id: storeId, to_workplace: to } = transfer;
  await deps.db.tenant({ ...toTargetScope(transfer), actor: transfer.actor }, async (tx) => {
    if (!(await lockTransfer(tx, transfer, 'returning'))) return;
    for (const table of RECREATED)
      await tx.run(sql`delete from ${raw(table)} where workplace_id = ${to} and store_id = ${storeId}`);
    await tx.run(sql`delete from store where workplace_id = ${to} and store_id = ${storeId}`);
    const added = (await copiedProducts(tx, transfer)).filter((one) => one.added);
    await dropProducts(
      tx,
      to,
      added.map(({ revision, to_id }) => ({ id: to_id, revision })),
      deps.clock.now(),
    );
    await publishSessionChange(tx, to);
    await publishTransfer(tx, to);
  });
  await deps.db.tenant({ ...toSourceScope(transfer), actor: transfer.actor }, async (tx) => {
    if (!(await lockTransfer(tx, transfer, 'returning'))) return;
    await tx.run(sql`update store set moving = null where workplace_id = ${from} and store_id = ${storeId}`);
    // Polled again, because messages of suppliers and the store were ignored meanwhile.
    await tx.run(sql`update supplier_connection set last_synced_at = least(last_synced_at, ${transfer.carrying_at}::timestamptz)
      where workplace_id = ${from} and status <> 'removed'`);
    await followAgain(tx, from, storeId);
    // Jobs that ran meanwhile looked for their rows in vain.
    await markOpenWork(tx, toSourceScope(transfer));
    await forgetNames(tx, transfer);
    await updateTransfer(tx, transfer, { state: 'failed', carried: 0 });
    await publishTransfer(tx, from);
  });
}
