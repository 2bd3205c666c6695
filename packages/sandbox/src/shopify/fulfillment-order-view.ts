import type { Call } from './call.ts';
import { connection, type PageArgs, type View } from './connection.ts';
import { fulfillmentView } from './fulfillment-view.ts';
import { gid } from './gid.ts';
import { lineView } from './line-view.ts';
import type { FulfillmentOrderDoc, OrderDoc } from './model.ts';
import { fulfillmentOrderStatus, getRemaining } from './order-facts.ts';
import { primaryLocationView } from './shop-view.ts';

const HOLD_WORDS: Record<string, string> = {
  AWAITING_PAYMENT: 'Awaiting payment',
  HIGH_RISK_OF_FRAUD: 'High risk of fraud',
  INCORRECT_ADDRESS: 'Incorrect address',
  INVENTORY_OUT_OF_STOCK: 'Inventory out of stock',
  OTHER: 'Other',
};

export function fulfillmentOrderView(
  call: Call,
  order: OrderDoc,
  one: FulfillmentOrderDoc,
  orderView: () => View,
): View {
  const status = fulfillmentOrderStatus(call, order, one);
  const actions = {
    OPEN: ['CREATE_FULFILLMENT', 'HOLD'],
    IN_PROGRESS: ['CREATE_FULFILLMENT'],
    ON_HOLD: ['RELEASE_HOLD'],
  };
  const supported = actions[status as keyof typeof actions] ?? [];
  return {
    __typename: 'FulfillmentOrder',
    id: gid('FulfillmentOrder', one.id),
    status,
    requestStatus: 'UNSUBMITTED',
    orderId: gid('Order', order.id),
    order: orderView,
    orderName: `#${order.number}`,
    createdAt: one.createdAt,
    updatedAt: order.updatedAt,
    fulfillAt: one.createdAt,
    fulfillBy: null,
    supportedActions: supported.map((action) => ({ action, externalUrl: null })),
    fulfillmentHolds: one.holds.map((hold) => ({
      __typename: 'FulfillmentHold',
      id: gid('FulfillmentHold', hold.id),
      reason: hold.reason,
      displayReason: HOLD_WORDS[hold.reason] ?? 'Other',
      reasonNotes: hold.notes,
    })),
    assignedLocation: () => ({
      name: call.seed.locationName,
      countryCode: call.seed.country,
      location: primaryLocationView(call),
    }),
    lineItems: (args: PageArgs) =>
      connection(one.lines, args, (line) => ({
        __typename: 'FulfillmentOrderLineItem',
        id: gid('FulfillmentOrderLineItem', line.id),
        totalQuantity: line.quantity,
        remainingQuantity: getRemaining(call, order, line),
        requiresShipping: true,
        lineItem: () => {
          const found = order.lines.find((candidate) => candidate.id === line.lineId);
          return found ? lineView(call, order, found) : null;
        },
      })),
    fulfillments: (args: PageArgs) =>
      connection(
        order.fulfillments.filter((candidate) =>
          candidate.lines.some((line) => one.lines.some((mine) => mine.id === line.fulfillmentOrderLineId)),
        ),
        args,
        (candidate) => fulfillmentView(call, order, candidate, orderView),
      ),
  };
}
