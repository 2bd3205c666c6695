import { describe, expect, it } from 'vitest';
import type { StoreOrder, SupplierRecord } from './books.ts';
import { judgeMoney, judgeOrders, type WalletBooks } from './judge.ts';
import { judgeOwnBooks, judgeTopups } from './judge-own.ts';
import type { OwnOrder, OwnPurchase } from './own-books.ts';
import type { Purchase } from './shop-world.ts';

const LINES = [{ sku: 'MUG', quantity: 2 }];
const bought = (fate?: Purchase['fate']): Purchase[] => [
  { platform: 'woocommerce', orderId: '7', ...(fate ? { fate } : {}) },
];
const store = (more: Partial<StoreOrder> = {}): Map<string, StoreOrder> =>
  new Map([
    [
      'woocommerce 7',
      {
        key: 'woocommerce 7',
        lines: [{ id: '1', sku: 'MUG', quantity: 2 }],
        isFulfilled: true,
        parcels: [{ number: 'T1', pieces: new Map([['1', 2]]) }],
        notices: ['list T1', 'Your parcel T1 has left'],
        ...more,
      },
    ],
  ]);
const record = (more: Partial<SupplierRecord> = {}): SupplierRecord => ({
  supplier: 'cj',
  id: 'S1',
  shopper: 0,
  cancelled: false,
  total: 900,
  lines: LINES,
  payments: [900],
  refunds: [],
  parcels: ['T1'],
  ...more,
});
const refused = record({ cancelled: true, payments: [], parcels: [], total: 0 });
const refunded = record({ cancelled: true, refunds: [900], parcels: [], total: 0 });
const untouched = store({ isFulfilled: false, parcels: [], notices: [] });
const own = (more: Partial<OwnOrder> = {}, purchase: Partial<OwnPurchase> = {}): OwnOrder => ({
  key: 'woocommerce 7',
  isCancelled: false,
  placement: 'placed',
  payment: 'paid',
  fulfillment: 'fulfilled',
  lines: LINES,
  purchases: [
    {
      supplier: 'cj',
      remoteId: 'S1',
      state: 'placed',
      payState: 'paid',
      paid: 900,
      refunded: 0,
      pending: 0,
      ...purchase,
    },
  ],
  parcels: [{ number: 'T1', report: 'sent' }],
  ...more,
});
const wallet: WalletBooks = {
  topup: 9_100,
  bonus: 0,
  reserved: 0,
  toSuppliers: { cj: 900 },
  settlements: 1,
  twice: 0,
  unbalanced: 0,
  drift: 0,
  pendingRefunds: 0,
};
const funds = { taken: 10_000, cjBefore: 5_000, cjNow: 4_100 };

describe('the judge of the other sides’ books', () => {
  it('finds nothing where everything was done once', () => {
    expect(judgeOrders(bought(), store(), [record()])).toEqual([]);
    expect(judgeMoney(wallet, funds, [record()])).toEqual([]);
  });

  it.each<[string, SupplierRecord[], Map<string, StoreOrder>]>([
    ['an order placed twice', [record(), record({ id: 'S2' })], store()],
    ['an order that was never placed', [], store()],
    ['an order paid twice', [record({ payments: [900, 900] })], store()],
    ['an order that was not paid', [record({ payments: [] })], store()],
    ['another amount', [record({ payments: [800] })], store()],
    ['a parcel that the store was not told of', [record({ parcels: ['T1', 'T2'] })], store()],
    ['a shopper who was told twice', [record()], store({ notices: ['list T1', 'T1', 'T1'] })],
    ['an order that the store still has open', [record()], store({ isFulfilled: false })],
    ['an order of nobody', [record(), record({ id: 'S2', shopper: 4 })], store()],
  ])('finds %s', (_what, suppliers, stores) => {
    expect(judgeOrders(bought(), stores, suppliers)).not.toEqual([]);
  });

  it('expects nothing at a supplier for an order that was cancelled in time', () => {
    expect(judgeOrders(bought('cancelled'), untouched, [])).toEqual([]);
    expect(judgeOrders(bought('cancelled'), untouched, [record()])).not.toEqual([]);
  });

  it('expects an order that was refused before its payment to be cancelled and unpaid', () => {
    expect(judgeOrders(bought('refused'), untouched, [refused])).toEqual([]);
    expect(judgeOrders(bought('refused'), untouched, [record({ ...refused, payments: [900] })])).not.toEqual([]);
    expect(judgeOrders(bought('refused'), untouched, [record()])).not.toEqual([]);
  });

  it('expects an order that was refused after its payment to be given back in full', () => {
    expect(judgeOrders(bought('refunded'), untouched, [refunded])).toEqual([]);
    expect(judgeOrders(bought('refunded'), untouched, [record({ ...refunded, refunds: [500] })])).not.toEqual([]);
    const back = { ...wallet, topup: 10_000, toSuppliers: { quayside: 0 } };
    const same = { ...funds, cjNow: funds.cjBefore };
    expect(judgeMoney(back, same, [{ ...refunded, supplier: 'quayside' }])).toEqual([]);
    expect(judgeMoney({ ...back, topup: 9_100 }, same, [{ ...refunded, supplier: 'quayside' }])).not.toEqual([]);
  });

  it('expects what CJ returned to its balance to be in the wallet, and nothing to be pending', () => {
    const back = { ...wallet, topup: 10_000, toSuppliers: { cj: 0 } };
    const same = { ...funds, cjNow: funds.cjBefore };
    expect(judgeMoney(back, same, [refunded])).toEqual([]);
    expect(judgeMoney(wallet, same, [refunded])).not.toEqual([]);
    expect(judgeMoney(back, funds, [refunded])).not.toEqual([]);
    expect(judgeMoney({ ...back, pendingRefunds: 1 }, same, [refunded])).not.toEqual([]);
  });
});

