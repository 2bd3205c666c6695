import {
  type ChannelAddress,
  type ChannelFinancialStatus,
  type ChannelFulfillmentStatus,
  type ChannelOrder,
  type ChannelOrderLine,
  type ChannelOrderState,
  readAmount,
  readQuantity,
  readTime,
  UnreadableError,
  type UnreadableOrder,
  unreadableForm,
} from '@quayside/connector-kit';
import { type Money, sum, times } from '@quayside/kernel';
import type { z } from 'zod';
import type { RawMoney, RawOrderHead, RawOrderLine, RawOrderName, RawOrderState } from './raw.ts';

/** The amount in the shop's own currency; what the shopper saw in another is left to the shop. */
const shopMoney = ({ shopMoney: { amount, currencyCode } }: RawMoney, where: string): Money =>
  readAmount(amount, currencyCode, where);

const FINANCIAL: Record<string, ChannelFinancialStatus> = {
  PENDING: 'pending',
  AUTHORIZED: 'authorized',
  PARTIALLY_PAID: 'partially_paid',
  PAID: 'paid',
  PARTIALLY_REFUNDED: 'partially_refunded',
  REFUNDED: 'refunded',
  VOIDED: 'voided',
  // An authorization or a payment term that ran out: the money does not come.
  EXPIRED: 'voided',
};

const FULFILLMENT: Record<string, ChannelFulfillmentStatus> = {
  FULFILLED: 'fulfilled',
  // Nothing in it is to be shipped.
  FULFILLMENT_NOT_REQUIRED: 'fulfilled',
  PARTIALLY_FULFILLED: 'partially_fulfilled',
  IN_PROGRESS: 'in_progress',
  PENDING_FULFILLMENT: 'in_progress',
  OPEN: 'unfulfilled',
  ON_HOLD: 'unfulfilled',
  REQUEST_DECLINED: 'unfulfilled',
  RESTOCKED: 'unfulfilled',
  SCHEDULED: 'unfulfilled',
  UNFULFILLED: 'unfulfilled',
};

function known<T>(table: Record<string, T>, value: string, what: string): T {
  const word = table[value];
  if (word !== undefined) return word;
  throw new UnreadableError('state', what, value);
}

/** How an order is called, as far as that can be read of whatever the shop answered. */
export function toHead(raw: RawOrderName): Omit<UnreadableOrder, 'reason'> {
  const { id, name, updatedAt } = raw;
  return {
    externalOrderId: id,
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof updatedAt === 'string' && !Number.isNaN(Date.parse(updatedAt))
      ? { updatedAt: new Date(updatedAt).toISOString() }
      : {}),
  };
}

/** What the shop answered, in the shape that is published. Throws UnreadableError. */
export function shaped<T extends z.ZodType>(shape: T, raw: unknown): z.output<T> {
  const result = shape.safeParse(raw);
  if (result.success) return result.data;
  throw unreadableForm(result.error.issues[0]?.path ?? []);
}

const present = (text: string | null | undefined): string | undefined => text || undefined;

/** Leaves out what the shop does not know. */
const withoutAbsent = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;

function addressOf(raw: RawOrderHead): ChannelAddress | undefined {
  const address = raw.shippingAddress;
  if (!address) return undefined;
  return withoutAbsent({
    firstName: present(address.firstName),
    lastName: present(address.lastName),
    company: present(address.company),
    address1: present(address.address1),
    address2: present(address.address2),
    city: present(address.city),
    province: present(address.province),
    provinceCode: present(address.provinceCode),
    postalCode: present(address.zip),
    countryCode: present(address.countryCodeV2),
    phone: present(address.phone),
    email: present(raw.email),
  });
}

/**
 * `quantity` counts the pieces that were removed or given back, too. Those that left the line before they left the house
 * are not ordered any more (nonFulfillableQuantity); those that came back were. unfulfilledQuantity leaves both out, and
 * is below zero where more came back than Shopify takes for sent.
 */
function lineOf(raw: RawOrderLine, at: number): ChannelOrderLine {
  const where = `lineItems.${at}`;
  const pieces = readQuantity(Math.max(0, raw.quantity), `${where}.quantity`);
  const quantity = Math.max(0, pieces - Math.max(0, raw.nonFulfillableQuantity));
  return withoutAbsent({
    externalLineId: raw.id,
    externalProductId: raw.product?.id,
    externalVariantId: raw.variant?.id,
    sku: present(raw.sku),
    title: raw.title,
    variantTitle: present(raw.variantTitle),
    quantity,
    fulfillableQuantity: Math.max(0, Math.min(quantity, raw.unfulfilledQuantity)),
    unitPrice: shopMoney(raw.originalUnitPriceSet, `${where}.originalUnitPriceSet`),
    discount: shopMoney(raw.totalDiscountSet, `${where}.totalDiscountSet`),
    requiresShipping: raw.requiresShipping,
    imageUrl: raw.image?.url,
  });
}

/**
 * Shopify has no field for it: its own way to pay at the door is called "Cash on Delivery (COD)" (the schema's own example of
 * a gateway's name), and apps for it take up the words.
 */
