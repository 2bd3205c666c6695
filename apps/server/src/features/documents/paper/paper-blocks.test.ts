import { toDecimal } from '@quayside/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PdfBlock } from '../../../pdf/index.ts';
import { addressLines, formatDay, formatMoney } from './formats.ts';
import { invoiceSums, type PaperInput, paperBlocks } from './paper-blocks.ts';

const order: PaperInput['order'] = {
  name: '#1042',
  placed_at: '2026-11-26T23:30:00.000Z',
  currency: 'EUR',
  subtotal: 10_000,
  shipping_total: 495,
  tax_total: 1_995,
  tax_included: false,
  fee_total: 150,
  discount_total: 1_000,
  total: 11_639,
  financial_status: 'paid',
  pays_on_delivery: false,
  address: {
    firstName: 'Ada',
    lastName: 'Byron',
    address1: '12 Rue Cler',
    city: 'Paris',
    postalCode: '75007',
    countryCode: 'FR',
  },
  address_edit: null,
  payment_method: 'Card',
  shipping_method_title: 'Standard',
  cancelled_at: null,
};
const line: PaperInput['lines'][number] = {
  title: 'Canvas tote',
  variant_title: 'Navy',
  sku: 'TB-1',
  quantity: 3,
  refunded_quantity: 1,
  unit_price: 2_500,
  requires_shipping: true,
};
const brand = { name: 'Harbour', address: 'Quay 1', taxNumber: 'GB123', note: 'Thanks', logo: null };
const blocks = (change: Partial<PaperInput> = {}) =>
  paperBlocks({ kind: 'invoice', order, lines: [line], brand, language: 'en', timeZone: 'UTC', ...change });
const textOf = (all: readonly PdfBlock[]) => JSON.stringify(all);

describe('an invoice', () => {
  it('shows every part of the sum, the rest as an adjustment', () => {
    expect(invoiceSums(order, 'en').map(({ label, value }) => [label, value])).toEqual([
      ['Subtotal', '€100.00'],
      ['Discount', '-€10.00'],
      ['Shipping', '€4.95'],
      ['Fees', '€1.50'],
      ['Tax', '€19.95'],
      ['Adjustment', '-€0.01'],
      ['Total', '€116.39'],
    ]);
  });

  it('names included tax below the total, and what is due', () => {
    const included = { ...order, tax_included: true, total: 9_645, financial_status: 'pending' };
    expect(invoiceSums(included, 'en').slice(-2)).toEqual([
      { label: 'Amount due', value: '€96.45', isBold: true },
      { label: 'Tax included', value: '€19.95' },
    ]);
  });

  it('adds up to the total of the store, whatever its parts', () => {
    const amount = fc.integer({ min: 0, max: 10_000_000_00 });
    fc.assert(
      fc.property(
        amount,
        amount,
        amount,
        fc.integer({ min: -50_000, max: 50_000 }),
        amount,
        amount,
        fc.boolean(),
        fc.constantFrom('USD', 'JPY', 'KWD'),
        (subtotal, shipping, tax, fee, discount, total, included, currency) => {
          const sums = invoiceSums(
            {
              ...order,
              currency,
              subtotal,
              shipping_total: shipping,
              tax_total: tax,
              fee_total: fee,
              discount_total: discount,
              total,
              tax_included: included,
            },
            'en',
          );
          const minor = (text: string) => BigInt(text.replace(/[^\d-]/g, ''));
          const at = sums.findIndex((row) => row.isBold);
          const added = sums.slice(0, at).reduce((sum, row) => sum + minor(row.value), 0n);
          expect(added).toBe(minor(sums[at]?.value ?? ''));
          expect(minor(sums[at]?.value ?? '')).toBe(BigInt(toDecimal({ amount: total, currency }).replace('.', '')));
        },
      ),
    );
  });

  it('has the tax number, the refunded pieces and the canceled state', () => {
    const text = textOf(blocks({ order: { ...order, cancelled_at: order.placed_at } }));
    for (const part of ['Tax number: GB123', 'Refunded: 1', 'Canceled', '€75.00', 'Thanks', 'France'])
      expect(text).toContain(part);
  });
});

describe('a packing slip', () => {
  it('has no prices and only what is left to pack', () => {
    const digital = { ...line, title: 'E-book', requires_shipping: false };
    const refunded = { ...line, title: 'Gone', refunded_quantity: 3 };
    const text = textOf(blocks({ kind: 'packing_slip', lines: [line, digital, refunded] }));
    expect(text).not.toMatch(/[€$]|GB123|Card/);
    expect(text).not.toMatch(/E-book|Gone/);
    expect(text).toContain('Canvas tote');
    expect(text).toContain('"2"');
  });

  it('says that there is nothing to pack', () => {
    expect(textOf(blocks({ kind: 'packing_slip', lines: [] }))).toContain('Nothing to pack');
  });
});

describe('by language', () => {
  it('amounts have the decimals of their currency, without a float between', () => {
    expect(formatMoney({ amount: 9_007_199_254_740_991, currency: 'USD' }, 'en')).toBe('$90,071,992,547,409.91');
    expect(formatMoney({ amount: 1_250, currency: 'JPY' }, 'de')).toBe('1.250\u00a0¥');
    expect(formatMoney({ amount: 1_250, currency: 'KWD' }, 'en')).toContain('1.250');
    expect(formatMoney({ amount: 1_250, currency: 'SAR' }, 'ar')).toContain('12.50');
  });

  it('days are those of the workspace, and an unknown time zone is UTC', () => {
    expect(formatDay(order.placed_at, 'en', 'Asia/Tokyo')).toBe('November 27, 2026');
    expect(formatDay(order.placed_at, 'zh-CN', 'UTC')).toBe('2026年11月26日');
    expect(formatDay(order.placed_at, 'en', 'no/zone')).toBe('November 26, 2026');
  });

  it('addresses have the postal code where the country writes it', () => {
    expect(addressLines(order.address, 'fr')).toEqual(['Ada Byron', '12 Rue Cler', '75007 Paris', 'France']);
    const us = {
      firstName: 'Bo',
      address1: '1 Main St',
      city: 'Austin',
      provinceCode: 'TX',
      province: 'Texas',
      postalCode: '78701',
      countryCode: 'US',
    };
    expect(addressLines(us, 'de')).toEqual(['Bo', '1 Main St', 'Austin, TX 78701', 'Vereinigte Staaten']);
    expect(addressLines({}, 'en')).toEqual([]);
  });
});
