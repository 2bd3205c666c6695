import { describe, expect, it } from 'vitest';
import { shippingFields } from './map-address.ts';
import { isPaid, parseTime, toNewOrder, toOrder, wasPaid } from './map-order.ts';
import { readServiceName, serviceName } from './origin.ts';
import * as raw from './raw.ts';
import { stateOfTrack } from './tracking.ts';

const detail = (change: object = {}) =>
  raw.detail.parse({
    orderId: '210823100016290555',
    orderNum: 'ref-1',
    orderStatus: 'CREATED',
    orderAmount: 4.25,
    productAmount: 0.57,
    postageAmount: 3.68,
    trackNumber: null,
    paymentDate: null,
    productList: [{ vid: '1392053744945991680', quantity: 1 }],
    ...change,
  });

describe('orders', () => {
  it.each([
    ['CREATED', 'created'],
    ['IN_CART', 'created'],
    ['UNPAID', 'unpaid'],
    ['UNSHIPPED', 'paid'],
    ['SHIPPED', 'shipped'],
    ['DELIVERED', 'delivered'],
    ['CANCELLED', 'cancelled'],
  ])('%s is %s', (orderStatus, state) => {
    expect(toOrder(detail({ orderStatus })).state).toBe(state);
  });

  it('counts as paid only what is', () => {
    expect(isPaid(detail({ orderStatus: 'UNPAID' }))).toBe(false);
    expect(isPaid(detail({ orderStatus: 'UNSHIPPED' }))).toBe(true);
    expect(isPaid(detail({ orderStatus: 'CANCELLED', paymentDate: '2021-08-23 11:31:45' }))).toBe(false);
    expect(wasPaid(detail({ orderStatus: 'CANCELLED', paymentDate: '2021-08-23 11:31:45' }))).toBe(true);
    expect(wasPaid(detail({ orderStatus: 'CANCELLED', paymentDate: null }))).toBe(false);
    expect(wasPaid(detail({ orderStatus: 'UNSHIPPED', paymentDate: null }))).toBe(true);
  });

  it('maps amounts, lines and the parcel', () => {
    const order = toOrder(
      detail({
        orderStatus: 'SHIPPED',
        trackNumber: 'CJP1',
        logisticName: 'CJPacket',
        paymentDate: '2021-08-23 11:31:45',
      }),
    );
    expect(order).toMatchObject({
      total: { amount: 425, currency: 'USD' },
      paidAt: '2021-08-23T11:31:45.000Z',
      parcels: [
        { parcelId: 'CJP1', carrier: 'CJPacket', lines: [{ sourceVariantId: '1392053744945991680', quantity: 1 }] },
      ],
    });
  });

  const part = (orderStatus: string, trackNumber: string | null, vid: string) =>
    detail({ orderStatus, trackNumber, productList: [{ vid, quantity: 1 }] });

  it('is as far as the slowest of its parts', () => {
    const order = toOrder(detail({ orderStatus: 'OTHER' }), [
      part('SHIPPED', 'A', 'v1'),
      part('UNSHIPPED', null, 'v2'),
    ]);
    expect(order.state).toBe('paid');
    expect(order.parcels.map((parcel) => parcel.trackingNumber)).toEqual(['A']);
  });

  it('marks the lines of a cancelled part refused, but for items that other parts hold or that no part shows yet', () => {
    const productList = ['v1', 'v2', 'v3', 'v4'].map((vid) => ({ vid, quantity: vid === 'v4' ? 2 : 1 }));
    const order = toOrder(detail({ orderStatus: 'OTHER', productList }), [
      part('SHIPPED', 'A', 'v1'),
      part('CANCELLED', null, 'v2'),
      part('CANCELLED', null, 'v1'),
      part('CANCELLED', null, 'v4'),
    ]);
    expect(order.state).toBe('shipped');
    expect(order.lines).toEqual([
      { sourceVariantId: 'v1', quantity: 1 },
      { sourceVariantId: 'v2', quantity: 1, state: 'refused' },
      { sourceVariantId: 'v3', quantity: 1 },
      { sourceVariantId: 'v4', quantity: 2 },
    ]);
  });

  it('does not make up amounts', () => {
    expect(() => toOrder(detail({ productAmount: null }))).toThrow(/without its amounts/);
    const input = { reference: 'r', lines: [] } as never;
    expect(
      toNewOrder(raw.created.parse({ orderId: '1', productAmount: '', postageAmount: '', orderAmount: '' }), input),
    ).toBeUndefined();
  });

  it('reads times as UTC', () => {
    expect(parseTime('2024-01-18 07:59:22')).toBe('2024-01-18T07:59:22.000Z');
    expect(parseTime('2021-07-12T20:08:13+08:00')).toBe('2021-07-12T12:08:13.000Z');
    expect(parseTime('soon')).toBeUndefined();
  });
});

describe('addresses', () => {
  const address = {
    firstName: 'Ada',
    lastName: 'Byron',
    address1: '1 Mill Rd',
    city: 'Hull',
    postalCode: 'HU1',
    countryCode: 'GB',
  };

  it('names the country and puts the city where there is no province', () => {
    expect(shippingFields(address)).toMatchObject({
      shippingCountry: 'United Kingdom',
      shippingProvince: 'Hull',
      shippingCustomerName: 'Ada Byron',
    });
  });

  it.each([
    [{ city: undefined, province: 'York' }, /no city/],
    [{ countryCode: 'US' }, /no province/],
    [{ countryCode: 'ZZZ' }, /not a country/],
    [{ address1: ' ' }, /no address/],
    [{ lastName: 'x'.repeat(60) }, /50 characters as name/],
  ])('refuses %o', (change, words) => {
    expect(() => shippingFields({ ...address, ...change })).toThrow(
      expect.objectContaining({ code: 'error_save_all_address', detail: expect.stringMatching(words) }),
    );
  });
});

describe('words and names', () => {
  it('reads a service with its origin', () => {
    expect(readServiceName(serviceName('CJPacket (fast)', 'CN'))).toEqual({
      logisticName: 'CJPacket (fast)',
      from: 'CN',
    });
    expect(readServiceName('USPS+')).toEqual({ logisticName: 'USPS+' });
  });

  it.each([
    ['In transit', 'in_transit'],
    ['Delivered', 'delivered'],
    ['Out for delivery', 'out_for_delivery'],
    ['Undelivered', 'delivery_failure'],
    ['Failure/abnormality', 'exception'],
    [12, 'delivered'],
    ['11', 'available_for_pickup'],
    ['', undefined],
    ['Something new', undefined],
  ])('%s is %s', (words, state) => {
    expect(stateOfTrack(words)).toBe(state);
  });
});
