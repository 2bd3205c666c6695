import { type Executor, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { publish } from '../../../live/publish.ts';
import { settleProduct } from '../../products/index.ts';
import { saveMove, takeMove } from '../move-repo.ts';
import { isHeld } from '../queries/open-work.ts';
import { STORE_BATCHES, type TransferBatch } from '../rules/parts.ts';
import { counted } from '../rules/tally.ts';
import { findChunk, listStagedTables, removeRows, stageRows } from '../staging-repo.ts';
import type { Move } from '../tables.ts';

/** A worker still holding rows of the batch records them shortly, or its lease ends. */
const HELD_MS = 2_000;

/** Stages rows and deletes them from their workspace, in the caller's transaction. Returns the new tally. */
export async function putOut(
  tx: Executor,
  move: Move,
  from: string,
  cargo: TransferBatch,
  ids: readonly string[],
): Promise<Move['tally']> {
  let { tally } = move;
  const rows = new Map<string, number>();
  for (const part of cargo.parts) {
    const aside = await stageRows(tx, move, from, part, ids);
    rows.set(part.table, aside.rows);
    tally = counted(tally, 'left', part.table, aside);
  }
  for (const part of cargo.parts.toReversed()) await removeRows(tx, from, part, ids, rows.get(part.table) ?? 0);
  return tally;
}

/** Copies products of some listings to staging; they stay in place until the store has gone. */
async function copyProducts(tx: Executor, move: Move, from: string, productIds: readonly string[]): Promise<void> {
  const where = 't.product_id = any($2::uuid[])';
  await stageRows(tx, move, from, { table: 'product', where }, productIds);
  await stageRows(tx, move, from, { table: 'product_variant', where }, productIds);
}

/**
 * Moves the next batch from a workspace to staging, compared, in one transaction. Returns false when nothing is left;
 * `back`: rolls back what had arrived.
 */
export async function leave(deps: Deps, move: Move, back: boolean): Promise<boolean> {
  const from = back ? move.to_workplace : move.from_workplace;
  const scope = { accountId: move.account_id, workplaceId: from };
  return deps.db.tenant(scope, async (tx) => {
    const now = await takeMove(tx, move, back ? 'returning' : 'carrying');
    if (!now) return true;
    // Another worker was faster: its staged rows arrive first.
    if ((await listStagedTables(tx, now)).length > 0) return true;
    for (const cargo of STORE_BATCHES) {
      const ids = await findChunk(tx, from, now.store_id, cargo);
      if (ids.length === 0) continue;
      const products = cargo.name === 'listings' ? await productsOf(tx, from, ids) : [];
      if (cargo.name === 'orders') {
        await tx.run(sql`select 1 from sales_order where workplace_id = ${from} and order_id = any(${ids}::uuid[])
          order by order_id for update`);
        if (await isHeld(tx, from, ids)) throw new Later(HELD_MS, 'a worker still holds rows of the store');
      }
      if (!back && products.length > 0) await copyProducts(tx, now, from, products);
      const tally = await putOut(tx, now, from, cargo, ids);
      for (const id of products) await settleProduct(tx, from, id);
      await saveMove(tx, now, { tally });
      if (cargo.counted) await publishMove(tx, from);
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
export async function publishMove(tx: Executor, workplaceId: string): Promise<void> {
  for (const topic of ['stores', 'orders', 'products', 'listings', 'counts'] as const)
    await publish(tx, workplaceId, topic);
}