describe('the judge of our own books', () => {
  it('finds nothing where all books agree', () => {
    expect(judgeOwnBooks(bought(), store(), [record()], [own()])).toEqual([]);
  });

  it.each<[string, OwnOrder[]]>([
    ['an order that is missing', []],
    ['an order that is there twice', [own(), own()]],
    ['an order of nobody', [own(), own({ key: 'woocommerce 8', purchases: [], parcels: [] })]],
    ['other lines', [own({ lines: [{ sku: 'MUG', quantity: 1 }] })]],
    ['an order that is still open', [own({ fulfillment: 'unfulfilled' })]],
    ['a payment that is still open', [own({}, { payState: 'unknown' })]],
    ['another amount paid', [own({}, { paid: 800 })]],
    ['a refund that the supplier never made', [own({}, { refunded: 100 })]],
    ['a refund that is still expected', [own({}, { pending: 100 })]],
    ['a purchase that the supplier does not know', [own({}, { remoteId: 'S9' })]],
    ['a cancellation that the supplier does not know', [own({}, { state: 'cancelled' })]],
    ['a parcel that is missing', [own({ parcels: [] })]],
    ['a report that failed', [own({ parcels: [{ number: 'T1', report: 'failed' }] })]],
  ])('finds %s', (_what, orders) => {
    expect(judgeOwnBooks(bought(), store(), [record()], orders)).not.toEqual([]);
  });

  it('knows how refused, refunded and cancelled orders end', () => {
    const open = { placement: 'needs_attention', payment: 'pending', fulfillment: 'unfulfilled', parcels: [] };
    const gone = own(open, { state: 'cancelled', payState: 'unpaid', paid: null });
    expect(judgeOwnBooks(bought('refused'), untouched, [refused], [gone])).toEqual([]);
    const back = own(open, { state: 'cancelled', payState: 'refunded', refunded: 900 });
    expect(judgeOwnBooks(bought('refunded'), untouched, [refunded], [back])).toEqual([]);
    expect(judgeOwnBooks(bought('refunded'), untouched, [refunded], [own(open, { state: 'cancelled' })])).not.toEqual(
      [],
    );
    const never = own({ ...open, isCancelled: true, placement: 'nothing_to_place', purchases: [] });
    expect(judgeOwnBooks(bought('cancelled'), untouched, [], [never])).toEqual([]);
    expect(judgeOwnBooks(bought('cancelled'), untouched, [], [{ ...never, isCancelled: false }])).not.toEqual([]);
  });

  it('compares top-ups with the provider’s payments', () => {
    const one = { session: 'cs_1', amount: 100 };
    expect(judgeTopups([one], [one])).toEqual([]);
    expect(judgeTopups([one], [])).toHaveLength(1);
    expect(judgeTopups([], [one])).toHaveLength(1);
    expect(judgeTopups([one, one], [one])).toHaveLength(1);
    expect(judgeTopups([{ ...one, amount: 90 }], [one])).toHaveLength(2);
  });
});
