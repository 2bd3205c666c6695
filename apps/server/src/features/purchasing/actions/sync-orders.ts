import { ConnectorError, type SupplierOrder } from '@quayside/connector-kit';
import { AppError, money, newId } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { publish } from '../../../live/publish.ts';
import { withSupplier } from '../../connections/index.ts';
import { lockOrders } from '../../orders/index.ts';
import { growProcess } from '../../processes/index.ts';
import { placeSupplierOrderJob, syncSupplierOrderJob, toJob } from '../jobs/purchasing.ts';
import { findByRemote, findPurchase } from '../repo.ts';
import { isRefundable } from '../rules/refunds.ts';
import { PAY_OPEN, PLACE_OPEN } from '../rules/states.ts';
import { getPollCursor, markSyncing, noteSynced, type PollCursor, recordSync, savePollCursor } from '../sync-repo.ts';
import { orderIdsOf, type PurchaseRow } from '../tables.ts';
import { applyRemote, isNews, type Word } from './apply-remote.ts';
import { bookRefunds } from './book-refunds.ts';
import type { PlaceTools } from './place-supplier-order.ts';
import { settleOrders } from './settle-orders.ts';

/**
 * Saves a supplier's view of one of our orders. One still being placed is left to its job, which finds it by its
 * reference.
 */
export async function saveSupplierState(
  tools: PlaceTools,
  here: WorkplaceScope,
  row: PurchaseRow,
  remote: Word,
): Promise<void> {
  const { deps } = tools;
  const { workplaceId } = here;
  if (PLACE_OPEN.includes(row.state)) {
    await deps.db.tenant(here, (tx) => deps.queue.send(tx, placeSupplierOrderJob, toJob(here, row)));
    return;
  }
  const isOver = row.state === 'cancelled' && isRefundable(row) && !!remote.refunds?.length;
  if (!isOver && (row.state !== 'placed' || !isNews(row, remote))) return;
  await deps.db.tenant(here, async (tx) => {
    const ids = orderIdsOf(row);
    const orders = await lockOrders(tx, workplaceId, ids);
    const now = await findPurchase(tx, workplaceId, row.supplier_order_id);
    if (orders.length < ids.length || !now) return;
    if (now.state === 'placed') await applyRemote(tx, deps, here, orders, now, remote);
    else if (now.state === 'cancelled') await bookRefunds(tx, here, orders, now, remote);
    else return;
    await settleOrders(tx, deps, here, orders);
    await publish(tx, workplaceId, 'orders', ids);
  });
}

/** Work on an order, left out while its store is being transferred to another workspace. */
export async function unlessMoving(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'STORE_MOVING') throw error;
  }
}

async function keepWords(
  tools: PlaceTools,
  here: WorkplaceScope,
  connectionId: string,
  remotes: readonly SupplierOrder[],
): Promise<void> {
  if (remotes.length === 0) return;
  const { deps } = tools;
  const rows = await deps.db.read(here, (ex) =>
    findByRemote(
      ex,
      here.workplaceId,
      connectionId,
      remotes.map((one) => one.reference),
      remotes.map((one) => one.supplierOrderId),
    ),
  );
  for (const remote of remotes) {
    // By the supplier's number if known: a split-off part may carry our reference with another number.
    const row =
      rows.find((one) => one.source_order_no === remote.supplierOrderId) ??
      rows.find((one) => one.source_order_no === null && one.reference === remote.reference);
    // Orders of a store being transferred are read in the other workspace.
    if (row) await unlessMoving(() => saveSupplierState(tools, here, row, remote));
  }
  await deps.db.tenant(here, (tx) =>
    noteSynced(
      tx,
      here.workplaceId,
      rows.map((row) => row.supplier_order_id),
    ),
  );
}

/** Overlap with the previous poll, for changes committed late or during it. */
const OVERLAP_MS = 10 * 60_000;

/** A poll interrupted for longer than this starts over, because its first pages are outdated. */
const RESUMED_FOR_MS = 24 * 3_600_000;

/** Cursor of an interrupted poll; undefined: it finished, or is too old. */
async function resumed(deps: Deps, here: WorkplaceScope, connectionId: string): Promise<PollCursor | undefined> {
  const place = await deps.db.read(here, (ex) => getPollCursor(ex, here.workplaceId, connectionId));
  return place && deps.clock.millis() - Date.parse(place.at) < RESUMED_FOR_MS ? place : undefined;
}

/**
 * Polls a connection's orders for changes since the last poll, which webhooks may have missed. With a signal it resumes
 * an interrupted poll from any process and throws when the job ends; without one it starts at the first page.
 */
