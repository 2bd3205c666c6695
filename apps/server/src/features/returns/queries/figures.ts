import type { ReturnFigures } from '@quayside/contracts';
import { money, notFound } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { problemAnswer } from '../../connections/index.ts';
import { findOrder, findSoldLines } from '../../orders/index.ts';
import { refundsOfOrders } from '../refund-repo.ts';
import { findReturn, linesOfOrders } from '../return-repo.ts';
import { settledQuantity } from '../rules/actions.ts';
import { getRoom, proposeRefund } from '../rules/figures.ts';
import { feePercent, percentOf } from '../rules/policy.ts';
import { findSetting } from '../setting-repo.ts';
import { askStore, methodsOf } from './store-refunds.ts';

/** The proposed refund of a return, with what the store can still refund. Throws RETURN_NOT_FOUND. */
export async function returnFigures(
  deps: Deps,
  who: Who,
  id: string,
  wanted: { with_shipping: boolean; restocking_fee?: number | undefined },
): Promise<ReturnFigures> {
  const { workplaceId } = who;
  const found = await deps.db.read(who.scope, async (ex) => {
    const row = await findReturn(ex, workplaceId, id);
    const order = row && (await findOrder(ex, workplaceId, row.order_id));
    if (!row || !order) throw notFound('RETURN_NOT_FOUND');
    const ids = [row.order_id];
    return {
      row,
      order,
      lines: await findSoldLines(ex, workplaceId, ids),
      own: (await linesOfOrders(ex, workplaceId, ids)).filter((one) => one.return_id === id),
      booked: await refundsOfOrders(ex, workplaceId, ids),
      setting: (await findSetting(ex, workplaceId, row.store_id)).setting,
    };
  });
  const { row, order, lines, own, booked, setting } = found;
  const percent = wanted.restocking_fee === undefined ? feePercent(row, setting) : null;
  const methods = await methodsOf(deps, who, order);
  const asked = methods.includes('gateway') ? await askStore(deps, who, order) : undefined;
  const store = asked && 'left' in asked ? asked : undefined;
  const room = getRoom(order.total, booked);
  // Before anything arrived, the figures are of everything that the customer returns.
  const quantityOf = (one: (typeof own)[number]) => (one.received === null ? one.quantity : settledQuantity(row, one));
  const figures = proposeRefund(
    order,
    lines,
    own.map((one) => ({ line_id: one.line_id, quantity: quantityOf(one) })),
    {
      withShipping: wanted.with_shipping,
      fee: (items) => wanted.restocking_fee ?? percentOf(items, percent ?? 0),
      most: Math.min(room, store?.left.amount ?? room),
    },
  );
  const of = (amount: number) => money(amount, order.currency);
  return {
    items: of(figures.items),
    tax: of(figures.tax),
    shipping: of(figures.shipping),
    restocking_fee: of(figures.fee),
    restocking_percent: percent,
    amount: of(figures.amount),
    paid: store?.paid ?? null,
    left: store?.left ?? null,
    methods,
    problem: asked && 'problem' in asked ? (problemAnswer(who.locale, asked.problem) ?? null) : null,
  };
}
