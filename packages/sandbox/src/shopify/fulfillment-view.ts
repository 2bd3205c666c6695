import type { Call } from './call.ts';
import { connection, type PageArgs, type View } from './connection.ts';
import { gid } from './gid.ts';
import { lineView } from './line-view.ts';
import type { FulfillmentDoc, OrderDoc } from './model.ts';

export function fulfillmentView(call: Call, order: OrderDoc, one: FulfillmentDoc, orderView: () => View): View {
  return {
    __typename: 'Fulfillment',
    id: gid('Fulfillment', one.id),
    legacyResourceId: String(one.id),
    name: `#${order.number}-F${order.fulfillments.indexOf(one) + 1}`,
    status: one.status,
    displayStatus: one.status === 'SUCCESS' ? 'FULFILLED' : 'CANCELED',
    createdAt: one.createdAt,
    updatedAt: one.updatedAt,
    requiresShipping: true,
    totalQuantity: one.lines.reduce((sum, line) => sum + line.quantity, 0),
    trackingInfo: () => {
      const { more = [], ...first } = one.tracking;
      return [first, ...more.map((next) => ({ ...next, company: first.company }))];
    },
    order: orderView,
    fulfillmentLineItems: (args: PageArgs) =>
      connection(one.lines, args, (line) => ({
        __typename: 'FulfillmentLineItem',
        id: gid('FulfillmentLineItem', line.id),
        quantity: line.quantity,
        lineItem: () => {
          const found = order.lines.find((candidate) => candidate.id === line.lineId);
          return found ? lineView(call, order, found) : null;
        },
      })),
  };
}
