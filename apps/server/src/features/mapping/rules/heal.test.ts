import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { decide, findMissing, isFault, type SourceVariant } from './heal.ts';

const variant = (id: string, sku: string, ...option_values: string[]): SourceVariant => ({ id, sku, option_values });
const red = variant('v1', 'LAMP-RED', 'Red', 'S');
const blue = variant('v2', 'LAMP-BLUE', 'Blue', 'S');

describe('comparing bought variants with those that a supplier has', () => {
  it('finds nothing where nothing changed', () => {
    expect(findMissing([red, blue], [blue, red, variant('v3', 'LAMP-GREEN', 'Green', 'S')])).toEqual([]);
  });

  it('recognizes a variant with a new id by its SKU', () => {
    expect(findMissing([red], [variant('v9', 'lamp-red', 'Crimson', 'S'), blue])).toMatchObject([
      { id: 'v1', kind: 'variant_gone', partner: 'v9', confidence: 100, reasons: ['sku', 'similar_options'] },
    ]);
  });

  it('recognizes a variant with a new id and SKU by its options', () => {
    expect(findMissing([red, blue], [blue, variant('v9', 'X-1', 'red', 's')])).toMatchObject([
      { id: 'v1', partner: 'v9', confidence: 95, reasons: ['options'] },
    ]);
  });

  it('recognizes a variant with new names by its GTIN', () => {
    const coded = { ...red, barcode: '4006381333931' };
    const partner = { ...variant('v9', 'X-1', 'Crimson', 'Small'), barcode: '04006381333931' };
    expect(findMissing([coded], [partner, blue])).toMatchObject([
      { id: 'v1', kind: 'variant_gone', partner: 'v9', confidence: 100, reasons: ['gtin'] },
    ]);
    expect(findMissing([coded], [{ ...partner, id: 'v1' }])).toMatchObject([
      { kind: 'sku_renamed', confidence: 98, reasons: ['same_id', 'gtin'] },
    ]);
    expect(findMissing([coded], [{ ...coded, sku: 'NEW', barcode: '9783161484100' }])).toMatchObject([
      { kind: 'sku_renamed', confidence: 40, reasons: ['same_id', 'other_gtin'] },
    ]);
  });

  it('trusts a new SKU of the same id and options, and doubts one with other options', () => {
    const [same] = findMissing([red], [{ ...red, sku: 'LAMP-R2' }]);
    expect(same).toEqual({
      id: 'v1',
      kind: 'sku_renamed',
      partner: 'v1',
      confidence: 98,
      reasons: ['same_id', 'options'],
    });
    const [other] = findMissing([red], [variant('v1', 'VASE', 'Glass')]);
    expect(other).toMatchObject({ kind: 'sku_renamed', confidence: 40, reasons: ['same_id'] });
  });

  it('is unsure of one of two equally similar variants', () => {
    const [found] = findMissing([red], [variant('v8', 'A', 'Red', 'S'), variant('v9', 'B', 'S', 'Red')]);
    expect(found).toMatchObject({ confidence: 65, reasons: ['options', 'ambiguous'] });
  });

  it('never proposes a variant that is bought already', () => {
    expect(findMissing([red, blue], [blue])).toEqual([{ id: 'v1', kind: 'variant_gone', confidence: 0, reasons: [] }]);
  });

  it('takes the only variant for the only one, without being sure', () => {
    expect(findMissing([variant('v1', 'A', 'One')], [variant('v2', 'B', 'Two')])).toMatchObject([
      { partner: 'v2', confidence: 70, reasons: ['only_variant'] },
    ]);
    // Of several, the one that happens to be left is no better than any other.
    expect(findMissing([red, blue], [blue, variant('v9', 'B', 'Green', 'XL')])[0]).toMatchObject({ confidence: 0 });
  });

  it('names every variant of a product that is gone', () => {
    expect(findMissing([red, blue], undefined).map((one) => one.kind)).toEqual(['product_gone', 'product_gone']);
  });

  const anyVariant = (ids: string[]) =>
    fc.record({
      id: fc.constantFrom(...ids),
      sku: fc.constantFrom('', 'A', 'B', 'C'),
      option_values: fc.array(fc.constantFrom('Red', 'Blue', 'S', 'L'), { maxLength: 2 }),
    });
  const variants = (ids: string[]) => fc.uniqueArray(anyVariant(ids), { selector: (one) => one.id, maxLength: 6 });
  const ids = ['1', '2', '3', '4', '5', '6', '7', '8'];

  it('reports each missing variant once, with a partner that exists, is free and is proposed once', () => {
    fc.assert(
      fc.property(variants(ids), variants(ids), (used, now) => {
        const found = findMissing(used, now);
        const there = new Set(now.map((one) => one.id));
        const bought = new Set(used.map((one) => one.id));
        const gone = used.filter((one) => !there.has(one.id)).map((one) => one.id);
        expect(new Set(found.map((one) => one.id)).size).toBe(found.length);
        expect(found.filter((one) => one.kind === 'variant_gone').map((one) => one.id)).toEqual(gone);
        const partners = found.flatMap((one) => (one.kind === 'variant_gone' && one.partner ? [one.partner] : []));
        expect(new Set(partners).size).toBe(partners.length);
        for (const partner of partners) expect(there.has(partner) && !bought.has(partner)).toBe(true);
        for (const one of found) expect(one.confidence >= 0 && one.confidence <= 100).toBe(true);
        for (const one of found) if (!one.partner) expect(one.confidence).toBe(0);
      }),
    );
  });

  it('has nothing left to find after its proposals were applied', () => {
    fc.assert(
      fc.property(variants(ids), variants(ids), (used, now) => {
        const found = new Map(findMissing(used, now).map((one) => [one.id, one.partner]));
        const there = new Map(now.map((one) => [one.id, one]));
        const healed = used.map((one) => there.get(found.get(one.id) ?? '') ?? one);
        const open = [...found.values()].filter((partner) => partner === undefined).length;
        expect(findMissing(healed, now).filter((one) => one.kind === 'sku_renamed')).toEqual([]);
        expect(findMissing(healed, now)).toHaveLength(open);
      }),
    );
  });
});

test.each([
  [19, 19, false],
  [11, 20, true],
  [10, 20, false],
  [0, 500, false],
])('%i missing of %i is a fault: %s', (missing, compared, fault) => {
  expect(isFault(missing, compared)).toBe(fault);
});

test.each([
  ['propose', false, 100, true, 'list'],
  ['propose', true, 100, true, 'hold'],
  ['apply', false, 95, true, 'apply'],
  ['apply', true, 94, true, 'hold'],
  ['apply', false, 94, true, 'list'],
  ['apply', true, 100, false, 'hold'],
] as const)(
  '%s, holding %s: a proposal of %i%% with partner %s leads to %s',
  (healing, hold, confidence, has, result) => {
    const setting = { healing, hold_orders: hold, min_confidence: 95 };
    expect(decide(setting, { confidence, hasPartner: has })).toBe(result);
  },
);
