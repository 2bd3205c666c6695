import { RETURN_STATES, type Return, type ReturnState } from '@quayside/contracts';
import { isId, money, notFound } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { say } from '../../../http/messages.ts';
import type { Who } from '../../../http/who.ts';
import { RETURN_OPEN } from '../../../states/order-return.ts';
import { listStores, problemAnswer } from '../../connections/index.ts';
import { findOrders, findSoldLines, type LineRow, mustKnowOrders } from '../../orders/index.ts';
import { mailsOfReturns } from '../../shopper-mail/index.ts';
import { refundsOfReturns } from '../refund-repo.ts';
import {
  countReturns,
  findNeedingAction,
  findReturn,
  linesOfOrders,
  listReturns,
  type ReturnFilter,
} from '../return-repo.ts';
import { getReturnActions } from '../rules/actions.ts';
import { priceOf } from '../rules/figures.ts';
import type { RefundRow, ReturnLineRow, ReturnRow } from '../tables.ts';

const refundView = (row: RefundRow, locale: string) => ({
  refund_id: row.refund_id,
  state: row.state,
  method: row.method,
  amount: money(row.amount, row.currency),
  reference: row.reference,
  note: row.note,
  problem: row.error_key
    ? (problemAnswer(locale, { key: row.error_key, params: { detail: '', ...row.error_params } }) ?? null)
    : null,
  requested_by: row.requested_by,
  requested_at: row.created_at,
  done_at: row.done_at,
});

const lineView = (one: ReturnLineRow, line: LineRow, currency: string) => ({
  line_item_id: one.line_id,
  title: line.title,
  variant_title: line.variant_title,
  sku: line.sku,
  image: line.image_url,
  source: line.source,
  quantity: one.quantity,
  received: one.received,
  disposition: one.disposition,
  unit_price: money(priceOf(line, 1), currency),
});

/** Returns with everything that is shown of them, in the order of `rows`. */
async function viewsOf(ex: Executor, who: Who, rows: readonly ReturnRow[], now: string): Promise<Return[]> {
  if (rows.length === 0) return [];
  const { workplaceId, locale } = who;
  const ids = rows.map((row) => row.return_id);
  const orderIds = [...new Set(rows.map((row) => row.order_id))];
  const exchangeIds = rows.flatMap((row) => row.exchange_order_id ?? []);
  const orders = new Map(
    (await findOrders(ex, workplaceId, [...orderIds, ...exchangeIds])).map((one) => [one.order_id, one]),
  );
  const lines = new Map((await findSoldLines(ex, workplaceId, orderIds)).map((line) => [line.line_id, line]));
  const returned = await linesOfOrders(ex, workplaceId, orderIds);
  const refunds = (await refundsOfReturns(ex, workplaceId, ids)).filter((one) => one.state !== 'withdrawn');
  const due = await findNeedingAction(ex, workplaceId, ids, now);
  const mails = await mailsOfReturns(ex, workplaceId, ids);
  const stores = new Map((await listStores(ex, workplaceId, true)).map((store) => [store.store_id, store.store_name]));
  return rows.map((row) => {
    const order = orders.get(row.order_id);
    const currency = order?.currency ?? 'USD';
    const refund = refunds.filter((one) => one.return_id === row.return_id).at(-1);
    const exchange = row.exchange_order_id ? orders.get(row.exchange_order_id) : undefined;
    const own = returned.flatMap((one) => {
      const line = one.return_id === row.return_id ? lines.get(one.line_id) : undefined;
      return line ? [{ one, line }] : [];
    });
    return {
      return_id: row.return_id,
      name: row.name,
      order_id: row.order_id,
      order_name: row.order_name,
      store_id: row.store_id,
      store_name: stores.get(row.store_id) ?? null,
      is_sandbox: order?.mode === 'sandbox',
      is_manual: order?.is_manual ?? false,
      customer_name: order?.customer_name ?? null,
      kind: row.kind,
      reason: row.reason,
      state: row.state,
      needs_action: due.has(row.return_id),
      customer_note: row.customer_note,
      customer_keeps: row.customer_keeps,
      outside_window_by: row.outside_window_by,
      address: row.address,
      instructions: row.instructions,
      send_back_by: row.send_back_by,
      carrier: row.carrier,
      tracking_number: row.tracking_number,
      decision_note: row.decision_note,
      lines: own.map(({ one, line }) => lineView(one, line, currency)),
      value: money(
        own.reduce((sum, { one, line }) => sum + priceOf(line, one.quantity), 0),
        currency,
      ),
      refund: refund ? refundView(refund, locale) : null,
      exchange_order: exchange ? { order_id: exchange.order_id, name: exchange.name } : null,
      mails: mails.flatMap((mail) =>
        mail.return_id === row.return_id
          ? [
              {
                kind: mail.kind,
                state: mail.state,
                reason: mail.reason ? say(locale, mail.reason) : null,
                sent_at: mail.sent_at,
              },
            ]
          : [],
      ),
      actions: getReturnActions(row, refund),
      requested_by: row.requested_by,
      created_at: row.created_at,
      updated_at: row.updated_at,
      ended_at: row.ended_at,
    };
  });
}

/** One return. Throws RETURN_NOT_FOUND. */
export const returnView = (deps: Pick<Deps, 'db' | 'clock'>, who: Who, id: string): Promise<Return> =>
  deps.db.read(who.scope, async (ex) => {
    const row = await findReturn(ex, who.workplaceId, id);
    const [view] = row ? await viewsOf(ex, who, [row], deps.clock.now()) : [];
    if (!view) throw notFound('RETURN_NOT_FOUND');
    return view;
  });

export const returnList = (
  deps: Pick<Deps, 'db' | 'clock'>,
  who: Who,
  { cursor, page_size: size, ...filter }: ReturnFilter & { cursor?: string | undefined; page_size: number },
): Promise<{ items: Return[]; next_cursor?: string }> =>
  deps.db.read(who.scope, async (ex) => {
    if (filter.order_id) await mustKnowOrders(ex, who.workplaceId, [filter.order_id], 'order_id');
    const after = cursor !== undefined && isId(cursor) ? cursor : undefined;
    const now = deps.clock.now();
    const rows = await listReturns(ex, who.workplaceId, filter, { after, most: size + 1, now });
    const shown = rows.slice(0, size);
    const last = shown.at(-1);
    return {
      items: await viewsOf(ex, who, shown, now),
      ...(rows.length > size && last ? { next_cursor: last.return_id } : {}),
    };
  });

export const returnCounts = (deps: Pick<Deps, 'db' | 'clock'>, who: Who, storeId: string | undefined) =>
  deps.db.read(who.scope, async (ex) => {
    const rows = await countReturns(ex, who.workplaceId, storeId, deps.clock.now());
    const counted = new Map(rows.map(({ state, n }) => [state, n]));
    const countOf = (state: ReturnState): number => counted.get(state) ?? 0;
    return {
      needs_action: rows.reduce((sum, { due }) => sum + due, 0),
      open: RETURN_OPEN.reduce((sum, state) => sum + countOf(state), 0),
      states: Object.fromEntries(RETURN_STATES.map((state) => [state, countOf(state)])) as Record<ReturnState, number>,
    };
  });
