import { type ChannelOrder, toUnreadableReason } from '@quayside/connector-kit';
import { describe, expect, it, test } from 'vitest';
import { carrierName } from './carriers.ts';
import { toOrder } from './map-order.ts';
import type { RawOrder, RawOrderLine } from './raw.ts';

const bag = (amount: string, currencyCode = 'USD') => ({ shopMoney: { amount, currencyCode } });
const line: RawOrderLine = {
  id: 'gid://shopify/LineItem/1',
  title: 'Bowl',
  variantTitle: 'Sand',
  sku: 'B-1',
  quantity: 2,
  nonFulfillableQuantity: 0,
  unfulfilledQuantity: 1,
  requiresShipping: true,
  product: { id: 'gid://shopify/Product/1' },
  variant: { id: 'gid://shopify/ProductVariant/1' },
  image: null,
  originalUnitPriceSet: bag('19.99'),
  totalDiscountSet: bag('1.5'),
};
const order: RawOrder = {
  id: 'gid://shopify/Order/1',
  name: '#1001',
  createdAt: '2026-11-20T10:00:00Z',
  updatedAt: '2026-11-20T11:00:00Z',
  cancelledAt: null,
  currencyCode: 'USD',
  email: 'mara@example.com',
  customerLocale: 'fr-CA',
  note: '',
  tags: [],
  fullyPaid: true,
  displayFinancialStatus: 'PAID',
  displayFulfillmentStatus: 'PARTIALLY_FULFILLED',
  paymentGatewayNames: ['shopify_payments'],
  totalShippingPriceSet: bag('4.9'),
  taxesIncluded: false,
  dutiesIncluded: false,
  totalTaxSet: null,
  totalDiscountsSet: bag('1.5'),
  originalTotalDutiesSet: null,
  originalTotalAdditionalFeesSet: null,
  totalTipReceivedSet: bag('0'),
  totalPriceSet: bag('43.38'),
  shippingLine: { title: 'Standard' },
  billingAddress: { name: 'Paul Lindqvist' },
  shippingAddress: {
    firstName: 'Mara',
    lastName: 'Lindqvist',
    company: '',
    address1: '482 Alder Street',
    address2: null,
    city: 'Oakland',
    province: 'California',
    provinceCode: 'CA',
    zip: '94607',
    countryCodeV2: 'US',
    phone: null,
  },
  lineItems: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } },
};

test('an order in our words: exact money, ISO times, nothing invented for what is absent', () => {
  expect(toOrder(order, [line])).toEqual({
    externalOrderId: 'gid://shopify/Order/1',
    name: '#1001',
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T11:00:00.000Z',
    currency: 'USD',
    subtotal: { amount: 3998, currency: 'USD' },
    shippingTotal: { amount: 490, currency: 'USD' },
    taxTotal: { amount: 0, currency: 'USD' },
    taxIncluded: false,
    feeTotal: { amount: 0, currency: 'USD' },
    discountTotal: { amount: 150, currency: 'USD' },
    total: { amount: 4338, currency: 'USD' },
    financialStatus: 'paid',
    fulfillmentStatus: 'partially_fulfilled',
    customerEmail: 'mara@example.com',
    customerName: 'Mara Lindqvist',
    customerLocale: 'fr-CA',
    shippingAddress: {
      firstName: 'Mara',
      lastName: 'Lindqvist',
      address1: '482 Alder Street',
      city: 'Oakland',
      province: 'California',
      provinceCode: 'CA',
      postalCode: '94607',
      countryCode: 'US',
      email: 'mara@example.com',
    },
    shippingMethodTitle: 'Standard',
    payment: { method: 'shopify_payments', onDelivery: false },
    tags: [],
    lines: [
      {
        externalLineId: 'gid://shopify/LineItem/1',
        externalProductId: 'gid://shopify/Product/1',
        externalVariantId: 'gid://shopify/ProductVariant/1',
        sku: 'B-1',
        title: 'Bowl',
        variantTitle: 'Sand',
        quantity: 2,
        fulfillableQuantity: 1,
        unitPrice: { amount: 1999, currency: 'USD' },
        discount: { amount: 150, currency: 'USD' },
        requiresShipping: true,
      },
    ],
  });
});

test('a line whose product was deleted, and an order without an address, keep what they have', () => {
  const bare = toOrder({ ...order, shippingAddress: null, email: null }, [{ ...line, product: null, variant: null }]);
  expect(bare).not.toHaveProperty('shippingAddress');
  expect(bare.customerName).toBe('Paul Lindqvist');
  expect(bare.lines[0]).not.toHaveProperty('externalVariantId');
});

test.each([
  ['EXPIRED', true, 'voided'],
  ['PARTIALLY_REFUNDED', true, 'partially_refunded'],
  [null, true, 'paid'],
  [null, false, 'pending'],
])('payment status %s is %s', (displayFinancialStatus, fullyPaid, expected) =>
  expect(toOrder({ ...order, displayFinancialStatus, fullyPaid }, []).financialStatus).toBe(expected),
);

test('a state that is not in the schema is said so, not guessed', () => {
  expect(() => toOrder({ ...order, displayFulfillmentStatus: 'TELEPORTED' }, [])).toThrow(/TELEPORTED/);
});

