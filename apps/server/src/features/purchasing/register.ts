import { contracts, DONE } from '@quayside/contracts';
import { money, notFound, notFoundField } from '@quayside/kernel';
import type { z } from 'zod';
import { type Executor, getWorkplace, type Scope, type WorkplaceScope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { getActor, route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { handler } from '../../jobs/define.ts';
import { PATIENCE, type Patience } from '../../jobs/effect/pauses.ts';
import { problemAnswer } from '../connections/index.ts';
import { estimateCostJob, getMessageKey, mustKnowOrders, type OrderPorts } from '../orders/index.ts';
import type { Quota } from '../plans/index.ts';
import { knownProcesses } from '../processes/index.ts';
import { findPayers } from '../team/index.ts';
import { readWallet, spendable } from '../wallet/index.ts';
import { askQuote } from './actions/ask-quote.ts';
import { askWarehouses } from './actions/ask-warehouses.ts';
import { buyAnyway } from './actions/buy-anyway.ts';
import { changeSupplier } from './actions/change-supplier.ts';
import { checkAllRestored, checkRestored } from './actions/check-restored.ts';
import { chooseShipping } from './actions/choose-shipping.ts';
import { confirmRefund } from './actions/confirm-refund.ts';
import { dismissLostOrder } from './actions/dismiss-lost-order.ts';
import { estimateCost } from './actions/estimate-cost.ts';
import { fillCosts } from './actions/fill-costs.ts';
import { failManualPurchase, reportPlaceError, saveManualPurchase } from './actions/manual-purchase.ts';
import { pastePurchases } from './actions/paste-purchases.ts';
import { cancelPayments, type PayAnswer, type PayRefusal, payOrders } from './actions/pay-orders.ts';
import { createPaying } from './actions/pay-supplier-order.ts';
import { createPlacing } from './actions/place-supplier-order.ts';
import { previewPlacement } from './actions/preview.ts';
import { createProgress, type Progress } from './actions/progress.ts';
import { recordLostOrder } from './actions/record-lost-order.ts';
import { confirmPaymentRequest, readPaymentRequest, requestPayment } from './actions/request-payment.ts';
import { type OrderToPlace, requestPlacement } from './actions/request-placement.ts';
import { saveBuyingAddresses } from './actions/save-buying-addresses.ts';
import { createDisputing, pollDisputes } from './actions/send-dispute.ts';
import { sendManually } from './actions/send-manually.ts';
import { stopPlacement } from './actions/stop-placement.ts';
import { createStoreGate } from './actions/store-gate.ts';
import { sweepPurchases } from './actions/sweep.ts';
import {
  onSupplierOrderChanged,
  pollSupplierOrders,
  recordCancelled,
  startSync,
  syncSupplierOrder,
} from './actions/sync-orders.ts';
import { guardRoutes } from './guard-routes.ts';
import {
  askQuoteJob,
  askWarehousesJob,
  checkRestoredJob,
  fillCostsJob,
  paySupplierOrderJob,
  placeSupplierOrderJob,
  recordCancelledJob,
  sendDisputeJob,
  syncSupplierOrderJob,
} from './jobs/purchasing.ts';
import { dismissUnclaimed } from './lost-repo.ts';
import { buyingAddresses } from './queries/buying-addresses.ts';
import { getPaymentInfo, mustKnowSupplierOrders, withWallet } from './queries/payment-info.ts';
import { pendingRefunds } from './queries/pending-refunds.ts';
import { countPurchases, listPlacement, listPurchases, purchaseProblem, unpaidTotal } from './queries/purchases.ts';
import { unclaimedOrders, unrecordedOrders } from './queries/unrecorded-orders.ts';
import { findRefundLocation } from './refund-repo.ts';
import { findByNumbers, findPurchasesOfOrders } from './repo.ts';
import { addRequestRoutes } from './request-routes.ts';
import type { Refused } from './rules/plan-order.ts';
import { readPaymentBehavior, savePaymentBehavior } from './setting-repo.ts';
import { settingRoutes } from './setting-routes.ts';
import { lastSynced } from './sync-repo.ts';
import { orderNumber, type PurchaseRow } from './tables.ts';

export interface PurchasingFeature extends Feature {
  /** For connections: handles a supplier's webhook about one of its orders, or none. */
  onSupplierOrderChanged(scope: Scope, connectionId: string, supplierOrderId: string | undefined): Promise<void>;
  /** For connections: polls a supplier for changed orders. */
  pollSupplierOrders(scope: Scope, connectionId: string, signal?: AbortSignal): Promise<void>;
  /** After a restore: compares all suppliers' orders with ours. */
  checkRestored(signal: AbortSignal): Promise<{ lost: number; unasked: number }>;
  progress: Progress;
}

const hereOf = (who: Who) => who.scope;

const ofJob = ({ accountId, workplaceId }: WorkplaceScope): WorkplaceScope => ({ accountId, workplaceId });

const isCursor = (text: string | undefined): text is string => text !== undefined && /^[0-9a-f-]{36}$/.test(text);

function problemText(locale: string, refusal: PayRefusal) {
  const answer = problemAnswer(locale, { key: getMessageKey(refusal.key), params: refusal.params ?? {} });
  if (!answer) throw new Error('refusal has no message');
  return answer;
}

const refusedView = (locale: string, failed: ReadonlyMap<string, Refused[]>) =>
  Object.fromEntries(
    [...failed].map(([orderId, list]) => [
      orderId,
      list.map((one) => ({ line_item_id: one.line_id, problem: problemText(locale, one) })),
    ]),
  );

const failedView = (locale: string, failed: ReadonlyMap<string, PayRefusal>) =>
  Object.fromEntries([...failed].map(([id, refusal]) => [id, problemText(locale, refusal)]));

/** No workplace has this id. */
const NO_WORKPLACE = '00000000-0000-0000-0000-000000000000';

/** Maximum supplier orders listed in a response; above, only the task reports them. */
const MOST_NAMED = 500;

/** Purchasing: previews, placing, paying and tracking supplier orders. */
export function register(
  deps: Deps,
  ports: Pick<OrderPorts, 'match'> & { quota: Quota },
  patience: Patience = PATIENCE,
): PurchasingFeature {
  const calls = contracts.purchasing;
  const progress = createProgress(deps);
  const tools = { deps, patience, progress, storeGate: createStoreGate(deps) };
  const placing = createPlacing(tools);
  const paying = createPaying(tools);
  const disputing = createDisputing(deps, patience);

  const admitOrders = (who: Who) => async (orders: number) => {
    const { refusal } = await ports.quota.admit(who.scope, 'ORDER_FULFILLMENT', orders);
    if (refusal) throw refusal;
  };

  async function place(who: Who, orders: OrderToPlace[], pay: boolean, combine: readonly (readonly string[])[]) {
    await admitOrders(who)(new Set(orders.map((one) => one.order_id)).size);
    const answer = await requestPlacement(deps, hereOf(who), orders, pay, who.account.id, combine);
    return {
      process_id: answer.processId,
      requested: answer.requested,
      items:
        answer.requested > MOST_NAMED
          ? []
          : answer.items.map((item) => ({
              order_id: item.orderId,
              supplier_orders: item.supplierOrders.map(({ id, source, lineIds }) => ({
                id,
                source,
                line_item_ids: lineIds,
              })),
            })),
      failed: refusedView(who.locale, answer.failed),
    };
  }

  async function mustKnowProcess(ex: Executor, who: Who, id: string, field: string): Promise<void> {
    if ((await knownProcesses(ex, who.workplaceId, [id])).length === 0) throw notFoundField(field, 'PROCESS_NOT_FOUND');
  }

  const payView = (who: Who, answer: PayAnswer) => ({
    process_id: answer.processId,
    requested: answer.requested,
    total: answer.total,
    failed: failedView(who.locale, answer.failed),
  });

  const syncView = (row: PurchaseRow, locale: string) => ({
    supplier_order_id: row.supplier_order_id,
    order_id: row.order_id,
    source_type: row.supplier,
    source_no: row.order_number ?? row.source_order_no,
    status: row.sync_state ?? ('success' as const),
    country_code: row.address.countryCode ?? null,
    warning_key: null,
    error_message:
      purchaseProblem({ error_key: row.sync_error_key, error_params: null }, locale, {
        number: orderNumber(row),
      })?.text ?? null,
    cancelled: row.state === 'cancelled',
    synced_at: row.synced_at,
  });

  async function sync(
    who: Who,
    rows: readonly PurchaseRow[],
    named: readonly string[],
    known: (row: PurchaseRow) => string,
  ) {
    const processId = await deps.db.tenant(who.scope, (tx) => startSync(tx, deps, hereOf(who), rows));
    const placed = rows.filter((row) => row.state === 'placed' && !row.manual);
    const missing = named.filter((name) => !placed.some((row) => known(row) === name));
    return {
      process_id: processId,
      requested: placed.length,
      failed: Object.fromEntries(
        missing.map((name) => [
          name,
          problemText(who.locale, { key: 'sync_order_not_found_order_no', params: { number: name } }),
        ]),
      ),
    };
  }

  return {
    progress,
    onSupplierOrderChanged: (scope, connectionId, supplierOrderId) =>
      onSupplierOrderChanged(tools, getWorkplace(scope), connectionId, supplierOrderId),
    async pollSupplierOrders(scope, connectionId, signal) {
      await pollSupplierOrders(tools, getWorkplace(scope), connectionId, signal);
      await pollDisputes(deps, getWorkplace(scope), connectionId, signal);
    },
    checkRestored: (signal) => checkAllRestored(deps, signal),
    effects: [placing, paying, disputing],
    sweep: (here, lateSeconds) => sweepPurchases(deps, here, lateSeconds),
    jobs: [
      handler(placeSupplierOrderJob, (job, run) => placing.run(ofJob(job), job.supplierOrderId, run.lost)),
      handler(paySupplierOrderJob, (job, run) => paying.run(ofJob(job), job.supplierOrderId, run.lost)),
      handler(sendDisputeJob, (job, run) => disputing.run(ofJob(job), job.requestId, run.lost)),
      handler(syncSupplierOrderJob, async (job, run) => {
        await syncSupplierOrder(tools, ofJob(job), job.supplierOrderId, run.isLastTry);
        if (job.connectionId) await pollDisputes(deps, ofJob(job), job.connectionId, run.signal);
      }),
      handler(recordCancelledJob, (job) => recordCancelled(tools, ofJob(job), job.supplierOrderId)),
      handler(askQuoteJob, ({ connectionId, question, ...here }, run) =>
        askQuote(deps, here, connectionId, question, run.isLastTry),
      ),
      handler(askWarehousesJob, ({ connectionId, ...here }, run) =>
        askWarehouses(deps, here, connectionId, run.isLastTry),
      ),
      handler(estimateCostJob, ({ orderId, ...here }) => estimateCost(deps, here, orderId)),
      handler(fillCostsJob, () => fillCosts(deps)),
      handler(checkRestoredJob, ({ connectionId, ...here }) => checkRestored(deps, here, connectionId)),
    ],
    routes(app) {
      addRequestRoutes(app, deps);
      route(app, calls.preview, async ({ body }, who) => {
        const here = hereOf(who);
        const { orders, groups } = await previewPlacement(deps, here, body.orders, who.locale);
        const known = orders.flatMap((order) => order.packages);
        const charged = known.filter((pack) => pack.payer === 'wallet' && pack.total?.currency === 'USD');
        const mode = orders.some((order) => order.is_sandbox) ? 'sandbox' : 'live';
        const wallet = await deps.db.read(who.scope, (ex) => readWallet(ex, here.accountId, mode));
        const available = wallet ? spendable(wallet) : 0;
        const needed = charged.reduce((sum, pack) => sum + (pack.total?.amount ?? 0), 0);
        const totals = orders.map((order) => order.total);
        const whole = totals.every((total) => total?.currency === 'USD');
        return {
          orders,
          total: whole
            ? money(
                totals.reduce((sum, total) => sum + (total?.amount ?? 0), 0),
                'USD',
              )
            : null,
          wallet_total: money(needed, 'USD'),
          wallet_available: money(available, 'USD'),
          wallet_short: needed > available ? money(needed - available, 'USD') : null,
          quotes_pending: [...orders, ...groups].some((one) => one.quotes_pending),
          groups,
        };
      });

      route(app, calls.updateShippingMethods, async ({ body }, who) => {
        const { updated, failed } = await chooseShipping(deps, hereOf(who), body.orders);
        return { updated, failed: refusedView(who.locale, failed) };
      });

      route(app, calls.request, ({ body }, who) => place(who, body.orders, false, body.combine));
      route(app, calls.create, ({ body }, who) => place(who, body.orders, body.pay, body.combine));

      route(app, calls.placement, ({ params, query }, who) =>
        deps.db.read(who.scope, async (ex) => {
          await mustKnowProcess(ex, who, params.process_id, 'process_id');
          return listPlacement(ex, who.workplaceId, params.process_id, query, who.locale);
        }),
      );

      route(app, calls.stop, async ({ body }, who) => {
        const { source_type: source, process_id: processId } = body;
        if (processId) await deps.db.read(who.scope, (ex) => mustKnowProcess(ex, who, processId, 'process_id'));
        return stopPlacement(tools, hereOf(who), { source, processId });
      });

      route(app, calls.supplierOrders, ({ query: { cursor, ...query } }, who) =>
        deps.db.read(who.scope, async (ex) => {
          if (query.order_ids) await mustKnowOrders(ex, who.workplaceId, query.order_ids, 'order_ids');
          return listPurchases(ex, who.workplaceId, { ...query, ...(isCursor(cursor) ? { cursor } : {}) }, who.locale);
        }),
      );
      route(app, calls.supplierOrderCounts, ({ query }, who) =>
        deps.db.read(who.scope, (ex) => countPurchases(ex, who.workplaceId, query)),
      );

      route(app, calls.pay, async ({ body }, who) => {
        const { order_ids } = body;
        if (order_ids)
          await deps.db.read(who.scope, (ex) => mustKnowOrders(ex, who.workplaceId, order_ids, 'order_ids'));
        return payView(who, await payOrders(deps, hereOf(who), body));
      });
      route(app, calls.paymentInfo, ({ body }, who) =>
        deps.db.read(who.scope, async (ex) => {
          if (body.order_ids) await mustKnowOrders(ex, who.workplaceId, body.order_ids, 'order_ids');
          if (body.supplier_order_ids) await mustKnowSupplierOrders(ex, who.workplaceId, body.supplier_order_ids);
          const { mode: _mode, ...info } = await withWallet(
            ex,
            who.scope.accountId,
            await getPaymentInfo(ex, who.workplaceId, body),
          );
          return {
            ...info,
            payment_behavior: await readPaymentBehavior(ex, who.workplaceId),
          };
        }),
      );
      route(app, calls.buyAnyway, async ({ body }, who, reply) => {
        const { requested, failed } = await buyAnyway(
          deps,
          hereOf(who),
          body.order_id,
          who.account.id,
          admitOrders(who),
        );
        if (requested > 0) reply.message('BUYING_ANYWAY');
        return { requested, failed: failed.map((one) => problemText(who.locale, one)) };
      });
      route(app, calls.retryPayments, async ({ query }, who) =>
        payView(
          who,
          await payOrders(deps, hereOf(who), { all: true, failedOnly: true, allow_partial: false, ...query }),
        ),
      );
      route(app, calls.payAllLink, (_input, who) =>
        deps.db.read(who.scope, async (ex) => {
          const { count, total } = await unpaidTotal(ex, who.workplaceId, { source: 'quayside' });
          return {
            url: count > 0 ? '/app/orders/payment-confirmation?source=quayside' : null,
            supplier_orders: count,
            total,
          };
        }),
      );
      route(app, calls.cancelPayment, async ({ body }, who) => {
        const { cancelled, failed } = await cancelPayments(deps, hereOf(who), body.supplier_order_ids);
        return { cancelled, failed: failedView(who.locale, failed) };
      });

      route(app, calls.syncState, ({ query }, who) =>
        deps.db.read(who.scope, async (ex) => {
          if (query.order_ids) await mustKnowOrders(ex, who.workplaceId, query.order_ids, 'order_ids');
          if (query.process_id) await mustKnowProcess(ex, who, query.process_id, 'process_id');
          const rows = query.order_ids
            ? await findPurchasesOfOrders(ex, who.workplaceId, query.order_ids)
            : await lastSynced(ex, who.workplaceId, query.process_id, query.page_size);
          const synced = rows.filter((row) => row.sync_state !== null || row.synced_at !== null);
          return { items: synced.slice(0, query.page_size).map((row) => syncView(row, who.locale)) };
        }),
      );
      route(app, calls.sync, async ({ body }, who) => {
        const rows = await deps.db.read(who.scope, (ex) => findPurchasesOfOrders(ex, who.workplaceId, body.order_ids));
        return sync(who, rows, body.order_ids, (row) => row.order_id);
      });
      route(app, calls.syncSource, async ({ params, body }, who) => {
        const rows = await deps.db.read(who.scope, (ex) =>
          findByNumbers(ex, who.workplaceId, params.source_type, body.source_orders),
        );
        const named = new Set(body.source_orders);
        return sync(who, rows, body.source_orders, (row) =>
          row.order_number !== null && named.has(row.order_number) ? row.order_number : (row.source_order_no ?? ''),
        );
      });

      route(app, calls.paymentSetting, (_input, who) =>
        deps.db.read(who.scope, async (ex) => ({
          payment_behavior: await readPaymentBehavior(ex, who.workplaceId),
        })),
      );
      route(app, calls.setPaymentSetting, async ({ body }, who, reply) => {
        await deps.db.tenant(who.scope, (tx) => savePaymentBehavior(tx, who.workplaceId, body.payment_behavior));
        reply.message('PAYMENT_REFERENCE_UPDATED');
        return { payment_behavior: body.payment_behavior };
      });

      route(app, calls.changeSupplier, async ({ params, body }, who, reply) => {
        const { line_items, line_item_id, ...source } = body;
        const wishes = line_items
          ? line_items.map((item, at) => ({ ...item, field: `line_items.${at}.id` }))
          : line_item_id
            ? [{ id: line_item_id, field: 'line_item_id', ...source }]
            : [];
        if (wishes.length === 0) throw notFound('LINE_NOT_FOUND');
        const lineIds = await changeSupplier(deps, ports, who, params.id, wishes);
        reply.message('SUPPLIER_CHANGED');
        return { line_item_ids: lineIds };
      });

      route(app, calls.buyingAddresses, async ({ params }, who) => ({
        items: await deps.db.read(who.scope, (ex) => buyingAddresses(ex, who.workplaceId, params.order_id)),
      }));

      route(app, calls.keepBuyingAddresses, async ({ params, body }, who) => ({
        items: await saveBuyingAddresses(deps, who, params.order_id, body.items),
      }));

      settingRoutes(app, deps);
      guardRoutes(app, deps, admitOrders);

      const { unrecorded } = contracts;
      route(app, unrecorded.list, ({ query }, who) =>
        deps.db.read(who.scope, (ex) => unrecordedOrders(ex, who.workplaceId, query, who.locale)),
      );
      route(app, unrecorded.record, async ({ params, body }, who, reply) => {
        const { orderId, supplierOrderId } = await recordLostOrder(
          tools,
          hereOf(who),
          params.unrecorded_id,
          body.order_id,
        );
        reply.message('UNRECORDED_RECORDED_NOW');
        return { order_id: orderId, supplier_order_id: supplierOrderId };
      });
      route(app, unrecorded.dismiss, async ({ params }, who, reply) => {
        await dismissLostOrder(deps, hereOf(who), params.unrecorded_id);
        reply.message('UNRECORDED_DISMISSED_NOW');
        return DONE;
      });
      route(app, unrecorded.unclaimed, ({ query }, who) =>
        deps.db.global((tx) => unclaimedOrders(tx, query, who.locale)),
      );
      route(app, unrecorded.dismissUnclaimed, async ({ params }, who, reply) => {
        const open = await deps.db.global((tx) => dismissUnclaimed(tx, params.unclaimed_id, who.account.id));
        if (!open) throw notFoundField('unclaimed_id', 'UNRECORDED_NOT_FOUND');
        deps.log.info(
          { unclaimedOrderId: params.unclaimed_id, by: who.account.id },
          'an unclaimed order was dismissed',
        );
        reply.message('UNRECORDED_DISMISSED_NOW');
        return DONE;
      });

      const { refunds } = contracts;
      /** Operators see all refunds; the demo account those of its own workspace. */
      const refundsOfWhom = ({ account, scope, workplaceId }: Who): string | undefined =>
        account.isOperator ? undefined : scope.accountId === account.id ? workplaceId : NO_WORKPLACE;
      const saidOf = (body: z.output<typeof refunds.confirm.body>) => ({
        pending: body.pending,
        amount: body.amount,
        closeNote: body.close_note,
        key: body.idempotency_key,
      });
      route(app, refunds.list, ({ query }, who) => pendingRefunds(deps, refundsOfWhom(who), query));
      route(app, refunds.confirm, async ({ params, body }, who, reply) => {
        const id = params.supplier_order_id;
        const place = await deps.db.global((tx) => findRefundLocation(tx, id, refundsOfWhom(who)));
        if (!place) throw notFoundField('supplier_order_id', 'REFUND_NOT_FOUND');
        const actor = { ...getActor(who, refunds.confirm), kind: 'operator' as const };
        const here = { accountId: place.account_id, workplaceId: place.workplace_id, actor };
        const pending = await confirmRefund(deps, here, id, 'wallet', saidOf(body));
        reply.message('REFUND_CONFIRMED');
        return { pending };
      });
      route(app, refunds.confirmOwn, async ({ params, body }, who, reply) => {
        const pending = await confirmRefund(deps, who.scope, params.supplier_order_id, 'own-account', saidOf(body));
        reply.message('REFUND_CONFIRMED');
        return { pending };
      });

      const asking = contracts.paymentRequests;
      route(app, asking.payers, (_input, who) =>
        deps.db.read(who.scope, async (ex) => ({
          items: (await findPayers(ex, who.workplaceId))
            .filter((one) => one.account_id !== who.account.id)
            .map(({ account_id, name, email }) => ({ account_id, name: name || email })),
        })),
      );
      route(app, asking.send, ({ body }, who) => requestPayment(deps, who, body));
      route(app, asking.read, ({ query }) => readPaymentRequest(deps, query));
      route(app, asking.confirm, async ({ body }, { ip, userAgent }) => {
        const { id, code, ...shown } = body;
        const { requested, total, failed } = await confirmPaymentRequest(deps, { id, code }, shown, { ip, userAgent });
        return { requested, total, failed: failed.size };
      });

      const manual = contracts.manualPurchases;
      route(app, manual.record, async ({ body }, who, reply) => {
        const { supplierOrderId, shipped } = await saveManualPurchase(deps, who, body);
        reply.message('MANUAL_RECORDED');
        return { supplier_order_id: supplierOrderId, shipped };
      });
      route(app, manual.paste, async ({ body }, who) => ({
        items: (await pastePurchases(deps, who, body.items, body.dry_run)).map((one) => ({
          row: one.row,
          status: one.status,
          order_id: one.orderId,
          problem: one.problem ? problemText(who.locale, one.problem) : null,
          field: one.field ?? null,
        })),
      }));
      route(app, manual.fail, async ({ body }, who) => ({
        line_item_ids: await failManualPurchase(deps, who, body.supplier_order_id),
      }));
      route(app, manual.reportError, async ({ body }, who) => ({
        line_item_ids: await reportPlaceError(deps, who, body),
      }));
      route(app, contracts.fulfilment.manuallyFulfill, async ({ body }, who, reply) => {
        const { lineIds, shipmentId } = await sendManually(deps, who, body);
        reply.message('MANUALLY_FULFILLED');
        return { line_item_ids: lineIds, shipment_id: shipmentId };
      });
    },
  };
}
