import type { Call } from './call.ts';
import { connection, type PageArgs, type View } from './connection.ts';
import { fulfillmentOrderView } from './fulfillment-order-view.ts';
import { fulfillmentView } from './fulfillment-view.ts';
import { gid } from './gid.ts';
import { lineView } from './line-view.ts';
import type { OrderDoc, RefundDoc, TransactionDoc } from './model.ts';
import { cents, decimal } from './money.ts';
import {
  financialStatus,
  fulfillmentStatus,
  getRemaining,
  getSubtotal,
  moneyBag,
  orderName,
  seenFulfillments,
  seenRefunds,
  totalOf,
} from './order-facts.ts';

function transactionView(call: Call, order: OrderDoc, transaction: TransactionDoc): View {
  const parent = order.transactions.find((one) => one.id === transaction.parentId);
  return {
    __typename: 'OrderTransaction',
    id: gid('OrderTransaction', transaction.id),
    kind: transaction.kind,
    status: transaction.status,
    gateway: transaction.gateway,
    createdAt: transaction.createdAt,
    test: true,
    amountSet: () => moneyBag(call, transaction.amount),
    parentTransaction: parent ? () => transactionView(call, order, parent) : null,
  };
}

export function refundView(call: Call, order: OrderDoc, refund: RefundDoc): View {
  return {
    __typename: 'Refund',
    id: gid('Refund', refund.id),
    legacyResourceId: String(refund.id),
    note: refund.note,
    createdAt: refund.createdAt,
    updatedAt: refund.createdAt,
    totalRefundedSet: () => moneyBag(call, refund.amount),
    order: () => orderView(call, order),
    refundLineItems: (args: PageArgs) =>
      connection(refund.lines, args, (one) => ({
        quantity: one.quantity,
        restockType: one.restockType,
        lineItem: () => {
          const line = order.lines.find((candidate) => candidate.id === one.lineId);
          return line ? lineView(call, order, line) : null;
        },
      })),
  };
}

function addressView(order: OrderDoc): View {
  const { address } = order;
  return {
    __typename: 'MailingAddress',
    id: gid('MailingAddress', order.id),
    firstName: address.firstName,
    lastName: address.lastName,
    name: `${address.firstName} ${address.lastName}`,
    company: null,
    address1: address.address1,
    address2: address.address2,
    city: address.city,
    province: address.province,
    provinceCode: address.provinceCode,
    zip: address.zip,
    countryCodeV2: address.countryCode,
    phone: address.phone,
  };
}

/** Shopify's own assessment says LOW unless another one is worse. */
function riskView(order: OrderDoc): View {
  const assessments = order.risks ?? [{ riskLevel: 'LOW' }];
  const isHigh = assessments.some((one) => one.riskLevel === 'HIGH');
  return {
    __typename: 'OrderRiskSummary',
    recommendation: isHigh ? 'CANCEL' : 'ACCEPT',
    assessments: assessments.map(({ riskLevel }) => ({
      __typename: 'OrderRiskAssessment',
      riskLevel,
      facts: [],
      provider: null,
    })),
  };
}

export function orderView(call: Call, order: OrderDoc): View {
  const visible = seenFulfillments(call, order);
  const seenTransactions = () => {
    const later = new Set(
      order.refunds.filter((one) => !seenRefunds(call, order).includes(one)).flatMap((one) => one.transactionIds),
    );
    return order.transactions.filter((one) => !later.has(one.id));
  };
  return {
    __typename: 'Order',
    id: gid('Order', order.id),
    legacyResourceId: String(order.id),
    name: orderName(order),
    number: order.number,
    createdAt: order.createdAt,
    processedAt: order.createdAt,
    updatedAt: order.updatedAt,
    cancelledAt: order.cancelledAt,
    closed: false,
    closedAt: null,
    test: true,
    currencyCode: call.seed.currency,
    presentmentCurrencyCode: call.seed.currency,
    // Erased: Shopify says null.
    email: order.email || null,
    phone: order.address.phone,
    customerLocale: order.customerLocale ?? null,
    note: order.note,
    tags: [...(order.tags ?? [])].sort(),
    fullyPaid: true,
    unpaid: false,
    requiresShipping: true,
    paymentGatewayNames: () => [...new Set(order.transactions.map((one) => one.gateway))],
    displayFinancialStatus: () => financialStatus(call, order),
    displayFulfillmentStatus: () => fulfillmentStatus(call, order),
    subtotalPriceSet: () => moneyBag(call, decimal(getSubtotal(order))),
    totalShippingPriceSet: () => moneyBag(call, order.shipping.price),
    risk: () => riskView(order),
    disputes: () =>
      (order.disputes ?? []).map(({ id, status }) => ({
        __typename: 'OrderDisputeSummary',
        id: gid('OrderDisputeSummary', id),
        initiatedAs: 'CHARGEBACK',
        status,
      })),
    taxesIncluded: call.seed.includedTax !== undefined,
    dutiesIncluded: false,
    totalTaxSet: () => moneyBag(call, order.includedTax ?? '0.00'),
    totalDiscountsSet: () => moneyBag(call, '0.00'),
    originalTotalDutiesSet: null,
    originalTotalAdditionalFeesSet: null,
    totalTipReceivedSet: () => moneyBag(call, '0.00'),
    totalPriceSet: () => moneyBag(call, decimal(totalOf(order))),
    totalRefundedSet: () =>
      moneyBag(call, decimal(seenRefunds(call, order).reduce((sum, one) => sum + cents(one.amount), 0))),
    shippingLine: () => ({
      __typename: 'ShippingLine',
      id: gid('ShippingLine', order.id),
      title: order.shipping.title,
      code: order.shipping.title,
      originalPriceSet: moneyBag(call, order.shipping.price),
      discountedPriceSet: moneyBag(call, order.shipping.price),
    }),
    customer: () => ({
      __typename: 'Customer',
      id: gid('Customer', order.customerId),
      firstName: order.address.firstName,
      lastName: order.address.lastName,
      displayName: `${order.address.firstName} ${order.address.lastName}`,
    }),
    shippingAddress: () => addressView(order),
    billingAddress: () => addressView(order),
    displayAddress: () => addressView(order),
    lineItems: (args: PageArgs) => connection(order.lines, args, (line) => lineView(call, order, line)),
    fulfillments: ({ first }: PageArgs) =>
      visible
        .slice(0, first ?? undefined)
        .map((one) => fulfillmentView(call, order, one, () => orderView(call, order))),
    fulfillmentsCount: { count: visible.length, precision: 'EXACT' },
    fulfillmentOrders: (args: PageArgs) =>
      connection(order.fulfillmentOrders, args, (one) =>
        fulfillmentOrderView(call, order, one, () => orderView(call, order)),
      ),
    refunds: ({ first }: PageArgs) =>
      seenRefunds(call, order)
        .slice(0, first ?? undefined)
        .map((one) => refundView(call, order, one)),
    transactions: ({ first }: PageArgs) =>
      seenTransactions()
        .slice(0, first ?? undefined)
        .map((one) => transactionView(call, order, one)),
    fulfillable: () =>
      order.fulfillmentOrders.some((one) => one.lines.some((line) => getRemaining(call, order, line) > 0)),
  };
}
