import { expect, it } from 'vitest';
import { getHost, sortedRegions } from './regions.ts';

const regions = [
  { code: 'US', address: 'https://www.ebay.com/' },
  { code: 'DE', address: 'https://www.ebay.de/' },
  { code: 'global', address: 'https://world.example/' },
  { code: 'AT', address: 'https://www.ebay.at/' },
];
const name = (code: string) =>
  code === 'global' ? 'Everywhere' : (new Intl.DisplayNames(['de'], { type: 'region' }).of(code) ?? code);

it('names the host of a region as people call it', () => {
  expect(getHost(regions, 'DE')).toBe('ebay.de');
  expect(getHost(regions, 'global')).toBe('world.example');
  expect(getHost(regions, 'FR')).toBeUndefined();
});

it('sorts regions by their names in the language, the site for all of them first', () => {
  expect(sortedRegions(regions, name, 'de').map((one) => one.name)).toEqual([
    'Everywhere',
    'Deutschland',
    'Österreich',
    'Vereinigte Staaten',
  ]);
});