export async function pollSupplierOrders(
  tools: PlaceTools,
  here: WorkplaceScope,
  connectionId: string,
  signal?: AbortSignal,
): Promise<void> {
  const { deps } = tools;
  const keep = (place: PollCursor | null) =>
    deps.db.tenant(here, (tx) => savePollCursor(tx, here.workplaceId, connectionId, place));
  await withSupplier(deps, here, { connectionId }, async ({ connection, connector, ctx }) => {
    const last = Date.parse(connection.last_synced_at ?? connection.created_at);
    const place = signal && (await resumed(deps, here, connectionId));
    const updatedAfter = place?.updatedAfter ?? new Date(last - OVERLAP_MS).toISOString();
    const asked = signal ? { ...ctx, signal } : ctx;
    let cursor = place?.cursor;
    do {
      signal?.throwIfAborted();
      const page = await connector
        .listOrders(asked, { updatedAfter, ...(cursor === undefined ? {} : { cursor }) })
        .catch(async (error) => {
          // A cursor that the supplier rejects must not block all later polls.
          if (place && error instanceof ConnectorError && error.kind === 'rejected') await keep(null);
          throw error;
        });
      await keepWords(tools, here, connectionId, page.items);
      cursor = page.nextCursor;
      if (signal) await keep(cursor === undefined ? null : { cursor, updatedAfter, at: deps.clock.now() });
    } while (cursor !== undefined);
  });
}

/** A supplier's webhook about an order; undefined: any may have changed. */
export async function onSupplierOrderChanged(
  tools: PlaceTools,
  here: WorkplaceScope,
  connectionId: string,
  supplierOrderId: string | undefined,
): Promise<void> {
  if (supplierOrderId === undefined) return pollSupplierOrders(tools, here, connectionId);
  const remote = await withSupplier(tools.deps, here, { connectionId }, ({ connector, ctx }) =>
    connector.getOrder(ctx, supplierOrderId),
  );
  if (remote) await keepWords(tools, here, connectionId, [remote]);
}

/** Treats an order missing at its supplier as canceled there. */
const missingOrder = (row: PurchaseRow, number: string): Word => ({
  isMissing: true,
  supplierOrderId: number,
  reference: row.reference,
  state: 'cancelled',
  itemsCost: money(row.items_cost ?? 0, row.currency),
  shippingCost: money(row.shipping_cost ?? 0, row.currency),
  total: money(row.total_cost ?? 0, row.currency),
  lines: [],
  parcels: [],
});

/**
 * Records a cancellation that arrived during a payment, once the payment has ended. The order is read again, because
 * refunds of a paid order depend on its current state; a missing order counts as canceled.
 */
export async function recordCancelled(tools: PlaceTools, here: WorkplaceScope, id: string): Promise<void> {
  const { deps } = tools;
  const row = await deps.db.read(here, (ex) => findPurchase(ex, here.workplaceId, id));
  const number = row?.source_order_no;
  if (!row?.connection_id || !number || row.state !== 'placed' || PAY_OPEN.includes(row.pay_state)) return;
  const remote = await withSupplier(deps, here, { connectionId: row.connection_id }, ({ connector, ctx }) =>
    connector.getOrder(ctx, number),
  );
  await saveSupplierState(tools, here, row, remote ?? missingOrder(row, number));
}

/** Starts a sync of supplier orders; returns its task. */
export async function startSync(
  tx: Executor,
  deps: Deps,
  here: WorkplaceScope,
  rows: readonly PurchaseRow[],
): Promise<string | null> {
  const placed = rows.filter((row) => row.state === 'placed' && !row.manual);
  if (placed.length === 0) return null;
  const processId = newId();
  await growProcess(tx, here.workplaceId, { process_id: processId, kind: 'sync', title: '' }, placed.length);
  await markSyncing(
    tx,
    here.workplaceId,
    processId,
    placed.map((row) => row.supplier_order_id),
  );
  await markOpenWork(tx, here);
  await deps.queue.sendMany(
    tx,
    syncSupplierOrderJob,
    placed.map((row) => toJob(here, row)),
  );
  return processId;
}

/** Syncs one supplier order and records the result. */
export async function syncSupplierOrder(
  tools: PlaceTools,
  here: WorkplaceScope,
  id: string,
  isLastTry: boolean,
): Promise<void> {
  const { deps } = tools;
  const { workplaceId } = here;
  const row = await deps.db.read(here, (ex) => findPurchase(ex, workplaceId, id));
  if (!row?.source_order_no || !row.connection_id || row.sync_state !== 'processing') return;
  const { connection_id: connectionId } = row;
  let error: string | null = null;
  try {
    const number = row.source_order_no;
    const remote = await withSupplier(deps, here, { connectionId }, ({ connector, ctx }) =>
      connector.getOrder(ctx, number),
    );
    if (remote) await saveSupplierState(tools, here, row, remote);
    else error = 'sync_order_not_found_order_no';
  } catch (failure) {
    if (failure instanceof ConnectorError && failure.kind === 'rate-limited')
      throw new Later(failure.retryAfterMs ?? 2_000, 'supplier is rate limiting');
    const known = failure instanceof AppError || failure instanceof ConnectorError;
    if (!known || (!isLastTry && failure instanceof ConnectorError && failure.kind !== 'auth')) throw failure;
    error = failure instanceof AppError ? failure.code : failure.kind === 'auth' ? 'error_get_token' : 'SYNC_FAILED';
  }
  await deps.db.tenant(here, (tx) => recordSync(tx, workplaceId, row, error));
  const process = row.sync_process_id ? { id: row.sync_process_id, kind: 'sync' as const } : undefined;
  for (const id of orderIdsOf(row)) tools.progress.touch(here, id, process);
}
