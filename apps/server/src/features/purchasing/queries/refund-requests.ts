import type { RefundOption, RefundRequest } from '@quayside/contracts';
import { REFUND_STATES } from '@quayside/contracts';
import { isId, money, notFound, notFoundField } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { problemAnswer } from '../../connections/index.ts';
import { findFiles, toFileView } from '../../files/index.ts';
import { findDeliveries } from '../../fulfilment/index.ts';
import { findLines, findOrder, findOrders, getMessageKey } from '../../orders/index.ts';
import { findRefunds } from '../refund-repo.ts';
import { findPurchases, findPurchasesOfOrders, linesOfPurchases } from '../repo.ts';
import {
  countRequests,
  findRequest,
  linesOfRequests,
  listRequests,
  photosOfRequests,
  type RequestFilter,
  type RequestRow,
  requestsOfOrders,
} from '../request-repo.ts';
import { getClaimWindow } from '../rules/claim-windows.ts';
import { leftToRefund } from '../rules/order-payment.ts';
import { getClaimRoute, getRequestActions } from '../rules/refund-actions.ts';
import { findBought, getReceipt, isOpenRequest } from '../rules/refund-options.ts';
import { getClaimDates, getPromisedDelivery } from '../rules/refund-request.ts';
import { orderIdsOf, orderNumber } from '../tables.ts';
import { findDisputes } from './open-disputes.ts';

/** Requests with their items and photos. */
async function viewsOf(deps: Deps, ex: Executor, who: Who, rows: readonly RequestRow[]): Promise<RefundRequest[]> {
  if (rows.length === 0) return [];
  const { workplaceId } = who;
  const ids = rows.map((row) => row.refund_request_id);
  const orderIds = [...new Set(rows.map((row) => row.order_id))];
  const orders = await findOrders(ex, workplaceId, orderIds);
  const lines = await findLines(ex, workplaceId, orderIds);
  const held = await linesOfRequests(ex, workplaceId, ids);
  const photos = await photosOfRequests(ex, workplaceId, ids);
  const files = await findFiles(
    ex,
    workplaceId,
    photos.map((one) => one.file_id),
  );
  const purchases = await findPurchases(
    ex,
    workplaceId,
    rows.map((row) => row.supplier_order_id),
  );
  const amountOf = (row: RequestRow, amount: number | null) => (amount === null ? null : money(amount, row.currency));
  return rows.map((row) => {
    const id = row.refund_request_id;
    const order = orders.find((one) => one.order_id === row.order_id);
    const purchase = purchases.find((one) => one.supplier_order_id === row.supplier_order_id);
    const own = photos.filter((one) => one.refund_request_id === id).map((one) => one.file_id);
    return {
      id,
      order_id: row.order_id,
      order_name: order?.name ?? '',
      supplier_order_id: row.supplier_order_id,
      source: row.supplier,
      order_no: row.order_no,
      is_sandbox: order?.mode === 'sandbox',
      type: row.type,
      reason: row.reason,
      state: row.state,
      via: row.via,
      send_state: row.send_state,
      amount: money(row.amount, row.currency),
      agreed: amountOf(row, row.agreed),
      received: amountOf(row, row.received),
      description: row.description,
      answer: row.answer,
      line_items: held
        .filter((one) => one.refund_request_id === id)
        .flatMap(({ line_id, quantity }) => {
          const line = lines.find((one) => one.line_id === line_id);
          if (!line) return [];
          return [
            { id: line_id, title: line.title, variant_title: line.variant_title, image: line.image_url, quantity },
          ];
        }),
      photos: files
        .filter((file) => own.includes(file.file_id))
        .map((file) => toFileView(deps.vault, file, deps.clock.now())),
      problem: problemAnswer(
        who.locale,
        row.error_key && row.send_state === 'failed'
          ? { key: getMessageKey(row.error_key), params: { title: '', country: '', ...row.error_params } }
          : null,
      ),
      requested_by: row.requested_by,
      actions: getRequestActions(row, purchase, deps.connectors.suppliers[row.supplier]?.capabilities),
      created_at: row.created_at,
      answered_at: row.answered_at,
      closed_at: row.closed_at,
    };
  });
}

/** One request. Throws REFUND_REQUEST_NOT_FOUND. */
export const refundRequest = (deps: Deps, who: Who, id: string): Promise<RefundRequest> =>
  deps.db.read(who.scope, async (ex) => {
    const row = await findRequest(ex, who.workplaceId, id);
    const [view] = row ? await viewsOf(deps, ex, who, [row]) : [];
    if (!view) throw notFound('REFUND_REQUEST_NOT_FOUND');
    return view;
  });

export const refundRequests = (
  deps: Deps,
  who: Who,
  {
    cursor,
    page,
    page_size: size,
    ...filter
  }: RequestFilter & { cursor?: string | undefined; page?: number | undefined; page_size: number },
): Promise<{ items: RefundRequest[]; next_cursor?: string }> =>
  deps.db.read(who.scope, async (ex) => {
    const after = cursor !== undefined && isId(cursor) ? cursor : undefined;
    const offset = after === undefined ? ((page ?? 1) - 1) * size : 0;
    const rows = await listRequests(ex, who.workplaceId, filter, { after, offset, most: size + 1 });
    const shown = rows.slice(0, size);
    const last = shown.at(-1);
    return {
      items: await viewsOf(deps, ex, who, shown),
      ...(rows.length > size && last ? { next_cursor: last.refund_request_id } : {}),
    };
  });

