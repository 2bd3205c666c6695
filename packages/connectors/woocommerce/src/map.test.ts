import { readFileSync } from 'node:fs';
import { money } from '@quayside/kernel';
import { describe, expect, test } from 'vitest';
import { decodeEntities } from './entities.ts';
import { isOrder, toOrder } from './map.ts';
import { parcelKey, shipmentTracking } from './parcels.ts';
import { type RawOrder, rawOrder, rawRefund } from './raw.ts';
import { getShares } from './refunds.ts';

/** Answered by a WooCommerce 9.2.5: a discounted line, one piece shipped, one piece given back. */
const recorded = JSON.parse(readFileSync(new URL('./fixtures/order.json', import.meta.url), 'utf8'));
const order = rawOrder.parse(recorded.order);
const refunds = rawRefund.array().parse(recorded.refunds);
const states = (_country: string, code: string) => (code === 'CA' ? 'California' : undefined);
const mapped = (change: Partial<RawOrder> = {}) => toOrder({ ...order, ...change }, refunds, states);
const usd = (amount: number) => money(amount, 'USD');

describe('an order as WooCommerce answers it', () => {
  test('keeps its money to the cent', () => {
    expect(mapped()).toMatchObject({
      name: `#${order.number}`,
      subtotal: usd(8447),
      discountTotal: usd(997),
      feeTotal: usd(0),
      shippingTotal: usd(490),
      taxTotal: usd(0),
      taxIncluded: false,
      total: usd(7940),
      financialStatus: 'partially_refunded',
      fulfillmentStatus: 'partially_fulfilled',
      createdAt: '2026-11-21T05:40:05Z',
    });
    expect(mapped().lines.map((line) => [line.unitPrice, line.discount])).toEqual([
      [usd(1999), usd(997)],
      [usd(2450), usd(0)],
    ]);
  });

  test('counts what is still to be sent: bought, less shipped, less given back', () => {
    expect(mapped().lines.map((line) => line.fulfillableQuantity)).toEqual([1, 1]);
    for (const status of ['completed', 'cancelled', 'refunded'])
      expect(mapped({ status }).lines.map((line) => line.fulfillableQuantity)).toEqual([0, 0]);
  });

  test('a failed payment leaves everything to be sent: the shopper may pay again', () => {
    const failed = mapped({ status: 'failed', date_paid_gmt: null });
    expect(failed.lines.map((line) => line.fulfillableQuantity)).toEqual([1, 1]);
    expect(failed).toMatchObject({ cancelledAt: undefined, fulfillmentStatus: 'partially_fulfilled' });
  });

  test('pieces that were refunded are neither to be sent nor sent', () => {
    const pieces = (change: Partial<RawOrder>, given = refunds) =>
      toOrder({ ...order, meta_data: [], ...change }, given, states).lines.map((line) => [
        line.quantity,
        line.fulfillableQuantity,
        line.refundedQuantity,
      ]);
    const [first, second] = order.line_items.map((line) => line.quantity);
    // A piece of the first line was refunded; without the parcel nothing was sent.
    expect(pieces({})).toEqual([
      [first, (first ?? 0) - 1, 1],
      [second, second, 0],
    ]);
    expect(pieces({ status: 'refunded', date_completed_gmt: null })).toEqual([
      [first, 0, first],
      [second, 0, second],
    ]);
    // Given back after it was sent: it was sent all the same.
    const returned = { status: 'refunded', date_completed_gmt: '2026-11-22T05:40:05' };
    expect(pieces(returned)).toEqual([
      [first, 0, 0],
      [second, 0, 0],
    ]);
    expect(mapped(returned).fulfillmentStatus).toBe('fulfilled');
    expect(toOrder({ ...order, meta_data: [], status: 'refunded' }, refunds, states)).toMatchObject({
      fulfillmentStatus: 'unfulfilled',
      financialStatus: 'refunded',
    });
  });

  test.each([
    [{ line: '58.08', shipping: '4.90', tax: '6.72', discount: '5.81', fees: ['2.50'], total: '66.39' }],
    [{ line: '40.00', shipping: '0.00', tax: '0.00', discount: '0.00', fees: ['-3.33'], total: '36.67' }],
    [
      {
        line: '10.00',
        shipping: '5.00',
        tax: '1.49',
        discount: '1.00',
        fees: ['0.30', '1.99', '-0.29'],
        total: '17.49',
      },
    ],
  ])('sums add up to the cent with fees: %j', ({ line, shipping, tax, discount, fees, total }) => {
    const [item] = order.line_items;
    if (!item) throw new Error('no line');
    const sums = mapped({
      line_items: [{ ...item, subtotal: line, total: line }],
      shipping_total: shipping,
      total_tax: tax,
      discount_total: discount,
      fee_lines: fees.map((fee) => ({ total: fee })),
      total,
    });
    const { subtotal, shippingTotal, taxTotal, feeTotal, discountTotal } = sums;
    expect(subtotal.amount + shippingTotal.amount + taxTotal.amount + feeTotal.amount - discountTotal.amount).toBe(
      sums.total.amount,
    );
  });

  test('reads what the block checkout keeps as entities', () => {
    const block = mapped({
      shipping: { ...order.shipping, company: 'Kunde GmbH &amp; Co', address_2: 'c/o O&#039;Neill' },
      shipping_lines: [{ method_title: 'Flat &amp; fast' }],
      billing: { ...order.billing, first_name: 'Ann &amp; Bo' },
      customer_note: 'Bell &amp; knock',
    });
    expect(block).toMatchObject({
      shippingAddress: { company: 'Kunde GmbH & Co', address2: "c/o O'Neill" },
      shippingMethodTitle: 'Flat & fast',
      customerName: `Ann & Bo ${order.billing.last_name}`,
      note: 'Bell & knock',
    });
  });

  test('reads titles without entities and variations by their own name', () => {
    expect(mapped().lines.map((line) => [line.title, line.variantTitle])).toEqual([
      ['Salt & pepper mill', 'Oak'],
      ['Salt & pepper mill', 'Walnut'],
    ]);
    expect(decodeEntities('&quot;A&#8217;s&quot; &#x2713; &unknown; &#9999999;')).toBe('"A’s" ✓ &unknown; &#9999999;');
  });

  test('names the state where the shop knows it, and invents nothing where it does not', () => {
    expect(mapped().shippingAddress).toMatchObject({
      province: 'California',
      provinceCode: 'CA',
      phone: '+1 510 555 0142',
    });
    const at = (state: string, country: string) =>
      mapped({ shipping: { ...order.shipping, state, country } }).shippingAddress;
    expect(at('Vestland fylke', 'NO')).toMatchObject({ province: 'Vestland fylke', provinceCode: undefined });
    expect(at('QLD', 'AU')).toMatchObject({ province: undefined, provinceCode: 'QLD' });
    expect(at('', 'NO')).toMatchObject({ province: undefined, provinceCode: undefined });
    const empty = { ...order.shipping, address_1: '', city: '', country: '' };
    expect(mapped({ shipping: empty }).shippingAddress).toBeUndefined();
  });

  test.each([
    ['pending', null, 'pending'],
    ['on-hold', null, 'pending'],
    ['processing', null, 'paid'],
    ['completed', null, 'paid'],
    ['failed', null, 'failed'],
    ['failed', '2026-11-21T05:40:05', 'failed'],
    ['cancelled', null, 'voided'],
    ['cancelled', '2026-11-21T05:40:05', 'paid'],
    ['refunded', '2026-11-21T05:40:05', 'refunded'],
    ['wc-packing', '2026-11-21T05:40:05', 'paid'],
  ])('%s, paid at %s, is %s', (status, date_paid_gmt, expected) =>
    expect(mapped({ status, date_paid_gmt, refunds: [] }).financialStatus).toBe(expected),
  );

  test('what is paid at the door is not paid while it is on its way', () => {
    const cod = {
      payment_method: 'cod',
      payment_method_title: 'Cash &amp; delivery',
      date_paid_gmt: null,
      refunds: [],
    };
    expect(mapped({ ...cod, status: 'processing' })).toMatchObject({
      financialStatus: 'pending',
      payment: { method: 'Cash & delivery', onDelivery: true },
    });
    expect(mapped({ ...cod, status: 'processing', date_paid_gmt: '2026-11-21T05:40:05' }).financialStatus).toBe('paid');
    expect(mapped({ ...cod, status: 'completed' }).financialStatus).toBe('paid');
    expect(mapped({ ...cod, payment_method: 'bacs', status: 'processing' })).toMatchObject({
      financialStatus: 'paid',
      payment: { onDelivery: false },
    });
    expect(mapped({ payment_method: '', payment_method_title: '' }).payment).toBeUndefined();
  });

  test('baskets at the till and what is in the trash are no orders', () => {
    const is = (status: string) => isOrder({ ...order, status });
    expect(['checkout-draft', 'auto-draft', 'trash'].map(is)).toEqual([false, false, false]);
    expect(['pending', 'processing', 'wc-packing'].map(is)).toEqual([true, true, true]);
  });
});

