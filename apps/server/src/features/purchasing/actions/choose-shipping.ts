import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import {
  findLines,
  isStoppedByShipping,
  type LinePatch,
  lockOrders,
  PLACEABLE,
  patchLines,
  wantCosts,
} from '../../orders/index.ts';
import type { BuyLine, Refused } from '../rules/plan-order.ts';
import { getBuyLine, getBuyOrder, type Quotes, readConnections, readQuotes } from './gather.ts';
import { settleOrders } from './settle-orders.ts';

export interface ShippingRequest {
  order_id: string;
  line_item_ids?: string[];
  shipping_method: string;
}

/**
 * Whether the supplier listed its shipping methods for this line without this one. Without a list the choice can't be
 * judged here; placing checks it against a new quote.
 */
function isUnknownService(
  method: string,
  line: BuyLine,
  together: readonly BuyLine[],
  quoteOf: ReturnType<Quotes['of']>,
  connections: Awaited<ReturnType<typeof readConnections>>,
): boolean {
  const answers = connections
    .filter((connection) => connection.supplier === line.source)
    .flatMap((connection) => [[line], together].map((set) => quoteOf(connection)(set)))
    .filter((quote) => quote?.state === 'known' && quote.options.length > 0);
  return answers.length > 0 && !answers.some((quote) => quote?.options.some((option) => option.serviceName === method));
}

/**
 * Sets the shipping method of unplaced lines and returns those that can't be changed. A line blocked by its destination
 * or shipping method becomes ready again.
 */
export async function chooseShipping(
  deps: Deps,
  scope: WorkplaceScope,
  wishes: readonly ShippingRequest[],
): Promise<{ updated: number; failed: Map<string, Refused[]> }> {
  const { workplaceId } = scope;
  const ids = [...new Set(wishes.map((wish) => wish.order_id))];
  return deps.db.tenant(scope, async (tx) => {
    const orders = await lockOrders(tx, workplaceId, ids);
    const lines = await findLines(tx, workplaceId, ids);
    const failed = new Map<string, Refused[]>();
    const refuse = (orderId: string, refused: Refused): void => {
      failed.set(orderId, [...(failed.get(orderId) ?? []), refused]);
    };
    const patches: LinePatch[] = [];
    const connections = await readConnections(tx, workplaceId);
    const buying = orders.map((row) => ({
      order: getBuyOrder(row),
      lines: lines
        .filter((line) => line.order_id === row.order_id && PLACEABLE.includes(line.state))
        .map((line) => getBuyLine(line)),
    }));
    const quotes = await readQuotes(tx, workplaceId, buying, connections);
    const isOffered = (wish: ShippingRequest, lineId: string): boolean => {
      const bought = buying.find(({ order }) => order.order_id === wish.order_id);
      const line = bought?.lines.find((one) => one.line_id === lineId);
      if (!bought || !line) return true;
      const together = bought.lines.filter((one) => one.source === line.source);
      return !isUnknownService(wish.shipping_method, line, together, quotes.of(bought.order), connections);
    };
    for (const wish of wishes) {
      if (!orders.some((order) => order.order_id === wish.order_id)) {
        refuse(wish.order_id, { line_id: null, key: 'not_found_order_detail' });
        continue;
      }
      const own = lines.filter((line) => line.order_id === wish.order_id);
      for (const id of wish.line_item_ids ?? [])
        if (!own.some((line) => line.line_id === id)) refuse(wish.order_id, { line_id: id, key: 'LINE_NOT_FOUND' });
      const chosen = own.filter((line) =>
        wish.line_item_ids ? wish.line_item_ids.includes(line.line_id) : PLACEABLE.includes(line.state),
      );
      for (const line of chosen) {
        if (!isOffered(wish, line.line_id))
          refuse(wish.order_id, {
            line_id: line.line_id,
            key: 'shipping_method_unavailable',
            params: {
              title: line.title,
              country: orders.find((one) => one.order_id === wish.order_id)?.ship_country ?? '',
            },
          });
        else if (PLACEABLE.includes(line.state))
          patches.push({
            order_id: line.order_id,
            line_id: line.line_id,
            shipping_method: wish.shipping_method,
            shipping_quote: null,
            ...(isStoppedByShipping(line) ? { state: 'ready', block: null } : {}),
          });
        else
          refuse(wish.order_id, { line_id: line.line_id, key: 'LINE_PLACED_ALREADY', params: { title: line.title } });
      }
    }
    await patchLines(tx, workplaceId, patches);
    if (patches.length > 0) {
      const freed = new Set(patches.filter((patch) => patch.state).map((patch) => patch.order_id));
      await settleOrders(
        tx,
        deps,
        scope,
        orders.filter((order) => freed.has(order.order_id)),
      );
      await wantCosts(tx, deps, scope, [...new Set(patches.map((patch) => patch.order_id))]);
      await publish(tx, workplaceId, 'orders', ids.slice(0, 100));
    }
    return { updated: patches.length, failed };
  });
}