test.each([
  ['removed before it left', { quantity: 2, nonFulfillableQuantity: 2, unfulfilledQuantity: 0 }, 0, 0],
  ['made fewer', { quantity: 3, nonFulfillableQuantity: 1, unfulfilledQuantity: 2 }, 2, 2],
  ['made fewer after a part left', { quantity: 3, nonFulfillableQuantity: 1, unfulfilledQuantity: 1 }, 2, 1],
  ['sent and given back', { quantity: 1, nonFulfillableQuantity: 0, unfulfilledQuantity: 0 }, 1, 0],
  [
    'sent and given back, as Shopify sometimes counts it',
    { quantity: 1, nonFulfillableQuantity: 0, unfulfilledQuantity: -1 },
    1,
    0,
  ],
])('a line that was %s', (_what, change, quantity, fulfillableQuantity) =>
  expect(toOrder(order, [{ ...line, ...change }]).lines[0]).toMatchObject({ quantity, fulfillableQuantity }),
);

test('what is paid at the door is told by the name of its gateway', () => {
  const by = (...paymentGatewayNames: string[]) => toOrder({ ...order, paymentGatewayNames }, []).payment;
  expect(by('Cash on Delivery (COD)')).toEqual({ method: 'Cash on Delivery (COD)', onDelivery: true });
  expect(by('gift_card', 'Easysell COD')).toEqual({ method: 'gift_card, Easysell COD', onDelivery: true });
  expect(by('manual')?.onDelivery).toBe(false);
  expect(by('Codex Pay')?.onDelivery).toBe(false);
  expect(by()).toBeUndefined();
});

test('what has no certain meaning is named with its place, and nothing is guessed', () => {
  const reasonOf = (change: Partial<RawOrder>, lines: RawOrderLine[] = []) => {
    try {
      toOrder({ ...order, ...change }, lines);
    } catch (error) {
      return toUnreadableReason(error);
    }
    return undefined;
  };
  expect(reasonOf({ displayFinancialStatus: 'HALF_PAID' })).toEqual({
    what: 'state',
    where: 'displayFinancialStatus',
    value: 'HALF_PAID',
  });
  expect(reasonOf({ displayFulfillmentStatus: 'TELEPORTED' })).toMatchObject({ where: 'displayFulfillmentStatus' });
  expect(reasonOf({ totalPriceSet: bag('1,234.50') })).toMatchObject({ what: 'amount', where: 'totalPriceSet' });
  expect(reasonOf({ totalPriceSet: bag('1.0', 'USDT') })).toMatchObject({ what: 'currency', value: 'USDT' });
  expect(reasonOf({ createdAt: '' })).toMatchObject({ what: 'time', where: 'createdAt' });
  expect(reasonOf({}, [{ ...line, quantity: 2 ** 40 }])).toMatchObject({
    what: 'quantity',
    where: 'lineItems.0.quantity',
  });
  expect(reasonOf({}, [line])).toBeUndefined();
});

test('yen have no cents', () => {
  const totals = { totalPriceSet: bag('1200.0', 'JPY'), totalTipReceivedSet: bag('0', 'JPY') };
  const yen = toOrder({ ...order, currencyCode: 'JPY', ...totals }, []);
  expect(yen.total).toEqual({ amount: 1200, currency: 'JPY' });
});

test('a carrier is written as Shopify knows it', () => {
  expect(['fedex', 'yun express', 'DHL ecommerce', 'Harbour Post'].map(carrierName)).toEqual([
    'FedEx',
    'YunExpress',
    'DHL eCommerce',
    'Harbour Post',
  ]);
});

/** What the parts of an order sum up to. */
const summed = ({ subtotal, shippingTotal, taxTotal, taxIncluded, feeTotal, discountTotal }: ChannelOrder): number =>
  subtotal.amount + shippingTotal.amount + (taxIncluded ? 0 : taxTotal.amount) + feeTotal.amount - discountTotal.amount;

const fees = {
  totalTaxSet: bag('3.2'),
  originalTotalDutiesSet: bag('6.10'),
  originalTotalAdditionalFeesSet: bag('1.15'),
  totalTipReceivedSet: bag('2.00'),
};

test.each([
  ['without tax', { totalPriceSet: bag('55.83') }, 925],
  ['with tax', { taxesIncluded: true, totalPriceSet: bag('52.63') }, 925],
  ['with tax and duties', { taxesIncluded: true, dutiesIncluded: true, totalPriceSet: bag('46.53') }, 315],
])('the sums of an order whose prices are %s add up', (_what, change, feeTotal) => {
  const read = toOrder({ ...order, ...fees, ...change }, [line]);
  expect(read).toMatchObject({ feeTotal: { amount: feeTotal }, taxTotal: { amount: 320 } });
  expect(summed(read)).toBe(read.total.amount);
});

describe("Shopify's judgement of an order", () => {
  const risk = (...levels: string[]) => ({ assessments: levels.map((riskLevel) => ({ riskLevel })) });
  it.each([
    [['LOW'], 'low'],
    [['LOW', 'HIGH'], 'high'],
    [['PENDING', 'MEDIUM'], 'medium'],
    [['NONE'], undefined],
    [[], undefined],
  ])('is the worst of %o: %s', (levels, expected) => {
    expect(toOrder({ ...order, risk: risk(...levels) }, []).risk).toBe(expected);
  });
  it.each([
    [['NEEDS_RESPONSE'], true],
    [['UNDER_REVIEW'], true],
    [['LOST'], true],
    [['WON'], false],
    [['PREVENTED', 'WON'], false],
    [[], false],
  ])('counts disputes %o as open: %s', (statuses, expected) => {
    expect(toOrder({ ...order, disputes: statuses.map((status) => ({ status })) }, []).isDisputed).toBe(expected);
  });
  it('is unknown where Shopify keeps it back', () => {
    const found = toOrder({ ...order, risk: null, disputes: null }, []);
    expect(found).not.toHaveProperty('risk');
    expect(found).not.toHaveProperty('isDisputed');
  });
});
