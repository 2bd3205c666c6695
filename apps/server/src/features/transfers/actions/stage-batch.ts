import { type Executor, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { publish } from '../../../live/publish.ts';
import { settleProduct } from '../../products/index.ts';
import { isHeld } from '../queries/open-work.ts';
import { STORE_BATCHES, type TransferBatch } from '../rules/parts.ts';
import { counted } from '../rules/tally.ts';
import { findChunk, listStagedTables, removeRows, stageRows } from '../staging-repo.ts';
import type { StoreTransfer } from '../tables.ts';
import { lockTransfer, updateTransfer } from '../transfer-repo.ts';

/** A worker still holding rows of the batch records them shortly, or its lease ends. */
const HELD_MS = 2_000;

/** Stages rows and deletes them from their workspace, in the caller's transaction. Returns the new tally. */
export async function stageBatch(
  tx: Executor,
  transfer: StoreTransfer,
  from: string,
  batch: TransferBatch,
  ids: readonly string[],
): Promise<StoreTransfer['tally']> {
  let { tally } = transfer;
  const rows = new Map<string, number>();
  for (const part of batch.parts) {
    const aside = await stageRows(tx, transfer, from, part, ids);
    rows.set(part.table, aside.rows);
    tally = counted(tally, 'left', part.table, aside);
  }
  for (const part of batch.parts.toReversed()) await removeRows(tx, from, part, ids, rows.get(part.table) ?? 0);
  return tally;
}

/** Copies products of some listings to staging; they stay in place until the store has gone. */
async function copyToStore(
  tx: Executor,
  transfer: StoreTransfer,
  from: string,
  productIds: readonly string[],
): Promise<void> {
  const where = 't.product_id = any($2::uuid[])';
  await stageRows(tx, transfer, from, { table: 'product', where }, productIds);
  await stageRows(tx, transfer, from, { table: 'product_variant', where }, productIds);
}

/**
 * Moves the next batch from a workspace to staging, compared, in one transaction. Returns false when nothing is left;
 * `back`: rolls back what had arrived.
 */
export async function stageNextBatch(deps: Deps, transfer: StoreTransfer, back: boolean): Promise<boolean> {
  const from = back ? transfer.to_workplace : transfer.from_workplace;
  const scope = { accountId: transfer.account_id, workplaceId: from };
  return deps.db.tenant(scope, async (tx) => {
    const now = await lockTransfer(tx, transfer, back ? 'returning' : 'carrying');
    if (!now) return true;
    // Another worker was faster: its staged rows arrive first.
    if ((await listStagedTables(tx, now)).length > 0) return true;
    for (const batch of STORE_BATCHES) {
      const ids = await findChunk(tx, from, now.store_id, batch);
      if (ids.length === 0) continue;
      const products = batch.name === 'listings' ? await productsOf(tx, from, ids) : [];
      if (batch.name === 'orders') {
        await tx.run(sql`select 1 from sales_order where workplace_id = ${from} and order_id = any(${ids}::uuid[])
          order by order_id for update`);
        if (await isHeld(tx, from, ids)) throw new Later(HELD_MS, 'a worker still holds rows of the store');
      }
      if (!back && products.length > 0) await copyToStore(tx, now, from, products);
      const tally = await stageBatch(tx, now, from, batch, ids);
      for (const id of products) await settleProduct(tx, from, id);
      await updateTransfer(tx, now, { tally });
      if (batch.counted) await publishTransfer(tx, from);
      return true;
    }
    return false;
  });
}

/** Products of some listings, locked in a fixed order. */
async function productsOf(tx: Executor, workplaceId: string, listingIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{
    id: string;
  }>(sql`select product_id as id from product where workplace_id = ${workplaceId}
    and product_id in (select product_id from listing where workplace_id = ${workplaceId}
      and listing_id = any(${[...listingIds]}::uuid[])) order by product_id for update`);
  return rows.map((row) => row.id);
}

/** Makes screens of a workspace reload its lists; the store's card shows the progress. */
export async function publishTransfer(tx: Executor, workplaceId: string): Promise<void> {
  for (const topic of ['stores', 'orders', 'products', 'listings', 'counts'] as const)
    await publish(tx, workplaceId, topic);
}
