import { describe, expect, it } from 'vitest';
import { LISTING_RANGES, mayOverlap, PRICE_RANGES, type Range, VOLUME_RANGES } from './bands.ts';

function isInside(value: number, { min, above, max, through }: Range): boolean {
  if (min !== undefined && (above ? value <= min : value < min)) return false;
  return max === undefined || (through ? value <= max : value < max);
}

const bandsOf = (ranges: Record<string, Range>, value: number) =>
  Object.keys(ranges).filter((band) => isInside(value, ranges[band] ?? {}));

describe('filter bands (B140 to B142, A12)', () => {
  it.each([
    [750, ['over_100', '500_1000']],
    [12_000, ['over_100', 'over_10000']],
    [100, ['under_500']],
    [500, ['over_100', '500_1000']],
    [10_000, ['over_100', '5000_10000']],
  ])('an order volume of %d', (value, bands) => expect(bandsOf(VOLUME_RANGES, value)).toEqual(bands));

  it.each([
    [10, ['10_30']],
    [9.99, ['under_10']],
    [100.01, ['over_100']],
    [100, ['50_100']],
    [30, ['30_50']],
  ])('a price of $%d', (value, bands) => expect(bandsOf(PRICE_RANGES, value)).toEqual(bands));

  it.each([
    [249, ['100_250']],
    [1001, ['over_1000']],
    [1000, ['750_1000']],
    [99, ['under_100']],
  ])('%d listings', (value, bands) => expect(bandsOf(LISTING_RANGES, value)).toEqual(bands));

  it('leaves no price and no number of listings without a band', () => {
    const homeless: number[] = [];
    for (let value = 0; value < 20_000; value += 1) {
      if (bandsOf(PRICE_RANGES, value / 100).length !== 1 || bandsOf(LISTING_RANGES, value / 10).length !== 1)
        homeless.push(value);
    }
    expect(homeless).toEqual([]);
  });
});

it('knows which bands a typed range lies in', () => {
  const touched = (typed: Range) =>
    Object.entries(PRICE_RANGES).flatMap(([band, range]) => (mayOverlap(range, typed) ? [band] : []));
  expect(touched({ min: 12, max: 40, through: true })).toEqual(['10_30', '30_50']);
  expect(touched({ min: 101 })).toEqual(['over_100']);
  expect(touched({ max: 5 })).toEqual(['under_10']);
  expect(touched({ max: 10 })).toEqual(['under_10']);
  expect(touched({ max: 10, through: true })).toEqual(['under_10', '10_30']);
  expect(touched({ min: 100 })).toEqual(['50_100', 'over_100']);
  for (const [band, range] of Object.entries(PRICE_RANGES)) expect(touched(range)).toEqual([band]);
});