const isOnDelivery = (gateway: string): boolean => /cash on delivery|\bcod\b/i.test(gateway);

const paymentOf = (gateways: readonly string[]): ChannelOrder['payment'] =>
  gateways.length === 0 ? undefined : { method: gateways.join(', '), onDelivery: gateways.some(isOnDelivery) };

function financialStatusOf(raw: RawOrderState): ChannelFinancialStatus {
  if (raw.displayFinancialStatus !== null)
    return known(FINANCIAL, raw.displayFinancialStatus, 'displayFinancialStatus');
  return raw.fullyPaid ? 'paid' : 'pending';
}

/** Disputes that ended for the merchant. Source: Admin API, DisputeStatus. */
const SETTLED: ReadonlySet<string> = new Set(['WON', 'PREVENTED']);

const RISKS = [
  ['HIGH', 'high'],
  ['MEDIUM', 'medium'],
  ['LOW', 'low'],
] as const;

/** The worst assessment; undefined: none yet, or all without a recommendation (NONE, PENDING). */
const riskOf = (risk: RawOrderHead['risk']): ChannelOrder['risk'] =>
  RISKS.find(([level]) => risk?.assessments.some(({ riskLevel }) => riskLevel === level))?.[1];

const judgementOf = ({ risk, disputes }: Pick<RawOrderHead, 'risk' | 'disputes'>) => ({
  risk: riskOf(risk),
  isDisputed: disputes ? disputes.some(({ status }) => !SETTLED.has(status)) : undefined,
});

/** The part of an order that decides whether it may be bought. */
export const toState = (raw: RawOrderState): ChannelOrderState =>
  withoutAbsent({
    externalOrderId: raw.id,
    updatedAt: new Date(readTime(raw.updatedAt, 'updatedAt')).toISOString(),
    cancelledAt: raw.cancelledAt ? new Date(readTime(raw.cancelledAt, 'cancelledAt')).toISOString() : undefined,
    financialStatus: financialStatusOf(raw),
    total: shopMoney(raw.totalPriceSet, 'totalPriceSet'),
    paysOnDelivery: paymentOf(raw.paymentGatewayNames)?.onDelivery ?? false,
    ...judgementOf(raw),
  });

/** An order in our words. `lines` are all of its lines, also those of later pages. Throws UnreadableError. */
export function toOrder(raw: RawOrderHead, lines: readonly RawOrderLine[]): ChannelOrder {
  // Absent where the shop has none of it: no tax, no discount.
  const amount = (bag: RawMoney | null, where: string): Money =>
    bag ? shopMoney(bag, where) : readAmount(0, raw.currencyCode, where);
  const none = readAmount(0, raw.currencyCode, 'currencyCode');
  const time = (text: string, where: string): string => new Date(readTime(text, where)).toISOString();
  const { firstName, lastName } = raw.shippingAddress ?? {};
  return withoutAbsent({
    externalOrderId: raw.id,
    name: raw.name,
    createdAt: time(raw.createdAt, 'createdAt'),
    updatedAt: time(raw.updatedAt, 'updatedAt'),
    cancelledAt: raw.cancelledAt ? time(raw.cancelledAt, 'cancelledAt') : undefined,
    currency: raw.currencyCode,
    // Shopify's own subtotal is less the discounts, which we name beside it.
    subtotal: sum(
      lines.map((line, at) =>
        times(shopMoney(line.originalUnitPriceSet, `lineItems.${at}.originalUnitPriceSet`), line.quantity),
      ),
      raw.currencyCode,
    ),
    shippingTotal: shopMoney(raw.totalShippingPriceSet, 'totalShippingPriceSet'),
    taxTotal: amount(raw.totalTaxSet, 'totalTaxSet'),
    taxIncluded: raw.taxesIncluded,
    feeTotal: sum(
      [
        // Included duties are part of the prices.
        raw.dutiesIncluded ? none : amount(raw.originalTotalDutiesSet, 'originalTotalDutiesSet'),
        amount(raw.originalTotalAdditionalFeesSet, 'originalTotalAdditionalFeesSet'),
        amount(raw.totalTipReceivedSet, 'totalTipReceivedSet'),
      ],
      raw.currencyCode,
    ),
    discountTotal: amount(raw.totalDiscountsSet, 'totalDiscountsSet'),
    total: shopMoney(raw.totalPriceSet, 'totalPriceSet'),
    financialStatus: financialStatusOf(raw),
    fulfillmentStatus: known(FULFILLMENT, raw.displayFulfillmentStatus, 'displayFulfillmentStatus'),
    customerEmail: present(raw.email),
    // Not the customer's own name: reading customers is a permission of its own, which nothing else here needs.
    customerName: present([firstName, lastName].filter(Boolean).join(' ')) ?? present(raw.billingAddress?.name),
    customerLocale: present(raw.customerLocale),
    shippingAddress: addressOf(raw),
    shippingMethodTitle: present(raw.shippingLine?.title),
    payment: paymentOf(raw.paymentGatewayNames),
    note: present(raw.note),
    tags: raw.tags,
    ...judgementOf(raw),
    lines: lines.map(lineOf),
  });
}
