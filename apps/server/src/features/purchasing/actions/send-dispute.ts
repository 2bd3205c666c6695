import { ConnectorError, type DisputeInput, type SupplierDispute } from '@quayside/connector-kit';
import { AppError, money, nextState } from '@quayside/kernel';
import { isAgain } from '../../../db/effect-row.ts';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { connectorLabel } from '../../../installed/index.ts';
import type { ClaimedWork, Effect, RunningEffect, Work } from '../../../jobs/effect/effect.ts';
import { MOST_PAUSES, type Patience } from '../../../jobs/effect/pauses.ts';
import { runEffect } from '../../../jobs/effect/runner.ts';
import { publish } from '../../../live/publish.ts';
import { REFUND_TRANSITIONS } from '../../../states/refund-request.ts';
import { type Connection, findConnections, type OpenSupplier, withSupplier } from '../../connections/index.ts';
import { findFiles, toSharedUrl } from '../../files/index.ts';
import { addEvents } from '../../orders/index.ts';
import {
  DISPUTING,
  type DisputeClaim,
  type DisputeEnd,
  disputeParts,
  endDispute,
  takeDueDisputes,
} from '../dispute-repo.ts';
import { DISPUTE_JOB } from '../jobs/purchasing.ts';
import { findPurchases, linesOfPurchases } from '../repo.ts';
import { linesOfRequests, patchRequest, photosOfRequests, requestsOfOrders } from '../request-repo.ts';
import { orderIdsOf, type PurchaseRow } from '../tables.ts';
import { accept, reject, withRequest } from './answer-request.ts';
import { bookRefund } from './book-refunds.ts';
import { unlessMoving } from './sync-orders.ts';

interface Disputing extends Work<DisputeClaim, DisputeEnd> {
  connection: Connection | undefined;
  input: DisputeInput;
}

/** How often a dispute's state is read; in the sandbox its staff decide within seconds. */
const CHECK_SECONDS = 15 * 60;
const SANDBOX_SECONDS = 10;
const CHECKED_AT_ONCE = 50;

/** Loads what is sent to the supplier. */
async function takeUp(
  deps: Deps,
  tx: Executor,
  { workplaceId }: WorkplaceScope,
  taken: readonly ClaimedWork<DisputeClaim>[],
): Promise<Disputing[]> {
  const ids = taken.map(({ claim }) => claim.refund_request_id);
  const purchaseIds = taken.map(({ claim }) => claim.supplier_order_id);
  const purchases = await findPurchases(tx, workplaceId, purchaseIds);
  const bought = await linesOfPurchases(tx, workplaceId, purchaseIds);
  const lines = await linesOfRequests(tx, workplaceId, ids);
  const photos = await photosOfRequests(tx, workplaceId, ids);
  const files = await findFiles(
    tx,
    workplaceId,
    photos.map((one) => one.file_id),
  );
  const connections = await findConnections(tx, workplaceId, [
    ...new Set(taken.map(({ claim }) => claim.connection_id)),
  ]);
  const works: Disputing[] = [];
  for (const one of taken) {
    const { claim } = one;
    const id = claim.refund_request_id;
    const purchase = purchases.find((row) => row.supplier_order_id === claim.supplier_order_id);
    const others = await requestsOfOrders(tx, workplaceId, purchase ? orderIdsOf(purchase) : [claim.order_id]);
    const own = photos.filter((photo) => photo.refund_request_id === id).map((photo) => photo.file_id);
    works.push({
      ...one,
      connection: connections.find((row) => row.connection_id === claim.connection_id),
      input: {
        supplierOrderId: purchase?.source_order_no ?? '',
        reference: id,
        reason: claim.reason,
        wants: claim.type,
        lines: lines
          .filter((line) => line.refund_request_id === id)
          .flatMap(({ line_id, quantity }) => {
            const line = bought.find(
              (row) => row.supplier_order_id === claim.supplier_order_id && row.line_id === line_id,
            );
            return line ? [{ sourceVariantId: line.source_variant_id, quantity }] : [];
          }),
        amount: money(claim.amount, claim.currency),
        message: claim.description,
        photoUrls: files.filter((file) => own.includes(file.file_id)).map((file) => toSharedUrl(deps, file)),
        since: claim.created_at,
        others: others.flatMap((row) => (row.dispute_id && row.refund_request_id !== id ? [row.dispute_id] : [])),
      },
      stop: claim.state === 'pending' ? undefined : { kind: 'failed', key: 'REFUND_REQUEST_OVER', params: {} },
    });
  }
  return works;
}

async function record(
  tx: Executor,
  here: WorkplaceScope,
  { work, end }: { work: Disputing; end: DisputeEnd | Parameters<typeof endDispute>[3] },
): Promise<boolean> {
  const { claim, token } = work;
  const ours = await endDispute(tx, here.workplaceId, { id: claim.refund_request_id, token }, end);
  if (!ours) return false;
  if (end.kind === 'failed') {
    const params = { supplier: connectorLabel(claim.supplier), number: claim.order_no };
    await addEvents(tx, here.workplaceId, [{ orderId: claim.order_id, kind: 'refund_not_sent', params }]);
  }
  await publish(tx, here.workplaceId, 'orders', [claim.order_id]);
  return !isAgain(end);
}