export const refundCounts = (deps: Deps, who: Who, filter: RequestFilter) =>
  deps.db.read(who.scope, async (ex) => {
    const counted = await countRequests(ex, who.workplaceId, filter);
    const countOf = (state: string) => counted.find((one) => one.state === state)?.n ?? 0;
    return Object.fromEntries(REFUND_STATES.map((state) => [state, countOf(state)])) as Record<
      (typeof REFUND_STATES)[number],
      number
    >;
  });

/** Which requests an order's items allow. Throws OrderDetailNotFound and LINE_NOT_FOUND by field. */
export const refundOptions = (
  deps: Deps,
  who: Who,
  { order_id: orderId, line_item_ids: ids }: { order_id: string; line_item_ids?: string[] | undefined },
) =>
  deps.db.read(who.scope, async (ex) => {
    const { workplaceId, locale } = who;
    const order = await findOrder(ex, workplaceId, orderId);
    if (!order) throw notFoundField('order_id', 'OrderDetailNotFound');
    const all = await findLines(ex, workplaceId, [orderId]);
    if (ids?.some((id) => !all.some((line) => line.line_id === id)))
      throw notFoundField('line_item_ids', 'LINE_NOT_FOUND');
    const purchases = await findPurchasesOfOrders(ex, workplaceId, [orderId]);
    const purchaseIds = purchases.map((one) => one.supplier_order_id);
    const bought = await linesOfPurchases(ex, workplaceId, purchaseIds);
    const booked = await findRefunds(ex, workplaceId, purchaseIds);
    const requests = await requestsOfOrders(ex, workplaceId, [...new Set(purchases.flatMap(orderIdsOf))]);
    const open = requests.filter(isOpenRequest);
    const held = await linesOfRequests(
      ex,
      workplaceId,
      open.map((one) => one.refund_request_id),
    );
    const disputes = await findDisputes(ex, workplaceId, purchases);
    const names = new Map(
      (await findOrders(ex, workplaceId, purchases.flatMap(orderIdsOf))).map((one) => [one.order_id, one.name]),
    );
    const deliveries = await findDeliveries(ex, workplaceId, [orderId]);
    const now = deps.clock.now();
    const items = all
      .filter((line) => !ids || ids.includes(line.line_id))
      .map((line): RefundOption => {
        const base = {
          line_item_id: line.line_id,
          title: line.title,
          variant_title: line.variant_title,
          image: line.image_url,
          source: line.source,
        };
        const found = findBought(line.line_id, purchases, bought);
        if (!found)
          return {
            ...base,
            supplier_order_id: null,
            order_no: null,
            quantity: 0,
            unit_cost: null,
            types: [],
            via: 'manual',
            received_at: null,
            deadline: null,
            needs_photo: false,
            request_id: null,
            problem: problemAnswer(locale, { key: 'REFUND_NOT_PAID', params: {} }),
          };
        const { purchase } = found;
        const receipt = getReceipt(found.line, deliveries);
        const promisedAt = getPromisedDelivery(purchase.paid_at ?? purchase.created_at, purchase.shipping_quote);
        const { deadline, isOver } = getClaimDates({ supplier: purchase.supplier, ...receipt, promisedAt }, now);
        const request = held.find((one) => one.line_id === line.line_id);
        const via = getClaimRoute(purchase, deps.connectors.suppliers[purchase.supplier]?.capabilities);
        const [other] = via === 'supplier' ? disputes(found.line) : [];
        const key = request
          ? 'REFUND_ALREADY_REQUESTED'
          : isOver
            ? 'REFUND_TOO_LATE'
            : other
              ? 'REFUND_ITEM_DISPUTED'
              : undefined;
        return {
          ...base,
          source: purchase.supplier,
          supplier_order_id: purchase.supplier_order_id,
          order_no: orderNumber(purchase),
          quantity: found.line.quantity,
          unit_cost: found.line.unit_cost === null ? null : money(found.line.unit_cost, purchase.currency),
          types: key ? [] : ['refund', 'replacement'],
          via,
          received_at: receipt.receivedAt,
          deadline,
          needs_photo: getClaimWindow(purchase.supplier).proofs.damaged_item.includes('photo'),
          request_id: request?.refund_request_id ?? null,
          problem: key ? problemAnswer(locale, { key, params: other ? { order: other.order_name } : {} }) : null,
        };
      });
    return {
      currency: purchases[0]?.currency ?? order.currency,
      items,
      supplier_orders: purchases.map((purchase) => {
        const own = booked.filter((one) => one.supplier_order_id === purchase.supplier_order_id);
        return {
          supplier_order_id: purchase.supplier_order_id,
          most: money(leftToRefund(purchase, orderId, own, requests), purchase.currency),
          other_orders: orderIdsOf(purchase)
            .filter((id) => id !== orderId)
            .map((id) => names.get(id) ?? ''),
        };
      }),
    };
  });
