import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findCarriers,
  findPost,
  findTrackingPage,
  getCheckCharacter,
  hasForm,
  identifyCarrier,
  normalizeNumber,
} from './identify.ts';
import { PATTERNS, TRACKING_PAGES } from './patterns.ts';
import { POSTS } from './posts.ts';
import numbers from './test-numbers.json' with { type: 'json' };

const known: Record<string, { valid: string[]; invalid: string[] }> = numbers;
const listed = PATTERNS.filter(({ id }) => known[id]);

describe('every format of the pattern set', () => {
  it('is one of ours', () => {
    const ids = new Set([...PATTERNS.map(({ id }) => id), 's10']);
    expect(Object.keys(known).filter((id) => !ids.has(id))).toEqual([]);
    expect(listed).toHaveLength(PATTERNS.length - 4);
  });

  it.each(listed.map((pattern) => [pattern.id, pattern] as const))('%s', (id, pattern) => {
    for (const number of known[id]?.valid ?? []) {
      expect(hasForm(normalizeNumber(number), pattern), number).toBe(true);
      expect(
        findCarriers(number).map((one) => one.carrier),
        number,
      ).toContain(pattern.carrier);
      expect([pattern.carrier, undefined], number).toContain(identifyCarrier(number));
    }
    for (const number of known[id]?.invalid ?? [])
      expect(hasForm(normalizeNumber(number), pattern), number).toBe(false);
  });

  it('S10', () => {
    for (const number of known.s10?.valid ?? []) expect(findPost(normalizeNumber(number)), number).toBeDefined();
    for (const number of known.s10?.invalid ?? []) expect(findPost(normalizeNumber(number)), number).toBeUndefined();
  });
});

const digitsOf = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((list) => list.join(''));
const letters = fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'), minLength: 2, maxLength: 2 });

it('names the post of every S10 number by its country, however it is typed', () => {
  fc.assert(
    fc.property(letters, digitsOf(8), fc.constantFrom(...Object.keys(POSTS)), (service, serial, country) => {
      const number = `${service}${serial}${getCheckCharacter(serial, { kind: 's10' })}${country}`;
      expect(findPost(number)).toBe(POSTS[country]);
      expect(findCarriers(number)[0]).toEqual({ carrier: POSTS[country], verified: true, vague: false });
      expect(identifyCarrier(` ${number.slice(0, 4).toLowerCase()} ${number.slice(4)} `)).toBe(POSTS[country]);
    }),
  );
});

it('never names a post for a wrong check digit or an unknown country', () => {
  fc.assert(
    fc.property(letters, digitsOf(8), fc.integer({ min: 1, max: 9 }), (service, serial, off) => {
      const check = Number(getCheckCharacter(serial, { kind: 's10' }));
      expect(findPost(`${service}${serial}${(check + off) % 10}US`)).toBeUndefined();
      expect(findPost(`${service}${serial}${check}XX`)).toBeUndefined();
    }),
  );
});

it('never names a carrier when two check digits fit, and always lists both', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789ABCDFGJKLZ'), maxLength: 34 }), (number) => {
      const verified = findCarriers(number).filter((one) => one.verified);
      if (verified.length > 1) expect(identifyCarrier(number)).toBeUndefined();
      const named = identifyCarrier(number);
      if (named) expect(findCarriers(number).map((one) => one.carrier)).toContain(named);
    }),
    { numRuns: 2000 },
  );
});

it.each([
  ['1Z5R89390357567127', 'UPS'],
  ['LX123456785CN', 'China Post'],
  ['YT 2222222222222222', 'YunExpress'],
  ['LP00123456789012', 'Cainiao'],
  ['4PX3000123456789CN', '4PX'],
  // Fourteen digits are used by many carriers.
  ['60120172242323', undefined],
  ['', undefined],
  ['hello', undefined],
])('%s belongs to %s', (number, carrier) => {
  expect(identifyCarrier(number)).toBe(carrier);
});

it('offers candidates for a number that fits FedEx and Purolator', () => {
  const both = Array.from({ length: 3000 }, (_, index) => String(100_000_000_000 + index * 7919)).find(
    (number) => findCarriers(number).filter((one) => one.verified).length === 2,
  );
  expect(findCarriers(both ?? '').map((one) => one.carrier)).toEqual(['FedEx', 'Purolator']);
  expect(identifyCarrier(both ?? '')).toBeUndefined();
});

it('links to the tracking page of a carrier under any spelling of its name', () => {
  expect(findTrackingPage('Dhl-Ecommerce', 'GM 1')).toBe(
    'https://www.dhl.com/en/express/tracking.html?brand=DHL&AWB=GM1',
  );
  expect(findTrackingPage('Nobody', '1')).toBeUndefined();
  for (const page of Object.values(TRACKING_PAGES)) expect(page).toMatch(/^https:\/\/.*%s/);
});
