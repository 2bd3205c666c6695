import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDecimalSign, readNumber } from './numbers.ts';

describe('readNumber', () => {
  it.each([
    ['19.90', '.', '19.90'],
    ['19,90', '.', '19.90'],
    ['1,234.50', ',', '1234.50'],
    ['1.234,50', '.', '1234.50'],
    ["1'234.50", '.', '1234.50'],
    ['1 234,50', ',', '1234.50'],
    ['1,234', '.', '1234'],
    ['1,234', ',', '1.234'],
    ['1.234', ',', '1234'],
    ['1,234,567', ',', '1234567'],
    ['0,500', '.', '0.500'],
    ['.5', '.', '0.5'],
    ['007', '.', '7'],
    ['-3', '.', '-3'],
    ['١٢٫٥', ',', '12.5'],
    ['۱۲۳', '.', '123'],
  ] as const)('%s with %s is %s', (text, sign, number) => expect(readNumber(text, sign)).toBe(number));

  it.each(['', 'abc', '1e5', '12-3', '1.2.3,4,5', '$5', '.', '--1'])('%s is no number', (text) =>
    expect(readNumber(text, '.')).toBeUndefined(),
  );

  it('reads back what a language writes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 ** 10 }),
        fc.constantFrom('en', 'de', 'fr', 'es', 'pt-BR', 'de-CH', 'ar-EG'),
        (cents, language) => {
          const written = new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(cents / 100);
          const read = readNumber(written, findDecimalSign([written], language));
          expect(Math.round(Number(read) * 100)).toBe(cents);
        },
      ),
    );
  });
});

describe('findDecimalSign', () => {
  it('follows the cells that read only one way', () => {
    expect(findDecimalSign(['1.234', '19,90'], 'en')).toBe(',');
    expect(findDecimalSign(['1,234', '19.90'], 'de')).toBe('.');
    expect(findDecimalSign(['€ 19,90', 'MUG-1'], 'en')).toBe(',');
  });
  it('is the language’s own where all read both ways', () => {
    expect(findDecimalSign(['1.234', '12'], 'en')).toBe('.');
    expect(findDecimalSign(['1.234', '12'], 'de')).toBe(',');
  });
});
