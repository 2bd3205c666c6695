import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candidate, recommend, type SoldVariant } from './recommend.ts';

const sold = (rest: Partial<SoldVariant> = {}): SoldVariant => ({
  mode: 'live',
  sku: null,
  title: 'Bamboo desk lamp',
  variant_title: 'Black / Large',
  ...rest,
});
let made = 0;
const variant = (rest: Partial<Candidate> = {}): Candidate => ({
  mode: 'live',
  product_id: 'p',
  variant_id: `v${made++}`,
  title: 'Desk lamp, bamboo',
  sku: 'LAMP-BK-L',
  source_sku: 'Q-1',
  option_values: ['Black', 'Large'],
  ...rest,
});

describe('recommending a variant', () => {
  it('is sure of a variant with the same SKU, ours or the supplier’s', () => {
    const named = recommend(sold({ sku: 'q-1', title: 'Something else', variant_title: null }), [variant()]);
    expect(named).toMatchObject({ reasons: ['sku'] });
    expect(named?.confidence).toBeGreaterThanOrEqual(88);
    expect(recommend(sold({ sku: 'LAMP-BK-L' }), [variant()])?.confidence).toBe(100);
  });

  it('is surest of the same GTIN, whatever SKUs and titles say', () => {
    const other = variant({ sku: 'MINE', variant_id: 'by-sku' });
    const same = variant({ barcode: '4006381333931', variant_id: 'by-gtin', title: 'Tea cup', sku: 'X' });
    const wanted = sold({ sku: 'MINE', barcode: '4006381333931' });
    expect(recommend(wanted, [same])).toMatchObject({ reasons: ['gtin', 'options'], confidence: 98 });
    expect(
      recommend(sold({ barcode: '04006381333931', title: 'Yoga mat', variant_title: null }), [same]),
    ).toMatchObject({
      reasons: ['gtin'],
      confidence: 97,
    });
    expect(recommend(wanted, [{ ...same, title: 'Bamboo desk lamp' }, other])?.candidate.variant_id).toBe('by-gtin');
  });

  it('takes another equal barcode for less than an SKU', () => {
    const text = recommend(sold({ barcode: 'SHELF-1234', title: 'Yoga mat' }), [variant({ barcode: 'shelf 1234' })]);
    expect(text).toMatchObject({ reasons: ['barcode', 'options'], confidence: 80 });
    const sku = recommend(sold({ sku: 'Q-1', title: 'Yoga mat' }), [variant()]);
    expect(sku?.confidence).toBeGreaterThan(text?.confidence ?? 100);
  });

  it('finds a variant by its image alone, and is surer of a title with the same image', () => {
    const hashes = new Map([
      ['https://shop.example.com/1.jpg', '0f'.repeat(16)],
      ['https://supplier.example.com/a.jpg', `${'0f'.repeat(15)}0e`],
      ['https://supplier.example.com/b.jpg', 'f0'.repeat(16)],
    ]);
    const picture = { image_url: 'https://shop.example.com/1.jpg' };
    const lamp = variant({ title: 'LED night light', image_url: 'https://supplier.example.com/a.jpg' });
    const found = recommend(sold({ ...picture, title: 'Moon glow' }), [lamp], hashes);
    expect(found).toMatchObject({ reasons: ['same_image', 'options'] });
    expect(found?.confidence).toBeGreaterThanOrEqual(60);
    expect(found?.confidence).toBeLessThan(75);
    const titled = recommend(sold(picture), [{ ...lamp, title: 'Desk lamp, bamboo' }], hashes);
    expect(titled?.reasons).toEqual(['same_title', 'same_image', 'options']);
    expect(titled?.confidence).toBeGreaterThan(94);
    const other = variant({ title: 'LED night light', image_url: 'https://supplier.example.com/b.jpg' });
    expect(recommend(sold({ ...picture, title: 'Moon glow' }), [other], hashes)).toBeUndefined();
  });

  it('doubts a variant whose GTIN is another one', () => {
    const found = recommend(sold({ barcode: '9783161484100' }), [variant({ barcode: '4006381333931' })]);
    expect(found).toMatchObject({ confidence: 45, reasons: ['same_title', 'options', 'other_gtin'] });
  });

  it('tells variants of one product apart by their options', () => {
    const white = variant({ option_values: ['White', 'Large'], sku: 'LAMP-WH-L' });
    const found = recommend(sold(), [white, variant({ variant_id: 'black' })]);
    expect(found).toMatchObject({ confidence: 90, reasons: ['same_title', 'options'] });
    expect(found?.candidate.variant_id).toBe('black');
  });

  it('takes copies of a variant for the same one', () => {
    const source = { source: 'quayside', source_product_id: 'x', source_variant_id: '1' };
    const copies = [variant(source), variant({ ...source, product_id: 'copy', sku: 'LAMP-BK-L-2' })];
    expect(recommend(sold(), copies)).toMatchObject({ reasons: ['same_title', 'options'] });
    expect(recommend(sold(), [...copies, variant()])?.reasons).toContain('ambiguous');
  });

  it('is less sure of a similar title, and says nothing of an unlike one', () => {
    const similar = recommend(sold({ title: 'Bamboo desk lamp with dimmer' }), [variant()]);
    expect(similar?.reasons).toContain('similar_title');
    expect(similar?.confidence).toBeLessThan(90);
    expect(recommend(sold({ title: 'Yoga mat' }), [variant()])).toBeUndefined();
  });

  it('doubts where two are equally likely', () => {
    const found = recommend(sold(), [variant(), variant({ product_id: 'p2' })]);
    expect(found).toMatchObject({ confidence: 60 });
    expect(found?.reasons).toContain('ambiguous');
  });

  it('never proposes a variant of the other mode', () => {
    const text = fc.constantFrom('Bamboo lamp', 'Desk lamp', 'Yoga mat', '');
    const mode = fc.constantFrom('live' as const, 'sandbox' as const);
    const candidates = fc.array(
      fc.record({
        mode,
        product_id: fc.constant('p'),
        variant_id: fc.uuid(),
        title: text,
        sku: text,
        source_sku: text,
        option_values: fc.array(text, { maxLength: 2 }),
      }),
    );
    const seen = fc.record({ mode, sku: fc.option(text), title: text, variant_title: fc.option(text) });
    fc.assert(
      fc.property(seen, candidates, (one, all) => {
        const found = recommend(one, all);
        if (!found) return;
        expect(found.candidate.mode).toBe(one.mode);
        expect(found.confidence).toBeGreaterThanOrEqual(0);
        expect(found.confidence).toBeLessThanOrEqual(100);
      }),
    );
  });
});
