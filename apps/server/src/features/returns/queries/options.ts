import type { ReturnOption } from '@quayside/contracts';
import { money, notFound, notFoundField } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { problemAnswer } from '../../connections/index.ts';
import { findDeliveries } from '../../fulfilment/index.ts';
import { findOrder, findSoldLines } from '../../orders/index.ts';
import { ratesFor } from '../../rates/index.ts';
import { proposedAddress } from '../actions/decide-return.ts';
import { barOf } from '../actions/request-return.ts';
import { findReturn, linesOfOrders, returnsOfOrder } from '../return-repo.ts';
import { priceOf } from '../rules/figures.ts';
import { suggestsKeeping } from '../rules/policy.ts';
import { getReturnable } from '../rules/returnable.ts';
import { addDays, getDeliveredAt, getWindow } from '../rules/window.ts';
import { findSetting } from '../setting-repo.ts';
import { addressView } from './address-view.ts';

/** Which items of an order can be returned. Throws OrderDetailNotFound. */
export const returnOptions = (deps: Deps, who: Who, orderId: string) =>
  deps.db.read(who.scope, async (ex) => {
    const { workplaceId, locale } = who;
    const order = await findOrder(ex, workplaceId, orderId);
    if (!order) throw notFoundField('order_id', 'OrderDetailNotFound');
    const lines = await findSoldLines(ex, workplaceId, [orderId]);
    const returns = await returnsOfOrder(ex, workplaceId, orderId);
    const returnable = getReturnable(lines, returns, await linesOfOrders(ex, workplaceId, [orderId]));
    const { setting } = await findSetting(ex, workplaceId, order.store_id);
    const deliveries = await findDeliveries(ex, workplaceId, [orderId]);
    const now = deps.clock.now();
    const items = lines.map((line): ReturnOption => {
      const deliveredAt = getDeliveredAt(line.line_id, deliveries);
      const { endsAt, isOver } = getWindow(deliveredAt, setting.window_days, now);
      return {
        line_item_id: line.line_id,
        title: line.title,
        variant_title: line.variant_title,
        sku: line.sku,
        image: line.image_url,
        source: line.source,
        quantity: line.quantity,
        returnable: returnable.get(line.line_id) ?? 0,
        unit_price: money(priceOf(line, 1), order.currency),
        delivered_at: deliveredAt,
        window_ends_at: endsAt,
        is_outside_window: isOver,
      };
    });
    const bar = barOf(order) ?? (items.every((item) => item.returnable === 0) ? 'RETURN_NOTHING_LEFT' : undefined);
    return {
      currency: order.currency,
      items,
      problem: bar ? (problemAnswer(locale, { key: bar, params: {} }) ?? null) : null,
    };
  });

/** What is proposed for an approval. Throws RETURN_NOT_FOUND. */
export const returnProposal = (deps: Deps, who: Who, id: string) =>
  deps.db.read(who.scope, async (ex) => {
    const { workplaceId } = who;
    const row = await findReturn(ex, workplaceId, id);
    const order = row && (await findOrder(ex, workplaceId, row.order_id));
    if (!row || !order) throw notFound('RETURN_NOT_FOUND');
    const { setting } = await findSetting(ex, workplaceId, row.store_id);
    const address = await proposedAddress(ex, workplaceId, row);
    const lines = await findSoldLines(ex, workplaceId, [row.order_id]);
    const own = (await linesOfOrders(ex, workplaceId, [row.order_id])).filter((one) => one.return_id === id);
    const value = own.reduce((sum, one) => {
      const line = lines.find((other) => other.line_id === one.line_id);
      return line ? sum + priceOf(line, one.quantity) : sum;
    }, 0);
    const now = deps.clock.now();
    const ask = { from: order.currency, to: setting.keep_currency ?? order.currency, day: now.slice(0, 10) };
    const rate = (await ratesFor(ex, workplaceId, [ask]))(ask)?.rate;
    const keeps = suggestsKeeping(money(value, order.currency), setting, rate);
    const noRate = { key: 'RETURN_KEEP_NO_RATE', params: { from: ask.from, to: ask.to } };
    return {
      customer_keeps: keeps ?? false,
      keep_problem: keeps === undefined ? (problemAnswer(who.locale, noRate) ?? null) : null,
      address: address ? addressView(address) : null,
      send_back_by: addDays(now, setting.send_back_days),
      instructions: setting.instructions,
    };
  });