describe('refunds by line', () => {
  const lines = order.line_items.map((line) => ({ externalLineId: String(line.id), quantity: line.quantity }));
  const input = { externalOrderId: String(order.id), ref: 'r', lines, restock: false, paysBack: false };

  test('give back what was paid for the pieces', () => {
    expect(getShares(order, { ...input, amount: usd(7450) })).toEqual([usd(5000), usd(2450)]);
  });

  test('never more in all than the amount, to the cent', () => {
    for (const amount of [1, 2, 999, 7449]) {
      const shares = getShares(order, { ...input, amount: usd(amount) });
      expect(shares.reduce((total, share) => total + share.amount, 0)).toBe(amount);
      expect(Math.min(...shares.map((share) => share.amount))).toBeGreaterThanOrEqual(0);
    }
  });
});

test('the tracking plug-in’s list keeps what others wrote and takes a number once', () => {
  const theirs = { tracking_provider: 'ups', tracking_number: '1Z', tracking_id: 'x', date_shipped: '1' };
  const parcel = { ref: 'p', carrier: 'Post', number: 'HP1', at: '2026-11-20T10:00:00.000Z', lines: [] };
  const meta = [{ key: '_wc_shipment_tracking_items', value: [theirs] }];
  const once = shipmentTracking(meta, [parcel]);
  expect(once).toMatchObject([
    theirs,
    { custom_tracking_provider: 'Post', tracking_number: 'HP1', date_shipped: '1795168800' },
  ]);
  expect(shipmentTracking([{ key: '_wc_shipment_tracking_items', value: once }], [parcel])).toEqual(once);
  expect(parcelKey('p')).toBe('_quayside_fulfillment_p');
});
