import { type Executor, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { moveFiles } from '../../files/index.ts';
import { settleProduct } from '../../products/index.ts';
import { STORE_BATCHES, type TransferBatch } from '../rules/parts.ts';
import { counted } from '../rules/tally.ts';
import { clearStaging, insertStagedRows, listStagedTables, readStagedRows, rename } from '../staging-repo.ts';
import type { StoreTransfer } from '../tables.ts';
import { lockTransfer, updateTransfer } from '../transfer-repo.ts';
import { bringProducts } from './bring-products.ts';
import { publishTransfer } from './stage-batch.ts';

/** The kind of batch in staging, by its main table. */
const cargoOf = (tables: readonly string[]): TransferBatch | undefined =>
  STORE_BATCHES.find((batch) => tables.includes(batch.parts[0]?.table ?? ''));

const idColumn = (batch: TransferBatch): string =>
  ({
    listings: 'listing_id',
    store_values: 'override_id',
    store_metafields: 'metafield_id',
    mappings: 'mapping_id',
    orders: 'order_id',
    set_aside: 'set_aside_id',
    buying: 'buying_address_id',
    shopper_mails: 'store_id',
    reports: 'delivery_id',
    store: 'store_id',
  })[batch.name];

/** Redirects public tracking pages of some orders to their new workspace. */
const moveTracking = (tx: Executor, workplaceId: string, orderIds: readonly string[]) =>
  tx.run(sql`update tracking_directory set workplace_id = ${workplaceId} where public_tracking_id in
    (select public_tracking_id from sales_order where workplace_id = ${workplaceId} and order_id = any(${[...orderIds]}::uuid[]))`);

/** Redirects pending refunds of some orders to their new workspace, for operators. */
const moveRefunds = (tx: Executor, workplaceId: string, orderIds: readonly string[]) =>
  tx.run(sql`update refund_directory set workplace_id = ${workplaceId} where supplier_order_id in
    (select supplier_order_id from expected_refund where workplace_id = ${workplaceId} and order_id = any(${[...orderIds]}::uuid[]))`);

/**
 * Writes staged rows into a workspace in one transaction: renamed, compared, and removed from staging. `back`: into the
 * original one.
 */
export async function insertNextBatch(deps: Deps, transfer: StoreTransfer, back: boolean): Promise<void> {
  const to = back ? transfer.from_workplace : transfer.to_workplace;
  const scope = { accountId: transfer.account_id, workplaceId: to };
  await deps.db.tenant(scope, async (tx) => {
    const now = await lockTransfer(tx, transfer, back ? 'returning' : 'carrying');
    if (!now) return;
    const batch = cargoOf(await listStagedTables(tx, now));
    if (!batch) return;
    if (!back) await bringProducts(tx, now, to);
    // Rows that left the old workspace and never arrived still have their old names and were not counted.
    const turnedRound = back && (await leftFrom(tx, now)) === to;
    if (!turnedRound) await rename(tx, now, back);
    const column = idColumn(batch);
    const things = await readStagedRows<Record<string, string>>(tx, now, batch.parts[0]?.table ?? '');
    const ids = things.map((row) => row[column] ?? '');
    let { tally } = now;
    for (const part of batch.parts)
      tally = counted(tally, 'arrived', part.table, await insertStagedRows(tx, now, to, part, ids));
    if (batch.name === 'orders') {
      await moveTracking(tx, to, ids);
      await moveRefunds(tx, to, ids);
      await moveFiles(tx, to, ids);
    }
    if (batch.name === 'listings')
      for (const id of new Set(things.map((row) => row.product_id ?? ''))) await settleProduct(tx, to, id);
    await clearStaging(tx, now);
    const by = batch.counted && !turnedRound ? ids.length : 0;
    await updateTransfer(tx, now, { tally, carried: back ? Math.max(0, now.carried - by) : now.carried + by });
    if (batch.counted) await publishTransfer(tx, to);
  });
}

const leftFrom = async (tx: Executor, transfer: StoreTransfer): Promise<string | undefined> =>
  (
    await tx.first<{ left_from: string }>(sql`select left_from from store_move_row
      where account_id = ${transfer.account_id} and move_id = ${transfer.move_id} limit 1`)
  )?.left_from;
