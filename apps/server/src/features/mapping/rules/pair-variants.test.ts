import { describe, expect, it } from 'vitest';
import { findSameOptions, pairVariants } from './pair-variants.ts';

const variant = (id: string, ...option_values: string[]) => ({ id, sku: '', option_values });

describe('pairing variants of two products', () => {
  it('pairs by option values in any order, each partner once', () => {
    const pairs = pairVariants(
      [variant('a', 'Black', 'S'), variant('b', 'Black', 'M'), variant('c', 'Green', 'M')],
      [variant('1', 'M', 'black'), variant('2', 'S', 'Black'), variant('3', 'L', 'Black')],
    );
    expect(pairs).toEqual([
      { id: 'a', partner: '2', confidence: 95 },
      { id: 'b', partner: '1', confidence: 95 },
      { id: 'c', confidence: 0 },
    ]);
  });

  it('trusts a SKU more than options', () => {
    const [pair] = pairVariants(
      [{ ...variant('a', 'Red'), sku: 'X1' }],
      [variant('1', 'Red'), { ...variant('2', 'Blue'), sku: 'x1' }],
    );
    expect(pair).toEqual({ id: 'a', partner: '2', confidence: 100 });
  });

  it('pairs single variants with less confidence', () => {
    expect(pairVariants([variant('a', 'Default')], [variant('1', 'Blue')])).toEqual([
      { id: 'a', partner: '1', confidence: 70 },
    ]);
  });

  it('finds the variant with the same options only where there is one', () => {
    const all = [variant('1', 'Black', 'M'), variant('2', 'Black', 'L')];
    expect(findSameOptions(['l', 'BLACK'], all)?.id).toBe('2');
    expect(findSameOptions(['Black'], all)).toBeUndefined();
    expect(findSameOptions(['Black', 'M'], [...all, variant('3', 'M', 'Black')])).toBeUndefined();
  });
});
