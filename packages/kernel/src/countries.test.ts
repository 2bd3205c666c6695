import { expect, it } from 'vitest';
import { COUNTRY_CODES, isCountryCode } from './countries.ts';
import { REGIONS } from './regions.ts';

it('knows the countries of ISO 3166-1 and what stores send besides, and nothing else', () => {
  expect(COUNTRY_CODES).toHaveLength(new Set(COUNTRY_CODES).size);
  for (const { code } of REGIONS) expect(isCountryCode(code), code).toBe(true);
  expect(['XK', 'TW', 'PS'].filter(isCountryCode)).toHaveLength(3);
  expect(['XX', 'ZZ', 'UK', 'us', ''].filter(isCountryCode)).toEqual([]);
});