/** Opens disputes at suppliers exactly once. */
export function createDisputing(deps: Deps, patience: Patience): RunningEffect {
  const disputing: Effect<DisputeClaim, DisputeEnd, Disputing, OpenSupplier> = {
    name: 'disputing',
    row: DISPUTING,
    job: DISPUTE_JOB,
    goesTo: ({ connection_id: connectionId, store_id: storeId }) => ({ connectionId, storeId }),
    idOf: (claim) => claim.refund_request_id,
    keyLivesMs: 0,
    unasked: 'unknown',
    fallback: 'REFUND_DECLINED',
    givesUp: { after: MOST_PAUSES, key: 'SUPPLIER_DOES_NOT_ANSWER' },
    // CJ is asked for the items, then for what it allows, before the dispute is created.
    severalRequests: true,
    claimParts: disputeParts,
    claim: (tx, here, taken) => takeUp(deps, tx, here, taken),
    open: (here, { claim, connection }, call) =>
      withSupplier(deps, here, { supplier: claim.supplier, connection }, call),
    async ask(_here, { input }, { connector, ctx }, again) {
      if (!again) return { seen: undefined };
      const found = await connector.findDispute?.(ctx, input);
      return found ? { end: { kind: 'sent', disputeId: found.disputeId } } : { seen: undefined };
    },
    async send(_here, { input }, { connector, ctx }) {
      if (!connector.openDispute) throw new AppError('BAD_REQUEST', 'REFUND_DECLINED');
      return { kind: 'sent', disputeId: (await connector.openDispute(ctx, input)).disputeId };
    },
    refuse: ({ key, params }) => ({ kind: 'failed', key, params }),
    async record(tx, here, ended) {
      const done: boolean[] = [];
      for (const one of ended) done.push(await record(tx, here, one));
      return done;
    },
  };
  return runEffect(deps, disputing, patience);
}

/** Applies a dispute's decision to its request: books the refund that the supplier names, once. */
async function apply(deps: Deps, here: WorkplaceScope, id: string, dispute: SupplierDispute): Promise<void> {
  if (dispute.state === 'open') return;
  const { workplaceId } = here;
  await withRequest(deps, here, id, async (tx, held) => {
    const { request, purchase, order, orders } = held;
    if (request.state !== 'pending') return;
    if (dispute.state === 'rejected') return reject(tx, here, held, {});
    if (dispute.state === 'cancelled') {
      const state = nextState(REFUND_TRANSITIONS, request.state, 'withdraw');
      if (state) await patchRequest(tx, workplaceId, id, { state, closed: true });
      const params = { supplier: connectorLabel(purchase.supplier), number: request.order_no };
      await addEvents(tx, workplaceId, [{ orderId: order.order_id, kind: 'refund_withdrawn', params }]);
      return;
    }
    // The supplier may send the items again instead of refunding them, or the other way round.
    const type = dispute.state === 'replaced' ? 'replacement' : 'refund';
    if (type !== request.type) await patchRequest(tx, workplaceId, id, { type });
    const { refunded } = dispute;
    const isBookable = refunded && refunded.currency === purchase.currency && refunded.amount > 0;
    const said = { isMost: true, ...(isBookable ? { amount: refunded.amount } : {}) };
    await accept(tx, deps, here, { ...held, request: { ...request, type } }, said);
    if (!isBookable) return;
    const named = { refundId: `dispute:${dispute.disputeId}`, amount: refunded };
    await bookRefund(tx, here, orders, purchase, named, order.order_id);
  });
}

/**
 * Reads the state of a connection's open disputes that are due for a check. One that cannot be read leaves the others
 * alone and is read at the next check; its error is thrown at the end.
 */
export async function pollDisputes(
  deps: Deps,
  here: WorkplaceScope,
  connectionId: string,
  signal?: AbortSignal,
): Promise<void> {
  const due = await deps.db.tenant(here, (tx) =>
    takeDueDisputes(tx, here.workplaceId, connectionId, {
      everySeconds: deps.config.sandbox ? SANDBOX_SECONDS : CHECK_SECONDS,
      most: CHECKED_AT_ONCE,
    }),
  );
  if (due.length === 0) return;
  const purchases: PurchaseRow[] = await deps.db.read(here, (ex) =>
    findPurchases(
      ex,
      here.workplaceId,
      due.map((one) => one.supplier_order_id),
    ),
  );
  await withSupplier(deps, here, { connectionId }, async ({ connector, ctx }) => {
    let failure: unknown;
    for (const { refund_request_id: id, supplier_order_id, dispute_id: disputeId } of due) {
      signal?.throwIfAborted();
      const purchase = purchases.find((one) => one.supplier_order_id === supplier_order_id);
      const supplierOrderId = purchase?.source_order_no;
      if (!supplierOrderId || !disputeId) continue;
      try {
        const dispute = await connector.getDispute?.(ctx, { supplierOrderId, disputeId });
        if (dispute) await unlessMoving(() => apply(deps, here, id, dispute));
      } catch (error) {
        if (error instanceof ConnectorError && (error.kind === 'auth' || error.kind === 'rate-limited')) throw error;
        failure = error;
      }
    }
    if (failure) throw failure;
  });
}
